"""What has happened, in the past tense. `rules.evolve` folds them into a game; nothing else changes one.

An event holds plain values and `Secret`s, so that a journal can keep it and a page can only show what it may.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.parameters import Direction
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.card_events import CardEvent
from companion.state.commands import GoalCard, GoalKind, SeatId, Supply, TableCard, Tool
from companion.state.secret import Secret

# ---- the lobby ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Configured:
    edition: str
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    roles: Supply
    goals: Supply
    gold: Supply


@dataclass(frozen=True)
class SeatAdded:
    name: str
    simulated: bool


@dataclass(frozen=True)
class SeatRenamed:
    seat: SeatId
    name: str


@dataclass(frozen=True)
class SeatRemoved:
    seat: SeatId


@dataclass(frozen=True)
class SeatMoved:
    seat: SeatId
    to: SeatId


@dataclass(frozen=True)
class SeatTakenOver:
    seat: SeatId
    simulated: bool
    name: str


@dataclass(frozen=True)
class LobbyOpened:
    """The same people sit down to another game. `given_up`: the one before was not played to its end."""

    given_up: bool = False


# ---- a round begins -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundBegan:
    """`roles`, `goals` and `chests`: the app waits for chance to deal them."""

    number: int
    starter: SeatId
    direction: Direction
    hand: int
    pile: int
    start: Face
    goal_cells: tuple[Cell, ...]
    roles: bool
    goals: bool
    chests: bool = False
    chest_cells: tuple[Cell, ...] = ()
    site: Cell | None = None


@dataclass(frozen=True)
class RolesDealt:
    roles: Secret[tuple[str, ...]]
    aside: Secret[tuple[str, ...]]


@dataclass(frozen=True)
class GoalsDealt:
    cards: Secret[tuple[GoalCard, ...]]


@dataclass(frozen=True)
class RoleLookedAt:
    seat: SeatId


@dataclass(frozen=True)
class PlayBegan:
    """All have looked at their role, or nobody waits for the others."""


@dataclass(frozen=True)
class TurnBegan:
    seat: SeatId


# ---- a turn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PathPlaced:
    """`reasons` is what the rules had against it where the table agreed to it all the same; `over`: more cards of this
    face lie on the table than the box holds, so one of them may have been read wrongly."""

    seat: SeatId
    cell: Cell
    face: Face
    reasons: tuple[str, ...] = ()
    over: bool = False

    @property
    def forced(self) -> bool:
        return bool(self.reasons)


@dataclass(frozen=True)
class ToolBroken:
    seat: SeatId
    target: SeatId
    tool: Tool


@dataclass(frozen=True)
class ToolRepaired:
    seat: SeatId
    target: SeatId
    tool: Tool
    card: tuple[Tool, ...]


@dataclass(frozen=True)
class RockFell:
    """`face` is the card that went, as it lay; None where it lay face down."""

    seat: SeatId
    cell: Cell
    face: Face | None


@dataclass(frozen=True)
class MapUsed:
    """`shown`: the app shows the goal; with printed goals people lift the card themselves."""

    seat: SeatId
    cell: Cell
    shown: bool


@dataclass(frozen=True)
class PeekClosed:
    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class Passed:
    """Discarded so many cards face down."""

    seat: SeatId
    discards: int


@dataclass(frozen=True)
class CardsDrawn:
    seat: SeatId
    cards: int


@dataclass(frozen=True)
class SeatSkipped:
    """An empty hand passes by itself (TURN-05)."""

    seat: SeatId


@dataclass(frozen=True)
class MarkLaid:
    """A card is laid before `target`, other than a broken tool."""

    seat: SeatId
    target: SeatId
    mark: str


@dataclass(frozen=True)
class MarkTaken:
    seat: SeatId
    target: SeatId
    mark: str


# ---- goals ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GoalsReached:
    """Face-down goals and chests are joined to the start. With more than one the seat chooses the next (END-05).

    chests : those of `cells` that are chests
    """

    seat: SeatId
    cells: tuple[Cell, ...]
    chests: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class GoalTurned:
    """The app says which card lies there now, and the ways it may lie, best fit first."""

    seat: SeatId
    cell: Cell
    kind: GoalKind
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class GoalAsked:
    """A printed goal is to be turned over and told."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class GoalLaid:
    """The goal lies face up. `misfits`: on so many sides a tunnel meets rock (END-04)."""

    cell: Cell
    kind: GoalKind
    face: Face
    misfits: int


# ---- end of a round -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundEnded:
    """`reason`: gold, spider, hands_empty, no_playable or table; `reached`: an unbroken path joins start and gold."""

    reason: str
    reached: bool
    finisher: SeatId | None


@dataclass(frozen=True)
class RolesAsked:
    """The printed roles are to be told, to share the gold."""


@dataclass(frozen=True)
class RoleTold:
    seat: SeatId
    role: str


@dataclass(frozen=True)
class RolesShown:
    """END-09: all dwarves are turned over."""

    roles: tuple[str, ...]


@dataclass(frozen=True)
class GoldDue:
    """Chance draws so many gold cards."""

    cards: int


@dataclass(frozen=True)
class GoldDealt:
    """`order`: who takes one card after the other."""

    values: Secret[tuple[int, ...]]
    order: tuple[SeatId, ...]


@dataclass(frozen=True)
class GoldTaken:
    seat: SeatId
    value: Secret[int]


@dataclass(frozen=True)
class GoldPaid:
    """Gold cards from the pile. `nuggets` is what was due and is public; the cards may be worth less (GOLD-10)."""

    seat: SeatId
    cards: Secret[tuple[int, ...]]
    nuggets: int


@dataclass(frozen=True)
class RoundScored:
    """`winners`: miners, saboteurs, greedy, nobody or teams; `winning`: the seats, empty where roles are not known."""

    winners: str
    winning: tuple[SeatId, ...]


@dataclass(frozen=True)
class GoldAsked:
    """The printed gold of all rounds is to be told."""


@dataclass(frozen=True)
class GoldTold:
    seat: SeatId
    nuggets: int


@dataclass(frozen=True)
class GameEnded:
    nuggets: tuple[int, ...]
    winners: tuple[SeatId, ...]


# ---- corrections ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Resynced:
    cards: tuple[TableCard, ...]


@dataclass(frozen=True)
class TurnSet:
    seat: SeatId


@dataclass(frozen=True)
class PileSet:
    cards: int


@dataclass(frozen=True)
class HandSet:
    seat: SeatId
    cards: int


@dataclass(frozen=True)
class ToolsSet:
    seat: SeatId
    broken: tuple[Tool, ...]


Event = (
    Configured | SeatAdded | SeatRenamed | SeatRemoved | SeatMoved | SeatTakenOver | LobbyOpened
    | RoundBegan | RolesDealt | GoalsDealt | RoleLookedAt | PlayBegan | TurnBegan
    | PathPlaced | ToolBroken | ToolRepaired | RockFell | MapUsed | PeekClosed | Passed
    | CardsDrawn | SeatSkipped | MarkLaid | MarkTaken
    | GoalsReached | GoalTurned | GoalAsked | GoalLaid
    | RoundEnded | RolesAsked | RoleTold | RolesShown | GoldDue | GoldDealt | GoldTaken | GoldPaid | RoundScored
    | GoldAsked | GoldTold | GameEnded
    | Resynced | TurnSet | PileSet | HandSet | ToolsSet | CardEvent
)  # fmt: skip
