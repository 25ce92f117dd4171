"""The window: a game and the live facts about its table, made into what one viewer may see.

Everything that is secret is opened here or nowhere, each time for the one viewer who may know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.editions.parameters import Visibility
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import Cell
from companion.state import pending as p
from companion.state.commands import GoalKind, SeatId, Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.round import Round
from companion.state.secret import Secret
from companion.views import model as m
from companion.views.lines import Note, line_for
from companion.views.offers import offers_for, setup_of

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


def project(game: Game, viewer: m.Viewer, desk: Desk) -> m.View:
    """Everything this viewer's page is made of."""
    me = viewer.seat if isinstance(viewer, m.SeatViewer) and 0 <= viewer.seat < len(game.seats) else None
    round_ = game.round
    seats = tuple(_seat(game, desk, seat) for seat in range(len(game.seats)))
    return m.View(
        version=desk.version,
        viewer=viewer,
        stage=stage_of(game.pending),
        setup=setup_of(game),
        round=round_.number if round_ else 0,
        rounds=game.ruleset.rounds,
        seats=seats,
        turn=_turn(game),
        waiting_for=_waiting_for(game),
        maze=_maze(round_, desk.entries) if round_ else None,
        pile=round_.pile if round_ else None,
        discards=round_.discards if round_ else 0,
        offers=offers_for(game, me, undo=desk.may_undo and (me is None or me == desk.undo)),
        camera=desk.camera,
        proposals=tuple(replace(one.proposal, mine=me is None or me in one.seats) for one in desk.asked),
        lines=_lines(desk.story, me),
        me=None if me is None else seats[me],
        role=_role(game, me),
        my_nuggets=_my_nuggets(game, me),
        peek=_peek(game, me),
        goal=_goal_task(game),
        draft=_draft(game, me),
        tell_role=_told_by(game.pending, p.TellingRoles, me),
        tell_gold=_told_by(game.pending, p.TellingGold, me),
        roles_in_play=_pool(game),
        result=_result(game),
        final=_final(game),
        hand_cards=_hand_cards(desk, me),
    )


def stage_of(pending: p.Pending) -> m.Stage:
    return _STAGES[type(pending)]


_STAGES: dict[type, m.Stage] = {
    p.AtLobby: m.Stage.LOBBY,
    p.Dealing: m.Stage.ROLES,
    p.LookingAtRoles: m.Stage.ROLES,
    p.Playing: m.Stage.PLAY,
    p.Peeking: m.Stage.PEEK,
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


# ---- what everybody may know ----------------------------------------------------------------------------------


def _turn(game: Game) -> SeatId | None:
    playing = (p.Playing, p.Peeking, p.ChoosingGoal, p.LayingGoal, p.TellingGoal)
    return game.round.turn if game.round and isinstance(game.pending, playing) else None


def _waiting_for(game: Game) -> tuple[SeatId, ...]:
    match game.pending:
        case p.LookingAtRoles(waiting):
            return waiting
        case p.TellingRoles(seats) | p.TellingGold(seats):
            return seats
        case (
            p.Playing(seat)
            | p.Drafting(seat)
            | p.Peeking(seat=seat)
            | p.ChoosingGoal(seat=seat)
            | p.LayingGoal(seat=seat)
            | p.TellingGoal(seat=seat)
        ):
            return (seat,)
    return ()


def _seat(game: Game, desk: Desk, seat: SeatId) -> m.SeatView:
    round_ = game.round
    shown = round_.ending.shown_roles if round_ and round_.ending else None
    told = round_.told_roles[seat] if round_ and round_.told_roles else None
    return m.SeatView(
        seat=seat,
        name=game.seats[seat].name,
        taken=seat in desk.taken,
        online=seat in desk.online,
        simulated=game.seats[seat].simulated,
        on_turn=_turn(game) == seat,
        ready=seat not in _waiting_for(game),
        broken=round_.broken[seat] if round_ else (),
        hand=round_.hands[seat] if round_ else 0,
        gold_cards=_gold_cards(game, seat),
        role=shown[seat] if shown else told,
        nuggets=_public_nuggets(game, seat),
    )


def _gold_cards(game: Game, seat: SeatId) -> int | None:
    if game.gold_supply is not Supply.APP or not game.gold:
        return None
    return len(game.gold[seat].open_for("how many cards lie before a player is seen by everybody"))


def _public_nuggets(game: Game, seat: SeatId) -> int | None:
    if game.nuggets:
        return game.nuggets[seat]
    if game.ruleset.gold_visibility is Visibility.OPEN and game.gold_supply is Supply.APP and game.gold:
        return sum(game.gold[seat].open_for("gold lies open in this edition"))
    return None


def _maze(round_: Round, entries: Mapping[Cell, int]) -> m.MazeView:
    board = round_.board
    cells = [*board.cards, *board.frontier]
    return m.MazeView(
        cards=tuple(_card(board, card, card.cell == round_.last_cell, entries.get(card.cell)) for card in board),
        frontier=tuple(sorted(board.frontier)),
        x_min=min(cell.x for cell in cells),
        x_max=max(cell.x for cell in cells),
        y_min=min(cell.y for cell in cells),
        y_max=max(cell.y for cell in cells),
    )


def _card(board: Board, card: Placement, newest: bool, entry: int | None) -> m.CardView:
    return m.CardView(
        cell=card.cell,
        kind=card.kind.value,
        face=None if card.face is None else str(card.face),
        goal=GoalKind(card.goal) if card.goal and card.kind == Kind.GOAL and card.face else None,
        linked=card.face is not None and board.is_joined(card.cell),
        newest=newest,
        entry=entry,
    )


def _goal_task(game: Game) -> m.GoalTaskView | None:
    match game.pending:
        case p.ChoosingGoal(seat, cells):
            return m.GoalTaskView("choose", seat, cells)
        case p.LayingGoal(seat, cell, kind, faces, turned):
            return m.GoalTaskView("lay", seat, (cell,), kind, tuple(str(face) for face in faces), turned)
        case p.TellingGoal(seat, cell):
            return m.GoalTaskView("tell", seat, (cell,))
    return None


def _pool(game: Game) -> tuple[tuple[str, int], ...]:
    if not game.ruleset.least <= len(game.seats) <= game.ruleset.most:
        return ()
    return tuple((role.value, count) for role, count in game.ruleset.pool(len(game.seats)))


def _result(game: Game) -> m.ResultView | None:
    if not game.results or not isinstance(game.pending, p.RoundOver | p.TellingGold | p.GameOver):
        return None
    last = game.results[-1]
    open_gold = game.ruleset.gold_visibility is Visibility.OPEN or isinstance(game.pending, p.GameOver)
    scores = tuple(
        m.ScoreView(seat, _paid(last.paid, seat) if open_gold else None, seat in last.winning)
        for seat in range(len(game.seats))
    )
    return m.ResultView(last.number, last.winners, last.reason, scores)


def _paid(paid: tuple[Secret[tuple[int, ...]], ...], seat: SeatId) -> int | None:
    return sum(paid[seat].open_for("gold is shown, in this edition or at the end")) if paid else None


def _final(game: Game) -> tuple[m.ScoreView, ...]:
    if not isinstance(game.pending, p.GameOver):
        return ()
    return tuple(m.ScoreView(seat, nuggets, seat in game.winners) for seat, nuggets in enumerate(game.nuggets))


def _lines(story: Story, me: SeatId | None) -> tuple[m.LineView, ...]:
    """The last of what this viewer hears. A line keeps its number when others are taken back."""
    lines: list[m.LineView] = []
    for entry, event in story:
        said = line_for(event, me, entry=entry)
        if said is None:
            continue
        number = entry * _LINES_AN_ENTRY
        if lines and lines[-1].number >= number:
            number = lines[-1].number + 1
        lines.append(m.LineView(number, said[0], MappingProxyType(said[1])))
    return tuple(lines[-LINES_SHOWN:])


# ---- what one viewer may know ---------------------------------------------------------------------------------


def _role(game: Game, me: SeatId | None) -> m.RoleView | None:
    if me is None or game.round is None:
        return None
    seen = me in game.round.seen_role
    if game.round.roles is None:
        return m.RoleView(known=False, role=None, seen=seen)
    return m.RoleView(known=True, role=game.round.roles.open_for("a player looks at his own dwarf")[me], seen=seen)


def _my_nuggets(game: Game, me: SeatId | None) -> tuple[int, ...] | None:
    if me is None or game.gold_supply is not Supply.APP or not game.gold:
        return None
    return game.gold[me].open_for("a player looks at his own gold")


def _peek(game: Game, me: SeatId | None) -> m.PeekView | None:
    if not isinstance(game.pending, p.Peeking) or game.round is None:
        return None
    seat, cell = game.pending.seat, game.pending.cell
    if seat != me or game.round.goals is None:
        return m.PeekView(seat, cell)
    goal = game.round.goals.open_for("this phone peeks, now")[_goal_index(game.round, cell)]
    return m.PeekView(seat, cell, goal.kind, str(goal.face))


def _goal_index(round_: Round, cell: Cell) -> int:
    return round_.goal_cells.index(cell)


def _draft(game: Game, me: SeatId | None) -> m.DraftView | None:
    if not isinstance(game.pending, p.Drafting) or game.round is None or game.round.draft is None:
        return None
    draft, seat = game.round.draft, game.pending.seat
    cards = draft.values.open_for("the seat that chooses holds them; how many they are is seen by everybody")
    return m.DraftView(seat, len(cards), draft.order, cards if seat == me else None)


def _told_by(pending: p.Pending, kind: type[p.TellingRoles | p.TellingGold], me: SeatId | None) -> tuple[SeatId, ...]:
    """A phone is asked for its own seat, the table screen for all."""
    if not isinstance(pending, kind):
        return ()
    return pending.seats if me is None else tuple(seat for seat in pending.seats if seat == me)


def _hand_cards(desk: Desk, me: SeatId | None) -> tuple[m.HandCardView, ...] | None:
    if me is None or me not in desk.hands:
        return None
    return desk.hands[me].open_for("a player looks at his own hand")
