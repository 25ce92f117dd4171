"""The thief lies before oneself and steals at the end of the round (S2A-01). How he steals: rules.thieves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import Way
from companion.cards.card import Card, to_all
from companion.cards.liking import Eyes, Ideas, Playable
from companion.cards.marks import MarkLaid, lays, one_of_a_kind
from companion.editions.cards import Mark
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "thief"


@dataclass(frozen=True)
class LayThief(Command, word="lay_thief"):
    """Before oneself (S2A-01)."""


def judge(game: Game, seat: SeatId, play: LayThief) -> Refusal | None:
    return one_of_a_kind(game, seat, Mark.THIEF)


def happen(game: Game, seat: SeatId, play: LayThief) -> tuple[Event, ...]:
    return (MarkLaid(seat, seat, Mark.THIEF),)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    return [(2.0 + 2 * rng.random(), card.played(way)) for way in ways]


CARD = Card(
    KEY, LayThief, judge, happen,
    events=(lays(KEY, Mark.THIEF, to_all("thief_laid", "seat")),),
    mark=Mark.THIEF,
    liked=liked,
    rules=("S2A-01", "S2T-05"),
    sign="thief",
)  # fmt: skip
