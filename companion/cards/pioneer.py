"""The pioneer lays two path cards, one after the other (WC22). How such a turn goes on: rules.course."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import Way
from companion.cards.card import Card, Happening, Traits, to_all
from companion.cards.deck import spent
from companion.cards.liking import Eyes, Ideas, Playable
from companion.rules.evolve_round import changed, played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Pioneering
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "pioneer"


@dataclass(frozen=True)
class Pioneer(Command, word="pioneer"):
    """Two path cards follow, one after the other (WC22)."""


@dataclass(frozen=True)
class PioneerPlayed(Event, word="pioneer_played"):
    seat: SeatId


def judge(game: Game, seat: SeatId, play: Pioneer) -> Refusal | None:
    return Refusal("too_few_cards", {"least": 2}) if playing(game).hands[seat] < 2 else None


def happen(game: Game, seat: SeatId, play: Pioneer) -> tuple[Event, ...]:
    return (PioneerPlayed(seat),)


def change(game: Game, event: PioneerPlayed) -> Game:
    progress = changed(playing(game).progress, pioneer=True, to_lay=2)
    return played(game, event.seat, 1, Pioneering(event.seat), progress=progress)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    return [(2.0 + 3 * rng.random(), card.played(way)) for way in ways] if eyes.paths > 1 else []


CARD = Card(
    KEY, Pioneer, judge, happen,
    events=(Happening(PioneerPlayed, change, to_all("pioneer", "seat"), spent(KEY)),),
    traits=Traits(while_broken=False),
    liked=liked,
    rules=("WC22",),
)  # fmt: skip
