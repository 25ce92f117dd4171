"""One round as it stands: the maze, hands and piles by number, tools, and the round's secrets. No verbs."""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.parameters import Direction
from companion.maze.board import Board
from companion.maze.geometry import Cell
from companion.state.commands import GoalCard, SeatId, Tool
from companion.state.secret import Secret


@dataclass(frozen=True)
class Draft:
    """Gold cards going round: who takes one, in this order, and the values still in hand."""

    order: tuple[SeatId, ...]
    values: Secret[tuple[int, ...]]


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


@dataclass(frozen=True)
class Ending:
    """Why the round ended. `finisher` joined the gold to the start; None where nobody did."""

    reason: str  # gold, hands_empty, no_playable, table
    reached: bool
    finisher: SeatId | None
    shown_roles: tuple[str, ...] | None = None  # END-09, None while they are not told
    paid: tuple[Secret[tuple[int, ...]], ...] = ()  # gold cards won in this round, by seat
    to_take: int = 0  # gold cards that chance draws
