"""Cases about gold: a round is dug to its end or given up, and what everybody owns after it is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards.reverse import ReverseTurns
from companion.cases.case_game import CaseGame, Layout, with_card
from companion.cases.read import CaseData, CaseError, player_of, ruleset_of
from companion.editions.cards import GoalCard, GoalKind, Tool
from companion.editions.parameters import Direction, Scoring
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state.pending import DealingGold, Drafting
from companion.state.secret import Secret

GOLD = GoalCard(GoalKind.GOLD, Face.parse("NESW"))
LAST, TREASURE = Cell(1, 0), Cell(2, 0)  # the card that is missing, and the gold behind it
STRAIGHT = Face.parse("EW")
BURIED = Board.of((Placement(TREASURE, None, Kind.GOAL),))
DUG_OUT = Board.of((Placement(LAST, STRAIGHT), Placement(TREASURE, GOLD.face, Kind.GOAL, GoalKind.GOLD)))


def gold_base(case: CaseData) -> dict[str, Any]:
    rules = replace(ruleset_of(case), scoring=Scoring.GOLD_CARDS)
    if case.get("direction"):
        rules = replace(rules, turn_direction=Direction(case["direction"]))
    cards, reached = case.get("cards"), bool(case["reached"])
    kept = _all_but(rules, cards) if cards is not None and reached else ()
    game = _dug(case, rules, kept)
    _share_out(game, cards)
    order = [event.seat for event in game.told(e.GoldTaken)]
    answer: dict[str, Any] = {
        "drawn": len(order),
        "sequence": order,
        "counts": [order.count(seat) for seat in range(len(case["players"]))],
    }
    if cards is not None or not order:
        answer["nuggets"] = [own - sum(kept) * (seat == 0) for seat, own in enumerate(game.counted())]
    return answer


def tournament_gold(case: CaseData) -> dict[str, Any]:
    return {"nuggets": _dug(case, replace(ruleset_of(case), scoring=Scoring.FIXED)).counted()}


def _dug(case: CaseData, rules: Ruleset, kept: tuple[int, ...] = ()) -> CaseGame:
    """The last round, to its end: the finisher lays the missing card, or the table says that it is over."""
    players, reached = case["players"], bool(case["reached"])
    finisher = player_of(case, "finisher", players)
    board = DUG_OUT if reached and finisher is None else BURIED
    roles = tuple(str(player["role"]) for player in players)
    rules = with_card(rules, "reverse") if case.get("reversed") else rules
    layout = Layout(board, len(players), turn=finisher or 0, number=rules.rounds, roles=roles, goals=(GOLD,), gold=kept)
    game = CaseGame.amid(rules, layout)
    for seat, player in enumerate(players):
        game.before(seat, tuple(Tool)[: int(player.get("broken", 0))])
    if case.get("reversed"):
        game.play(ReverseTurns(), layout.turn)
        game.say(c.SetTurn(layout.turn))
    if reached and finisher is not None:
        game.force(LAST, STRAIGHT)
        game.turn_up(TREASURE)
    else:
        game.end_round()
    return game


def _share_out(game: CaseGame, cards: Sequence[int] | None) -> None:
    """The best cards of those drawn, each in turn takes the highest that is left."""
    pending = game.game.pending
    if not isinstance(pending, DealingGold):
        return
    values = sorted(cards if cards is not None else game.game.ruleset.gold_values, reverse=True)[: pending.cards]
    game.say(c.DealGold(Secret(tuple(values))), c.ByDealer())
    while isinstance(game.game.pending, Drafting):
        game.say(c.TakeGold(0), game.game.pending.seat)


def _all_but(rules: Ruleset, cards: Sequence[int]) -> tuple[int, ...]:
    """The rest of the pile, so that it holds the cards of the case and no others."""
    box = Counter(rules.gold_values)
    if Counter(cards) - box:
        raise CaseError("gold_not_in_box", {"cards": list(cards)})
    return tuple((box - Counter(cards)).elements())
