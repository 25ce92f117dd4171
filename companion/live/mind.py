"""What a simulated player remembers and what he may do; how he chooses is in policy."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views.model import View


@dataclass(frozen=True)
class Lay:
    """Lay this path card of the hand."""

    key: int
    cell: Cell
    turned: bool


@dataclass(frozen=True)
class Discard:
    keys: tuple[int, ...]


Move = Lay | Discard | c.Command
Ideas = list[tuple[float, Move]]  # each with how much he likes it


@dataclass
class Mind:
    """The goals he knows in this round, all he has looked at (also chests), and his own moods."""

    rng: Random
    round: int = 0
    goals: dict[Cell, c.GoalKind] = field(default_factory=dict)
    looked: set[Cell] = field(default_factory=set)

    def remember(self, view: View) -> None:
        if view.round != self.round:
            self.round, self.goals, self.looked = view.round, {}, set()
        peek = view.peek
        if peek is None or view.me is None or peek.seat != view.me.seat:
            return
        self.looked.add(peek.cell)
        if peek.kind is not None:
            self.goals[peek.cell] = peek.kind

    def forget(self, cells: tuple[Cell, ...]) -> None:
        """These goals may lie elsewhere now."""
        for cell in cells:
            self.goals.pop(cell, None)
            self.looked.discard(cell)


def digs(view: View) -> bool:
    """Everybody but a saboteur wants the gold to be reached."""
    return view.role is None or view.role.role != "saboteur"
