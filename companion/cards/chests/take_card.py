"""The sixth chest: a card is taken out of another hand, instead of drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cards.asked import PLAYER
from companion.cards.card import Happening, silent, to_all
from companion.cards.chests.chores import DRAWS, ChoreDone, DrawsChanged
from companion.cards.deck import Deck
from companion.cards.found import Answer, Chest, Telling
from companion.rules.evolve_round import at, changed, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Playing, TakingCard
from companion.state.refusals import Refusal
from companion.state.words import Command


@dataclass(frozen=True)
class TakeCard(Command, word="take_card"):
    """Take a card out of another's hand."""

    target: SeatId


@dataclass(frozen=True)
class CardAsked(Event, word="card_asked"):
    seat: SeatId
    targets: tuple[SeatId, ...]


@dataclass(frozen=True)
class CardTaken(Event, word="card_taken"):
    seat: SeatId
    target: SeatId


def opened(decision: Telling, seat: SeatId) -> None:
    """Instead of drawing, also where nobody else holds a card. Who has left takes none (AWAY-4)."""
    if decision.game.seats[seat].has_left:
        return
    targets = tuple(other for other, cards in enumerate(decision.round.hands) if cards and other != seat)
    if targets:
        decision.tell(CardAsked(seat, targets))
    elif not decision.game.ruleset.sixth_chest_draws:
        decision.tell(DrawsChanged(seat, off=True))


def taken(game: Game, pending: TakingCard, command: TakeCard) -> tuple[Event, ...] | Refusal:
    if command.target not in pending.targets:
        return Refusal("not_among_these")
    if not playing(game).hands[command.target]:  # put right by the table since it was asked
        return Refusal("hand_empty", {"seat": command.target})
    return (CardTaken(pending.seat, command.target),)


def somebody_left(decision: Telling, pending: TakingCard) -> None:
    """Whoever still takes a card is asked anew, as who has left holds none."""
    decision.tell(ChoreDone(pending.seat))
    opened(decision, pending.seat)


def ways(game: Game, pending: TakingCard) -> Iterator[TakeCard]:
    return (TakeCard(target) for target in pending.targets if playing(game).hands[target])


def ask(game: Game, event: CardAsked) -> Game:
    return changed(game, pending=TakingCard(event.seat, event.targets))


def change(game: Game, event: CardTaken) -> Game:
    now = playing(game)
    hands = at(now.hands, event.target, now.hands[event.target] - 1)
    hands = at(hands, event.seat, hands[event.seat] + 1)
    return with_round(game, Playing(now.turn), hands=hands, progress=changed(now.progress, no_draw=True))


def hands(deck: Deck, event: CardTaken) -> None:
    """Unseen: any of them."""
    hand = deck.hands[event.target]
    if hand:
        deck.hands[event.seat].append(hand.pop(deck.chance("taken").randrange(len(hand))))


CHEST = Chest(
    6, "chest_take", opened,
    (
        DRAWS,
        Happening(CardAsked, ask, silent),
        Happening(CardTaken, change, to_all("card_taken", "seat", "target"), hands),
    ),
    Answer("take_card", TakeCard, TakingCard, taken, ways, asks=(PLAYER,), left=somebody_left),
)  # fmt: skip
