"""Labels of a drawn table agree with what is drawn there."""

import numpy as np
import pytest

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


@pytest.mark.parametrize("flat", [0.0, 1.0], ids=["with a body", "in one colour"])
def test_under_a_thing_no_card_is_seen_and_all_else_stays_as_it_was(monkeypatch, flat):
    monkeypatch.setattr(table_pictures, "FLAT_THING", flat)
    rng = np.random.default_rng(4)
    top = rng.integers(0, 256, (64, 64, 3), np.uint8)
    picture = rng.integers(0, 256, (HEIGHT, WIDTH, 3), np.uint8)
    before, owner = picture.copy(), np.full((HEIGHT, WIDTH), 7, np.int32)
    table_pictures._put_things(picture, owner, top, 30.0, rng, 12)
    hidden, changed = owner == 0, (picture != before).any(2)
    assert set(np.unique(owner)) == {0, 7}
    assert 0.02 < hidden.mean() < 0.9
    assert changed[hidden].mean() > 0.99
    assert (before == picture)[~hidden].mean() > 0.5, "shadows hide nothing"


@pytest.mark.parametrize(("share", "times"), [(0.0, 0), (1.0, 5)])
def test_some_tables_are_dyed_in_the_colours_of_their_deck(monkeypatch, share, times):
    seen = []

    def noted(top, card, rng):
        seen.append(card.shape[2])
        return top

    for name, value in (("DECKS", 1), ("TOPS", 2), ("DYED", share), ("dyed", noted)):
        monkeypatch.setattr(table_pictures, name, value)
    make_tables(5, 5)
    assert seen == [4] * times
