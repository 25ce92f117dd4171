"""How plainly a card lies there: both networks and its colours say so, and what is half hidden is given credit."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import Cell
from vision.detection.answer_places import READING_AT
from vision.detection.card_estimates import CardEstimates, Presence
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.geometry.card_pose import CardPose
from vision.reading.card_reading import CARD_EVIDENCE, card_evidence
from vision.registration.located_card import LocatedCard, with_likeness

PLAIN = 0.999


def looked_at(sure: float, in_sight: float = 0.99) -> CardEstimates:
    """A card of which the reading network is so sure."""
    raw = np.zeros((1, READING_AT.answers), np.float32)
    raw[:, READING_AT.presence] = [np.log(1 - sure), np.log(sure), -30, -30, -30]
    raw[:, READING_AT.in_sight] = np.log(in_sight / (1 - in_sight))
    return estimates_from_outputs(raw, Temperatures())


def shown(sure: float, detected: float, in_sight: float = 0.99, likeness: float = 0.0) -> float:
    card = LocatedCard(Cell(1, 0), np.zeros((4, 2)), CardPose(0, 0, 0), np.empty(0), detected, likeness)
    return float(card_evidence(looked_at(sure, in_sight), [card])[0])


def test_either_network_may_make_up_for_the_other():
    assert shown(PLAIN, 0.3) > shown(0.9, 0.6) > shown(0.9, 0.3)


def test_where_both_are_undecided_it_is_as_likely_a_card_as_none():
    assert shown(0.5, 0.5) == pytest.approx(0.0, abs=1e-3)


def test_no_network_is_believed_without_end():
    assert shown(1 - 1e-12, 1.0) == pytest.approx(shown(1 - 1e-9, 0.99), abs=1e-2)


def test_a_card_of_which_a_side_is_hidden_need_not_show_as_much():
    assert shown(PLAIN, 0.9, in_sight=0.4) == pytest.approx(shown(PLAIN, 0.9) + CARD_EVIDENCE.hidden, abs=1e-3)


@pytest.mark.parametrize("likeness", [-4.0, 2.5])
def test_its_colours_speak_for_a_card_or_against_it(likeness):
    assert shown(0.9, 0.6, likeness=likeness) == pytest.approx(shown(0.9, 0.6) + likeness)


def test_what_hides_a_card_is_like_neither_card_nor_table_and_speaks_against_it_where_it_is_like_the_table():
    """Newspaper beside a goal was taken for a card under something all night."""
    hidden = shown(PLAIN, 0.9, in_sight=0.4)
    assert shown(PLAIN, 0.9, in_sight=0.4, likeness=2.0) == hidden
    assert shown(PLAIN, 0.9, in_sight=0.4, likeness=-4.0) == pytest.approx(hidden - 4.0)


def test_by_its_colours_a_card_of_the_maze_becomes_likelier_beside_all_else():
    presence = np.array([[0.4, 0.3, 0.1, 0.2, 0.0]])
    (more,) = with_likeness(presence, np.array([1.0]))
    assert more.sum() == pytest.approx(1)
    for face_up in (Presence.TUNNEL, Presence.START):  # in a cell of the maze that is a crossing
        assert more[face_up] / more[Presence.NOTHING] == pytest.approx(np.e * presence[0, face_up] / 0.4)
    assert more[Presence.BACK] / more[Presence.NOTHING] == pytest.approx(0.2 / 0.4)
