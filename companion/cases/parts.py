"""A case whose objects know where in it they stand, so that a gap or a wrong kind is told with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from companion.cases.kinds import bounds_broken, other_words, whole, wrong_kind
from companion.cases.read import CaseError


class Part(dict[str, Any]):
    """An object of a case. `place`: where in it, such as `board.cards[2]`, counted from 0; empty for the case."""

    def __init__(self, entries: Mapping[str, Any], kind: str, place: str = "") -> None:
        dot = f"{place}." if place else ""
        super().__init__({key: _placed(value, kind, f"{dot}{key}") for key, value in entries.items()})
        self.kind, self.place = kind, place

    def __missing__(self, key: str) -> NoReturn:
        if not self.place:
            raise CaseError("missing_key", {"type": self.kind, "missing": key})
        raise CaseError("missing_key_in", {"type": self.kind, "missing": key, "place": self.place})


def _placed(value: Any, kind: str, place: str) -> Any:
    wrong = wrong_kind(value, place)
    if wrong is not None:
        wanted, found = wrong
        raise CaseError("wrong_kind", {"type": kind, "place": place, "wanted": " ".join(wanted), "found": found})
    words = other_words(value, place)
    if words:
        raise CaseError("wrong_word", {"type": kind, "place": place, "wanted": " ".join(words), "found": value})
    number = whole(value)
    bounds = bounds_broken(number, place)
    if bounds is not None:
        least, most = bounds
        facts = {"type": kind, "place": place, "found": json.dumps(value), "least": least, "most": most}
        raise CaseError("wrong_number", facts)
    if isinstance(value, dict):
        return Part(value, kind, place)
    if isinstance(value, list):
        return [_placed(part, kind, f"{place}[{at}]") for at, part in enumerate(value)]
    return number
