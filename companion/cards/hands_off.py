"""Hands off takes a thief away (S2A-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import PLAYER, Way
from companion.cards.card import Card, to_all
from companion.cards.liking import Eyes, Ideas, Playable
from companion.cards.marks import MarkTaken, must_lie_there, takes
from companion.editions.cards import Mark
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "hands_off"


@dataclass(frozen=True)
class HandsOff(Command, word="hands_off"):
    """Discard a thief that lies before the target (S2A-04)."""

    target: SeatId


def judge(game: Game, seat: SeatId, play: HandsOff) -> Refusal | None:
    if play.target == seat and not game.ruleset.hands_off_own:
        return Refusal("not_on_yourself")
    return must_lie_there(game, play.target, Mark.THIEF)


def happen(game: Game, seat: SeatId, play: HandsOff) -> tuple[Event, ...]:
    return (MarkTaken(seat, play.target, Mark.THIEF),)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """Not his own."""
    return [(3.0 + 2 * rng.random(), card.played(way)) for way in ways if way.seat != eyes.me]


CARD = Card(
    KEY, HandsOff, judge, happen,
    asks=(PLAYER,),
    events=(takes(KEY, Mark.THIEF, to_all("thief_taken", "seat", "target")),),
    liked=liked,
    rules=("S2A-04",),
)  # fmt: skip
