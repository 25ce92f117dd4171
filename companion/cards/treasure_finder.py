"""The treasure finder: keep one of the top discards instead of drawing (WC18); a chest does the like (CHEST-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import Way
from companion.cards.card import Card, Happening, Said, Traits, never_refused
from companion.cards.deck import Deck, worth
from companion.cards.liking import Eyes, Ideas, Playable
from companion.rules import draws
from companion.rules.evolve_round import at, changed, played, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.words import Command

KEY = "treasure_finder"


@dataclass(frozen=True)
class SearchDiscards(Command, word="search_discards"):
    """Keep one of the top discards, as many as the box says, instead of drawing (WC18)."""


@dataclass(frozen=True)
class DiscardsSearched(Event, word="discards_searched"):
    """Looked at so many discards and kept so many, instead of drawing. `card`: by a card, else by a chest."""

    seat: SeatId
    looked: int
    kept: int
    card: bool = True


def happen(game: Game, seat: SeatId, play: SearchDiscards) -> tuple[Event, ...]:
    return (DiscardsSearched(seat, *draws.searched(game, seat)),)


def change(game: Game, event: DiscardsSearched) -> Game:
    searched = played(game, event.seat, 1) if event.card else game
    now = playing(searched)
    return with_round(
        searched,
        hands=at(now.hands, event.seat, now.hands[event.seat] + event.kept),
        discards=now.discards - event.kept,
        progress=changed(now.progress, no_draw=True),
    )


def tell(event: DiscardsSearched, me: SeatId | None) -> Said | None:
    return ("discards_searched", {"seat": event.seat}) if event.card else None


def hands(deck: Deck, event: DiscardsSearched) -> None:
    finder = [deck.play(event.seat, KEY)] if event.card else []
    if not event.card:
        deck.chance("searched").shuffle(deck.discards)
    for _ in range(event.kept):
        best = max(deck.discards[-event.looked :], key=worth, default=None)
        if best is not None:
            deck.discards.remove(best)
            deck.hands[event.seat].append(best)
    deck.discards += finder


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    return [(2.5 + 4 * rng.random(), card.played(way)) for way in ways] if eyes.discards else []


CARD = Card(
    KEY, SearchDiscards, never_refused, happen,
    events=(Happening(DiscardsSearched, change, tell, hands),),
    traits=Traits(returns_discards=True),
    liked=liked,
    rules=("WC18",),
    sign="search",
)  # fmt: skip
