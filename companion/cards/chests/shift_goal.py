"""The fifth chest: a face-down goal is moved one space farther from the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from companion.cards.card import Happening, silent, to_all
from companion.cards.found import Answer, Chest, Telling
from companion.editions.parameters import GoalShift
from companion.maze.board import Kind, Placement
from companion.maze.geometry import Cell, Side
from companion.rules.evolve_round import changed, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Playing, ShiftingGoal
from companion.state.refusals import Refusal
from companion.state.words import Command


@dataclass(frozen=True)
class ShiftGoal(Command, word="shift_goal"):
    """Move a face-down goal one space farther from the start; without a `side` straight on where that is empty."""

    cell: Cell
    side: Side | None = None


@dataclass(frozen=True)
class ShiftAsked(Event, word="shift_asked"):
    seat: SeatId
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class GoalShifted(Event, word="goal_shifted"):
    seat: SeatId
    cell: Cell
    to: Cell


def opened(decision: Telling, seat: SeatId) -> None:
    """One that lies face down, with an empty space farther from the start beside it; else nothing happens."""
    down = (card.cell for card in decision.round.board.of_kind(Kind.GOAL) if card.face is None)
    cells = tuple(sorted(cell for cell in down if ways_to_shift(decision.game, cell)))
    if cells:
        decision.tell(ShiftAsked(seat, cells))


def ways_to_shift(game: Game, cell: Cell) -> tuple[Side, ...]:
    """The sides on which this goal has an empty space farther from the start, before no toll dwarf; onwards first."""
    now, start = playing(game), playing(game).board.start
    sides = (Side.E,) if game.ruleset.goal_shift is GoalShift.STRAIGHT_ON else (Side.E, Side.N, Side.S, Side.W)
    return tuple(
        side
        for side in sides
        if _steps(start, cell.beside(side)) > _steps(start, cell)
        and cell.beside(side) not in now.board
        and cell.beside(side) not in now.tolled
    )


def _steps(one: Cell, other: Cell) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def shifted(game: Game, pending: ShiftingGoal, command: ShiftGoal) -> tuple[Event, ...] | Refusal:
    if command.cell not in pending.cells:
        return Refusal("not_among_these", cell=command.cell)
    sides = ways_to_shift(game, command.cell)
    side = sides[0] if command.side is None else command.side
    if side not in sides:
        return Refusal("not_among_these", cell=command.cell.beside(side))
    return (GoalShifted(pending.seat, command.cell, command.cell.beside(side)),)


def ways(game: Game, pending: ShiftingGoal) -> Iterator[ShiftGoal]:
    return (ShiftGoal(cell, side) for cell in pending.cells for side in ways_to_shift(game, cell))


def ask(game: Game, event: ShiftAsked) -> Game:
    return changed(game, pending=ShiftingGoal(event.seat, event.cells))


def change(game: Game, event: GoalShifted) -> Game:
    now = playing(game)
    board = now.board.without(event.cell).with_card(Placement(event.to, None, Kind.GOAL))
    cells = tuple(event.to if cell == event.cell else cell for cell in now.goal_cells)
    peeks = tuple((seat, event.to if cell == event.cell else cell) for seat, cell in now.peeks)
    due = tuple(cell for cell in now.due if cell != event.cell)
    return with_round(game, Playing(now.turn), board=board, goal_cells=cells, peeks=peeks, due=due)


CHEST = Chest(
    5, "chest_shift", opened,
    (
        Happening(ShiftAsked, ask, silent),
        Happening(GoalShifted, change, to_all("goal_shifted", "seat"), moves_goal=attrgetter("cell", "to")),
    ),
    Answer("shift_goal", ShiftGoal, ShiftingGoal, shifted, ways, in_maze=True),
)  # fmt: skip
