"""A game in the middle of a round, as a case describes it. No rules."""

from __future__ import annotations

from collections.abc import Sequence

from companion.editions.cards import Mark, Tool
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board
from companion.state.game import Game
from companion.state.pending import Playing
from companion.state.round import Round
from companion.state.seats import Seat


def game_with(
    ruleset: Ruleset,
    board: Board,
    *,
    seats: int = 2,
    turn: int = 0,
    broken: Sequence[Sequence[str]] = (),
    marks: Sequence[Sequence[Mark]] = (),
    maps_barred: bool = False,
) -> Game:
    now = Round(
        number=1,
        board=board,
        starter=turn,
        turn=turn,
        direction=ruleset.turn_direction,
        hands=(ruleset.hand_table[0][1],) * seats,
        pile=0,
        goal_cells=ruleset.goal_cells,
        broken=tuple(tuple(Tool(tool) for tool in tools) for tools in _padded(broken, seats)),
        marks=tuple(tuple(held) for held in _padded(marks, seats)),
        maps_barred=maps_barred,
    )
    people = tuple(Seat(str(seat)) for seat in range(seats))
    return Game(ruleset, seats=people, round=now, pending=Playing(turn))


def _padded(lists: Sequence[Sequence[str]], seats: int) -> list[Sequence[str]]:
    return [*lists, *[() for _ in range(seats - len(lists))]]
