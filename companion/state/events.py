"""What has happened, in the past tense. `rules.evolve` folds them into a game; nothing else changes one.

An event holds plain values and `Secret`s, so that a journal can keep it and a page can only show what it may.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.cards import Mark, Tool
from companion.editions.parameters import Direction
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.commands import GoalCard, GoalKind, SeatId, Supply
from companion.state.corrections import HandSet as HandSet
from companion.state.corrections import MarksSet as MarksSet
from companion.state.corrections import PileSet as PileSet
from companion.state.corrections import Resynced as Resynced
from companion.state.corrections import ToolsSet as ToolsSet
from companion.state.corrections import TurnSet as TurnSet
from companion.state.held_card import CardPlayed as CardPlayed
from companion.state.held_card import CardStood as CardStood
from companion.state.held_card import CardVetoed as CardVetoed
from companion.state.held_card import VetoDeclined as VetoDeclined
from companion.state.laid_out import ChestAsked as ChestAsked
from companion.state.laid_out import ChestOpened as ChestOpened
from companion.state.laid_out import ChestsDealt as ChestsDealt
from companion.state.laid_out import ChestsPlaced as ChestsPlaced
from companion.state.laid_out import CoverLaid as CoverLaid
from companion.state.laid_out import CoverTurned as CoverTurned
from companion.state.laid_out import MidwayAsked as MidwayAsked
from companion.state.laid_out import MidwayLaid as MidwayLaid
from companion.state.laid_out import SiteReached as SiteReached
from companion.state.nuggets import GoldChanged as GoldChanged
from companion.state.nuggets import NuggetsPaid as NuggetsPaid
from companion.state.nuggets import NuggetStolen as NuggetStolen
from companion.state.nuggets import TeamsJudged as TeamsJudged
from companion.state.nuggets import TheftDue as TheftDue
from companion.state.round_end import GameEnded as GameEnded
from companion.state.round_end import GoldAsked as GoldAsked
from companion.state.round_end import GoldDealt as GoldDealt
from companion.state.round_end import GoldDue as GoldDue
from companion.state.round_end import GoldPaid as GoldPaid
from companion.state.round_end import GoldTaken as GoldTaken
from companion.state.round_end import GoldTold as GoldTold
from companion.state.round_end import RolesAsked as RolesAsked
from companion.state.round_end import RolesShown as RolesShown
from companion.state.round_end import RoleTold as RoleTold
from companion.state.round_end import RoundEnded as RoundEnded
from companion.state.round_end import RoundScored as RoundScored
from companion.state.seat_events import PauseSet as PauseSet
from companion.state.seat_events import PresenceSet as PresenceSet
from companion.state.seat_events import ResultSeen as ResultSeen
from companion.state.seat_events import SeatAdded as SeatAdded
from companion.state.seat_events import SeatingSet as SeatingSet
from companion.state.seat_events import SeatMoved as SeatMoved
from companion.state.seat_events import SeatRemoved as SeatRemoved
from companion.state.seat_events import SeatRenamed as SeatRenamed
from companion.state.seat_events import SeatTakenOver as SeatTakenOver
from companion.state.secret import Secret
from companion.state.tolls import TollAsked as TollAsked
from companion.state.tolls import TollPaid as TollPaid
from companion.state.tolls import TollRefused as TollRefused
from companion.state.tolls import TollSet as TollSet
from companion.state.words import Event as Event

# ---- the lobby ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Configured(Event, word="configured"):
    edition: str
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    roles: Supply
    goals: Supply
    gold: Supply
    turn_time_s: int = 0


@dataclass(frozen=True)
class LobbyOpened(Event, word="lobby_opened"):
    """The same people sit down to another game. `given_up`: the one before was not played to its end."""

    given_up: bool = False


# ---- a round begins -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundBegan(Event, word="round_began"):
    """`roles`, `goals` and `chests`: the app waits for chance to deal them. `at_table`: see StartGame."""

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
    at_table: bool = False


@dataclass(frozen=True)
class RolesDealt(Event, word="roles_dealt"):
    roles: Secret[tuple[str, ...]]
    aside: Secret[tuple[str, ...]]


@dataclass(frozen=True)
class GoalsDealt(Event, word="goals_dealt"):
    cards: Secret[tuple[GoalCard, ...]]


@dataclass(frozen=True)
class LineTicked(Event, word="line_ticked"):
    """See TickLine."""

    line: str
    done: bool


@dataclass(frozen=True)
class TableSet(Event, word="table_set"):
    """Roles may be looked at now."""


@dataclass(frozen=True)
class RoleLookedAt(Event, word="role_looked_at"):
    seat: SeatId


@dataclass(frozen=True)
class PlayBegan(Event, word="play_began"):
    """All have looked at their role, or nobody waits for the others."""


@dataclass(frozen=True)
class TurnBegan(Event, word="turn_began"):
    seat: SeatId


# ---- a turn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PathPlaced(Event, word="path_placed"):
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
class PeekClosed(Event, word="peek_closed"):
    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class Passed(Event, word="passed"):
    """Discarded so many cards face down."""

    seat: SeatId
    discards: int


@dataclass(frozen=True)
class CardsTraded(Event, word="cards_traded"):
    """Two cards were thrown away for one that lay before the player."""

    seat: SeatId
    tool: Tool | None
    mark: Mark | None


@dataclass(frozen=True)
class InspectionClosed(Event, word="inspection_closed"):
    seat: SeatId
    target: SeatId


@dataclass(frozen=True)
class PathsDue(Event, word="paths_due"):
    """The pioneer lays another path card, so many more."""

    seat: SeatId
    left: int


@dataclass(frozen=True)
class CardsDrawn(Event, word="cards_drawn"):
    seat: SeatId
    cards: int


@dataclass(frozen=True)
class SeatSkipped(Event, word="seat_skipped"):
    """An empty hand passes by itself (TURN-05)."""

    seat: SeatId


# ---- goals ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GoalsReached(Event, word="goals_reached"):
    """Face-down goals and chests are joined to the start. With more than one the seat chooses the next (END-05).

    chests : those of `cells` that are chests
    """

    seat: SeatId
    cells: tuple[Cell, ...]
    chests: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class GoalPicked(Event, word="goal_picked"):
    """This goal is turned over next. What it is, nobody has heard."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class GoalTurned(Event, word="goal_turned"):
    """The app says which card lies there now, and the ways it may lie, best fit first."""

    seat: SeatId
    cell: Cell
    kind: GoalKind
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class GoalAsked(Event, word="goal_asked"):
    """A printed goal is to be turned over and told."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class GoalLaid(Event, word="goal_laid"):
    """The goal lies face up. `misfits`: on so many sides a tunnel meets rock (END-04)."""

    cell: Cell
    kind: GoalKind
    face: Face
    misfits: int


@dataclass(frozen=True)
class PrintedGoalsUsed(Event, word="printed_goals_used"):
    """The goal cards on the table count from now on: see UsePrintedGoals."""


EVENTS: tuple[type[Event], ...] = (
    Configured, SeatAdded, SeatRenamed, SeatRemoved, SeatMoved, SeatingSet, SeatTakenOver, LobbyOpened,
    PresenceSet, PauseSet, ResultSeen,
    RoundBegan, RolesDealt, GoalsDealt, LineTicked, TableSet, RoleLookedAt, PlayBegan, TurnBegan,
    PathPlaced, PeekClosed, Passed,
    CardsDrawn, SeatSkipped,
    GoalsReached, GoalPicked, GoalTurned, GoalAsked, GoalLaid, PrintedGoalsUsed,
    RoundEnded, RolesAsked, RoleTold, RolesShown, GoldDue, GoldDealt, GoldTaken, GoldPaid, RoundScored,
    GoldAsked, GoldTold, GameEnded,
    Resynced, TurnSet, PileSet, HandSet, ToolsSet, MarksSet,
    ChestsDealt, ChestsPlaced, MidwayAsked, MidwayLaid, CardsTraded, InspectionClosed, CardPlayed, VetoDeclined,
    CardStood, CardVetoed, TollAsked, TollRefused, PathsDue, SiteReached, TollSet, CoverTurned, ChestAsked, CoverLaid,
    ChestOpened, NuggetsPaid, GoldChanged, TollPaid, TeamsJudged, TheftDue, NuggetStolen,
)  # fmt: skip
