"""What was read beside what is there, card by card: the outcomes that every benchmark of the reader counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

READABLE = 0.5  # of a card in sight; what is hidden more may be missed or left unsure
OUTCOMES = ("right", "unsure", "wrong though sure", "missed")
HIDDEN_WRONG = "wrong though sure, mostly hidden"
Cell = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A card that is not read right, or that is none."""

    outcome: str
    place: tuple[int, int]
    truth: Cell | None
    said: Cell | None


@dataclass(frozen=True)
class Score:
    """count: of every outcome, and of `phantom` and `phantom, unsure`"""

    count: Counter[str]
    cases: tuple[Case, ...]

    @property
    def exact(self) -> bool:
        return all(case.outcome == HIDDEN_WRONG for case in self.cases)


def scored(truth: Mapping[str, Any], line: Mapping[str, Any]) -> Score:
    """truth, line: each with its `cells`, as `read` prints them; truth: `unclear`, [x, y] of cells that do not count"""
    unclear = {(x, y) for x, y in truth.get("unclear", ())}
    said = {(cell["x"], cell["y"]): cell for cell in line["cells"] if (cell["x"], cell["y"]) not in unclear}
    true = {(cell["x"], cell["y"]): cell for cell in truth["cells"]}
    alone = {(card["x"], card["y"]) for card in truth.get("illegal", ()) if card.get("isolated")}
    count, cases = Counter[str](), []
    for place, cell in true.items():
        outcome = outcome_of(cell, said.get(place))
        if cell.get("visible_fraction", 1.0) < READABLE or place in alone:  # may as well be a loose card
            if outcome == "wrong though sure":
                cases.append(Case(HIDDEN_WRONG, place, cell, said.get(place)))
            continue
        count[outcome] += 1
        if outcome != "right":
            cases.append(Case(outcome, place, cell, said.get(place)))
    for place in sorted(said.keys() - true.keys()):
        kind = "phantom, unsure" if said[place]["uncertain"] else "phantom"
        count[kind] += 1
        cases.append(Case(kind, place, None, said[place]))
    return Score(count, tuple(cases))


def outcome_of(truth: Cell, said: Cell | None) -> str:
    if said is None:
        return "missed"
    if said["uncertain"]:
        return "unsure"
    return "right" if says(truth) == says(said) else "wrong though sure"


def says(cell: Cell) -> tuple[Any, ...]:
    """What is printed on a card, in words that can be compared."""
    if cell["face_down"]:
        return ("face down",)
    if cell["kind"] == "start":
        return ("start",)
    links = sorted("".join(sorted(group, key="NESW".index)) for group in cell["links"])
    return cell["open"], links, cell.get("door"), bool(cell.get("crystals")), bool(cell.get("ladder"))


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share with 95 % confidence."""
    if not of:
        return 0.0, 1.0
    share, weight = hits / of, z * z / of
    middle = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / of + weight / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)
