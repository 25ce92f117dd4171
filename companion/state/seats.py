"""Who sits where. A seat's number is its place in the clockwise order; what it holds is in round and game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.commands import SeatId


@dataclass(frozen=True)
class Seat:
    name: str
    simulated: bool = False


def left_of(seat: SeatId, seats: int) -> SeatId:
    """The next seat clockwise."""
    return (seat + 1) % seats
