"""What has happened to seats: who sits where, who is away, a pause, who has seen the result. Part of state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.ids import SeatId
from companion.state.seat_commands import Attendance
from companion.state.words import Event


@dataclass(frozen=True)
class SeatAdded(Event, word="seat_added"):
    """In the lobby, or between two rounds of a game."""

    name: str
    simulated: bool


@dataclass(frozen=True)
class SeatRenamed(Event, word="seat_renamed"):
    seat: SeatId
    name: str


@dataclass(frozen=True)
class SeatRemoved(Event, word="seat_removed"):
    """In the lobby, or between two rounds of a game: then what he had won goes back to the box."""

    seat: SeatId


@dataclass(frozen=True)
class SeatMoved(Event, word="seat_moved"):
    seat: SeatId
    to: SeatId


@dataclass(frozen=True)
class SeatingSet(Event, word="seating_set"):
    """Whoever sits at this place is to press next; None: nobody is asked any more."""

    place: SeatId | None


@dataclass(frozen=True)
class SeatTakenOver(Event, word="seat_taken_over"):
    seat: SeatId
    simulated: bool
    name: str


@dataclass(frozen=True)
class PresenceSet(Event, word="presence_set"):
    """Who has left puts the cards of his hand face down with the discards."""

    seat: SeatId
    presence: Attendance


@dataclass(frozen=True)
class PauseSet(Event, word="pause_set"):
    paused: bool


@dataclass(frozen=True)
class ResultSeen(Event, word="result_seen"):
    seat: SeatId
