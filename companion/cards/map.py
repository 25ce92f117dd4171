"""The map: look secretly at a goal, or at a chest with the card over it (MAP, CHEST-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import GOAL, Way
from companion.cards.card import Card, Happening, Traits, to_all
from companion.cards.deck import spent
from companion.cards.liking import Eyes, Ideas, Playable
from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules.evolve_round import played, playing
from companion.state.commands import SeatId, Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Peeking
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "map"


@dataclass(frozen=True)
class UseMap(Command, word="use_map"):
    """Look secretly at the goal in `cell` (MAP-01)."""

    cell: Cell


@dataclass(frozen=True)
class MapUsed(Event, word="map_used"):
    """`shown`: the app shows the goal; with printed goals people lift the card themselves."""

    seat: SeatId
    cell: Cell
    shown: bool


def judge(game: Game, seat: SeatId, play: UseMap) -> Refusal | None:
    now, cell = playing(game), play.cell
    card = now.board.at(cell)
    if card is None or card.kind not in (Kind.GOAL, Kind.COVERED):
        return Refusal("not_a_goal", cell=cell)
    if card.face is not None and not game.ruleset.map_face_up:
        return Refusal("goal_not_face_down", cell=cell)  # MAP-01
    if now.maps_barred and card.kind is Kind.GOAL:
        return Refusal("maps_barred", cell=cell)  # CHEST-05
    return None


def happen(game: Game, seat: SeatId, play: UseMap) -> tuple[Event, ...]:
    return (MapUsed(seat, play.cell, shown=game.goals_supply is Supply.APP),)


def change(game: Game, event: MapUsed) -> Game:
    peek = Peeking(event.seat, event.cell) if event.shown else None
    return played(game, event.seat, 1, peek, peeks=(*playing(game).peeks, (event.seat, event.cell)))


def looks(event: MapUsed) -> Cell | None:
    return event.cell if event.shown else None


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """At what one does not know."""
    ideas: Ideas = []
    for _ in eyes.held:
        unknown = [way for way in ways if way.cells[0] not in eyes.looked]
        ideas += [(4.0 + 3 * rng.random(), card.played(way)) for way in unknown]
    return ideas


CARD = Card(
    KEY, UseMap, judge, happen,
    asks=(GOAL,),
    events=(Happening(MapUsed, change, to_all("map_used", "seat", "cell"), spent(KEY), looks=looks, opens_look=True),),
    traits=Traits(private=True, peeks=True),
    liked=liked,
    rules=("MAP-01", "CHEST-04"),
    sign="map",
)  # fmt: skip
