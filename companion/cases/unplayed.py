"""The cases that cannot be put as play, each with its reason. Every other case is dealt, played and read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.cases.read import CaseData


@dataclass(frozen=True)
class Unplayed:
    """`applies`: the case is of this kind; `answer`: what is said of it all the same."""

    why: str
    applies: Callable[[CaseData], bool]
    answer: dict[str, Any]


def _crosswise(case: CaseData) -> bool:
    return case.get("type") == "placement" and bool(case["candidate"].get("sideways"))


def _thief_before_another(case: CaseData) -> bool:
    done = case.get("action") or {}
    return (
        case.get("type") == "action"
        and done.get("card") == "thief"
        and done.get("target", done["actor"]) != done["actor"]
    )


UNPLAYED = (
    Unplayed(
        "a card has two ways to lie, and no command can say a third (PLACE-03)",
        _crosswise,
        {"legal": False, "reasons": ["SIDEWAYS"]},
    ),
    Unplayed(
        "whoever plays a thief lays it before himself, and no command can name another (S2A-01)",
        _thief_before_another,
        {"legal": False},
    ),
    Unplayed(
        "what is in a box is counted before anybody plays with it (COMP)",
        lambda case: case.get("type") == "table" and case.get("what") == "components",
        {},
    ),
)


def unplayed(case: CaseData) -> Unplayed | None:
    return next((kind for kind in UNPLAYED if kind.applies(case)), None)
