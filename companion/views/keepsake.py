"""A finished game to keep: each mine, move by move, with what everybody could see. Nothing of a running game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.rules.evolve import evolve
from companion.rules.evolve_lobby import number_without
from companion.state.commands import SeatId
from companion.state.events import Event, LobbyOpened, RoundBegan, SeatRemoved
from companion.state.game import Game
from companion.state.pending import GameOver
from companion.state.refusals import Fact
from companion.views import model as m
from companion.views.lines import line_for
from companion.views.project_maze import maze_of
from companion.views.project_score import result_of, rounds_of


@dataclass(frozen=True)
class KeptMove:
    """What the table heard, and the mine as it lay then."""

    line: m.LineView
    maze: m.MazeView


@dataclass(frozen=True)
class KeptRound:
    """`result`: how it ended, with the roles that were shown; None where it was broken off."""

    number: int
    moves: tuple[KeptMove, ...]
    result: m.ResultView | None = None


def keepsake_of(start: Game, end: Game, steps: Iterable[tuple[int, tuple[Event, ...]]]) -> tuple[KeptRound, ...] | None:
    """The rounds of the game that is over; None while one is played or none was.

    end : to which the steps lead; steps : the journal's number of each, and its events
    """
    if not isinstance(end.pending, GameOver):  # then nothing need be gone through
        return None
    game, rounds = start, list[KeptRound]()
    for number, events in steps:
        for event in events:
            if isinstance(event, SeatRemoved):
                rounds = [_without(kept, event.seat, game.seats[event.seat].name) for kept in rounds]
            game = evolve(game, event)
            if isinstance(event, LobbyOpened):
                rounds = []
            if isinstance(event, RoundBegan):
                rounds = [*(rounds if event.number > 1 else []), KeptRound(event.number, ())]
            if rounds:
                rounds[-1] = _with(rounds[-1], game, event, number)
    if not rounds:
        return None
    gold = {line.number: line.nuggets for line in rounds_of(game)}
    return tuple(_with_gold(kept, gold) for kept in rounds)


def _with_gold(kept: KeptRound, gold: Mapping[int, tuple[int | None, ...]]) -> KeptRound:
    """The round's gold as the table of the night tells it: with what was secret while the game went on, without thefts.

    gold : by the round's number, of each seat
    """
    if kept.result is None or kept.number not in gold:
        return kept
    scores = tuple(replace(score, nuggets=gold[kept.number][score.seat]) for score in kept.result.scores)
    return replace(kept, result=replace(kept.result, scores=scores))


def _with(kept: KeptRound, game: Game, event: Event, number: int) -> KeptRound:
    maze, said = maze_of(game, {}, over=True), line_for(event, None, entry=number)
    moves = kept.moves
    if maze is not None and said is not None:
        moves = (*moves, KeptMove(m.LineView(number, *said), maze))
    elif maze is not None and moves:
        moves = (*moves[:-1], replace(moves[-1], maze=maze))
    return replace(kept, moves=moves, result=result_of(game, over=True) or kept.result)


def _without(kept: KeptRound, gone: SeatId, name: str) -> KeptRound:
    """By the new numbers. Of who is gone only his moves stay, under his name; how the gold came about is dropped."""
    moves = tuple(_move_without(move, gone, name) for move in kept.moves)
    return replace(kept, moves=moves, result=kept.result and _result_without(kept.result, gone))


def _result_without(result: m.ResultView, gone: SeatId) -> m.ResultView:
    scores = ((score, number_without(score.seat, gone)) for score in result.scores)
    told = tuple(replace(score, seat=number) for score, number in scores if number is not None)
    finisher = None if result.finisher is None else number_without(result.finisher, gone)
    return replace(result, scores=told, finisher=finisher, earned=(), thefts=(), account=())


def _move_without(move: KeptMove, gone: SeatId, name: str) -> KeptMove:
    def now(fact: str, value: Fact) -> Fact:
        if not m.is_seat(fact) or not isinstance(value, int):
            return value
        number = number_without(value, gone)
        return name if number is None else number

    facts = MappingProxyType({fact: now(fact, value) for fact, value in move.line.facts.items()})
    tolls = ((toll, number_without(toll.owner, gone)) for toll in move.maze.tolls)
    standing = tuple(replace(toll, owner=number) for toll, number in tolls if number is not None)
    return KeptMove(replace(move.line, facts=facts), replace(move.maze, tolls=standing))
