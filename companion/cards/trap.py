"""The trap: whom it lies before may lay no path card and gets no gold (S2A-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import PLAYER, Way
from companion.cards.card import Card, to_all
from companion.cards.liking import Eyes, Ideas, Playable
from companion.cards.marks import MarkLaid, lays, one_of_a_kind
from companion.editions.cards import Mark
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "trap"


@dataclass(frozen=True)
class Trap(Command, word="trap"):
    """Trap the target, who then lays no path cards and gets no gold (S2A-05)."""

    target: SeatId


def judge(game: Game, seat: SeatId, play: Trap) -> Refusal | None:
    if play.target == seat:
        return Refusal("not_on_yourself")  # S2A-05
    return one_of_a_kind(game, play.target, Mark.TRAPPED)


def happen(game: Game, seat: SeatId, play: Trap) -> tuple[Event, ...]:
    return (MarkLaid(seat, play.target, Mark.TRAPPED),)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    eager = 1.0 if eyes.digs else 3.0
    return [(eager + 4 * rng.random(), card.played(way)) for way in ways]


CARD = Card(
    KEY, Trap, judge, happen,
    asks=(PLAYER,),
    events=(lays(KEY, Mark.TRAPPED, to_all("trapped", "seat", "target")),),
    mark=Mark.TRAPPED,
    liked=liked,
    rules=("S2A-05", "S2T-05"),
)  # fmt: skip
