"""Tables of which the start card and two or three goals were detected, however askew each of them lies.

in     Detections
out    TableHypothesis, the likeliest first
never  foretells a card by how another lies: see goal_column, which needs no start card, but cards laid straight
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.arrays import Matrix, Points, Quad, Quads
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.geometry.card_pose import either_way_up
from vision.geometry.dimensions import CARD_CORNERS_MM, cell_mm
from vision.geometry.landmarks import detected_goal_landmark
from vision.geometry.pose_fit import find_homography, fit_pose_anew
from vision.registration.table_hypothesis import CardsInCells, TableHypothesis, start_worth


@dataclass(frozen=True)
class StartAndGoalsSettings:
    """Which detections are combined, and which combinations are fitted."""

    least: float = 0.15  # probability of a back, or of a start card, detection and fine probe together
    most_backs: int = 6  # goals, and the tops of piles: with three starts 630 combinations, 0.1 ms each
    most_starts: int = 3
    upright: float = 0.35  # of a card's diagonal, mean of its corners, from how it would lie in this table
    fit_mm: float = 25.0  # root mean square of all corners under one homography: one is worth a goal
    try_tables: int = 6  # fitted in earnest, some milliseconds each


START_AND_GOALS = StartAndGoalsSettings()
_NORTH, _MIDDLE, _SOUTH = GOAL_CELLS
_SEEN = (GOAL_CELLS, (_NORTH, _SOUTH), (_NORTH, _MIDDLE), (_MIDDLE, _SOUTH))  # a hand or a cloth may hide one


@dataclass(frozen=True, eq=False)
class _Table:
    cards: CardsInCells
    homography: Matrix  # millimetres to pixels
    worth: float


def tables_of_start_and_goals(detections: Detections, size_px: tuple[int, int]) -> Iterator[TableHypothesis]:
    """Each is fitted when it is asked for."""
    backs = _likeliest(detections, Presence.BACK, START_AND_GOALS.most_backs)
    starts = _likeliest(detections, Presence.START, START_AND_GOALS.most_starts)
    tables = [
        _table(detections, (*cells, START_CELL), (*goals, start))
        for cells in _SEEN
        for goals in permutations(backs, len(cells))
        for start in starts
        if start not in goals
    ]
    found = sorted((table for table in tables if table), key=lambda table: -table.worth)
    for table in found[: START_AND_GOALS.try_tables]:
        fit = fit_pose_anew([detected_goal_landmark(*card) for card in table.cards], table.homography, size_px)
        if fit and fit.pose.is_plausible:
            yield TableHypothesis(fit.pose, fit.cost, table.cards)


def _likeliest(detections: Detections, kind: Presence, most: int) -> list[int]:
    chance = detections.presence[:, kind]
    return [int(number) for number in np.argsort(-chance)[:most] if chance[number] > START_AND_GOALS.least]


def _table(detections: Detections, cells: Sequence[Cell], numbers: tuple[int, ...]) -> _Table | None:
    """numbers : of the detections that lie in these cells, the start card last; None where no table's cards lie so"""
    quads = _upright(detections.quads[list(numbers)], np.array([cell_mm(cell) for cell in cells]))
    if quads is None:
        return None
    shape = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell in cells])
    homography = find_homography(shape, quads.reshape(-1, 2))
    if homography is None:
        return None
    flat = cv2.perspectiveTransform(quads, np.linalg.inv(homography)).reshape(-1, 2)
    wrong = float(np.sqrt(((flat - shape) ** 2).sum(1).mean())) / START_AND_GOALS.fit_mm
    chance = detections.presence[list(numbers)]
    worth = float(chance[:-1, Presence.BACK].sum()) + start_worth(float(chance[-1, Presence.START])) - wrong
    return _Table(tuple(zip(cells, quads, strict=True)), homography, worth) if wrong < 1 else None


def _upright(quads: Quads, places_mm: Points) -> Quads | None:
    """The same, each from its N-W corner on; None where one lies crosswise, or all of them as in a mirror.

    places_mm : (n, 2) where their middles would be
    """
    middles = quads.mean(1)
    flat = np.column_stack([places_mm, np.ones(len(places_mm))])
    to_px = np.linalg.lstsq(flat, middles, rcond=None)[0][:2]
    if np.linalg.det(to_px) <= 0:
        return None
    turned: list[Quad] = []
    for quad, middle in zip(quads, middles, strict=True):
        roll, wrong = either_way_up(quad, middle + CARD_CORNERS_MM @ to_px)
        if wrong > START_AND_GOALS.upright * float(np.linalg.norm(quad[2] - quad[0])):
            return None
        turned.append(np.roll(quad, -roll, 0))
    return np.array(turned)
