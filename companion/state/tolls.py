"""Toll dwarves: asked for, set, paid or not (TOLL). Part of state.commands and state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.maze.geometry import Cell, Side
from companion.state.ids import SeatId
from companion.state.words import Command, Event

# ---- asked ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetToll(Command, word="set_toll"):
    """A toll dwarf at the open `side` of the card in `cell` (TOLL-02)."""

    cell: Cell
    side: Side


class BeforeToll(Command):
    """A path card comes into `cell`; `toll_payer` pays the toll dwarf that looks into it (TOLL-03)."""

    cell: Cell
    toll_payer: SeatId | None


@dataclass(frozen=True)
class AnswerToll(Command, word="answer_toll"):
    """Somebody asked this seat to pay the toll for him (TOLL-03)."""

    pays: bool


# ---- done -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TollAsked(Event, word="toll_asked"):
    seat: SeatId
    payer: SeatId
    command: BeforeToll
    by_table: bool


@dataclass(frozen=True)
class TollRefused(Event, word="toll_refused"):
    """The card goes back to the hand."""

    seat: SeatId
    payer: SeatId


@dataclass(frozen=True)
class TollSet(Event, word="toll_set"):
    seat: SeatId
    cell: Cell
    side: Side


@dataclass(frozen=True)
class TollPaid(Event, word="toll_paid"):
    """One nugget from the payer to whoever set the dwarf; its card's front cell is free again."""

    payer: SeatId
    owner: SeatId
    cell: Cell
