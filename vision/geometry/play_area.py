"""Where the play area ends on the table: the usual rows and columns, the goals beyond them, what a maze may reach."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.arrays import Quad
from vision.geometry.dimensions import PITCH_X_MM, PITCH_Y_MM, cell_mm

PLAY_AREA_MIDDLE_MM = (4 * PITCH_X_MM, 0.0)
PLAY_AREA_SIZE_MM = (9 * PITCH_X_MM, 5 * PITCH_Y_MM)  # outer edges of the usual layout's nine by five cells
GOALS_MM = np.array([cell_mm(cell) for cell in GOAL_CELLS])  # (3, 2) middles of the usual goals
MAZE_COLUMNS = range(-7, 16)  # a maze that grows beyond these is a misread table
MAZE_ROWS = range(-8, 9)


def play_area_mm(goals: Sequence[Cell] = GOAL_CELLS) -> Quad:
    """(4, 2): its outer corners, N-W, N-E, S-E, S-W."""
    rows = PLAY_AREA_SIZE_MM[1] / 2
    xs = [cell.x * PITCH_X_MM for cell in (START_CELL, *GOAL_CELLS, *goals)]
    ys = [cell.y * PITCH_Y_MM for cell in goals] or [0.0]
    west, east = min(xs) - PITCH_X_MM / 2, max(xs) + PITCH_X_MM / 2
    north, south = min(-rows, min(ys) - PITCH_Y_MM / 2), max(rows, max(ys) + PITCH_Y_MM / 2)
    return np.array([[west, north], [east, north], [east, south], [west, south]])


def may_hold_cards(cell: Cell) -> bool:
    """Whether a maze can have grown as far as `cell`."""
    return cell.x in MAZE_COLUMNS and cell.y in MAZE_ROWS
