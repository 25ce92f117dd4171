"""The window: whole, small, frozen values made for one viewer. The web can render nothing else.

Codes, not sentences: the web turns them into the reader's language. A field holds a secret only where this viewer may
know it; a viewer who may not gets the same value whatever the secret is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from companion.editions.cards import Mark
from companion.editions.parameters import Direction
from companion.maze.geometry import Cell
from companion.state.commands import SeatId, Supply
from companion.state.refusals import Fact, Refusal
from companion.views.model_asks import AskView as AskView
from companion.views.model_asks import CameraView as CameraView
from companion.views.model_asks import CandidateView as CandidateView
from companion.views.model_asks import CardOfferView as CardOfferView
from companion.views.model_asks import EndView as EndView
from companion.views.model_asks import FixView as FixView
from companion.views.model_asks import GoalChoiceView as GoalChoiceView
from companion.views.model_asks import GoalTaskView as GoalTaskView
from companion.views.model_asks import HeldView as HeldView
from companion.views.model_asks import OffersView as OffersView
from companion.views.model_asks import PayersView as PayersView
from companion.views.model_asks import ProposalView as ProposalView
from companion.views.model_asks import Way as Way
from companion.views.model_maze import CardView as CardView
from companion.views.model_maze import MazeView as MazeView
from companion.views.model_maze import SiteView as SiteView
from companion.views.model_maze import TollView as TollView
from companion.views.model_people import HandCardView as HandCardView
from companion.views.model_people import InspectionView as InspectionView
from companion.views.model_people import PeekView as PeekView
from companion.views.model_people import RoleView as RoleView
from companion.views.model_people import SeatRequestView as SeatRequestView
from companion.views.model_people import SeatView as SeatView
from companion.views.model_score import AccountView as AccountView
from companion.views.model_score import DraftView as DraftView
from companion.views.model_score import EarningView as EarningView
from companion.views.model_score import ResultView as ResultView
from companion.views.model_score import RoundLineView as RoundLineView
from companion.views.model_score import ScoreView as ScoreView
from companion.views.model_score import TeamView as TeamView
from companion.views.model_score import TheftView as TheftView


@dataclass(frozen=True)
class SeatViewer:
    """A phone that holds a seat."""

    seat: SeatId


@dataclass(frozen=True)
class TableViewer:
    """The table screen; also a phone without a seat. The host, who plays too, sees what the table sees."""


Viewer = SeatViewer | TableViewer


class Stage(StrEnum):
    LOBBY = "lobby"  # set-up and sitting down
    SETTING = "setting"  # people lay out their cards
    ROLES = "roles"  # everybody looks at his role
    PLAY = "play"  # somebody's turn
    PEEK = "peek"  # somebody looks at a goal
    GOAL = "goal"  # a goal was reached: choose, lay it, or tell what it was
    TELL = "tell"  # printed cards: the app asks for roles or gold
    ASK = "ask"  # a card of another box asks something: View.ask
    INSPECT = "inspect"  # somebody looks at a dwarf
    DRAFT = "draft"  # gold cards go round
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


GO_ON_IN_A_PAUSE = frozenset({Stage.LOBBY, Stage.SETTING, Stage.ROLES, Stage.ROUND_OVER, Stage.GAME_OVER})


_SEAT_FACTS = frozenset({"seat", "target", "by", "turn", "starter", "left", "owner", "next", "completer", "chooser"})


def is_seat(fact: str) -> bool:
    """Whether facts of this name are numbers of seats."""
    return fact in _SEAT_FACTS or fact.endswith("_seat")


@dataclass(frozen=True)
class LineView:
    """One sentence of the game's story, as a code and facts; the same sentence may differ from viewer to viewer.

    gone : from where this took a card of the maze away, as everybody sees
    """

    number: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
    gone: Cell | None = None


@dataclass(frozen=True)
class EditionView:
    key: str
    least: int
    most: int


@dataclass(frozen=True)
class SetupView:
    edition: str
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    roles: Supply
    goals: Supply
    gold: Supply
    editions: tuple[EditionView, ...]
    may_start: bool
    problem: Refusal | None = None  # why not
    turn_time_s: int = 0  # 0: turns have no clock


@dataclass(frozen=True)
class LineToSetView:
    """One thing that people lay out. `key` and `number` are those of its sentence.

    ticked, seen : somebody said that it is done, the camera sees that it is; only while the table is being set
    """

    key: str
    number: int
    ticked: bool = False
    seen: bool = False


@dataclass(frozen=True)
class SeenTableView:
    """What the camera sees of it: the start card, so many goals face down, so many cards that lie open beside them."""

    start: bool
    goals: int
    others: int


@dataclass(frozen=True)
class SettingView:
    """The list by which the table is set.

    table : None where no camera looks, and in a round that goes on unless the camera misses something there
    """

    lines: tuple[LineToSetView, ...]
    table: SeenTableView | None = None

    @property
    def camera_misses(self) -> bool:
        """Something is not there yet, or not gone, of what the camera would see."""
        seen, goals = self.table, sum(line.number for line in self.lines if line.key == "goals")
        return seen is not None and (not seen.start or seen.goals < goals or seen.others > 0)


@dataclass(frozen=True)
class TurnClockView:
    """How long a turn may take, and how long this one has taken when this view was asked for; at most as long."""

    lasts_s: int
    spent_s: int

    @property
    def over(self) -> bool:
        return self.spent_s >= self.lasts_s


@dataclass(frozen=True)
class View:
    """Everything one viewer's page is made of."""

    version: int
    viewer: Viewer
    stage: Stage
    setup: SetupView
    round: int
    rounds: int
    seats: tuple[SeatView, ...]
    turn: SeatId | None
    waiting_for: tuple[SeatId, ...]  # the seats whose move it is, whatever the stage asks
    maze: MazeView | None
    pile: int | None
    discards: int
    offers: OffersView
    camera: CameraView
    proposals: tuple[ProposalView, ...]
    lines: tuple[LineView, ...]  # newest last, at most 30
    me: SeatView | None = None
    role: RoleView | None = None
    my_nuggets: tuple[int, ...] | None = None  # own gold cards so far, by value
    my_purse: int | None = None  # own loose nuggets; None where the game has none
    peek: PeekView | None = None
    inspection: InspectionView | None = None
    ask: AskView | None = None
    goal: GoalTaskView | None = None
    draft: DraftView | None = None
    tell_role: tuple[SeatId, ...] = ()  # seats whose printed role this viewer may tell, or tell anew
    tell_gold: tuple[SeatId, ...] = ()
    my_told_gold: int | None = None  # what this viewer's seat told of its own printed gold
    aside: tuple[str, ...] = ()  # the dwarves that nobody had, once the end of the round stands for good
    roles_in_play: tuple[tuple[str, int], ...] = ()  # the pool everybody knows: (role, how many)
    result: ResultView | None = None
    last_result: ResultView | None = None  # of the round before, to read on while the next one is played
    final: tuple[ScoreView, ...] = ()
    rounds_played: tuple[RoundLineView, ...] = ()  # once the night is over
    direction: Direction | None = None
    reversed: bool = False  # turns go round the other way than when the round began
    pioneer_left: int = 0  # path cards that the seat on turn may still lay
    tolls_left: int | None = None  # toll dwarves that may still be set; None where the game has none
    maps_barred: bool = False  # maps may no longer look at goals, only at chests
    marks_in_play: tuple[Mark, ...] = ()  # what may lie before players, for corrections
    hand_cards: tuple[HandCardView, ...] | None = None  # own hand at the demo table; None where people hold real cards
    drew: int = 0  # cards that this viewer's seat draws for its last move, until another seat draws
    on_its_way: SeatId | None = None  # at the demo table: whose card is being laid, until the camera has seen it
    setting: SettingView | None = None  # while a round is played
    fix: FixView = field(default_factory=FixView)  # what the table may put right now
    seat_requests: tuple[SeatRequestView, ...] = ()  # phones that ask the table for a seat in mid-round
    seating: SeatId | None = None  # in the lobby: people press in the order in which they sit, next whoever sits here
    paused: bool = False  # nobody plays until the table goes on
    turn_clock: TurnClockView | None = None  # while somebody plays, where the table chose one
    newcomers: tuple[str, ...] = ()  # they sit down before the next round
    my_code: str | None = None  # by which this viewer gets his own seat back without its phone
    seed_is_set: bool = False  # somebody chose what chance deals from, and may know every card
    may_go_on: bool = False  # in the lobby: the game that was given up there, until something else is set up
    trouble: Refusal | None = None  # the disk keeps nothing: the game stands still until it does

    @property
    def rests(self) -> bool:
        """In a pause, at a stage in which all that a phone could press would be refused."""
        return self.paused and self.stage not in GO_ON_IN_A_PAUSE
