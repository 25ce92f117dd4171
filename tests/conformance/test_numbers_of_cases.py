"""What a number of a case may be: whole, however it is written, and no more than a table could hold."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from case_places import dotted, places, value_at, with_value

from companion.cases import CaseError, outcome
from companion.door.judge import in_words
from web.language import Speech

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"


def counted() -> dict[str, tuple[dict[str, Any], tuple[Any, ...]]]:
    """Every number that a published case of some type or of ours holds: the first case with it, and the way to it."""
    found: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {}
    for path in sorted(VECTORS.rglob("*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            bare = {key: value for key, value in case.items() if key != "expected"}
            for at in places(bare):
                if isinstance(value_at(bare, at), int) and not isinstance(value_at(bare, at), bool):
                    name = " ".join([case["type"], case.get("what", ""), re.sub(r"\d+", "", dotted(at))])
                    found.setdefault(name, (bare, at))
    return found


COUNTED = counted()


@pytest.mark.parametrize("value", ["1.5", "NaN", "Infinity", "-Infinity", "1e400", "10000000", "-10000000", "1e7"])
def test_a_number_that_is_not_whole_or_has_no_end_is_refused_wherever_a_case_has_one(value: str) -> None:
    """One and a half was a cell, half a nugget was paid, and ten million players sat down for seconds."""
    for name, (case, at) in COUNTED.items():
        with pytest.raises(CaseError) as trouble:
            outcome(with_value(case, at, json.loads(value)))
        told = in_words(trouble.value, Speech("en"))
        where = re.escape(dotted(at))
        assert re.search(rf", {where} must be a whole number from (-999|0) to (999|3), but it’s \S+\.$", told), name


@pytest.mark.parametrize("name", COUNTED)
def test_a_whole_number_may_be_written_with_a_point(name: str) -> None:
    case, at = COUNTED[name]
    assert answer_of(with_value(case, at, float(value_at(case, at)))) == answer_of(case)


def test_an_option_that_is_a_whole_number_may_be_written_with_a_point() -> None:
    case = {"type": "table", "what": "hand", "n": 4}
    assert answer_of({**case, "options": {"maps": 5.0}}) == answer_of({**case, "options": {"maps": 5}})


def answer_of(case: object) -> str:
    """Written out: 3 and 3.0 are equal in Python."""
    return json.dumps(outcome(case))
