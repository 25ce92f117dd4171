"""The rockfall takes a path card out of the maze (ROCK)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from random import Random

from companion.cards.asked import CELL, Way
from companion.cards.card import Card, Happening, to_all
from companion.cards.deck import Deck, lifted
from companion.cards.liking import Eyes, Ideas, Playable
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.evolve_round import played, playing, tolls_without
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "rockfall"


@dataclass(frozen=True)
class Rockfall(Command, word="rockfall"):
    """Take a path card out of the maze (ROCK-01)."""

    cell: Cell


@dataclass(frozen=True)
class RockFell(Event, word="rock_fell"):
    """`face` is the card that went, as it lay; None where it lay face down."""

    seat: SeatId
    cell: Cell
    face: Face | None


def judge(game: Game, seat: SeatId, play: Rockfall) -> Refusal | None:
    card = playing(game).board.at(play.cell)
    if card is None:
        return Refusal("nothing_to_remove", cell=play.cell)  # ROCK-03
    if card.kind in (Kind.START, Kind.GOAL, Kind.SITE):
        return Refusal("not_removable", cell=play.cell)  # ROCK-01
    return None


def happen(game: Game, seat: SeatId, play: Rockfall) -> tuple[Event, ...]:
    card = playing(game).board.at(play.cell)
    return (RockFell(seat, play.cell, card.face if card else None),)


def change(game: Game, event: RockFell) -> Game:
    now = playing(game)
    discards = 1 if event.cell in now.chest_cells and event.face is None else 2  # with its chest it goes aside
    return played(game, event.seat, discards, board=now.board.without(event.cell), **tolls_without(game, event.cell))


def hands(deck: Deck, event: RockFell) -> None:
    deck.discards.append(deck.play(event.seat, KEY))
    if event.face is not None:
        deck.discards.append(lifted(deck, event.cell, event.face))


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """Let a dead end fall, or, as a saboteur, a good tunnel."""
    ideas: Ideas = []
    for way in ways:
        face = eyes.board.cards[way.cells[0]].face
        blocks = face is not None and not face.links
        weight = 6.0 if blocks and eyes.digs else 0.0 if blocks or eyes.digs else 2.0 + way.cells[0].x * 0.6
        ideas.append((weight, card.played(way)))
    return ideas


CARD = Card(
    KEY, Rockfall, judge, happen,
    asks=(CELL,),
    events=(Happening(RockFell, change, to_all("rock_fell", "seat", "cell"), hands, lifts=attrgetter("cell")),),
    liked=liked,
    rules=("ROCK-01", "ROCK-03"),
)  # fmt: skip
