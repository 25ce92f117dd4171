"""Which room answers which type of case, with a CaseError where none can."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any

from companion.cases import actions, boxes, mazes, money, rounds, tables, teams, turns
from companion.cases.parts import Part
from companion.cases.read import CaseData, CaseError, ruleset_of
from companion.cases.unplayed import unplayed

__all__ = ["CHECK", "GOLD", "TYPES", "CaseError", "outcome"]

TYPES: dict[str, Callable[[CaseData], dict[str, Any]]] = {
    "placement": mazes.placement,
    "placements": mazes.placements,
    "connectivity": mazes.connectivity,
    "rockfall": mazes.rockfall,
    "reveal": mazes.reveal,
    "move_last": mazes.move_last,
    "gold_base": money.gold_base,
    "s2_result": teams.s2_result,
    "thieves": teams.thieves,
    "tournament_gold": money.tournament_gold,
    "table": lambda case: _one_of({**tables.WHAT, **boxes.WHAT}, case),
    "action": actions.action,
    "turn": lambda case: _one_of({**turns.WHAT, **rounds.WHAT}, case),
}

CHECK = ("placement", "placements", "connectivity", "rockfall")  # what `check` takes
GOLD = ("gold_base", "s2_result", "thieves", "tournament_gold")  # what `gold` takes
WRONG_SHAPE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration, RecursionError)


def outcome(case: object, types: Collection[str] = tuple(TYPES)) -> dict[str, Any]:
    """The outcome, with the keys of `expected`. Raises CaseError where the case cannot be answered."""
    if not isinstance(case, dict):
        raise CaseError("no_object")
    if "type" not in case:
        raise CaseError("no_type", {"types": ", ".join(types)})
    kind = case["type"] if isinstance(case["type"], str) else json.dumps(case["type"])
    if kind not in types:
        raise CaseError("another_type", {"types": ", ".join(types), "type": kind})
    try:
        return _answer(kind, Part({key: value for key, value in case.items() if key != "expected"}, kind))
    except CaseError:
        raise
    except WRONG_SHAPE as error:
        raise CaseError("incomplete", {"type": kind}) from error


def _answer(kind: str, case: CaseData) -> dict[str, Any]:
    off = unplayed(case)
    if off is None or not off.answer:
        return TYPES[kind](case)
    ruleset_of(case)
    return dict(off.answer)


def _one_of(answers: dict[str, Callable[[CaseData], dict[str, Any]]], case: CaseData) -> dict[str, Any]:
    if case["what"] not in answers:
        raise CaseError("unknown_what", {"what": case["what"]})
    return answers[case["what"]](case)
