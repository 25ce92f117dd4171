"""Whose move it is and what is asked of them: one value instead of phase flags. Everything in it is public."""

from __future__ import annotations

from dataclasses import dataclass

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.commands import GoalKind, SeatId


@dataclass(frozen=True)
class AtLobby:
    """The table sets up and sits down."""


@dataclass(frozen=True)
class Dealing:
    """Chance deals what the app brings (ByDealer: DealRoles, DealGoals), in any order."""

    roles: bool
    goals: bool


@dataclass(frozen=True)
class LookingAtRoles:
    """These seats have not looked at their dwarf yet (RoleSeen, or BeginPlay by the table)."""

    waiting: tuple[SeatId, ...]


@dataclass(frozen=True)
class Playing:
    """This seat plays one card or passes."""

    seat: SeatId


@dataclass(frozen=True)
class Peeking:
    """This seat looks at the goal in `cell` until ClosePeek."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class ChoosingGoal:
    """This seat says which of the reached goals is turned first (END-05)."""

    seat: SeatId
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class LayingGoal:
    """The goal is known now; the card is to be laid (LayGoal, by anybody).

    faces : the ways it may lie, best fit first; turned : for each, whether it is a half-turn of the printed card
    """

    seat: SeatId
    cell: Cell
    kind: GoalKind
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class TellingGoal:
    """A printed goal was reached: turn it over and tell what it is (TellGoal)."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class TellingRoles:
    """The round is over; the app must be told who was what (TellRole), to share the gold."""

    seats: tuple[SeatId, ...]


@dataclass(frozen=True)
class DealingGold:
    """Chance draws so many gold cards from the pile (ByDealer: DealGold)."""

    cards: int


@dataclass(frozen=True)
class Drafting:
    """This seat keeps one of the gold cards (TakeGold) and passes on the rest."""

    seat: SeatId


@dataclass(frozen=True)
class RoundOver:
    """The round's result is on the table (NextRound)."""


@dataclass(frozen=True)
class TellingGold:
    """With printed gold: these seats have not told their nuggets yet (TellGold)."""

    seats: tuple[SeatId, ...]


@dataclass(frozen=True)
class GameOver:
    """NewGame goes back to the lobby."""


Pending = (
    AtLobby | Dealing | LookingAtRoles | Playing | Peeking | ChoosingGoal | LayingGoal | TellingGoal
    | TellingRoles | DealingGold | Drafting | RoundOver | TellingGold | GameOver
)  # fmt: skip
