"""The window: whole, small, frozen values made for one viewer. The web can render nothing else.

Codes, not sentences: the web turns them into the reader's language. A field holds a secret only where this viewer may
know it; a viewer who may not gets the same value whatever the secret is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from companion.maze.geometry import Cell
from companion.state.commands import GoalKind, SeatId, Supply, Tool
from companion.state.refusals import Fact, Refusal


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
    ROLES = "roles"  # everybody looks at his role
    PLAY = "play"  # somebody's turn
    PEEK = "peek"  # somebody looks at a goal
    GOAL = "goal"  # a goal was reached: choose, lay it, or tell what it was
    TELL = "tell"  # printed cards: the app asks for roles or gold
    DRAFT = "draft"  # gold cards go round
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


@dataclass(frozen=True)
class CardView:
    """A card in the maze. `face` is the notation of the face as it lies; None means face down."""

    cell: Cell
    kind: str  # start, path, goal
    face: str | None
    goal: GoalKind | None = None  # of a goal that lies face up
    linked: bool = False  # some tunnel of it is joined to the start
    newest: bool = False


@dataclass(frozen=True)
class MazeView:
    cards: tuple[CardView, ...]
    frontier: tuple[Cell, ...]  # empty cells that an open tunnel from the start points into
    x_min: int
    x_max: int
    y_min: int
    y_max: int


@dataclass(frozen=True)
class SeatView:
    """What everybody may know of a seat. `role` only after it was revealed; `nuggets` only when scores are open."""

    seat: SeatId
    name: str
    taken: bool  # a phone holds it
    online: bool
    simulated: bool
    on_turn: bool
    ready: bool  # has done what this stage asks of everybody (looked at the role, told a value, taken gold)
    broken: tuple[Tool, ...]
    hand: int  # cards in hand
    gold_cards: int | None  # None where gold is not dealt by the app
    role: str | None = None
    nuggets: int | None = None


@dataclass(frozen=True)
class LineView:
    """One sentence of the game's story, as a code and facts; the same sentence may differ from viewer to viewer."""

    number: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class CandidateView:
    """One way to read the card, by `key` for the confirming command; `legal` by the rules, with the reasons if not.

    `does` is what answering with it does: place, rockfall, undo (the last card was taken back), amend (it was misread
    earlier), lay_goal, tell_goal, resync.
    """

    key: int
    face: str | None
    percent: int
    legal: bool
    reasons: tuple[str, ...] = ()
    does: str = "place"


@dataclass(frozen=True)
class ProposalView:
    """The camera saw something and asks. `what`: laid, removed, turned, moved, goal, layout_differs.

    `mine`: this viewer may answer. `problem`: why it was not accepted by itself, with the refusal the rules gave where
    there is one: unsure, illegal, broken_tool, out_of_turn, two_cards, unexpected (removed, turned, moved, misread);
    undone, fallen, leftover (it lies there still, but the game has it no longer); not_kept (the disk refused it);
    not_reached, other_way_round, different_card (goals).
    """

    id: str
    what: str
    cell: Cell
    candidates: tuple[CandidateView, ...]
    mine: bool
    problem: str | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True)
class CameraView:
    """`state`: off, starting, seeing, covered, lost, demo. `hints` are codes of what a person can mend."""

    state: str
    hints: tuple[str, ...] = ()
    has_picture: bool = False


@dataclass(frozen=True)
class TargetView:
    """A player as the target of an action, with the tools that may be broken or repaired there."""

    seat: SeatId
    tools: tuple[Tool, ...]


@dataclass(frozen=True)
class OffersView:
    """What this viewer may do now. Empty everywhere when it is somebody else's move."""

    place: bool = False
    break_tool: tuple[TargetView, ...] = ()
    repair: tuple[TargetView, ...] = ()
    rockfall: tuple[Cell, ...] = ()
    map: tuple[Cell, ...] = ()
    discards: tuple[int, ...] = ()  # how many cards a pass may discard
    choose_goal: tuple[Cell, ...] = ()
    end_round: bool = False
    next_round: bool = False
    undo: bool = False


@dataclass(frozen=True)
class RoleView:
    """This viewer's own role, for the hold-to-reveal card. `known` is False where the printed cards are used."""

    known: bool
    role: str | None
    seen: bool


@dataclass(frozen=True)
class PeekView:
    """An open peek. `kind` and `face` are set for the one phone that peeks, and None for everybody else."""

    seat: SeatId
    cell: Cell
    kind: GoalKind | None = None
    face: str | None = None


@dataclass(frozen=True)
class GoalTaskView:
    """A goal was reached. `choose`: pick one of `cells`; `lay`: lay this card, this way up; `tell`: say what it was.

    `faces` are the ways the card may lie, best fit first (END-03); `turned` says for each whether it is a half-turn.
    """

    task: str
    seat: SeatId
    cells: tuple[Cell, ...]
    kind: GoalKind | None = None
    faces: tuple[str, ...] = ()
    turned: tuple[bool, ...] = ()


@dataclass(frozen=True)
class DraftView:
    """Gold going round. `cards` are the values in hand, for the seat that chooses; everybody sees how many are left."""

    seat: SeatId
    left: int
    order: tuple[SeatId, ...]
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True)
class HandCardView:
    """A card in this viewer's hand at the demo table, where nobody holds real cards.

    `key` names it for `Session.lay_from_hand`. `what`: path, break, repair, rockfall, map. `face` is the notation of
    a path card held upright; `tools` are those drawn on a break or repair card.
    """

    key: int
    what: str
    face: str | None = None
    tools: tuple[Tool, ...] = ()


@dataclass(frozen=True)
class ScoreView:
    seat: SeatId
    nuggets: int | None  # None while gold is secret
    won: bool  # of this round, or of the game when it is over


@dataclass(frozen=True)
class ResultView:
    """How a round ended. `winners`: miners, saboteurs or nobody."""

    round: int
    winners: str
    reason: str
    scores: tuple[ScoreView, ...]


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
    peek: PeekView | None = None
    goal: GoalTaskView | None = None
    draft: DraftView | None = None
    tell_role: tuple[SeatId, ...] = ()  # seats whose printed role this viewer is asked for
    tell_gold: tuple[SeatId, ...] = ()
    roles_in_play: tuple[tuple[str, int], ...] = ()  # the pool everybody knows: (role, how many)
    result: ResultView | None = None
    final: tuple[ScoreView, ...] = ()
    hand_cards: tuple[HandCardView, ...] | None = None  # own hand at the demo table; None where people hold real cards
