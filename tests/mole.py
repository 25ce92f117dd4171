"""A card that no box has: the mole takes a card out of the maze, and asks for no more than where, as a rockfall does.

That it is gone is all that a camera sees of either.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from operator import attrgetter

import ferret

from companion.cards.asked import CELL
from companion.cards.card import Card, Happening, to_all
from companion.cards.deck import spent
from companion.editions.cards import ActionCards, Deed
from companion.editions.edition import Module, ModuleGroup
from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules.evolve_round import played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "mole"


@dataclass(frozen=True)
class SendMole(Command, word="send_mole"):
    cell: Cell


@dataclass(frozen=True)
class MoleDug(Event, word="mole_dug"):
    seat: SeatId
    cell: Cell


def judge(game: Game, seat: SeatId, play: SendMole) -> Refusal | None:
    card = playing(game).board.at(play.cell)
    return None if card is not None and card.kind is Kind.PATH else Refusal("nothing_to_remove", cell=play.cell)


def happen(game: Game, seat: SeatId, play: SendMole) -> tuple[Event, ...]:
    return (MoleDug(seat, play.cell),)


def change(game: Game, event: MoleDug) -> Game:
    return played(game, event.seat, 2, board=playing(game).board.without(event.cell))


CARD = Card(
    KEY, SendMole, judge, happen,
    asks=(CELL,),
    events=(Happening(MoleDug, change, to_all("mole_dug", "seat"), spent(KEY), lifts=attrgetter("cell")),),
)  # fmt: skip
BOX = Module("moles", ModuleGroup.MINI, adds_actions=(ActionCards(Deed(KEY), 8),))
TEXTS = {"card.mole": "The mole", "act.mole": "Mole", "line.mole_dug": "{seat} sent a mole."}


def in_the_box() -> AbstractContextManager[None]:
    return ferret.in_the_box(CARD, BOX, TEXTS)
