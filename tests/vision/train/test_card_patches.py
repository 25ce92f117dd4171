"""Labels of a drawn patch agree with what is drawn there."""

import numpy as np
import pytest

from vision.detection.card_estimates import Presence
from vision.detection.pyramid import WIDE_PATCH
from vision.train.dataset import card_patches
from vision.train.dataset.card_patches import make_patch, make_patches
from vision.train.dataset.drawn_deck import PLUG_DECKS, DeckPlan, DrawnDeck, more_plugs
from vision.train.dataset.face_labels import (
    IN_SIGHT_AT,
    LINKS_AT,
    PLUG_AT,
    PRESENCE_AT,
    SEEN_AT,
    WEIGHT_AT,
    parted_face,
)
from vision.train.dataset.tops.table_tops import table_top


def test_patches_are_drawn_with_every_kind_of_presence():
    rng = np.random.default_rng(2)
    deck = DrawnDeck(2, fronts=4)
    table = table_top(rng)
    drawn = [make_patch(deck, deck, table, rng) for _ in range(150)]
    assert {patch.shape for patch, _ in drawn} == {(WIDE_PATCH.height, WIDE_PATCH.width, 3)}
    assert {int(labels[PRESENCE_AT]) for _, labels in drawn} == set(map(int, Presence))
    faces_taught = [labels for _, labels in drawn if labels[WEIGHT_AT]]
    assert all(labels[PRESENCE_AT] in (Presence.TUNNEL, Presence.START) for labels in faces_taught)


def test_a_seam_between_cards_is_taught_as_no_card():
    rng = np.random.default_rng(6)
    deck, table = DrawnDeck(3, fronts=4), table_top(rng)
    drawn = [make_patch(deck, deck, table, rng) for _ in range(80)]
    assert all(labels[WEIGHT_AT] == 0 for _, labels in drawn if labels[PRESENCE_AT] == Presence.NOTHING)


@pytest.fixture(scope="module")
def labels() -> np.ndarray:
    with pytest.MonkeyPatch.context() as patched:  # most of the time goes into drawing decks
        patched.setattr(card_patches, "DECKS", 3)
        return make_patches(5, 300)[1]


def test_what_of_a_card_is_in_sight_is_taught_for_each_side_and_the_middle(labels):
    whole = labels[:, SEEN_AT] == 1
    assert (labels[whole][:, IN_SIGHT_AT] == 1).all()
    partly = labels[(labels[:, WEIGHT_AT] > 0) & ~whole][:, IN_SIGHT_AT]
    assert (partly.min(0) < 0.3).all(), "each place is hidden on some card"
    assert (partly.max(0) == 1).all(), "and in sight on another"


def test_a_card_of_which_most_is_hidden_is_none_to_be_recognised(labels):
    mostly = labels[labels[:, SEEN_AT] < 0.4]
    assert len(mostly) > 10
    assert (mostly[:, PRESENCE_AT] == Presence.OTHER).all()
    assert (mostly[:, WEIGHT_AT] == 0).all()


def test_a_plug_is_taught_where_one_closes_every_tunnel_of_a_card_and_nowhere_else():
    rng = np.random.default_rng(8)
    styles = [more_plugs(np.random.default_rng(seed)) for seed in range(100)]
    assert np.mean([style.dead_end == "plug" for style in styles]) == pytest.approx(PLUG_DECKS, abs=0.2)
    decks = [DrawnDeck(seed, 12, DeckPlan(parted_face, more_plugs)) for seed in range(40, 46)]
    plugging = [deck for deck in decks if deck.style.dead_end == "plug"]
    assert 1 < len(plugging) < len(decks)
    shut = {"N|S", "E|W", "N|E|S|W"}
    fronts = [card for deck in plugging for card in deck.fronts]
    assert all(card.is_plugged for card in fronts if str(card.face) in shut)
    assert not any(card.is_plugged for card in fronts if card.face.links or card.face.ladder)
    assert not any(card.is_plugged for deck in decks if deck not in plugging for card in deck.fronts)
    assert not any(card.is_plugged for deck in decks for card in (*deck.starts, *deck.backs, *deck.others))
    table = table_top(rng)
    labels = np.array([make_patch(plugging[0], plugging[1], table, rng)[1] for _ in range(60)])
    shown = labels[labels[:, WEIGHT_AT] == 1]
    assert {0, 1} == set(shown[:, PLUG_AT])
    assert (shown[shown[:, PLUG_AT] == 1][:, LINKS_AT] <= 0).all()
