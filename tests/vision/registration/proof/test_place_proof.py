"""A table is told only where its maze would not lie nearly as well a column or a row on."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detection.card_estimates import Presence
from vision.geometry.card_pose import CardPose
from vision.geometry.dimensions import PITCH_MM
from vision.geometry.table_pose import pose_of
from vision.registration.located_card import LocatedCard
from vision.registration.proof.place_proof import may_lie_beside, may_lie_beside_among_markers

POSE = pose_of(np.array([0.4, -0.1, 0.2, -240.0, -30.0, 900.0, np.log(980.0), -0.03]), (1280, 720))
MAZE = (START_CELL, Cell(1, 0), Cell(1, 1), Cell(2, 1), Cell(0, -1))


def lying(cell: Cell, columns_on: float = 0.0, rows_on: float = 0.0) -> LocatedCard:
    """A card that was told in this cell, and lies so many columns and rows from it."""
    place = POSE.moved(tuple(np.array([columns_on, rows_on]) * PITCH_MM))
    return LocatedCard(cell, place.quad(cell), CardPose(0.0, 0.0, 0.0), np.eye(len(Presence))[Presence.TUNNEL])


def table(columns_on: float = 0.0, rows_on: float = 0.0, maze=MAZE) -> list[LocatedCard]:
    return [*map(lying, GOAL_CELLS), *(lying(cell, columns_on, rows_on) for cell in maze)]


@pytest.mark.parametrize(
    ("columns_on", "rows_on", "may_be"),
    [(0, 0, False), (0.15, -0.1, False), (0.5, 0, True), (0, 0.5, True), (-1, 0, True), (0, 1, True)],
    ids=["in place", "laid by eye", "between two columns", "between two rows", "a column off", "a row off"],
)
def test_a_maze_may_lie_beside_its_place_where_goals_and_cards_lie_as_well_a_cell_on(columns_on, rows_on, may_be):
    assert may_lie_beside(POSE, table(columns_on, rows_on), start=0.4) == may_be


def test_a_plain_start_card_tells_the_place_however_far_the_goals_lie():
    assert may_lie_beside(POSE, table(0.5), start=0.85)
    assert not may_lie_beside(POSE, table(0.5), start=0.99)


def test_one_card_or_no_goal_tells_of_no_other_place():
    assert not may_lie_beside(POSE, table(0.5, maze=[START_CELL]), start=0.4)
    assert not may_lie_beside(POSE, [lying(cell, 0.5) for cell in MAZE], start=0.4)


@pytest.mark.parametrize(
    ("goals", "start", "columns_on", "may_be"),
    [
        (3, 0.0, 0.0, False),
        (3, 0.0, -1.0, True),
        (1, 0.2, 0.0, False),
        (1, 0.2, -1.0, True),
        (2, 0.2, 0.2, False),
        (1, 0.99, -1.0, False),
        (0, 0.6, 0.0, True),
        (0, 0.8, 0.0, False),
    ],
)
def test_among_markers_a_maze_without_a_start_card_needs_goals_that_tell_its_column(goals, start, columns_on, may_be):
    """The card beside a start card under a hand was taken for it, and every card was sure in the wrong cell."""
    cards = [*map(lying, GOAL_CELLS[:goals]), *(lying(cell, columns_on) for cell in MAZE)]
    assert may_lie_beside_among_markers(POSE, cards, start) == may_be
