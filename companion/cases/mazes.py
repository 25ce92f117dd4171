"""Cases about the maze: placements, connectivity, rockfalls, goals turned over, cards moved."""

from __future__ import annotations

from typing import Any

from companion.cases.read import (
    Json,
    board_of,
    cell_of,
    face_of,
    pairs,
    ruleset_of,
    tolled_of,
)
from companion.cases.table_with import game_with
from companion.editions.cards import Deed, GoalKind
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.effects import EFFECTS, Play
from companion.rules.goals import ways_to_lay, ways_to_lay_back
from companion.rules.place import hindrances, judge, laid, legal_placements, newly_reached


def placement(case: Json) -> dict[str, Any]:
    ruleset, board, card = ruleset_of(case), board_of(case["board"]), case["candidate"]
    tolled = frozenset() if (case.get("options") or {}).get("toll_paid") else tolled_of(case["board"])
    reasons = judge(board, cell_of(card), face_of(card), ruleset, sideways=bool(card.get("sideways")), tolled=tolled)
    if reasons not in (("occupied",), ("sideways",)):
        player = case.get("player") or {}
        reasons += hindrances(player.get("broken", ()), ("trapped",) if player.get("trapped") else ())
    return _verdict(board, cell_of(card), face_of(card), reasons)


def move_last(case: Json) -> dict[str, Any]:
    """WC23: the card is lifted, then judged like any other."""
    whole, last = board_of(case["board"]), cell_of(case["last"])
    lies = next(card for card in case["board"]["cards"] if cell_of(card) == last)
    face = face_of({**lies, "rotated": bool(case["to"].get("rotated", False))})
    lifted, to = whole.without(last), cell_of(case["to"])
    standing = [dwarf for dwarf in case["board"].get("dwarves", ()) if cell_of(dwarf) != last]
    tolled = frozenset() if (case.get("options") or {}).get("toll_paid") else tolled_of({"dwarves": standing})
    return _verdict(lifted, to, face, judge(lifted, to, face, ruleset_of(case), tolled=tolled))


def _verdict(board: Board, cell: Cell, face: Face, reasons: tuple[str, ...]) -> dict[str, Any]:
    if reasons:
        return {"legal": False, "reasons": sorted(reason.upper() for reason in reasons)}
    return {"legal": True, "reaches": pairs(newly_reached(board, laid(board, cell, face)))}


def placements(case: Json) -> dict[str, Any]:
    found = legal_placements(
        board_of(case["board"]), face_of(case["card"]), ruleset_of(case), tolled=tolled_of(case["board"])
    )
    return {"cells": [[spot.cell.x, spot.cell.y, spot.turned] for spot in found]}


def connectivity(case: Json) -> dict[str, Any]:
    ruleset_of(case)
    return _joined(board_of(case["board"]))


def _joined(board: Board) -> dict[str, Any]:
    gold = [card.cell for card in board if card.kind is Kind.GOAL and card.goal == GoalKind.GOLD]
    return {
        "connected": pairs(board.connected),
        "islands": pairs(board.islands),
        "frontier": pairs(board.frontier),
        "reached": pairs(board.reached_goals),
        "gold_connected": any(board.is_joined(cell) for cell in gold),
    }


def rockfall(case: Json) -> dict[str, Any]:
    board, target = board_of(case["board"]), cell_of(case["target"])
    play = Play(Deed.ROCKFALL, 0, cells=(target,))
    if EFFECTS[Deed.ROCKFALL].judge(game_with(ruleset_of(case), board), play):
        return {"legal": False}
    gone = board.at(target)
    chest = gone is not None and gone.kind is Kind.COVERED
    dwarf = any(cell_of(standing) == target for standing in case["board"].get("dwarves", ()))
    return {"legal": True, **_joined(board.without(target)), "removes_chest": chest, "removes_dwarf": dwarf}


def reveal(case: Json) -> dict[str, Any]:
    """A goal goes on the last card's tunnel (END-03); a card over a chest fits as well as it can (CHEST-02)."""
    ruleset_of(case)
    board, cell = board_of(case["board"]), cell_of(case["goal_cell"])
    printed = face_of({"open": case["true_open"], "links": case.get("true_links")})
    card = board.at(cell)
    if card is not None and card.kind is Kind.COVERED:
        back = ways_to_lay_back(board, cell, printed)
        lies = printed.half_turn() if back[0] else printed
        return {"rotations": list(back), "misfits": len(board.misfits(cell, lies))}
    last = cell_of(case["last"]) if case.get("last") is not None else None
    turned, misfits = ways_to_lay(board, cell, printed, last)
    return {"rotations": list(turned), "misfits": misfits}
