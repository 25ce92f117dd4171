"""What a simulated player remembers and what he may do; how he chooses is in policy."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.editions.cards import Role
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
RatedMoves = list[tuple[float, Move]]  # each with how much he likes it


@dataclass
class Mind:
    """The goals he knows in this round, all he has looked at (also chests), and his own moods."""

    rng: Random
    round: int = 0
    goals: dict[Cell, c.GoalKind] = field(default_factory=dict)
    looked: set[Cell] = field(default_factory=set)
    asked: set[c.SeatId] = field(default_factory=set)
    asked_at: tuple[int, ...] = ()

    def refusers(self, view: View) -> frozenset[c.SeatId]:
        """Whom he has asked for a toll in this turn: as it is still his turn, they did not pay."""
        return frozenset(self.asked) if self.asked_at == _moment(view) else frozenset()

    def asks(self, view: View, payer: c.SeatId) -> None:
        self.asked, self.asked_at = {*self.refusers(view), payer}, _moment(view)

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


def _moment(view: View) -> tuple[int, ...]:
    """Another one as soon as any card was played, drawn or thrown away."""
    return (view.round, view.pile or 0, view.discards, *(seat.hand for seat in view.seats))


def digs(view: View) -> bool:
    """Everybody but a saboteur wants the gold to be reached."""
    return view.role is None or view.role.role != Role.SABOTEUR
