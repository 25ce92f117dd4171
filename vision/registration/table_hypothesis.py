"""A guess where the table lies, and what cards are worth that speak for it. goal_column and card_grid make guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from companion.maze.geometry import Cell
from vision.arrays import Floats, Quad
from vision.detection.card_estimates import Presence
from vision.geometry.landmarks import Landmark
from vision.geometry.pose_fit import find_homography, fit_pose_anew
from vision.geometry.table_pose import TablePose

CardsInCells: TypeAlias = tuple[tuple[Cell, Quad], ...]


@dataclass(frozen=True)
class TableHypothesisSettings:
    """What cards are worth, as a goal that lies face down is worth 1; and the fit of markers or corners alone."""

    start_worth: float = 2.0  # a start card proves as much as two goals: nothing else looks like it
    turned_worth: float = 0.4  # a face-up card in a goal's place
    focal_factors: tuple[float, ...] = (1.0, 0.75, 1.35)  # of the usual camera's: four markers tell it badly
    rounds: int = 25  # as long as it takes from a focal length that is wrong by a third


TABLE_HYPOTHESIS = TableHypothesisSettings()


@dataclass(frozen=True, eq=False)
class TableHypothesis:
    """A pose that would explain some cards as goals, and how badly (in the fit's own measure; smaller is better).

    cards : goals, and perhaps the start card, with their corners in pixels
    support : other cards that tell the pose, as the maze lies in one grid
    """

    pose: TablePose
    cost: float
    cards: CardsInCells = ()
    support: tuple[Landmark, ...] = ()


def goal_worth(presence: Floats) -> Floats:
    """(...,) from (..., 5): what lies face down is a goal; what lies face up was turned, or is any card of the maze."""
    worth: Floats = presence[..., Presence.BACK] + TABLE_HYPOTHESIS.turned_worth * presence[..., Presence.TUNNEL]
    return worth


def start_worth(chance: float = 1.0) -> float:
    """Of a card that is the start card with this probability."""
    return TABLE_HYPOTHESIS.start_worth * chance


def hypothesis_of_landmarks(landmarks: Sequence[Landmark], size_px: tuple[int, int]) -> TableHypothesis | None:
    """The pose from markers or dragged corners alone; None where they lie as no camera could see them."""
    shapes = np.concatenate([thing.shape_mm + thing.place_mm for thing in landmarks])
    homography = find_homography(shapes, np.concatenate([thing.seen_px for thing in landmarks]))
    if homography is None:
        return None
    fits = [
        fit_pose_anew(landmarks, homography, size_px, factor, TABLE_HYPOTHESIS.rounds)
        for factor in TABLE_HYPOTHESIS.focal_factors
    ]
    usable = [TableHypothesis(fit.pose, fit.cost) for fit in fits if fit and fit.pose.faces_table]
    return min(usable, key=lambda one: one.cost, default=None)
