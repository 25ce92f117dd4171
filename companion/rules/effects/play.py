"""What is known of an action card that is played: the card, who, on whom or where. The effects judge it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.editions.cards import Deed
from companion.maze.geometry import Cell
from companion.state.commands import SeatId, Tool
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret


@dataclass(frozen=True)
class Play:
    """`tool` is what is broken or mended, `card` the tools drawn on the card, `against` the move that is answered.

    turned : the card that is moved is turned by 180 degrees; paid : somebody pays the toll there
    swapped : the two goals are put back in each other's place
    """

    deed: Deed
    seat: SeatId
    target: SeatId | None = None
    tool: Tool | None = None
    card: tuple[Tool, ...] = ()
    cells: tuple[Cell, ...] = ()
    against: str | None = None
    turned: bool = False
    paid: bool = False
    swapped: Secret[bool] | None = None


@dataclass(frozen=True)
class Effect:
    """judge : why the card may not be played so, None where it may; happen : what it does.

    digs : the maze may reach something by it, as by a path card
    """

    judge: Callable[[Game, Play], Refusal | None]
    happen: Callable[[Game, Play], tuple[Event, ...]]
    digs: bool = False
