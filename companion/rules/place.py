"""Where a tunnel card may lie. No turns, no players: see rules.turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from companion.editions.cards import Mark
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Slot
from companion.maze.faces import Face
from companion.maze.geometry import Cell


class Spot(NamedTuple):
    """One way to lay a card: where, whether by a half-turn of the face that was asked about, and as it lies then."""

    cell: Cell
    turned: bool
    face: Face


def judge(
    board: Board,
    cell: Cell,
    face: Face,
    ruleset: Ruleset,
    *,
    tolled: Collection[Cell] = (),
) -> tuple[str, ...]:
    """All that the maze has against a card lying there, as codes; empty where it may.

    `tolled` are the cells in front of a toll dwarf that nobody has paid (TOLL-04).
    """
    if cell in board:
        return ("occupied",)  # PLACE-07
    reasons = _against(board.slot(cell), face, ruleset)
    return (*reasons, "toll_dwarf") if cell in tolled else reasons


def hindrances(broken: Collection[str], marks: Collection[str]) -> tuple[str, ...]:
    """What keeps a player from laying any path card: a broken tool (PLACE-12), being trapped (S2A-05)."""
    return (*(("broken_tool",) if broken else ()), *(("trapped",) if Mark.TRAPPED in marks else ()))


def legal_placements(board: Board, face: Face, ruleset: Ruleset, *, tolled: Collection[Cell] = ()) -> tuple[Spot, ...]:
    """Every way to lay the card, sorted; a symmetric card has one way a cell (PLACE-14)."""
    return tuple(spots(board, face, ruleset, tolled=tolled))


def spots(board: Board, face: Face, ruleset: Ruleset, *, tolled: Collection[Cell] = ()) -> Iterator[Spot]:
    """As `legal_placements`, one after the other, for those who need only the first."""
    ways = (face,) if face.is_symmetric else (face, face.half_turn())
    must_join = ruleset.connection_required and not face.ladder
    for cell, slot in board.slots.items():
        if cell in tolled or (must_join and not slot.joined):
            continue
        for turned, way in enumerate(ways):
            if slot.misfits(way):
                continue
            if slot.joins(way) if must_join else not _against(slot, way, ruleset):
                yield Spot(cell, bool(turned), way)


def _against(slot: Slot, face: Face, ruleset: Ruleset) -> tuple[str, ...]:
    linked = slot.joins(face) or not ruleset.connection_required
    near = _lies_beside_a_card(slot, ruleset)
    if near and linked and not face.ladder and not slot.misfits(face):
        return ()
    reasons = []
    if not near:
        reasons.append("no_neighbour")  # PLACE-01
    if slot.misfits(face):
        reasons.append("edge_mismatch")  # PLACE-02, PLACE-11
    if face.ladder:
        linked = ruleset.ladder_wall_touch_ok or slot.meets(face) or not slot.seen  # S2P-02, S2P-03
        if slot.goal:
            reasons.append("ladder_next_to_goal")  # S2P-02
    if not linked:
        reasons.append("not_connected")  # PLACE-04
    return tuple(reasons)


def _lies_beside_a_card(slot: Slot, ruleset: Ruleset) -> bool:
    """One that lies face down too; a face-down goal only where touching is all that is asked (PLACE-09, CON-06)."""
    goal = slot.goal and not ruleset.connection_required
    return bool(slot.seen) or goal or (slot.covered and ruleset.covers_touch)
