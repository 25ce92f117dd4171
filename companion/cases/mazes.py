"""Cases about the maze: placements, connectivity, rockfalls, goals turned over, cards moved; each is played."""

from __future__ import annotations

from typing import Any

from companion.cards.move_last import MoveLast
from companion.cards.rockfall import Rockfall
from companion.cases.case_game import FAR_AWAY, CaseGame, Layout, with_card, with_dwarves
from companion.cases.read import CaseData, CaseError, board_of, cell_of, face_of, pairs, placement_of, ruleset_of
from companion.editions.cards import GoalCard, GoalKind
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.course import reached
from companion.rules.tolls import judge_toll
from companion.state import commands as c
from companion.state import events as e
from companion.state.refusals import Refusal

PLAYER = 0


def _on_the_table(case: CaseData, deed: str | None = None) -> CaseGame:
    """The case's board with its toll dwarves, in a turn of the first seat, who owns a nugget."""
    dwarves = case["board"].get("dwarves", ())
    seats = max([2, *(dwarf.get("owner", 1) + 1 for dwarf in dwarves)])
    ruleset = ruleset_of(case)
    ruleset = with_dwarves(ruleset) if dwarves else ruleset
    layout = Layout(board_of(case["board"]), seats, as_drawn=True)
    game = CaseGame.amid(with_card(ruleset, deed) if deed else ruleset, layout)
    game.owns(PLAYER, 1)
    for dwarf in dwarves:
        stands = c.SetToll(cell_of(dwarf), Side[dwarf["side"]])
        game.must(judge_toll(game.game, PLAYER, stands))
        game.happened(e.TollSet(dwarf.get("owner", 1), stands.cell, stands.side))
    player = case.get("player") or {}
    game.before(PLAYER, player.get("broken", ()), ("trapped",) if player.get("trapped") else ())
    return game


def _payer(case: CaseData) -> int | None:
    return PLAYER if (case.get("options") or {}).get("toll_paid") else None


def placement(case: CaseData) -> dict[str, Any]:
    card = case["candidate"]
    game = _on_the_table(case)
    before = game.now.board
    refusal = game.play(c.PlacePath(cell_of(card), face_of(card), toll_payer=_payer(case)), PLAYER)
    return _verdict(game, before, refusal)


def move_last(case: CaseData) -> dict[str, Any]:
    """WC23: the card is lifted, then judged like any other; it was laid last by somebody else."""
    last, to = cell_of(case["last"]), case["to"]
    cards = case["board"]["cards"]
    lies = next(card for card in cards if cell_of(card) == last)
    if placement_of(lies).kind is not Kind.PATH:
        raise CaseError("refused", {"code": "last_card_gone"})
    lifted = {**case["board"], "cards": [card for card in cards if card is not lies]}
    game = _on_the_table({**case, "board": lifted}, "move_last")
    before = game.now.board
    game.happened(e.PathPlaced(1, last, face_of(lies)), e.TurnBegan(PLAYER))
    turned = bool(to.get("rotated", False)) != bool(lies.get("rotated", False))
    return _verdict(game, before, game.play(MoveLast(cell_of(to), turned, _payer(case)), PLAYER))


def _verdict(game: CaseGame, before: Board, refusal: Refusal | None) -> dict[str, Any]:
    if refusal:
        return {"legal": False, "reasons": sorted(reason.upper() for reason in refusal.reasons or (refusal.code,))}
    return {"legal": True, "reaches": pairs(set(reached(game.game)) - before.reach.covered)}


def placements(case: CaseData) -> dict[str, Any]:
    """Every way up in every empty cell beside a card is tried, one game each."""
    face = face_of(case["card"])
    ways = {False: face} if face.is_symmetric else {False: face, True: face.half_turn()}
    laid = _on_the_table(case)
    found = [
        [cell.x, cell.y, turned]
        for cell in laid.now.board.slots
        for turned, way in ways.items()
        if not laid.refuses(c.PlacePath(cell, way), PLAYER)
    ]
    return {"cells": found}


def connectivity(case: CaseData) -> dict[str, Any]:
    return _joined(_on_the_table(case).now.board, case)


def _joined(board: Board, case: CaseData) -> dict[str, Any]:
    """Which goal is gold the case knows, also while it lies face down."""
    goals = board_of(case["board"]).of_kind(Kind.GOAL)
    gold = [card.cell for card in goals if card.goal == GoalKind.GOLD]
    return {
        "connected": pairs(board.connected),
        "islands": pairs(board.islands),
        "frontier": pairs(board.frontier),
        "reached": pairs(board.reached_goals),
        "gold_connected": any(board.is_joined(cell) for cell in gold),
    }


def rockfall(case: CaseData) -> dict[str, Any]:
    game, target = _on_the_table(case, "rockfall"), cell_of(case["target"])
    before = game.now
    if game.play(Rockfall(target), PLAYER):
        return {"legal": False}
    after, gone = game.now, before.board.at(target)
    return {
        "legal": True,
        **_joined(after.board, case),
        "removes_chest": gone is not None and gone.cell in before.chest_cells and gone.face is None,
        "removes_dwarf": len(after.tolls) < len(before.tolls),
    }


def reveal(case: CaseData) -> dict[str, Any]:
    """A goal goes on the last card's tunnel (END-03); a card over a chest fits as well as it can (CHEST-02).

    The last card is laid anew; without one a card far away is, so that what is reached already is turned.
    """
    board, cell = board_of(case["board"]), cell_of(case["goal_cell"])
    last = board.at(cell_of(case["last"])) if case.get("last") is not None else None
    lies = last if last is not None and last.face is not None and last.kind is Kind.PATH else None
    printed = face_of({"open": case["true_open"], "links": case.get("true_links")})
    laid = board.without(lies.cell) if lies else board
    game = CaseGame.amid(ruleset_of(case), _dealt(laid, cell, printed))
    game.force(*((lies.cell, lies.face) if lies and lies.face else FAR_AWAY))
    ways = game.choose(cell).turned
    game.turn_up(cell)
    misfits = [event.misfits for event in game.events if isinstance(event, e.GoalLaid | e.CoverLaid)]
    return {"rotations": list(ways), "misfits": misfits[-1]}


HARMLESS = 2  # what is in a chest, where only the card over it is asked about (CHEST-05)


def _dealt(board: Board, cell: Cell, printed: Face) -> Layout:
    """The goals that lie there, with the printed face at `cell`, or the cards over chests."""
    if any(card.cell == cell for card in board.of_kind(Kind.COVERED)):
        return Layout(board, as_drawn=True, chests=tuple((HARMLESS, printed) for _ in board.of_kind(Kind.COVERED)))
    kinds = [GoalKind(card.goal or GoalKind.COAL) for card in board.of_kind(Kind.GOAL)]
    return Layout(board, as_drawn=True, goals=tuple(GoalCard(kind, printed) for kind in kinds))
