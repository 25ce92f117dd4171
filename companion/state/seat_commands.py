"""What people ask about seats: who sits where, who is away, a pause, who saw the result. Part of state.commands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.state.ids import SeatId
from companion.state.words import Command


class Attendance(StrEnum):
    """Whether somebody is waited for. Both who is away and who has left are passed over, see rules.away."""

    HERE = "here"
    AWAY = "away"  # comes back, and finds his cards as they lay
    LEFT = "left"  # plays no more: the next round is dealt without him


@dataclass(frozen=True)
class AddSeat(Command, word="add_seat"):
    """Somebody sits down, at the end of the clockwise order. `simulated` players belong to the demo table."""

    name: str
    simulated: bool = False


@dataclass(frozen=True)
class RenameSeat(Command, word="rename_seat"):
    seat: SeatId
    name: str


@dataclass(frozen=True)
class RemoveSeat(Command, word="remove_seat"):
    """Only before the game starts. `forced`: also where its phone is listening, of which the rules know nothing."""

    seat: SeatId
    forced: bool = False


@dataclass(frozen=True)
class MoveSeat(Command, word="move_seat"):
    """Put a seat at another place of the clockwise order; only before the game starts."""

    seat: SeatId
    to: SeatId


@dataclass(frozen=True)
class SetSeating(Command, word="set_seating"):
    """Everybody presses in the order in which they sit, or that is over; only before the game starts."""

    on: bool


@dataclass(frozen=True)
class SitNext(Command, word="sit_next"):
    """This seat is the next in clockwise order, while everybody presses in that order."""

    seat: SeatId


@dataclass(frozen=True)
class TakeOverSeat(Command, word="take_over_seat"):
    """A phone sits down where a simulated player sat, or the other way round; possible at any time."""

    seat: SeatId
    simulated: bool
    name: str


@dataclass(frozen=True)
class SetPresence(Command, word="set_presence"):
    """During a game: pass somebody over until he is back, or take him out; the table, or he who is back."""

    seat: SeatId
    presence: Attendance


@dataclass(frozen=True)
class SetPause(Command, word="set_pause"):
    """Nobody plays until the table goes on."""

    paused: bool


@dataclass(frozen=True)
class SeeResult(Command, word="see_result"):
    """This seat has seen how the round ended; the next begins when all have, or when the table says so."""
