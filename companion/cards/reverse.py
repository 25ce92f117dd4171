"""The turns go round the other way from now on (WC20)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Card, Happening, never_refused, to_all
from companion.cards.deck import spent
from companion.cards.liking import likes_all
from companion.editions.parameters import Direction
from companion.rules.evolve_round import played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.words import Command

KEY = "reverse"


@dataclass(frozen=True)
class ReverseTurns(Command, word="reverse_turns"):
    """WC20"""


@dataclass(frozen=True)
class TurnsReversed(Event, word="turns_reversed"):
    seat: SeatId
    direction: Direction


def happen(game: Game, seat: SeatId, play: ReverseTurns) -> tuple[Event, ...]:
    return (TurnsReversed(seat, playing(game).direction.reversed),)


def change(game: Game, event: TurnsReversed) -> Game:
    return played(game, event.seat, 1, direction=event.direction)


CARD = Card(
    KEY, ReverseTurns, never_refused, happen,
    events=(Happening(TurnsReversed, change, to_all("turns_reversed", "seat"), spent(KEY)),),
    liked=likes_all(3.0, 4.0),
    rules=("WC20",),
    sign="reverse",
)  # fmt: skip
