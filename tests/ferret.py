"""A card that no box has: the ferret digs a tunnel out before another player, and may smell the gold that he owns.

It stands for the card of a box of next year. This module is all that the program is told of it, beside the box that
holds it and its texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType

from companion.cards.asked import CELL, PLAYER, Ask, What
from companion.cards.card import Card, Happening, Said, Traits
from companion.cards.deck import spent
from companion.cards.liking import likes_all
from companion.cards.register import AnyCard, one_more
from companion.editions import MODULES
from companion.editions import compose as compose_room
from companion.editions.cards import ActionCards, Deed
from companion.editions.compose import compose
from companion.editions.edition import Module, ModuleGroup
from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules.evolve_round import played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.state.words import Command
from web import language

KEY = "ferret"


@dataclass(frozen=True)
class SendFerret(Command, word="send_ferret"):
    target: SeatId
    cell: Cell
    smells: Secret[bool]


@dataclass(frozen=True)
class FerretSent(Event, word="ferret_sent"):
    """`owned`: the gold of `target`, which only whoever sent the ferret is told; -1 where it did not smell."""

    seat: SeatId
    target: SeatId
    cell: Cell
    owned: Secret[int]


def judge(game: Game, seat: SeatId, play: SendFerret) -> Refusal | None:
    if play.target == seat:
        return Refusal("not_on_yourself")
    card = playing(game).board.at(play.cell)
    return None if card is not None and card.kind is Kind.PATH else Refusal("nothing_to_remove", cell=play.cell)


def happen(game: Game, seat: SeatId, play: SendFerret) -> tuple[Event, ...]:
    gold = sum(game.gold[play.target].open_for("the ferret smells it")) + 7
    smells = play.smells.open_for("whether it smells is decided")
    return (FerretSent(seat, play.target, play.cell, Secret(gold if smells else -1)),)


def change(game: Game, event: FerretSent) -> Game:
    return played(game, event.seat, 2, board=playing(game).board.without(event.cell))


def tell(event: FerretSent, me: SeatId | None) -> Said:
    owned = event.owned.open_for("he sent the ferret") if me == event.seat else -1
    if owned >= 0:
        return "ferret_smelt", {"target": event.target, "owned": owned}
    return "ferret_ran", {"seat": event.seat, "target": event.target}


CARD = Card(
    KEY, SendFerret, judge, happen,
    asks=(PLAYER, CELL, Ask(What.EITHER, "smells")),
    events=(Happening(FerretSent, change, tell, spent(KEY), lifts=attrgetter("cell")),),
    traits=Traits(private=True),
    liked=likes_all(20.0),
)  # fmt: skip

BOX = Module("ferrets", ModuleGroup.MINI, adds_actions=(ActionCards(Deed(KEY), 8),))
TEXTS = {
    "card.ferret": "Ferret",
    "act.ferret": "Ferret",
    "how.ferret": "Before whom, and where does it dig?",
    "do.ferret": "Run and smell!",
    "do.ferret.not": "Run!",
    "line.ferret_smelt": "Your ferret smells {owned} nuggets at {target}.",
    "line.ferret_ran": "{seat} sent a ferret to {target}.",
}


@contextmanager
def in_the_box(
    card: AnyCard = CARD, box: Module = BOX, said: Mapping[str, str] = MappingProxyType(TEXTS)
) -> Iterator[None]:
    """The card in the register, in a box, and with its English texts."""
    texts = vars(language._catalogue("en"))["_catalog"]
    compose_room.MODULES = (*MODULES, box)
    compose.cache_clear()
    texts.update(said)
    try:
        with one_more(card):
            yield
    finally:
        compose_room.MODULES = MODULES
        compose.cache_clear()
        for key in said:
            del texts[key]
