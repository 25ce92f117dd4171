"""What lies on the table, as pages may see it: cards, tolls, a site. Part of the window in views.model."""

from __future__ import annotations

from dataclasses import dataclass

from companion.maze.geometry import Cell, Side
from companion.state.commands import GoalKind, SeatId


@dataclass(frozen=True)
class CardView:
    """A card in the maze. `face` is the notation of the face as it lies; None means face down.

    `kind`: start, path, goal, covered (another face-down card) or site (something that tunnels lead to). `chest`: a
    chest lies under it.
    """

    cell: Cell
    kind: str
    face: str | None
    goal: GoalKind | None = None  # of a goal that lies face up
    linked: bool = False  # some tunnel of it is joined to the start
    newest: bool = False
    entry: int | None = None
    chest: bool = False


@dataclass(frozen=True)
class TollView:
    """A toll dwarf of `owner` at the open `side` of the card in `cell`; nobody may lay a card in `front` unpaid."""

    cell: Cell
    side: Side
    front: Cell
    owner: SeatId


@dataclass(frozen=True)
class SiteView:
    """`does`: new_dwarf (whoever reaches it first changes his dwarf) or redeal (all dwarves are dealt again)."""

    cell: Cell
    does: str
    reached: bool


@dataclass(frozen=True)
class MazeView:
    """`crystals`: what geologists would be paid for now, None where the game has none.

    frontier : empty cells that an open tunnel from the start points into
    unlinked_cells : beside those, where any card may lie that fits: where touching is all that is asked (CON-06)
    ladder_cells : where only a ladder may lie; none where the box has no ladders
    no_ladder_cells : of the unlinked cells, those where a ladder may not lie (S2P-02, S2P-03)
    """

    cards: tuple[CardView, ...]
    frontier: tuple[Cell, ...]
    x_min: int
    x_max: int
    y_min: int
    y_max: int
    tolls: tuple[TollView, ...] = ()
    site: SiteView | None = None
    crystals: int | None = None
    ladder_cells: tuple[Cell, ...] = ()
    unlinked_cells: tuple[Cell, ...] = ()
    no_ladder_cells: tuple[Cell, ...] = ()
