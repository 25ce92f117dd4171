"""Where things are on the table's grid: sides and cells. No cards."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple


class Side(IntEnum):
    """A side of a card that lies upright, in the order used everywhere: N, E, S, W."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def opposite(self) -> Side:
        """The side it meets on the neighbour, and the side it becomes after a half-turn."""
        return Side((self + 2) % 4)


class Cell(NamedTuple):
    """A place for one card. x grows from the start card towards the goals, y grows downwards (south)."""

    x: int
    y: int

    def beside(self, side: Side) -> Cell:
        """The cell that touches this one on `side`."""
        dx, dy = STEP[side]
        return Cell(self.x + dx, self.y + dy)


STEP: dict[Side, tuple[int, int]] = {Side.N: (0, -1), Side.E: (1, 0), Side.S: (0, 1), Side.W: (-1, 0)}


@lru_cache(maxsize=4096)
def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The four cells that touch this one, in the order N, E, S, W; the maze asks this more than anything else."""
    return (Cell(cell.x, cell.y - 1), Cell(cell.x + 1, cell.y), Cell(cell.x, cell.y + 1), Cell(cell.x - 1, cell.y))


START_CELL = Cell(0, 0)
GOAL_CELLS = (Cell(8, -2), Cell(8, 0), Cell(8, 2))  # SETUP-05, the usual layout
