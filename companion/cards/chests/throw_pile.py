"""The tenth chest: cards are thrown off the draw pile."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Happening, silent
from companion.cards.chests.chores import CHORES, FINISH, ChoreAsked
from companion.cards.deck import Deck
from companion.cards.found import Chest, Telling
from companion.rules.evolve_round import playing, with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game


@dataclass(frozen=True)
class PileThrown(Event, word="pile_thrown"):
    """Off the draw pile, face down, unseen."""

    cards: int


def opened(decision: Telling, seat: SeatId) -> None:
    cards = min(decision.game.ruleset.cards_searched, decision.round.pile)
    if cards:
        decision.tell(PileThrown(cards))
        decision.tell(ChoreAsked(seat, "throw_pile", cards))


def change(game: Game, event: PileThrown) -> Game:
    now = playing(game)
    return with_round(game, pile=now.pile - event.cards, discards=now.discards + event.cards)


def hands(deck: Deck, event: PileThrown) -> None:
    for _ in range(min(event.cards, len(deck.pile))):
        deck.discards.append(deck.pile.pop())


CHEST = Chest(10, "chest_pile", opened, (Happening(PileThrown, change, silent, hands), *CHORES), FINISH)
