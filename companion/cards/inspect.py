"""Inspection: look secretly at the dwarf of another player (S2A-07); also a chest may let one look (CHEST-05)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.asked import PLAYER
from companion.cards.card import Card, Happening, Traits, to_all
from companion.cards.deck import spent
from companion.cards.liking import likes_all
from companion.rules.evolve_round import played, playing, with_round
from companion.state.commands import SeatId, Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Inspecting, Playing
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "inspect"


@dataclass(frozen=True)
class Inspect(Command, word="inspect"):
    """Look at the target's dwarf (S2A-07)."""

    target: SeatId


@dataclass(frozen=True)
class Inspected(Event, word="inspected"):
    """`shown`: the app shows the dwarf; with printed roles people look at the card itself. `card`: it was played."""

    seat: SeatId
    target: SeatId
    shown: bool
    card: bool = True


def judge(game: Game, seat: SeatId, play: Inspect) -> Refusal | None:
    return Refusal("not_on_yourself") if play.target == seat else None


def happen(game: Game, seat: SeatId, play: Inspect) -> tuple[Event, ...]:
    return (Inspected(seat, play.target, shown=game.roles_supply is Supply.APP),)


def change(game: Game, event: Inspected) -> Game:
    looked = (*playing(game).inspections, (event.seat, event.target))
    pending = Inspecting(event.seat, event.target) if event.shown else Playing(playing(game).turn)
    if event.card:
        return played(game, event.seat, 1, pending, inspections=looked)
    return with_round(game, pending, inspections=looked)


CARD = Card(
    KEY, Inspect, judge, happen,
    asks=(PLAYER,),
    events=(
        Happening(
            Inspected, change, to_all("inspected", "seat", "target"), spent(KEY),
            opens_look=True, shows=lambda game, event: event.shown,
        ),
    ),
    traits=Traits(private=True),
    liked=likes_all(2.0),
    rules=("S2A-07",),
)  # fmt: skip
