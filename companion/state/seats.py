"""Who sits where. A seat's number is its place in the clockwise order; what it holds is in round and game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.commands import Attendance, SeatId


@dataclass(frozen=True)
class Seat:
    name: str
    simulated: bool = False
    presence: Attendance = Attendance.HERE

    @property
    def is_here(self) -> bool:
        """The game waits for him where it is his move."""
        return self.presence is Attendance.HERE


def left_of(seat: SeatId, seats: int) -> SeatId:
    """The next seat clockwise."""
    return (seat + 1) % seats
