"""What people, the camera and chance ask of the game, in the imperative. Plain facts; `rules.decide` judges them.

Every command is a frozen dataclass of plain values, so that the web can build it from a form and the journal can
keep it. Who asks is not part of the command: it is the `Actor` beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.editions.cards import GoalCard as GoalCard
from companion.editions.cards import GoalKind as GoalKind
from companion.editions.cards import Mark as Mark
from companion.editions.cards import Tool as Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.corrections import Resync as Resync
from companion.state.corrections import SetHand as SetHand
from companion.state.corrections import SetMarks as SetMarks
from companion.state.corrections import SetPile as SetPile
from companion.state.corrections import SetTools as SetTools
from companion.state.corrections import SetTurn as SetTurn
from companion.state.corrections import TableCard as TableCard
from companion.state.held_card import LetStand as LetStand
from companion.state.ids import SeatId as SeatId
from companion.state.laid_out import DealChests as DealChests
from companion.state.laid_out import LayChests as LayChests
from companion.state.laid_out import LayMidway as LayMidway
from companion.state.laid_out import RedealRoles as RedealRoles
from companion.state.laid_out import TellChest as TellChest
from companion.state.nuggets import Steal as Steal
from companion.state.round_end import AgreeRoles as AgreeRoles
from companion.state.round_end import EndRound as EndRound
from companion.state.round_end import NextRound as NextRound
from companion.state.round_end import TakeGold as TakeGold
from companion.state.round_end import TellGold as TellGold
from companion.state.round_end import TellRole as TellRole
from companion.state.seat_commands import AddSeat as AddSeat
from companion.state.seat_commands import Attendance as Attendance
from companion.state.seat_commands import MoveSeat as MoveSeat
from companion.state.seat_commands import RemoveSeat as RemoveSeat
from companion.state.seat_commands import RenameSeat as RenameSeat
from companion.state.seat_commands import SeeResult as SeeResult
from companion.state.seat_commands import SetPause as SetPause
from companion.state.seat_commands import SetPresence as SetPresence
from companion.state.seat_commands import SetSeating as SetSeating
from companion.state.seat_commands import SitNext as SitNext
from companion.state.seat_commands import TakeOverSeat as TakeOverSeat
from companion.state.secret import Secret
from companion.state.tolls import AnswerToll as AnswerToll
from companion.state.tolls import BeforeToll as BeforeToll
from companion.state.tolls import SetToll as SetToll
from companion.state.words import Command as Command
from companion.state.words import Word


class Supply(StrEnum):
    """Who brings the roles, the goals or the gold: this program, or the printed cards on the table."""

    APP = "app"
    CARDS = "cards"


# ---- who asks -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BySeat(Word, word="by_seat"):
    """A player, through his own phone."""

    seat: SeatId


@dataclass(frozen=True)
class ByTable(Word, word="by_table"):
    """The table screen and its host: set-up, confirming for anybody at the table, corrections."""


@dataclass(frozen=True)
class ByCamera(Word, word="by_camera"):
    """A reading that was stable, legal, clear of its runner-up and in turn, so nobody was asked."""


@dataclass(frozen=True)
class ByDealer(Word, word="by_dealer"):
    """Chance: the seeded dealer, or the physical table where cards are used."""


Actor = BySeat | ByTable | ByCamera | ByDealer


# ---- before the game ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Configure(Command, word="configure"):
    """Choose the box and house rules, before the first round. `options` are names of editions.options.OPTIONS.

    turn_time_s : how long a turn may take until a kind word is said, 0 for no such clock; it ends no turn
    """

    edition: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    roles: Supply = Supply.APP
    goals: Supply = Supply.APP
    gold: Supply = Supply.APP
    turn_time_s: int = 0


@dataclass(frozen=True)
class StartGame(Command, word="start_game"):
    """Begin round one. `starter` is the youngest player (SETUP-10).

    at_table : people sit around a table with cards and follow the screens, which give them time for what hands do
    """

    starter: SeatId
    at_table: bool = False


# ---- chance ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealRoles(Command, word="deal_roles"):
    """One dwarf card for each seat, and those put aside."""

    roles: Secret[tuple[str, ...]]
    aside: Secret[tuple[str, ...]]


@dataclass(frozen=True)
class DealGoals(Command, word="deal_goals"):
    """The goal card that lies at each goal cell, in the order of the round's goal cells."""

    cards: Secret[tuple[GoalCard, ...]]


@dataclass(frozen=True)
class DealGold(Command, word="deal_gold"):
    """The gold cards drawn for this round's winners, as values in nuggets."""

    values: Secret[tuple[int, ...]]


# ---- a turn ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlacePath(BeforeToll, word="place_path"):
    """Lay a tunnel card. `face` is as it lies. `forced`: the table agrees although the rules do not."""

    cell: Cell
    face: Face
    forced: bool = False
    toll_payer: SeatId | None = None


@dataclass(frozen=True)
class ClosePeek(Command, word="close_peek"):
    """The peeking player has seen enough: the goal is hidden again, for good, and the turn ends."""


@dataclass(frozen=True)
class Pass(Command, word="pass"):
    """Discard `discards` cards face down, or none with an empty hand (TURN-04, TURN-05)."""

    discards: int = 1


@dataclass(frozen=True)
class TradeTwo(Command, word="trade_two"):
    """Throw two cards away to be rid of one that lies before oneself: a broken tool, or a mark (S2T-01)."""

    tool: Tool | None = None
    mark: Mark | None = None


@dataclass(frozen=True)
class StopPioneering(Command, word="stop_pioneering"):
    """The pioneer lays no more path cards."""


@dataclass(frozen=True)
class TickLine(Command, word="tick_line"):
    """A line of the list by which the table is set is done, or is not after all; `line` is its key."""

    line: str
    done: bool = True


@dataclass(frozen=True)
class SetTable(Command, word="set_table"):
    """The table is set as far as it will be: the round goes on, whatever is not ticked."""


@dataclass(frozen=True)
class RoleSeen(Command, word="role_seen"):
    """This seat has looked at its dwarf card."""


@dataclass(frozen=True)
class BeginPlay(Command, word="begin_play"):
    """The table does not wait any longer for those who have not looked at their role."""


# ---- goals ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChooseGoal(Command, word="choose_goal"):
    """Two goals were reached at once: which one is turned first (END-05)."""

    cell: Cell


@dataclass(frozen=True)
class TurnGoal(Command, word="turn_goal"):
    """Turn over the goal that was reached, which the app dealt: now everybody hears what it is."""

    cell: Cell


@dataclass(frozen=True)
class LayGoal(Command, word="lay_goal"):
    """The goal card that the app named lies on the table now; `turned` is its half-turn (END-03)."""

    cell: Cell
    turned: bool


@dataclass(frozen=True)
class TellGoal(Command, word="tell_goal"):
    """With printed goals: what was turned up, `face` as it lies, and the nuggets in a sack (none: as printed)."""

    cell: Cell
    kind: GoalKind
    face: Face
    nuggets: int = 0


@dataclass(frozen=True)
class UsePrintedGoals(Command, word="use_printed_goals"):
    """The goal cards on the table count from now on, in this round and those after it.

    A goal that waits to be turned or laid is told as it lies there. What lies face up in the maze stays. The app's own
    deal of goals is dropped: nothing comes of what it said of a goal before, on a map or when it named one. The chests
    of this round stay as they were dealt.
    """


@dataclass(frozen=True)
class NewGame(Command, word="new_game"):
    """Back to the lobby with the same people and the same settings; a game that is not over is given up."""


COMMANDS: tuple[type[Command], ...] = (
    Configure, AddSeat, RenameSeat, RemoveSeat, MoveSeat, SetSeating, SitNext, TakeOverSeat,
    SetPresence, SetPause, SeeResult, StartGame,
    DealRoles, DealGoals, DealGold,
    TickLine, SetTable,
    PlacePath, ClosePeek, Pass, RoleSeen, BeginPlay,
    ChooseGoal, TurnGoal, LayGoal, TellGoal, UsePrintedGoals,
    EndRound, TellRole, AgreeRoles, TakeGold, TellGold, NextRound, NewGame,
    Resync, SetTurn, SetPile, SetHand, SetTools, SetMarks,
    DealChests, RedealRoles, LayMidway, LayChests,
    TradeTwo, LetStand, StopPioneering,
    SetToll, AnswerToll, TellChest, Steal,
)  # fmt: skip
