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
    for cell, slot in board.slots.items():
        if cell in tolled or not _has_room(slot, ruleset, ladder=face.ladder):
            continue
        for turned, way in enumerate(ways):
            if not slot.misfits(way):
                yield Spot(cell, bool(turned), way)


def free_cells(board: Board, ruleset: Ruleset, *, ladder: bool = False) -> tuple[Cell, ...]:
    """The empty cells where a card may lie that fits, sorted; `ladder`: where one with a ladder may."""
    return tuple(cell for cell, slot in board.slots.items() if _has_room(slot, ruleset, ladder=ladder))


def _has_room(slot: Slot, ruleset: Ruleset, *, ladder: bool) -> bool:
    """Whether a card may lie there whose sides all fit; one that fits goes on every tunnel that ends here."""
    if not _lies_beside_a_card(slot, ruleset, ladder=ladder):
        return False
    if ladder:
        return not slot.goal and (ruleset.ladder_wall_touch_ok or bool(slot.mouths) or not slot.seen)
    return bool(slot.joined) or not ruleset.connection_required


def _against(slot: Slot, face: Face, ruleset: Ruleset) -> tuple[str, ...]:
    misfits = slot.misfits(face)
    if not misfits and _has_room(slot, ruleset, ladder=face.ladder):
        return ()
    reasons = []
    if not _lies_beside_a_card(slot, ruleset, ladder=face.ladder):
        reasons.append("no_neighbour")  # PLACE-01
    if misfits:
        reasons.append("edge_mismatch")  # PLACE-02, PLACE-11
    linked = bool(slot.joins(face)) or not ruleset.connection_required
    if face.ladder:
        linked = ruleset.ladder_wall_touch_ok or bool(slot.meets(face)) or not slot.seen  # S2P-02, S2P-03
        if slot.goal:
            reasons.append("ladder_next_to_goal")  # S2P-02
    if not linked:
        reasons.append("not_connected")  # PLACE-04
    return tuple(reasons)


def _lies_beside_a_card(slot: Slot, ruleset: Ruleset, *, ladder: bool) -> bool:
    """One that lies face down too (CHEST-01), or a goal, though a ladder needs a path card (S2P-02)."""
    return bool(slot.seen) or (slot.goal and not ladder) or (slot.covered and ruleset.covers_touch)
