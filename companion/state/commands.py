"""What people, the camera and chance ask of the game, in the imperative. Plain facts; `rules.decide` judges them.

Every command is a frozen dataclass of plain values, so that the web can build it from a form and the journal can
keep it. Who asks is not part of the command: it is the `Actor` beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.editions.cards import GoalCard as GoalCard
from companion.editions.cards import GoalKind as GoalKind
from companion.editions.cards import Tool as Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.card_commands import AnswerToll as AnswerToll
from companion.state.card_commands import DealChests as DealChests
from companion.state.card_commands import FinishChore as FinishChore
from companion.state.card_commands import Free as Free
from companion.state.card_commands import HandsOff as HandsOff
from companion.state.card_commands import Inspect as Inspect
from companion.state.card_commands import LayMidway as LayMidway
from companion.state.card_commands import LayThief as LayThief
from companion.state.card_commands import LetStand as LetStand
from companion.state.card_commands import Mark as Mark
from companion.state.card_commands import MoveLast as MoveLast
from companion.state.card_commands import Pioneer as Pioneer
from companion.state.card_commands import RedealRoles as RedealRoles
from companion.state.card_commands import ReverseTurns as ReverseTurns
from companion.state.card_commands import SearchDiscards as SearchDiscards
from companion.state.card_commands import SetMarks as SetMarks
from companion.state.card_commands import SetToll as SetToll
from companion.state.card_commands import ShiftGoal as ShiftGoal
from companion.state.card_commands import Steal as Steal
from companion.state.card_commands import StopPioneering as StopPioneering
from companion.state.card_commands import SwapGoals as SwapGoals
from companion.state.card_commands import SwapHands as SwapHands
from companion.state.card_commands import SwapHats as SwapHats
from companion.state.card_commands import TakeCard as TakeCard
from companion.state.card_commands import TellChest as TellChest
from companion.state.card_commands import TradeTwo as TradeTwo
from companion.state.card_commands import Trap as Trap
from companion.state.card_commands import Veto as Veto
from companion.state.ids import SeatId as SeatId
from companion.state.secret import Secret


class Supply(StrEnum):
    """Who brings the roles, the goals or the gold: this program, or the printed cards on the table."""

    APP = "app"
    CARDS = "cards"


# ---- who asks -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BySeat:
    """A player, through his own phone."""

    seat: SeatId


@dataclass(frozen=True)
class ByTable:
    """The table screen and its host: set-up, confirming for anybody at the table, corrections."""


@dataclass(frozen=True)
class ByCamera:
    """A reading that was stable, legal, clear of its runner-up and in turn, so nobody was asked."""


@dataclass(frozen=True)
class ByDealer:
    """Chance: the seeded dealer, or the physical table where cards are used."""


Actor = BySeat | ByTable | ByCamera | ByDealer


# ---- before the game ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Configure:
    """Choose the box and house rules, before the first round. `options` are names from section 20 of the rules."""

    edition: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    roles: Supply = Supply.APP
    goals: Supply = Supply.APP
    gold: Supply = Supply.APP


@dataclass(frozen=True)
class AddSeat:
    """Somebody sits down, at the end of the clockwise order. `simulated` players belong to the demo table."""

    name: str
    simulated: bool = False


@dataclass(frozen=True)
class RenameSeat:
    seat: SeatId
    name: str


@dataclass(frozen=True)
class RemoveSeat:
    """Only before the game starts."""

    seat: SeatId


@dataclass(frozen=True)
class MoveSeat:
    """Put a seat at another place of the clockwise order; only before the game starts."""

    seat: SeatId
    to: SeatId


@dataclass(frozen=True)
class TakeOverSeat:
    """A phone sits down where a simulated player sat, or the other way round; possible at any time."""

    seat: SeatId
    simulated: bool
    name: str


@dataclass(frozen=True)
class StartGame:
    """Begin round one. `starter` is the youngest player (SETUP-10)."""

    starter: SeatId


# ---- chance ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealRoles:
    """One dwarf card for each seat, and those put aside."""

    roles: Secret[tuple[str, ...]]
    aside: Secret[tuple[str, ...]]


@dataclass(frozen=True)
class DealGoals:
    """The goal card that lies at each goal cell, in the order of the round's goal cells."""

    cards: Secret[tuple[GoalCard, ...]]


@dataclass(frozen=True)
class DealGold:
    """The gold cards drawn for this round's winners, as values in nuggets."""

    values: Secret[tuple[int, ...]]


# ---- a turn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlacePath:
    """Lay a tunnel card. `face` is as it lies. `forced`: the table agrees although the rules do not.

    toll_payer : who pays the toll dwarf that looks into this cell (TOLL-03)
    """

    cell: Cell
    face: Face
    forced: bool = False
    toll_payer: SeatId | None = None


@dataclass(frozen=True)
class BreakTool:
    target: SeatId
    tool: Tool


@dataclass(frozen=True)
class RepairTool:
    """`card` is the set of tools drawn on the repair card: one tool, or two on a double repair (TOOL-05)."""

    target: SeatId
    tool: Tool
    card: tuple[Tool, ...] = ()


@dataclass(frozen=True)
class Rockfall:
    cell: Cell


@dataclass(frozen=True)
class UseMap:
    """Look secretly at the goal in `cell` (MAP-01)."""

    cell: Cell


@dataclass(frozen=True)
class ClosePeek:
    """The peeking player has seen enough: the goal is hidden again, for good, and the turn ends."""


@dataclass(frozen=True)
class Pass:
    """Discard `discards` cards face down, or none with an empty hand (TURN-04, TURN-05)."""

    discards: int = 1


@dataclass(frozen=True)
class RoleSeen:
    """This seat has looked at its dwarf card."""


@dataclass(frozen=True)
class BeginPlay:
    """The table does not wait any longer for those who have not looked at their role."""


# ---- goals ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChooseGoal:
    """Two goals were reached at once: which one is turned first (END-05)."""

    cell: Cell


@dataclass(frozen=True)
class LayGoal:
    """The goal card that the app named lies on the table now; `turned` is its half-turn (END-03)."""

    cell: Cell
    turned: bool


@dataclass(frozen=True)
class TellGoal:
    """With printed goals: what was turned up, `face` as it lies, and the nuggets in a sack (none: as printed)."""

    cell: Cell
    kind: GoalKind
    face: Face
    nuggets: int = 0


# ---- end of a round -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EndRound:
    """Nobody has a playable card left (END-08), as the table says: the app does not see hands."""

    forced: bool = False


@dataclass(frozen=True)
class TellRole:
    """With printed roles: who was what, told at the end of a round."""

    seat: SeatId
    role: str


@dataclass(frozen=True)
class TakeGold:
    """Keep one of the gold cards in hand and pass the rest on; `index` counts in the cards as shown to this seat."""

    index: int


@dataclass(frozen=True)
class TellGold:
    """With printed gold cards: how many nuggets this seat owns, told once at the end of the game."""

    seat: SeatId
    nuggets: int


@dataclass(frozen=True)
class NextRound:
    pass


@dataclass(frozen=True)
class NewGame:
    """Back to the lobby with the same people and the same settings; a game that is not over is given up."""


# ---- the table agrees: corrections ----------------------------------------------------------------------------


@dataclass(frozen=True)
class TableCard:
    """A card as it lies on the table: `face` as it lies, None for a face-down card."""

    cell: Cell
    face: Face | None
    kind: str = "path"  # start, path, goal


@dataclass(frozen=True)
class Resync:
    """Take the maze as the camera sees it (or as the table types it), without judging it."""

    cards: tuple[TableCard, ...]


@dataclass(frozen=True)
class SetTurn:
    seat: SeatId


@dataclass(frozen=True)
class SetPile:
    """How many cards the draw pile holds, counted by hand."""

    cards: int


@dataclass(frozen=True)
class SetHand:
    seat: SeatId
    cards: int


@dataclass(frozen=True)
class SetTools:
    """The broken tools that lie before a seat."""

    seat: SeatId
    broken: tuple[Tool, ...] = field(default=())


Command = (
    Configure | AddSeat | RenameSeat | RemoveSeat | MoveSeat | TakeOverSeat | StartGame
    | DealRoles | DealGoals | DealGold
    | PlacePath | BreakTool | RepairTool | Rockfall | UseMap | ClosePeek | Pass | RoleSeen | BeginPlay
    | ChooseGoal | LayGoal | TellGoal
    | EndRound | TellRole | TakeGold | TellGold | NextRound | NewGame
    | Resync | SetTurn | SetPile | SetHand | SetTools | SetMarks
    | DealChests | RedealRoles | LayMidway
    | LayThief | HandsOff | Trap | Free | Inspect | SwapHats | SwapHands | TradeTwo
    | SwapGoals | SearchDiscards | Veto | LetStand | ReverseTurns | Pioneer | StopPioneering | MoveLast
    | SetToll | AnswerToll | TellChest | ShiftGoal | TakeCard | FinishChore | Steal
)  # fmt: skip
