"""Which room answers which type of case, with one clear sentence where none can."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.cases import mazes, money, moves, tables
from companion.cases.read import CaseError, Json

__all__ = ["CHECK", "GOLD", "TYPES", "CaseError", "outcome"]

TYPES: dict[str, Callable[[Json], dict[str, Any]]] = {
    "placement": mazes.placement,
    "placements": mazes.placements,
    "connectivity": mazes.connectivity,
    "rockfall": mazes.rockfall,
    "reveal": mazes.reveal,
    "move_last": mazes.move_last,
    "gold_base": money.gold_base,
    "s2_result": money.s2_result,
    "thieves": money.thieves,
    "tournament_gold": money.tournament_gold,
    "table": tables.table,
    "action": moves.action,
    "turn": moves.turn,
}

CHECK = ("placement", "placements", "connectivity", "rockfall")  # what `check` takes
GOLD = ("gold_base", "s2_result", "thieves", "tournament_gold")  # what `gold` takes


def outcome(case: object, types: Collection[str] = tuple(TYPES)) -> dict[str, Any]:
    """The outcome, with the keys of `expected`. Raises CaseError with a sentence where the case cannot be answered."""
    if not isinstance(case, dict):
        raise CaseError("a case is a JSON object")
    kind = str(case.get("type"))
    if kind not in types:
        raise CaseError(f"this takes cases of type {', '.join(types)}, not {kind!r}")
    try:
        return TYPES[kind](case)
    except CaseError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, StopIteration) as error:
        raise CaseError(f"this {kind} case lacks something or has it wrong: {error!r}") from error
