"""The maze as pages may see it: all of it is seen by everybody at the table. Part of views.project."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards.register import site
from companion.editions.cards import Role
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import Cell
from companion.rules.place import free_cells
from companion.rules.teams import crystals_on
from companion.state.commands import GoalKind
from companion.state.game import Game
from companion.state.round import Round
from companion.views import model as m


def maze_of(game: Game, entries: Mapping[Cell, int]) -> m.MazeView | None:
    """`entries`: the step that laid the card of each cell."""
    round_ = game.round
    if round_ is None:
        return None
    board, rules = round_.board, game.ruleset
    cells = [*board.cards, *board.frontier]
    free = set(free_cells(board, rules))
    ladders = set(free_cells(board, rules, ladder=True)) if any(face.ladder for face in rules.copies) else set()
    return m.MazeView(
        cards=tuple(_card(round_, card, entries.get(card.cell)) for card in board),
        frontier=tuple(sorted(board.frontier)),
        unlinked_cells=tuple(sorted(free - board.frontier)),
        ladder_cells=tuple(sorted(ladders - free - board.frontier)),
        x_min=min(cell.x for cell in cells),
        x_max=max(cell.x for cell in cells),
        y_min=min(cell.y for cell in cells),
        y_max=max(cell.y for cell in cells),
        tolls=tuple(m.TollView(toll.cell, toll.side, toll.front, toll.owner) for toll in round_.tolls),
        site=_site(game, round_),
        crystals=crystals_of(game, board),
    )


def crystals_of(game: Game, board: Board) -> int | None:
    """What geologists would be paid for; None where none are dealt."""
    pools = (pool for _, pool in game.ruleset.pools)
    if not any(role is Role.GEOLOGIST for pool in pools for role, _ in pool):
        return None
    return crystals_on(board, game.ruleset)


def _card(round_: Round, card: Placement, entry: int | None) -> m.CardView:
    return m.CardView(
        cell=card.cell,
        kind=card.kind.value,
        face=None if card.face is None else str(card.face),
        goal=GoalKind(card.goal) if card.goal and card.kind == Kind.GOAL and card.face else None,
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
