"""Labels of a drawn table agree with what is drawn there."""

import numpy as np

from vision.train.dataset import table_pictures
from vision.train.dataset.table_pictures import HEIGHT, WIDTH, make_tables


def test_tables_are_drawn_with_cards_where_their_labels_say(monkeypatch):
    monkeypatch.setattr(table_pictures, "DECKS", 2)  # most of the time goes into drawing decks
    pictures, labels = make_tables(3, 6)
    assert pictures.shape == (6, HEIGHT, WIDTH, 3)
    cards = labels[labels[..., 0] > 0]
    assert len(cards) > 10
    assert ((cards[:, 1:3] >= 0) & (cards[:, 1:3] < (WIDTH, HEIGHT))).all()
    across, down = np.hypot(*cards[:, 3:5].T), np.hypot(*cards[:, 5:7].T)
    assert (down > 0.5 * across).all()  # seen from 60 degrees a card is half as high, and no lower
    again, same = make_tables(3, 6)
    assert np.array_equal(pictures, again)
    assert np.array_equal(labels, same)
