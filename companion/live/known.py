"""What is known beside the game and the camera's board, for whoever compares them. open_questions keeps it in mind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.live.proposal import WaitsFor
from companion.maze.geometry import Cell
from companion.sight.reading import SeenCard
from companion.state.commands import SeatId


@dataclass(frozen=True)
class Known:
    """held : cells whose card must not act by itself, with the reason
    entries : the journal's number of the placement that lies in a cell, for amending
    last, mover : the cell of the last placement, while it can be taken back, and whose it was
    hands : at the demo table, whose hand laid the card in a cell
    doubts : how the camera reads cards now that were laid as it saw them, and of which it is not sure any more
    """

    held: Mapping[Cell, WaitsFor] = field(default_factory=lambda: MappingProxyType({}))
    entries: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}))
    last: Cell | None = None
    mover: SeatId | None = None
    hands: Mapping[Cell, SeatId] = field(default_factory=lambda: MappingProxyType({}))
    doubts: Mapping[Cell, SeenCard] = field(default_factory=lambda: MappingProxyType({}))
