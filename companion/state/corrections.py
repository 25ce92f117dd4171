"""What the table puts right by agreeing on it, asked and done. Part of state.commands and state.events."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.editions.cards import Mark, Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.ids import SeatId
from companion.state.words import Command, Event

# ---- asked ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableCard:
    """A card as it lies on the table: `face` as it lies, None for a face-down card."""

    cell: Cell
    face: Face | None
    kind: str = "path"  # start, path, goal


@dataclass(frozen=True)
class Resync(Command, word="resync"):
    """Take the maze as the camera sees it (or as the table types it), without judging it."""

    cards: tuple[TableCard, ...]


@dataclass(frozen=True)
class SetTurn(Command, word="set_turn"):
    seat: SeatId


@dataclass(frozen=True)
class SetPile(Command, word="set_pile"):
    """How many cards the draw pile holds, counted by hand."""

    cards: int


@dataclass(frozen=True)
class SetHand(Command, word="set_hand"):
    seat: SeatId
    cards: int


@dataclass(frozen=True)
class SetTools(Command, word="set_tools"):
    """The broken tools that lie before a seat."""

    seat: SeatId
    broken: tuple[Tool, ...] = field(default=())


@dataclass(frozen=True)
class SetMarks(Command, word="set_marks"):
    """The cards other than broken tools that lie before a seat."""

    seat: SeatId
    marks: tuple[Mark, ...] = ()


# ---- done -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Resynced(Event, word="resynced"):
    """joined : what the maze as it lies joins to the start and nobody has seen to yet: face-down goals and chests that
    are to be turned, the site"""

    cards: tuple[TableCard, ...]
    joined: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class TurnSet(Event, word="turn_set"):
    seat: SeatId


@dataclass(frozen=True)
class PileSet(Event, word="pile_set"):
    cards: int


@dataclass(frozen=True)
class HandSet(Event, word="hand_set"):
    seat: SeatId
    cards: int


@dataclass(frozen=True)
class ToolsSet(Event, word="tools_set"):
    seat: SeatId
    broken: tuple[Tool, ...]


@dataclass(frozen=True)
class MarksSet(Event, word="marks_set"):
    seat: SeatId
    marks: tuple[Mark, ...]
