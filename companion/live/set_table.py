"""What the camera sees of a table that is being set, and whether that is all it can see. Only public things."""

from __future__ import annotations

from collections.abc import Mapping

from companion.live.proposal import WaitsFor
from companion.maze.board import Kind
from companion.maze.geometry import START_CELL, Cell
from companion.rules.evolve_round import playing
from companion.rules.setting import CHESTS, CLEARED, GOALS, START, left_to_do, lines_of
from companion.sight.reading import CardKind, SeenCard
from companion.state.commands import Supply
from companion.state.game import Game
from companion.state.pending import SettingTable
from companion.views.model import SeenTableView
from companion.views.setting import SeenTable

_SEEN = frozenset({CLEARED, START, GOALS, CHESTS})  # the lines of which a camera can tell


def seen_table(game: Game, cards: Mapping[Cell, SeenCard], held: Mapping[Cell, WaitsFor]) -> SeenTable:
    """cards : all that lie there, as they were last seen; held : those of which something is known, see Known"""
    down = {cell for cell, card in cards.items() if card.face is None}
    goals, chests = ({card.cell for card in playing(game).board.of_kind(kind)} for kind in (Kind.GOAL, Kind.COVERED))
    start = START_CELL in cards and cards[START_CELL].kind is CardKind.START
    others = [cell for cell, card in cards.items() if card.face is not None and not _belongs_there(game, cell, held)]
    is_done = {
        CLEARED: bool(cards) and not others,
        START: start,
        GOALS: goals <= down and not _are_to_be_shuffled(game),
        CHESTS: chests <= down,
    }
    sure = frozenset(line.key for line in lines_of(game) if is_done.get(line.key, False))
    return SeenTable(SeenTableView(start, len(goals & down), len(others)), sure)


def _are_to_be_shuffled(game: Game) -> bool:
    """Printed goals of the last round lie there still, and no camera sees whether they were shuffled."""
    return game.goals_supply is Supply.CARDS and playing(game).number > 1


def _belongs_there(game: Game, cell: Cell, held: Mapping[Cell, WaitsFor]) -> bool:
    """The start card, and the card half-way, which people draw as they go through their list; once they are through,
    all that is not known to be left over."""
    is_new = cell == game.ruleset.midway or not isinstance(game.pending, SettingTable)
    return cell == START_CELL or (is_new and held.get(cell) is not WaitsFor.LEFTOVER)


def is_set(game: Game, cards: Mapping[Cell, SeenCard], held: Mapping[Cell, WaitsFor]) -> bool:
    """The camera sees all that it can see and no other card, or people have ticked what it does not see."""
    seen = seen_table(game, cards, held)
    to_see = _SEEN & {line.key for line in lines_of(game)}
    return (to_see <= seen.lines and not seen.table.others) or left_to_do(game) <= seen.lines
