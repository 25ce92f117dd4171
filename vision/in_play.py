"""What game lies before the camera: where its goals lie, which faces its boxes hold. Nothing that was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.settings import FIELD_SIZE_MM, PITCH_X_MM, PITCH_Y_MM


@dataclass(frozen=True)
class InPlay:
    """faces : of all cards that can lie in the maze, upright; None where the boxes are not known"""

    goals: tuple[Cell, ...] = GOAL_CELLS
    faces: frozenset[Face] | None = None

    def may_hold(self, face: Face | None) -> bool:
        """Whether a card of this face is in the boxes; a back tells nothing."""
        return face is None or self.faces is None or face.upright() in self.faces


ANY_GAME = InPlay()


def field_mm(goals: Sequence[Cell] = GOAL_CELLS) -> np.ndarray:
    """(4, 2): the play area's outer corners, N-W, N-E, S-E, S-W: the usual rows, and the goals that lie beyond them."""
    rows = FIELD_SIZE_MM[1] / 2
    xs = [cell.x * PITCH_X_MM for cell in (START_CELL, *GOAL_CELLS, *goals)]
    ys = [cell.y * PITCH_Y_MM for cell in goals] or [0.0]
    west, east = min(xs) - PITCH_X_MM / 2, max(xs) + PITCH_X_MM / 2
    north, south = min(-rows, min(ys) - PITCH_Y_MM / 2), max(rows, max(ys) + PITCH_Y_MM / 2)
    return np.array([[west, north], [east, north], [east, south], [west, south]])
