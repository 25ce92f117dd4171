"""How a goal that was reached is turned over and laid. Who is asked when: rules.turn."""

from __future__ import annotations

from companion.editions.cards import GoalKind
from companion.editions.parameters import CoverFit
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board
from companion.maze.faces import Face
from companion.maze.geometry import STEP, Cell, Side


def ends_round(goal: GoalKind) -> bool:
    """END-02, CHAL-02"""
    return goal in (GoalKind.GOLD, GoalKind.SPIDER)


def ways_to_lay(board: Board, cell: Cell, printed: Face, last: Cell | None) -> tuple[tuple[bool, ...], int]:
    """The allowed turns of the goal, best fit first, and on how many sides the first of them does not fit.

    It is laid so that it goes on the tunnel of the last path card (END-03); where that card does not touch it, so that
    it goes on a tunnel that is joined to the start (END-06). Other sides may fit or not (END-04).
    """
    turns = (False,) if printed.is_symmetric else (False, True)
    faces = {turn: printed.half_turn() if turn else printed for turn in turns}
    misfits = {turn: board.slot(cell).misfits(face).bit_count() for turn, face in faces.items()}
    fitting = [turn for turn in turns if _goes_on(board, cell, faces[turn], last)]
    allowed = tuple(sorted(fitting or turns, key=lambda turn: (misfits[turn], turn)))
    return allowed, misfits[allowed[0]]


def ways_to_lay_back(board: Board, cell: Cell, printed: Face, ruleset: Ruleset) -> tuple[bool, ...]:
    """The turns of a card over a chest in which as many tunnels go on as can, and of those the ones in which the
    fewest sides misfit (CHEST-02); by a house rule the latter alone counts."""
    turns = (False,) if printed.is_symmetric else (False, True)
    slot, tunnels = board.slot(cell), ruleset.cover_fit is CoverFit.MOST_TUNNELS

    def wrong(turn: bool) -> tuple[int, int]:
        face = printed.half_turn() if turn else printed
        return (-slot.meets(face).bit_count() if tunnels else 0), slot.misfits(face).bit_count()

    best = min(wrong(turn) for turn in turns)
    return tuple(turn for turn in turns if wrong(turn) == best)


def _goes_on(board: Board, cell: Cell, face: Face, last: Cell | None) -> bool:
    slot = board.slot(cell)
    side = _side_towards(cell, last)
    if side is not None and slot.mouths >> side & 1:
        return bool(face.mouths >> side & 1)
    return bool(slot.joins(face))


def _side_towards(cell: Cell, other: Cell | None) -> Side | None:
    if other is None:
        return None
    step = (other.x - cell.x, other.y - cell.y)
    return next((side for side, way in STEP.items() if way == step), None)
