"""The veto stops the card that was just played in another's turn (WC19). When the others are asked: rules.veto."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Card, Happening, Traits, to_all
from companion.cards.deck import Deck
from companion.cards.liking import likes_nothing
from companion.rules.evolve_round import played, playing
from companion.state.commands import SeatId
from companion.state.events import CardVetoed, Event
from companion.state.game import Game
from companion.state.pending import Playing, Vetoing
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "veto"


@dataclass(frozen=True)
class Veto(Command, word="veto"):
    """Against the card that was just played in another's turn (WC19)."""

    seat: SeatId


def judge(game: Game, seat: SeatId, play: Veto) -> Refusal | None:
    if playing(game).turn == seat:
        return Refusal("only_in_anothers_turn")  # WC19
    return None if isinstance(game.pending, Vetoing) else Refusal("nothing_to_veto")


def happen(game: Game, seat: SeatId, play: Veto) -> tuple[Event, ...]:
    return (CardVetoed(playing(game).turn, seat),)


def change(game: Game, event: CardVetoed) -> Game:
    stopped = played(game, event.seat, 1, Playing(event.seat))
    return played(stopped, event.by, 1, vetoes=playing(game).vetoes + 1)


def hands(deck: Deck, event: CardVetoed) -> None:
    if deck.held is not None:
        deck.discards.append(deck.play(event.seat, *deck.held))
        deck.held = None
    deck.discards.append(deck.play(event.by, KEY))


CARD = Card(
    KEY, Veto, judge, happen,
    events=(Happening(CardVetoed, change, to_all("vetoed", "seat", "by"), hands),),
    traits=Traits(may_be_vetoed=False, in_anothers_turn=True),
    liked=likes_nothing,
    rules=("WC19",),
)  # fmt: skip
