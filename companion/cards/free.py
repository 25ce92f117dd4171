"""Free at last takes a trap away (S2A-06)."""

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

KEY = "free"


@dataclass(frozen=True)
class Free(Command, word="free"):
    """Take the trapped card away that lies before the target (S2A-06)."""

    target: SeatId


def judge(game: Game, seat: SeatId, play: Free) -> Refusal | None:
    return must_lie_there(game, play.target, Mark.TRAPPED)


def happen(game: Game, seat: SeatId, play: Free) -> tuple[Event, ...]:
    return (MarkTaken(seat, play.target, Mark.TRAPPED),)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """Oneself first; a saboteur frees nobody else."""
    other = 6.0 if eyes.digs else 0.0
    return [(9.0 if way.seat == eyes.me else other, card.played(way)) for way in ways]


CARD = Card(
    KEY, Free, judge, happen,
    asks=(PLAYER,),
    events=(takes(KEY, Mark.TRAPPED, to_all("freed", "seat", "target")),),
    liked=liked,
    rules=("S2A-06",),
)  # fmt: skip
