"""Swap hands with another player; the card itself is gone (S2A-09)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.asked import PLAYER
from companion.cards.card import Card, Happening, to_all
from companion.cards.deck import Deck
from companion.cards.liking import likes_all
from companion.editions.parameters import SwapHandsDraw
from companion.rules.evolve_round import at, changed, drawn, played, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import CardsDrawn, Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "swap_hands"


@dataclass(frozen=True)
class SwapHands(Command, word="swap_hands"):
    """Exchange whole hands with the target (S2A-09)."""

    target: SeatId


@dataclass(frozen=True)
class HandsSwapped(Event, word="hands_swapped"):
    """`drawless`: the player himself draws nothing at the end of this turn."""

    seat: SeatId
    target: SeatId
    drawless: bool


def judge(game: Game, seat: SeatId, play: SwapHands) -> Refusal | None:
    """Who has left holds no hand, also while a card of his is still out (AWAY-4)."""
    if play.target == seat:
        return Refusal("not_on_yourself")
    handless = next((one for one in (play.target, seat) if game.seats[one].has_left), None)
    return None if handless is None else Refusal("hand_empty", {"seat": handless})


def happen(game: Game, seat: SeatId, play: SwapHands) -> tuple[Event, ...]:
    """Who draws at the end of the turn is in dispute (CON-18)."""
    who = game.ruleset.swap_hands_draw
    swapped = HandsSwapped(seat, play.target, drawless=who is SwapHandsDraw.PARTNER)
    if who is SwapHandsDraw.PLAYER or not drawn(game, play.target, 1):
        return (swapped,)
    return (swapped, CardsDrawn(play.target, 1))


def change(game: Game, event: HandsSwapped) -> Game:
    swapped = played(game, event.seat, 1)
    now = playing(swapped)
    mine, theirs = now.hands[event.seat], now.hands[event.target]
    hands = at(at(now.hands, event.seat, theirs), event.target, mine)
    return with_round(
        swapped, hands=hands, progress=changed(now.progress, no_draw=now.progress.no_draw or event.drawless)
    )


def hands(deck: Deck, event: HandsSwapped) -> None:
    deck.discards.append(deck.play(event.seat, KEY))
    one, other = event.seat, event.target
    deck.hands[one], deck.hands[other] = deck.hands[other], deck.hands[one]


CARD = Card(
    KEY, SwapHands, judge, happen,
    asks=(PLAYER,),
    events=(Happening(HandsSwapped, change, to_all("hands_swapped", "seat", "target"), hands),),
    liked=likes_all(2.0),
    rules=("S2A-09", "CON-18"),
)  # fmt: skip
