"""Groups of cards that are drawn to be learnt from together."""

import numpy as np
import pytest

from vision.detection.card_estimates import Presence
from vision.detection.pyramid import WIDE_PATCH
from vision.train.dataset import table_groups
from vision.train.dataset.drawn_deck import DrawnDeck
from vision.train.dataset.face_labels import (
    CORNERS_AT,
    FACE_AT,
    HEIGHT_AT,
    LABELS,
    PRESENCE_AT,
    SEEN_AT,
    WEIGHT_AT,
    face_numbers,
)
from vision.train.dataset.table_groups import CARDS, make_group, make_groups

Groups = tuple[np.ndarray, np.ndarray]


@pytest.fixture(scope="module")
def deck() -> DrawnDeck:
    return DrawnDeck(3)


@pytest.fixture(scope="module")
def groups() -> Groups:
    return make_groups(5, 3)


def test_the_same_seed_draws_the_same_groups_and_another_or_what_is_held_out_others(groups: Groups):
    pictures, labels = groups
    assert pictures.shape == (3, CARDS, WIDE_PATCH.height, WIDE_PATCH.width, 3)
    assert pictures.dtype == np.uint8
    assert labels.shape == (3, CARDS, LABELS)
    again = make_groups(5, 2)
    assert (again[0] == pictures[:2]).all()
    assert (again[1] == labels[:2]).all()
    assert (make_groups(6, 1)[0] != pictures[:1]).any()
    assert (make_groups(5, 1, held_out=True)[0] != pictures[:1]).any()


def test_a_group_is_of_one_deck_and_has_a_start_card_and_a_back(deck):
    _, labels = make_group(deck, np.random.default_rng(4))
    held = {tuple(face_numbers(card.face)) for card in (*deck.fronts, *deck.starts) if card.face}
    faces = labels[labels[:, WEIGHT_AT] > 0][:, FACE_AT]
    assert {tuple(face) for face in faces} <= held
    assert labels[-2, PRESENCE_AT] in (Presence.START, Presence.OTHER)
    assert labels[-1, PRESENCE_AT] in (Presence.BACK, Presence.OTHER)


def test_the_cards_of_a_group_are_seen_as_large_as_each_other_and_where_they_are_looked_for(groups: Groups):
    _, labels = groups
    heights = labels[:, :, HEIGHT_AT]
    assert np.ptp(heights, axis=1).max() < 1
    assert len(set(heights[:, 0])) > 1
    assert np.abs(labels[:, :, CORNERS_AT]).max() < 0.35


def test_things_with_a_body_over_the_cards_hide_what_lies_below_them(deck, monkeypatch):
    monkeypatch.setattr(table_groups, "WITH_A_BODY", 1.0)
    monkeypatch.setattr(table_groups, "COVERED", (1.0,))
    _, labels = make_group(deck, np.random.default_rng(4))
    assert (labels[:, SEEN_AT] < 0.95).mean() > 0.5


def test_cards_of_a_group_share_lamp_and_camera_and_have_noise_shadows_and_glare_of_their_own(deck, monkeypatch):
    monkeypatch.setattr(table_groups, "MILD", 0.0)
    monkeypatch.setattr(table_groups, "SOME_APART", 0.0)
    for name in ("light", "film"):
        made, draws = getattr(table_groups, name), list[tuple[float, float]]()

        def watched(*given, made=made, draws=draws):
            *_, common, own = given
            draws.append((common.random(), own.random()))
            return made(*given)

        monkeypatch.setattr(table_groups, name, watched)
        make_group(deck, np.random.default_rng(4))
        common, own = (set(chance) for chance in zip(*draws, strict=True))
        assert len(common) == 1
        assert len(own) == CARDS
