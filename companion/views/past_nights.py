"""Finished games in figures: what each did in one, and what comes together over many nights. No files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.editions.cards import Role
from companion.views.keepsake import KeptRound
from companion.views.model import View

_LAID = ("path_placed", "path_over", "path_forced")


@dataclass(frozen=True)
class PastPlayer:
    """What one player did in a finished game. `gold`: nuggets, None where only people counted them.

    laid : tunnel cards; saboteur, saboteur_won : rounds as a saboteur, and those of them that were won; None where only
        people knew who was one
    """

    name: str
    won: bool
    gold: int | None
    laid: int
    saboteur: int | None
    saboteur_won: int | None


@dataclass(frozen=True)
class PastGame:
    """`key` tells it from every other game; `day` is when it ended, as 2026-11-22."""

    key: str
    day: str
    players: tuple[PastPlayer, ...]


@dataclass(frozen=True)
class Person:
    """All that somebody of this name did. `nights`: days on which a game ended; None what no game told."""

    name: str
    nights: int
    games: int
    won: int
    gold: int | None
    laid: int
    saboteur: int | None
    saboteur_won: int | None


def game_of(view: View, rounds: tuple[KeptRound, ...], night: str, day: str) -> PastGame:
    """The game that is over. `view`: the table's; `night`: a name that no other folder's night has.

    Whoever was taken out is none of its players, and counts from when he sat down again, as his gold does.
    """
    first = rounds[0].moves[0].line.number if rounds[0].moves else 0  # the journal's, so that no other game has it
    final = {score.seat: score for score in view.final}
    laid = [move.line.facts.get("seat") for one in rounds for move in one.moves if move.line.code in _LAID]
    scores = [score for one in rounds if one.result for score in one.result.scores if score.role is not None]
    played = [score for score in scores if score.role == Role.SABOTEUR]
    players = tuple(
        PastPlayer(
            seat.name,
            seat.seat in final and final[seat.seat].won,
            final[seat.seat].nuggets if seat.seat in final else None,
            laid.count(seat.seat),
            sum(score.seat == seat.seat for score in played) if scores else None,
            sum(score.seat == seat.seat and score.won for score in played) if scores else None,
        )
        for seat in view.seats
    )
    return PastGame(f"{night}-{first}", day, players)


@dataclass
class _Sum:
    name: str
    days: set[str] = field(default_factory=set)
    games: list[PastPlayer] = field(default_factory=list)

    def person(self) -> Person:
        every = self.games
        return Person(
            self.name,
            len(self.days),
            len(every),
            sum(one.won for one in every),
            _sum_of_known(one.gold for one in every),
            sum(one.laid for one in every),
            _sum_of_known(one.saboteur for one in every),
            _sum_of_known(one.saboteur_won for one in every),
        )


def _sum_of_known(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def people_of(games: Iterable[PastGame]) -> tuple[Person, ...]:
    """Whoever played, by name whatever its capitals, written as it was last; who won most comes first."""
    sums: dict[str, _Sum] = {}
    for game in games:
        for player in game.players:
            one = sums.setdefault(player.name.casefold(), _Sum(player.name))
            one.name = player.name
            one.days.add(game.day)
            one.games.append(player)
    people = (one.person() for one in sums.values())
    return tuple(sorted(people, key=lambda one: (-one.won, -(one.gold or 0), -one.games, one.name.casefold())))
