"""What the things on the table measure, in millimetres of the game's frame. No thresholds, no cameras.

The frame: the start card's middle at (0, 0), x towards the goals, y south.
"""

from __future__ import annotations

import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from vision.arrays import Points, Quad

CARD_WIDTH_MM = 56.0  # a tunnel card, portrait
CARD_HEIGHT_MM = 87.0
PITCH_X_MM = 58.0  # from card to card when laid by hand: a card and the usual sliver of table
PITCH_Y_MM = 89.0
MARKER_MM = 40.0  # black square of the printed sheet
PLAY_AREA_MIDDLE_MM = (4 * PITCH_X_MM, 0.0)
PLAY_AREA_SIZE_MM = (9 * PITCH_X_MM, 5 * PITCH_Y_MM)  # outer edges of the usual layout's nine by five cells


def cell_mm(cell: Cell) -> Points:
    """(2,) the middle of a card that lies exactly in `cell`."""
    return np.array([cell.x * PITCH_X_MM, cell.y * PITCH_Y_MM])


def corners_mm(width_mm: float, height_mm: float) -> Quad:
    """(4, 2) the corners of a rectangle around (0, 0), N-W, N-E, S-E, S-W."""
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width_mm / 2, height_mm / 2]


CARD_CORNERS_MM = corners_mm(CARD_WIDTH_MM, CARD_HEIGHT_MM)
PITCH_MM = np.array([PITCH_X_MM, PITCH_Y_MM])
GOALS_MM = np.array([cell_mm(cell) for cell in GOAL_CELLS])  # (3, 2) middles of the usual goals
