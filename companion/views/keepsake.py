"""A finished game to keep: each mine, move by move, with what everybody could see. Nothing of a running game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.rules.evolve import evolve
from companion.state.events import Event, LobbyOpened, RoundBegan, SeatRemoved
from companion.state.game import Game
from companion.state.pending import GameOver
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
            game = evolve(game, event)
            if isinstance(event, LobbyOpened | SeatRemoved):  # seats have other numbers from now on
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
    maze, said = maze_of(game, {}), line_for(event, None, entry=number)
    moves = kept.moves
    if maze is not None and said is not None:
        moves = (*moves, KeptMove(m.LineView(number, *said), maze))
    elif maze is not None and moves:
        moves = (*moves[:-1], replace(moves[-1], maze=maze))
    return replace(kept, moves=moves, result=result_of(game) or kept.result)
