"""One round as it stands: its seats, the maze, hands and piles by number, tools, and the round's secrets. No verbs."""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.parameters import Direction
from companion.maze.board import Board
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side, around
from companion.state.commands import Attendance, GoalCard, SeatId, Tool
from companion.state.secret import Secret

COLOURS = 12  # of badges: for as many as the largest box has chairs for
LONGEST_NAME = 24  # letters; what fits on a phone's line beside three tools


@dataclass(frozen=True)
class Seat:
    """Who sits there. A seat's number is its place in the clockwise order; what it holds is in round and game.

    colour : the number of its badge's colour and shape, from 0, which no other seat has while it is at the table
    """

    name: str
    colour: int
    simulated: bool = False
    presence: Attendance = Attendance.HERE

    @property
    def is_here(self) -> bool:
        """The game waits for him where it is his move."""
        return self.presence is Attendance.HERE

    @property
    def has_left(self) -> bool:
        """He holds no cards and gets none (AWAY-4)."""
        return self.presence is Attendance.LEFT


def next_seat(seat: SeatId, seats: int, direction: Direction) -> SeatId:
    """The seat after this one, as the turn goes round."""
    return (seat + (1 if direction is Direction.CW else -1)) % seats


@dataclass(frozen=True)
class Draft:
    """Gold cards going round: who takes one, in this order, and the values still in hand."""

    order: tuple[SeatId, ...]
    values: Secret[tuple[int, ...]]


@dataclass(frozen=True)
class Progress:
    """What has happened in this turn that its end depends on: what is drawn then, see rules.course.

    laid : path cards laid; pioneer : a pioneer was played; to_lay : path cards that he may still lay
    no_draw, more : what chests and cards changed in the draw
    found : the table found something joined to the start; no card was played for it, and this turn is still to be
    """

    laid: int = 0
    pioneer: bool = False
    to_lay: int = 0
    no_draw: bool = False
    more: int = 0
    found: bool = False


@dataclass(frozen=True)
class Toll:
    """A toll dwarf at the open `side` of the card in `cell` (TOLL-02)."""

    cell: Cell
    side: Side
    owner: SeatId

    @property
    def front(self) -> Cell:
        """Where nobody may lay a card before the toll is paid (TOLL-04)."""
        return around(self.cell)[self.side]


@dataclass(frozen=True)
class Earning:
    """One line of how the gold came about. `why` as in NuggetsPaid, or `gold` for gold cards from the pile."""

    seat: SeatId
    nuggets: int
    why: str


@dataclass(frozen=True)
class Theft:
    """Only these two know of it; None where the thief took nothing."""

    seat: SeatId
    victim: Secret[SeatId | None]


@dataclass(frozen=True)
class Round:
    """`hands`, `pile` and `discards` count cards; which cards they are, only the table knows.

    goal_cells : where the goals lie, in the order of `goals`
    goals : the goal dealt to each of those cells; None where printed goals are used or not dealt yet
    roles, aside : the dwarves in play by seat, and those put aside; None likewise
    told_roles : what the table told at the end of the round, by seat
    last_path, last_card : who played the last path card, the last card (NEXT-02); last_cell : where it was laid
    peeks : (seat, cell) of the maps used so far, for those who may remember
    due : goals that were reached and are still to be turned
    maps_barred : maps may no longer look at goals (CHEST-05)
    marks : cards other than broken tools that lie before each seat, by name
    thieves : whose thief lies, in the order in which they were played
    inspections : (seat, target) of dwarves looked at so far, for those who may remember
    vetoes : so many were played; tolls : the dwarves that stand; tolls_set : so many were set in this round
    chests, chest_faces : by chest cell, what is in it and the front of the card that covers it; None as with goals
    extra : cards in play that came from outside the deck (a midway card, those that covered chests)
    at_table : people follow the screens at a table, see StartGame
    """

    number: int
    board: Board
    starter: SeatId
    turn: SeatId
    direction: Direction
    hands: tuple[int, ...]
    pile: int
    goal_cells: tuple[Cell, ...]
    broken: tuple[tuple[Tool, ...], ...]
    marks: tuple[tuple[str, ...], ...]
    discards: int = 0
    roles: Secret[tuple[str, ...]] | None = None
    aside: Secret[tuple[str, ...]] | None = None
    goals: Secret[tuple[GoalCard, ...]] | None = None
    seen_role: tuple[SeatId, ...] = ()
    told_roles: tuple[str | None, ...] = ()
    last_path: SeatId | None = None
    last_card: SeatId | None = None
    last_cell: Cell | None = None
    peeks: tuple[tuple[SeatId, Cell], ...] = ()
    due: tuple[Cell, ...] = ()
    maps_barred: bool = False
    draft: Draft | None = None
    ending: Ending | None = None
    progress: Progress = Progress()
    thieves: tuple[SeatId, ...] = ()
    inspections: tuple[tuple[SeatId, SeatId], ...] = ()
    vetoes: int = 0
    tolls: tuple[Toll, ...] = ()
    tolls_set: int = 0
    site: Cell | None = None
    site_reached: bool = False
    chest_cells: tuple[Cell, ...] = ()
    chests: Secret[tuple[int, ...]] | None = None
    chest_faces: Secret[tuple[Face, ...]] | None = None
    extra: int = 0
    earned: tuple[Earning, ...] = ()
    at_table: bool = False

    @property
    def tolled(self) -> frozenset[Cell]:
        return frozenset(toll.front for toll in self.tolls)


@dataclass(frozen=True)
class Ending:
    """Why the round ended. `finisher` joined the gold to the start; None where nobody did."""

    reason: str  # gold, spider, hands_empty, no_playable, table
    reached: bool
    finisher: SeatId | None
    shown_roles: tuple[str, ...] | None = None  # END-09, None while they are not told
    paid: tuple[Secret[tuple[int, ...]], ...] = ()  # gold cards won in this round, by seat
    to_take: int = 0  # gold cards that chance draws
    open_teams: tuple[str, ...] = ()  # S2R-15: those that no door keeps from the gold
    crystals: int = 0
    thefts: tuple[Theft, ...] = ()  # in their order
