"""Where the play area ends on the table: the usual rows and columns, and the goals that lie beyond them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.settings import FIELD_SIZE_MM, PITCH_X_MM, PITCH_Y_MM


def field_mm(goals: Sequence[Cell] = GOAL_CELLS) -> np.ndarray:
    """(4, 2): its outer corners, N-W, N-E, S-E, S-W."""
    rows = FIELD_SIZE_MM[1] / 2
    xs = [cell.x * PITCH_X_MM for cell in (START_CELL, *GOAL_CELLS, *goals)]
    ys = [cell.y * PITCH_Y_MM for cell in goals] or [0.0]
    west, east = min(xs) - PITCH_X_MM / 2, max(xs) + PITCH_X_MM / 2
    north, south = min(-rows, min(ys) - PITCH_Y_MM / 2), max(rows, max(ys) + PITCH_Y_MM / 2)
    return np.array([[west, north], [east, north], [east, south], [west, south]])
