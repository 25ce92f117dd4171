"""A game as a table with printed cards would tell it: the moves that everybody saw, as text that can be played again.

Roles, goals, chests and gold that chance dealt are told where they were turned up, as people tell printed ones; what
only one player knew is not in it, so that nobody learns more from it than the table did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.cards.chests.chores import FinishChore
from companion.editions.ruleset import Ruleset
from companion.rules.decide import decide
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Seat
from companion.state.words import Command
from companion.views.project_moves import move_line, names_of, player_of

SeenStep = tuple[c.Actor, Command, tuple[e.Event, ...]]
HERE = c.ByTable()
MADE_OF_WORDS, VERSION = "saboteur", 1
_OF_CHANCE = (c.DealRoles, c.DealGoals, c.DealGold, c.DealChests, c.RedealRoles, c.LayMidway)
_OF_EACH = (c.StartGame, c.RoleSeen, c.BeginPlay, c.SeeResult, c.TakeGold, c.Steal, c.SetPause)
_TOLD_ANEW = (c.LayGoal, c.TellGoal, c.TellChest, c.TellRole, c.AgreeRoles, c.TellGold)
_CLOSED = {p.Peeking: c.ClosePeek(), p.Inspecting: c.ClosePeek(), p.DoingChore: FinishChore()}


def seen_record(game: Game, starter: c.SeatId, steps: Iterable[SeenStep]) -> str:
    """game : in the lobby, before the first of the steps, which begins it"""
    seats = tuple(replace(seat, simulated=False) for seat in game.seats)
    printed = Game(game.ruleset, Supply.CARDS, Supply.CARDS, Supply.CARDS, seats)
    telling = _Telling(game, _after(printed, HERE, c.StartGame(starter)) or printed)
    lines = [line for step in steps for line in telling.lines_of(step)]
    head = header(game.ruleset, seats, starter, "printed", result_words(telling.game))
    return "\n".join([*head, "", *lines, ""])


def record_of(start: Game, end: Game, steps: Iterable[SeenStep]) -> str | None:
    """Of the last game of a night that began with `start`; None while one is played or none was."""
    if not isinstance(end.pending, p.GameOver):
        return None
    told = [*steps]
    began = max((at for at, (_, command, _) in enumerate(told) if isinstance(command, c.StartGame)), default=None)
    if began is None:
        return None
    lobby = fold(start, (event for _, _, events in told[:began] for event in events))
    _, command, _ = told[began]
    return seen_record(lobby, getattr(command, "starter", 0), told[began:])


def header(rules: Ruleset, seats: Sequence[Seat], starter: c.SeatId, cards: str, result: str = "") -> list[str]:
    """The lines that begin a record, with an empty one after them. cards : printed, held, or dealt by a seed"""
    names = names_of(Game(rules, seats=tuple(seats)))
    facts = [
        (MADE_OF_WORDS, str(VERSION)),
        ("edition", rules.edition),
        ("modules", " ".join(rules.modules)),
        ("options", " ".join(f"{name}={word}" for name, word in rules.options)),
        ("players", ", ".join(names)),
        ("starter", names[starter] if starter else ""),
        ("cards", cards),
        ("result", result),
    ]
    return [f"{word:<9} {said}" for word, said in facts if said]


def result_words(game: Game) -> str:
    """`Ada 8*, Bo 5`: everybody's nuggets, with a star for who won; empty while the game is played."""
    if not isinstance(game.pending, p.GameOver):
        return ""
    owned = zip(names_of(game), game.nuggets, strict=True)
    return ", ".join(f"{name} {own}{'*' if seat in game.winners else ''}" for seat, (name, own) in enumerate(owned))


def round_words(game: Game) -> str:
    """How the last round ended, as everybody knows it: `round 1: gold, by Ada; miners; Ada miner, Bo saboteur`."""
    result, names = game.results[-1], names_of(game)
    by = f", by {names[result.finisher]}" if result.finisher is not None else ""
    roles = [f"{name} {role}" for name, role in zip(names, result.roles or (), strict=False)]
    return "; ".join(
        [f"round {result.number}: {result.reason}{by}", result.winners, *([", ".join(roles)] if roles else [])]
    )


class _Telling:
    """The game as it was, and beside it the one that is told. Lives while one record is written."""

    def __init__(self, game: Game, told: Game) -> None:
        self.game, self.told = game, told

    def lines_of(self, step: SeenStep) -> Iterator[str]:
        by, command, events = step
        before, self.game = self.game, fold(self.game, events)
        for mover, move in _seen(by, command, events):
            yield from self._closers(before, move)
            yield from self._line(mover, move)
        if any(isinstance(event, e.RoundScored) for event in events):
            yield f"# {round_words(self.game)}"

    def _closers(self, before: Game, move: Command) -> Iterator[str]:
        """What a printed card asks its player, and one that was dealt does not."""
        closer = _CLOSED.get(type(self.told.pending))
        if closer is not None and type(self.told.pending) is not type(before.pending) and move != closer:
            yield from self._line(HERE, closer)

    def _line(self, by: c.Actor, move: Command) -> Iterator[str]:
        after = _after(self.told, by, move)
        if after is not None:
            yield move_line(self.told, by, move, player_of(HERE, move))  # all gold is told as the game is over
            self.told = after
        elif not isinstance(move, c.ClosePeek | FinishChore):
            yield f"# {move_line(self.told, by, move, None)}"


def _after(game: Game, by: c.Actor, command: Command) -> Game | None:
    answer = decide(game, by, command)
    return None if isinstance(answer, Refusal) else fold(game, answer)


def _seen(by: c.Actor, command: Command, events: Iterable[e.Event]) -> Iterator[tuple[c.Actor, Command]]:
    if not isinstance(command, (*_OF_CHANCE, *_OF_EACH, *_TOLD_ANEW)):
        yield (by if isinstance(by, c.BySeat) else HERE), command
    cover: e.CoverLaid | None = None
    for event in events:
        match event:
            case e.MidwayLaid(face=face):
                yield HERE, c.LayMidway(face)
            case e.GoalLaid(cell=cell, kind=kind, face=face):
                yield HERE, c.TellGoal(cell, kind, face)
            case e.CoverLaid():
                cover = event
            case e.ChestOpened(effect=effect) if cover is not None:
                yield HERE, c.TellChest(cover.cell, cover.face, effect)
            case e.GameEnded(nuggets=nuggets):
                yield from ((HERE, c.TellGold(seat, own)) for seat, own in enumerate(nuggets))
