"""What is told of a card over whose rim something may lie: the same answers must be surer than of one in sight."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from told_cards import QUAD, TUNNEL, located, tunnel_east_and_west

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.detection.card_estimates import CardEstimates, Presence
from vision.detection.card_probe import EstimatedCards
from vision.detection.cover_network import InSight
from vision.geometry.card_pose import CardPose
from vision.reading.card_reading import estimates_of, read_cells
from vision.registration.located_card import LocatedCard

CELL = Cell(1, 0)


def told_of(seen: CardEstimates, *shares: float, way_out: float = 1.0) -> CardEstimates:
    """What is told of a card. seen : by the reading network; shares : in sight of N, E, S, W, the middle and all;
    way_out : likewise of that of each side"""

    def probe(quads, mirrored=False):
        return EstimatedCards(seen.presence, quads, seen)

    (*sides, middle, card) = shares
    in_sight = InSight(np.array([[*sides, middle]]), np.full((1, 4), way_out), np.array([card]))
    return estimates_of(probe, lambda quads: in_sight, located(CELL))[CELL]


@pytest.mark.parametrize(
    ("in_sight", "east", "is_asked"),
    [
        (0.99, 0.65, False),
        (0.9, 0.65, True),
        (0.9, 0.78, False),
        (0.7, 0.78, True),
        (0.7, 0.9, False),
        (0.99, 0.52, True),
    ],
    ids=[
        "in sight",
        "a finger near its mouth",
        "a finger near it, but likely",
        "a finger over its mouth",
        "a finger over it, but plain",
        "in sight, but doubtful",
    ],
)
def test_of_a_card_under_a_finger_a_likely_face_is_asked_about(in_sight, east, is_asked):
    (card,) = read_cells(located(CELL), {CELL: tunnel_east_and_west(in_sight, east)})
    assert card.face == Face.parse("EW")
    assert card.uncertain == is_asked


@pytest.mark.parametrize(
    ("covered", "in_sight", "east", "is_asked"),
    [
        (0.0, 0.99, 0.85, False),
        (0.06, 0.99, 0.85, True),
        (0.06, 0.99, 0.97, False),
        (0.01, 0.99, 0.85, False),
        (0.3, 0.3, 0.88, False),
        (0.3, 0.3, 0.8, True),
    ],
    ids=[
        "bare",
        "covered",
        "covered, but plain",
        "hardly covered",
        "a side is hidden, and its neighbours tell of it",
        "a side is hidden, and they hardly tell",
    ],
)
def test_of_a_card_over_whose_corner_something_lies_a_likely_face_is_asked_about(covered, in_sight, east, is_asked):
    """A pen across the rock was read as a tunnel: all sides and the middle were in sight."""
    seen = replace(tunnel_east_and_west(in_sight, east), covered=np.array([covered]))
    (card,) = read_cells(located(CELL), {CELL: seen})
    assert card.face == Face.parse("EW")
    assert card.uncertain == is_asked


@pytest.mark.parametrize(
    ("covered", "in_sight", "in_picture", "is_occluded"),
    [(0.0, 0.99, True, False), (0.06, 0.99, True, True), (0.0, 0.3, True, True), (0.0, 0.3, False, False)],
    ids=["bare", "a pen across its rock", "a finger over its mouth", "the picture's edge across it"],
)
def test_whether_something_lies_over_a_card_is_told_with_it(covered, in_sight, in_picture, is_occluded):
    seen = replace(tunnel_east_and_west(in_sight, 0.8), covered=np.array([covered]))
    (card,) = read_cells(
        located(CELL), {CELL: replace(seen, in_picture=np.array([[True, in_picture, True, True, True]]))}
    )
    assert card.occluded == is_occluded


@pytest.mark.parametrize(
    ("in_sight", "in_picture", "east", "is_asked"),
    [(0.3, True, 0.83, True), (0.3, False, 0.83, False), (0.3, False, 0.72, True), (0.99, False, 0.65, False)],
    ids=["a finger over its mouth", "cut off, but likely", "cut off and doubtful", "hardly cut off"],
)
def test_a_card_that_the_pictures_edge_cuts_off_need_not_be_as_plain_as_one_under_a_finger(
    in_sight, in_picture, east, is_asked
):
    seen = tunnel_east_and_west(in_sight, east)
    cut = replace(seen, in_picture=np.array([[True, in_picture, True, True, True]]))
    (card,) = read_cells(located(CELL), {CELL: cut})
    assert card.face == Face.parse("EW")
    assert card.uncertain == is_asked


def test_a_card_that_the_pictures_edge_cuts_off_and_something_covers_must_be_as_plain_as_any_that_is_covered():
    seen = replace(tunnel_east_and_west(0.3, 0.83), covered=np.array([0.3]))
    cut = replace(seen, in_picture=np.array([[True, False, True, True, True]]))
    (card,) = read_cells(located(CELL), {CELL: cut})
    assert card.uncertain


def test_how_much_of_a_card_is_covered_is_told_with_what_the_networks_say_of_it():
    told = told_of(tunnel_east_and_west(in_sight=0.97, east=0.999), 1.0, 1.0, 1.0, 1.0, 1.0, 0.9)
    assert told.covered[0] == pytest.approx(0.1)


@pytest.mark.parametrize(("likeness", "is_read"), [(0.0, True), (-5.0, False)], ids=["a hand's", "the table's"])
def test_of_what_is_half_hidden_the_colours_tell_whether_a_card_lies_there_still(likeness, is_read):
    place = LocatedCard(CELL, QUAD, CardPose(60.0, 0.0, 0.0), TUNNEL, likeness=likeness)
    assert bool(read_cells({CELL: place}, {CELL: tunnel_east_and_west(0.1, 0.9)})) == is_read


def test_of_a_goal_that_lies_face_down_nothing_can_be_hidden():
    goal = Cell(8, 0)
    place = LocatedCard(goal, QUAD, CardPose(464.0, 0.0, 0.0), np.eye(len(Presence))[Presence.BACK])
    presence = np.array([[0.03, 0.72, 0.01, 0.2, 0.04]])
    (card,) = read_cells({goal: place}, {goal: replace(tunnel_east_and_west(0.3, 0.9), presence=presence)})
    assert card.face is None and not card.occluded
    assert card.confidence < 0.85
    assert not card.uncertain


@pytest.mark.parametrize(("east", "face", "is_asked"), [(0.999, "EW", False), (0.001, "W", True)])
def test_a_goal_that_shows_what_no_goal_has_is_asked_about_however_plain_it_is(east, face, is_asked):
    """A die on its back was read as a dead end with a crystal."""
    goal = Cell(8, 0)
    place = LocatedCard(goal, QUAD, CardPose(464.0, 0.0, 0.0), np.eye(len(Presence))[Presence.TUNNEL])
    (card,) = read_cells({goal: place}, {goal: tunnel_east_and_west(0.999, east)})
    assert card.face == Face.parse(face)
    assert card.confidence > 0.8
    assert card.uncertain == is_asked


def test_of_a_side_over_which_something_lies_nothing_is_said_however_sure_the_reading_network_is():
    seen = tunnel_east_and_west(in_sight=0.97, east=0.999)
    told = told_of(seen, 1.0, 0.01, 1.0, 1.0, 1.0, 0.9)
    assert told.mouths[0] == pytest.approx([0.001, 0.5, 0.001, 0.999])
    assert told.in_sight[0] == pytest.approx([1.0, 0.25, 1.0, 1.0, 1.0], abs=0.01)
    (card,) = read_cells(located(CELL), {CELL: told})
    assert card.uncertain
    assert told_of(seen, *[1.0] * 6).mouths[0] == pytest.approx(seen.mouths[0])


def test_of_a_side_over_which_something_lies_no_colours_are_told():
    seen = replace(tunnel_east_and_west(in_sight=0.97, east=0.999), rims=np.zeros((1, 4, 6)))
    told = told_of(seen, 1.0, 0.01, 1.0, 1.0, 1.0, 0.9)
    assert np.isfinite(told.rims[0]).all(1).tolist() == [True, False, True, True]


def test_of_what_lies_half_under_a_hand_less_is_said():
    told = told_of(tunnel_east_and_west(in_sight=1.0, east=0.999), 1.0, 1.0, 1.0, 1.0, 0.003, 0.9)
    assert told.mouths[0] == pytest.approx([0.001, 0.999, 0.001, 0.999])
    assert (told.links > 0.6).all() and (told.links < 0.9).all()


def test_beyond_the_picture_the_reading_network_is_believed_and_neither_is_ever_quite_sure():
    seen = tunnel_east_and_west(in_sight=0.3, east=0.999)
    for said, together in ((np.nan, 0.3), (0.5, 0.3), (1.0, 0.998), (0.0, 0.0004)):
        assert told_of(seen, *[said] * 6).in_sight[0, 1] == pytest.approx(together, abs=1e-3)


def test_a_side_whose_way_out_is_hidden_may_have_a_mouth_that_was_not_seen_and_has_one_that_was():
    """A finger lay along the edge, over a short dead end."""
    seen = replace(tunnel_east_and_west(0.9, 0.99), in_sight=np.full((1, 5), 0.9))
    seen = replace(seen, mouths=np.array([[0.02, 0.99, 0.02, 0.99]]))
    shares = [0.9] * 6
    told = told_of(seen, *shares, way_out=0.1).mouths[0]
    assert told[[0, 2]] == pytest.approx(0.5, abs=0.05)
    assert told[[1, 3]] == pytest.approx(told_of(seen, *shares).mouths[0, [1, 3]])
    assert told_of(seen, *shares).mouths[0, 0] < 0.05
