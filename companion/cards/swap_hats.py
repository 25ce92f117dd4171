"""Swap hats: somebody, also oneself, gives his dwarf away for the one on top of the spare pile (S2A-08)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.asked import PLAYER
from companion.cards.card import Card
from companion.cards.deck import spent
from companion.cards.liking import likes_all
from companion.cards.new_dwarf import HatSwapped, new_dwarf
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "swap_hats"


@dataclass(frozen=True)
class SwapHats(Command, word="swap_hats"):
    """Give the target a new dwarf from the spare pile (S2A-08)."""

    target: SeatId


def judge(game: Game, seat: SeatId, play: SwapHats) -> Refusal | None:
    return None  # S2A-08: anybody


def happen(game: Game, seat: SeatId, play: SwapHats) -> tuple[Event, ...]:
    return (HatSwapped(seat, play.target),)


CARD = Card(
    KEY, SwapHats, judge, happen,
    asks=(PLAYER,),
    events=(new_dwarf(spent(KEY)),),
    liked=likes_all(1.0),
    rules=("S2A-08",),
)  # fmt: skip
