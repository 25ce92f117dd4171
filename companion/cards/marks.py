"""Cards that lie before a player, other than broken tools: how one comes there and goes. No card of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.cards.card import Happening, Said
from companion.cards.deck import Deck, taken_away
from companion.editions.cards import Mark
from companion.rules.evolve_round import at, played, playing, thieves_after, without_mark
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal


@dataclass(frozen=True)
class MarkLaid(Event, word="mark_laid"):
    """A card is laid before `target`, other than a broken tool."""

    seat: SeatId
    target: SeatId
    mark: str


@dataclass(frozen=True)
class MarkTaken(Event, word="mark_taken"):
    seat: SeatId
    target: SeatId
    mark: str


def one_of_a_kind(game: Game, target: SeatId, mark: Mark) -> Refusal | None:
    if mark in playing(game).marks[target]:
        return Refusal("already_there", {"seat": target, "card": mark})  # S2T-05
    return None


def must_lie_there(game: Game, target: SeatId, mark: Mark) -> Refusal | None:
    if mark not in playing(game).marks[target]:
        return Refusal("not_there", {"seat": target, "card": mark})
    return None


def lays(key: str, mark: Mark, tell: Callable[[MarkLaid, SeatId | None], Said]) -> Happening[MarkLaid]:
    """The card `key` lies there from now on."""

    def change(game: Game, event: MarkLaid) -> Game:
        now = playing(game)
        marks = at(now.marks, event.target, tuple(sorted({*now.marks[event.target], event.mark})))
        return played(game, event.seat, 0, marks=marks, thieves=thieves_after(now, event.target, marks))

    def hands(deck: Deck, event: MarkLaid) -> None:
        deck.before[(event.target, event.mark)] = deck.play(event.seat, key)

    return Happening(MarkLaid, change, tell, hands, when=lambda event: event.mark == mark)


def takes(key: str, mark: Mark, tell: Callable[[MarkTaken, SeatId | None], Said]) -> Happening[MarkTaken]:
    """What lay there is discarded with the card `key` that took it."""

    def change(game: Game, event: MarkTaken) -> Game:
        now = playing(game)
        marks = without_mark(now, event.target, event.mark)
        return played(game, event.seat, 2, marks=marks, thieves=thieves_after(now, event.target, marks))

    def hands(deck: Deck, event: MarkTaken) -> None:
        deck.discards.append(deck.play(event.seat, key))
        taken_away(deck, event.target, event.mark)

    return Happening(MarkTaken, change, tell, hands, when=lambda event: event.mark == mark)
