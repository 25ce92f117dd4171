"""Cases about gold: the base game's shares, teams and doors, thieves, the tournament."""

from __future__ import annotations

from typing import Any

from companion.cases.read import CaseError, Json, board_of, ruleset_of
from companion.editions.cards import GoalKind
from companion.maze.board import Kind
from companion.rules.share import best_to_worst, fixed_nuggets, shares
from companion.rules.teams import crystals_on, open_by, open_on, team_result
from companion.rules.thieves import order_of_thieves, steal


def gold_base(case: Json) -> dict[str, Any]:
    players = case["players"]
    found = shares(
        ruleset_of(case),
        [player["role"] for player in players],
        [bool(player.get("broken", 0)) for player in players],
        case.get("finisher"),
        bool(case["reached"]),
        turned_round=bool(case.get("reversed", False)),
    )
    cards = case.get("cards")
    order = found.order if cards is None else found.order[: len(cards)]
    answer: dict[str, Any] = {
        "drawn": len(order),
        "sequence": list(order),
        "counts": [order.count(seat) for seat in range(len(players))],
    }
    if cards is not None or not order:
        taken = best_to_worst(cards or (), order)
        answer["nuggets"] = [
            due + sum(value for owner, value in taken if owner == seat) for seat, due in enumerate(found.due)
        ]
    return answer


def s2_result(case: Json) -> dict[str, Any]:
    ruleset, players = ruleset_of(case), case["players"]
    board = board_of(case["board"]) if "board" in case else None
    if "routes" in case:
        unblocked, reached = open_by(case["routes"]), bool(case["routes"])
    elif board is not None:
        gold = [card.cell for card in board if card.kind is Kind.GOAL and card.goal == GoalKind.GOLD]
        if len(gold) != 1:
            raise CaseError("the board needs one gold goal")
        unblocked, reached = open_on(board, gold[0]), board.is_joined(gold[0])
    else:
        raise CaseError("a result needs a board or routes")
    crystals = case["crystals"] if "crystals" in case else crystals_on(board, ruleset) if board else 0
    if board is not None and not case.get("crystals"):
        crystals = crystals_on(board, ruleset)
    result = team_result(
        ruleset,
        [player["role"] for player in players],
        [bool(player.get("trapped", False)) for player in players],
        case.get("finisher"),
        unblocked,
        reached,
        crystals,
    )
    return {
        "open": sorted(team.value for team in result.open),
        "winners": list(result.winners),
        "nuggets": list(result.nuggets),
    }


def thieves(case: Json) -> dict[str, Any]:
    start = ruleset_of(case).thief_start
    players, choices = case["players"], case.get("choices") or {}
    gold = tuple(player["gold"] for player in players)
    played_at = {thief["seat"]: thief["played_at"] for thief in case["thieves"]}
    order = order_of_thieves(played_at, [bool(player.get("trapped", False)) for player in players], start)
    for thief in order:
        gold = steal(gold, thief, choices.get(str(thief)))
    return {"order": list(order), "gold": list(gold)}


def tournament_gold(case: Json) -> dict[str, Any]:
    roles = [player["role"] for player in case["players"]]
    return {"nuggets": list(fixed_nuggets(roles, case.get("finisher"), bool(case["reached"]), ruleset_of(case)))}
