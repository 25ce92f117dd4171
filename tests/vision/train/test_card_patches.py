"""Labels of a drawn patch agree with what is drawn there."""

import numpy as np

from vision.detection.card_network import Presence
from vision.detection.pyramid import WIDE_PATCH
from vision.train.dataset.card_patches import DrawnDeck, make_patch
from vision.train.dataset.face_labels import (
    WEIGHT_AT,
)
from vision.train.dataset.table_tops import table_top


def test_patches_are_drawn_with_every_kind_of_presence():
    rng = np.random.default_rng(2)
    deck = DrawnDeck(2, fronts=4)
    table = table_top(rng)
    drawn = [make_patch(deck, deck, table, rng) for _ in range(150)]
    assert {patch.shape for patch, _ in drawn} == {(WIDE_PATCH.height, WIDE_PATCH.width, 3)}
    assert {int(labels[0]) for _, labels in drawn} == set(map(int, Presence))
    faces_taught = [labels for _, labels in drawn if labels[WEIGHT_AT]]
    assert all(labels[0] in (Presence.TUNNEL, Presence.START) for labels in faces_taught)


def test_a_seam_between_cards_is_taught_as_no_card():
    rng = np.random.default_rng(6)
    deck, table = DrawnDeck(3, fronts=4), table_top(rng)
    drawn = [make_patch(deck, deck, table, rng) for _ in range(80)]
    assert all(labels[WEIGHT_AT] == 0 for _, labels in drawn if labels[0] == Presence.NOTHING)
