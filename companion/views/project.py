"""The window: a game and the live facts about its table, made into what one viewer may see.

Everything that is secret is opened here and in the rooms of the same name, each time for the one viewer who may know
it: project_people, project_maze, project_asks, project_score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.editions.cards import Deed, Mark
from companion.maze.geometry import Cell
from companion.state import pending as p
from companion.state.commands import SeatId
from companion.state.events import Configured, Event, PlayBegan, RoundBegan
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views import model as m
from companion.views import project_asks as asks
from companion.views import project_people as people
from companion.views import project_score as score
from companion.views.lines import Note, Said, line_for, opening
from companion.views.offers import fixes_for, offers_for
from companion.views.project_maze import maze_of
from companion.views.setup import setup_of

LINES_SHOWN = 30
_LINES_AN_ENTRY = 100  # more than one step tells

Story = tuple[tuple[int, Event | Note], ...]  # the journal's number of the step, and what happened


@dataclass(frozen=True)
class Asked:
    """A proposal and the seats whose phones may answer it; the table screen always may."""

    proposal: m.ProposalView
    seats: frozenset[SeatId] = frozenset()


@dataclass(frozen=True)
class Desk:
    """What is true of the running table and is no part of the game. All of it is public but `hands`.

    undo : the seat that may take the last step back; the table may where `may_undo`
    hands : at the demo table, the cards each seat holds
    entries : the step that laid the card of each cell
    trouble : why the last step could not be kept
    on_its_way : at the demo table, the seat on turn whose hand lays a card that the camera has not seen yet
    """

    version: int = 0
    taken: frozenset[SeatId] = frozenset()
    online: frozenset[SeatId] = frozenset()
    camera: m.CameraView = field(default_factory=lambda: m.CameraView("off"))
    asked: tuple[Asked, ...] = ()
    story: Story = ()
    may_undo: bool = False
    undo: SeatId | None = None
    hands: Mapping[SeatId, Secret[tuple[m.HandCardView, ...]]] = field(default_factory=lambda: MappingProxyType({}))
    entries: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}))
    trouble: Refusal | None = None
    on_its_way: SeatId | None = None


def project(game: Game, viewer: m.Viewer, desk: Desk) -> m.View:
    """Everything this viewer's page is made of."""
    me = viewer.seat if isinstance(viewer, m.SeatViewer) and 0 <= viewer.seat < len(game.seats) else None
    round_, turn, waiting = game.round, asks.turn_of(game), asks.waiting_for(game)
    seats = tuple(
        people.seat_of(game, seat, taken=desk.taken, online=desk.online, turn=turn, waiting=waiting)
        for seat in range(len(game.seats))
    )
    return m.View(
        version=desk.version,
        viewer=viewer,
        stage=stage_of(game.pending),
        setup=setup_of(game),
        round=round_.number if round_ else 0,
        rounds=game.ruleset.rounds,
        seats=seats,
        turn=turn,
        waiting_for=waiting,
        maze=maze_of(game, desk.entries),
        pile=round_.pile if round_ else None,
        discards=round_.discards if round_ else 0,
        offers=offers_for(game, me, undo=desk.may_undo and (me is None or me == desk.undo)),
        fix=fixes_for(game, me),
        camera=desk.camera,
        proposals=tuple(replace(one.proposal, mine=me is None or me in one.seats) for one in desk.asked),
        lines=_lines(desk.story, me),
        me=None if me is None else seats[me],
        role=people.role_of(game, me),
        my_nuggets=people.my_nuggets(game, me),
        my_purse=people.my_purse(game, me),
        peek=people.peek_of(game, me),
        inspection=people.inspection_of(game, me),
        ask=asks.ask_of(game, me),
        goal=asks.goal_task(game),
        draft=score.draft_of(game, me),
        tell_role=asks.told_by(game.pending, p.TellingRoles, me),
        tell_gold=asks.told_by(game.pending, p.TellingGold, me),
        roles_in_play=_pool(game),
        result=score.result_of(game, me),
        last_result=score.last_result_of(game, me),
        final=score.final_of(game),
        direction=round_.direction if round_ else None,
        reversed=round_ is not None and round_.direction is not game.ruleset.turn_direction,
        pioneer_left=game.pending.left if isinstance(game.pending, p.Pioneering) else 0,
        tolls_left=_tolls_left(game),
        maps_barred=round_ is not None and round_.maps_barred,
        marks_in_play=tuple(mark for mark, deed in _LAID_BY.items() if deed in game.ruleset.deeds),
        hand_cards=_hand_cards(desk, me),
        trouble=desk.trouble,
        on_its_way=desk.on_its_way,
    )


def stage_of(pending: p.Pending) -> m.Stage:
    return _STAGES[type(pending)]


_LAID_BY = {Mark.THIEF: Deed.THIEF, Mark.TRAPPED: Deed.TRAP}

_STAGES: dict[type, m.Stage] = {
    p.AtLobby: m.Stage.LOBBY,
    p.Dealing: m.Stage.ROLES,
    p.LookingAtRoles: m.Stage.ROLES,
    p.LayingMidway: m.Stage.ASK,
    p.Playing: m.Stage.PLAY,
    p.Pioneering: m.Stage.PLAY,
    p.Redealing: m.Stage.PLAY,
    p.Peeking: m.Stage.PEEK,
    p.Inspecting: m.Stage.INSPECT,
    p.Vetoing: m.Stage.ASK,
    p.AskingToll: m.Stage.ASK,
    p.ChoosingDwarf: m.Stage.ASK,
    p.LayingCover: m.Stage.ASK,
    p.TellingChest: m.Stage.ASK,
    p.ShiftingGoal: m.Stage.ASK,
    p.TakingCard: m.Stage.ASK,
    p.DoingChore: m.Stage.ASK,
    p.Robbing: m.Stage.ASK,
    p.ChoosingGoal: m.Stage.GOAL,
    p.LayingGoal: m.Stage.GOAL,
    p.TellingGoal: m.Stage.GOAL,
    p.TellingRoles: m.Stage.TELL,
    p.TellingGold: m.Stage.TELL,
    p.DealingGold: m.Stage.DRAFT,
    p.Drafting: m.Stage.DRAFT,
    p.RoundOver: m.Stage.ROUND_OVER,
    p.GameOver: m.Stage.GAME_OVER,
}


def _pool(game: Game) -> tuple[tuple[str, int], ...]:
    if not game.ruleset.least <= len(game.seats) <= game.ruleset.most:
        return ()
    return tuple((role.value, count) for role, count in game.ruleset.pool(len(game.seats)))


def _tolls_left(game: Game) -> int | None:
    if not game.ruleset.toll_dwarves or game.round is None:
        return None
    return game.ruleset.toll_dwarves - game.round.tolls_set


def _lines(story: Story, me: SeatId | None) -> tuple[m.LineView, ...]:
    """The last of what this viewer hears. A line keeps its number when others are taken back."""
    lines: list[m.LineView] = []
    for entry, said in _told(story, me):
        number = entry * _LINES_AN_ENTRY
        if lines and lines[-1].number >= number:
            number = lines[-1].number + 1
        lines.append(m.LineView(number, said[0], MappingProxyType(said[1])))
    return tuple(lines[-LINES_SHOWN:])


def _told(story: Story, me: SeatId | None) -> Iterator[tuple[int, Said]]:
    """A new game begins with what is played, as it was chosen last; where people look when they begin to dig."""
    chosen: Configured | None = None
    first = False
    for entry, event in story:
        if isinstance(event, Configured):
            chosen = event
        elif isinstance(event, RoundBegan):
            first = event.number == 1
        elif isinstance(event, PlayBegan) and first and chosen is not None:
            yield from ((entry, line) for line in opening(chosen))
            first = False
        said = line_for(event, me, entry=entry)
        if said is not None:
            yield entry, said


def _hand_cards(desk: Desk, me: SeatId | None) -> tuple[m.HandCardView, ...] | None:
    if me is None or me not in desk.hands:
        return None
    return desk.hands[me].open_for("a player looks at his own hand")
