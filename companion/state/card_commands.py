"""What is asked of the game with the cards of other boxes than the first. Part of the union in state.commands."""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.cards import Mark as Mark
from companion.editions.cards import Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state.ids import SeatId
from companion.state.secret import Secret

# ---- chance ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealChests:
    """What is in the chest at each chest cell, and the front of the path card that covers it (CHEST-01)."""

    effects: Secret[tuple[int, ...]]
    faces: Secret[tuple[Face, ...]]


@dataclass(frozen=True)
class RedealRoles:
    """The dwarves in play, shuffled: one for each seat again (PARTY-01)."""

    roles: Secret[tuple[str, ...]]


# ---- before the first turn ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayMidway:
    """The path card that was drawn for the middle of the way, as it lies (TOUR-02)."""

    face: Face


# ---- cards laid before people or played on them ----------------------------------------------------------------


@dataclass(frozen=True)
class LayThief:
    """Before oneself (S2A-01)."""


@dataclass(frozen=True)
class HandsOff:
    target: SeatId


@dataclass(frozen=True)
class Trap:
    target: SeatId


@dataclass(frozen=True)
class Free:
    target: SeatId


@dataclass(frozen=True)
class Inspect:
    """Look at another player's dwarf (S2A-07), by the card or by what a chest brought (CHEST-05)."""

    target: SeatId


@dataclass(frozen=True)
class SwapHats:
    target: SeatId


@dataclass(frozen=True)
class SwapHands:
    target: SeatId


@dataclass(frozen=True)
class TradeTwo:
    """Throw two cards away to be rid of one that lies before oneself: a broken tool, or a mark (S2T-01)."""

    tool: Tool | None = None
    mark: Mark | None = None


# ---- championship cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwapGoals:
    """Two goals are taken and put back, in each other's place or not: only the player knows which (WC17)."""

    cells: tuple[Cell, ...]
    swapped: Secret[bool]


@dataclass(frozen=True)
class SearchDiscards:
    """Keep one of the top five discards instead of drawing (WC18)."""


@dataclass(frozen=True)
class Veto:
    """Against the card that was just played in another's turn (WC19)."""

    seat: SeatId


@dataclass(frozen=True)
class LetStand:
    """No veto: from a seat, its own; from the table, everybody's."""


@dataclass(frozen=True)
class ReverseTurns:
    """WC20"""


@dataclass(frozen=True)
class Pioneer:
    """Two path cards follow, one after the other (WC22)."""


@dataclass(frozen=True)
class StopPioneering:
    """The pioneer lays no more path cards."""


@dataclass(frozen=True)
class MoveLast:
    """Move the path card that was laid last, turned by 180 degrees or as it lay (WC23)."""

    cell: Cell
    turned: bool = False
    toll_payer: SeatId | None = None


# ---- tolls -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetToll:
    """A toll dwarf at the open `side` of the card in `cell` (TOLL-02)."""

    cell: Cell
    side: Side


@dataclass(frozen=True)
class AnswerToll:
    """Somebody asked this seat to pay the toll for him (TOLL-03)."""

    pays: bool


# ---- chests ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TellChest:
    """With printed chests: the path card as it lies now, and what is in the chest."""

    cell: Cell
    face: Face
    effect: int


@dataclass(frozen=True)
class ShiftGoal:
    """Move a face-down goal one space farther from the start."""

    cell: Cell


@dataclass(frozen=True)
class TakeCard:
    """Take a card out of another's hand."""

    target: SeatId


@dataclass(frozen=True)
class FinishChore:
    """What a chest said was done with the cards."""


# ---- the end of a round ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Steal:
    """Take one nugget from somebody, or from nobody (S2A-01, S2A-03). Only the two of them know."""

    victim: Secret[SeatId | None]


# ---- the table agrees ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SetMarks:
    """The cards other than broken tools that lie before a seat."""

    seat: SeatId
    marks: tuple[Mark, ...] = ()
