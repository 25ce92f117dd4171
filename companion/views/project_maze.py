"""The maze as pages may see it: all of it is seen by everybody at the table. Part of views.project.

The goals are opened here, for everybody, once a round is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.cards.register import site
from companion.editions.cards import Role
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import Cell
from companion.rules.ending import is_told
from companion.rules.place import free_cells
from companion.rules.teams import crystals_on
from companion.state.commands import GoalCard, GoalKind
from companion.state.game import Game
from companion.state.round import Round
from companion.views import model as m


def maze_of(game: Game, entries: Mapping[Cell, int], *, over: bool = False) -> m.MazeView | None:
    """`entries`: the step that laid the card of each cell; `over`: see goals_shown."""
    round_ = game.round
    if round_ is None:
        return None
    board, rules = round_.board, game.ruleset
    cells = [*board.cards, *board.frontier]
    free = set(free_cells(board, rules))
    has_ladders = any(face.ladder for face in rules.copies)
    ladders = set(free_cells(board, rules, ladder=True)) if has_ladders else set()
    shown = goals_shown(game, over=over)
    return m.MazeView(
        cards=tuple(_card(round_, card, entries.get(card.cell), shown.get(card.cell)) for card in board),
        frontier=tuple(sorted(board.frontier)),
        unlinked_cells=tuple(sorted(free - board.frontier)),
        ladder_cells=tuple(sorted(ladders - free - board.frontier)),
        no_ladder_cells=tuple(sorted(free - board.frontier - ladders)) if has_ladders else (),
        x_min=min(cell.x for cell in cells),
        x_max=max(cell.x for cell in cells),
        y_min=min(cell.y for cell in cells),
        y_max=max(cell.y for cell in cells),
        tolls=tuple(m.TollView(toll.cell, toll.side, toll.front, toll.owner) for toll in round_.tolls),
        site=_site(game, round_),
        crystals=crystals_of(game, board),
    )


def goals_shown(game: Game, *, over: bool = False) -> Mapping[Cell, GoalCard]:
    """The goals that the app dealt, by cell, once all are turned up: when the end of the round stands for good.

    over : whoever asks knows that it stands, as the game has gone on since
    """
    now = game.round
    if now is None or now.goals is None or now.ending is None or not (over or is_told(game)):
        return MappingProxyType({})
    cards = now.goals.open_for("the round is over, and all goals are turned up")
    return MappingProxyType(dict(zip(now.goal_cells, cards, strict=True)))


def crystals_of(game: Game, board: Board) -> int | None:
    """What geologists would be paid for; None where none are dealt."""
    pools = (pool for _, pool in game.ruleset.pools)
    if not any(role is Role.GEOLOGIST for pool in pools for role, _ in pool):
        return None
    return crystals_on(board, game.ruleset)


def _card(round_: Round, card: Placement, entry: int | None, shown: GoalCard | None) -> m.CardView:
    """`shown`: a goal that nobody has reached, turned up after the round."""
    face, goal = card.face, card.goal if card.kind == Kind.GOAL and card.face else None
    if shown is not None and face is None:
        face, goal = shown.face, shown.kind
    return m.CardView(
        cell=card.cell,
        kind=card.kind.value,
        face=None if face is None else str(face),
        goal=None if goal is None else GoalKind(goal),
        linked=card.face is not None and round_.board.is_joined(card.cell),
        newest=card.cell == round_.last_cell,
        entry=entry,
        chest=card.kind is Kind.COVERED and card.cell in round_.chest_cells,
    )


def _site(game: Game, round_: Round) -> m.SiteView | None:
    if round_.site is None:
        return None
    found = site(game.ruleset)
    does = found.key if found else ""
    return m.SiteView(round_.site, does, round_.site_reached)
