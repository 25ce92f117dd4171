"""What the game tells the camera before it looks: the boxes on the table and where the goals are."""

from __future__ import annotations

from dataclasses import dataclass

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell


@dataclass(frozen=True)
class InPlay:
    """Which boxes lie on the table and where the goals are: what a reader may know before it looks.

    faces : of all cards that can lie in the maze, upright; None where the boxes are not known
    """

    goals: tuple[Cell, ...] = GOAL_CELLS
    faces: frozenset[Face] | None = None

    def may_hold(self, face: Face | None) -> bool:
        """Whether a card of this face is in the boxes; a back tells nothing."""
        return face is None or self.faces is None or face.upright() in self.faces


ANY_GAME = InPlay()
