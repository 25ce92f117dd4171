"""The seventh chest: three cards are drawn and one of them is kept, instead of drawing."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Happening, silent
from companion.cards.chests.chores import CHORES, DRAWS, FINISH, ChoreAsked, DrawsChanged
from companion.cards.deck import Deck
from companion.cards.found import Chest, Telling
from companion.rules.evolve_round import at, drawn, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import CardsDrawn, Event
from companion.state.game import Game


@dataclass(frozen=True)
class CardsThrown(Event, word="cards_thrown"):
    """Out of the hand, face down."""

    seat: SeatId
    cards: int


def opened(decision: Telling, seat: SeatId) -> None:
    cards = drawn(decision.game, seat, 3)
    if cards:
        decision.tell(CardsDrawn(seat, cards))
    if cards > 1:
        decision.tell(CardsThrown(seat, cards - 1))
    decision.tell(DrawsChanged(seat, off=True))
    if cards:
        decision.tell(ChoreAsked(seat, "keep_drawn", cards))


def change(game: Game, event: CardsThrown) -> Game:
    now = playing(game)
    hands = at(now.hands, event.seat, now.hands[event.seat] - event.cards)
    return with_round(game, hands=hands, discards=now.discards + event.cards)


def hands(deck: Deck, event: CardsThrown) -> None:
    deck.throw(event.seat, event.cards)


CHEST = Chest(7, "chest_three", opened, (Happening(CardsThrown, change, silent, hands), DRAWS, *CHORES), FINISH)
