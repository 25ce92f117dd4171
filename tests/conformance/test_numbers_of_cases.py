"""What a number of a case may be: whole, however it is written, and no more than a table could hold."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_places import dotted, first_places, value_at, with_value

from companion.cases import CaseError, outcome
from companion.door.judge import in_words
from web.language import Speech

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"


@cache
def counted() -> dict[str, tuple[dict[str, Any], tuple[Any, ...]]]:
    """Return every kind of number that a published case of some type or of ours holds."""
    return first_places(VECTORS.rglob("*.json"), lambda value: isinstance(value, int) and not isinstance(value, bool))


@pytest.mark.parametrize("value", ["1.5", "NaN", "Infinity", "-Infinity", "1e400", "10000000", "-10000000", "1e7"])
def test_a_number_that_is_not_whole_or_has_no_end_is_refused_wherever_a_case_has_one(value: str) -> None:
    """One and a half was a cell, half a nugget was paid, and ten million players sat down for seconds."""
    for name, (case, at) in counted().items():
        with pytest.raises(CaseError) as trouble:
            outcome(with_value(case, at, json.loads(value)))
        told = in_words(trouble.value, Speech("en"))
        where = re.escape(dotted(at))
        assert re.search(rf", {where} must be a whole number from (-999|0) to (999|3), but it’s \S+\.$", told), name


def test_a_whole_number_may_be_written_with_a_point() -> None:
    pointed = {name: with_value(case, at, float(value_at(case, at))) for name, (case, at) in counted().items()}
    assert [name for name, (case, _) in counted().items() if answer_of(pointed[name]) != answer_of(case)] == []


def test_an_option_that_is_a_whole_number_may_be_written_with_a_point() -> None:
    case = {"type": "table", "what": "hand", "n": 4}
    assert answer_of({**case, "options": {"maps": 5.0}}) == answer_of({**case, "options": {"maps": 5}})


def answer_of(case: object) -> str:
    """Written out: 3 and 3.0 are equal in Python."""
    return json.dumps(outcome(case))
