"""A case that nobody can answer is told in one sentence, never guessed and never a traceback."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.cases import CHECK, GOLD, CaseError, outcome
from companion.door.judge import in_words
from web.language import Speech, languages

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"
BOARD = {"cards": [{"kind": "start", "x": 0, "y": 0, "open": "NESW", "links": ["NESW"]}]}
CARD = {"kind": "path", "x": 1, "y": 0, "open": "EW"}
PLACEMENT = {"type": "placement", "edition": "any", "board": BOARD, "candidate": CARD}


def changed(**fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(PLACEMENT), **fields}


def test_the_pattern_of_these_cases_is_sound() -> None:
    assert outcome(PLACEMENT) == {"legal": True, "reaches": []}


@pytest.mark.parametrize(
    "case",
    [
        changed(type="chess"),
        changed(edition="chess"),
        changed(options={"chess": True}),
        changed(options={"goal_cascade": "perhaps"}),
        changed(options={"bga_variant": "old-mine"}),
        changed(board=None),
        changed(board={"cards": [{"kind": "dragon", "x": 0, "y": 0, "open": "N"}]}),
        changed(board={"cards": [{"kind": "path", "x": "west", "y": 0, "open": "N"}]}),
        changed(candidate={**CARD, "open": "XY"}),
        changed(candidate={**CARD, "links": ["NS"]}),
        changed(candidate={**CARD, "door": "red"}),
        {"type": "turn", "what": "chess", "edition": "any", "input": {}},
        {"type": "turn", "what": "draw", "edition": "any", "input": {"move": "chess", "hand": 1, "deck": 1}},
        {"type": "table", "what": "chess", "edition": "any", "n": 3},
        {"type": "table", "what": "roles", "edition": "any", "n": 99},
        {"type": "action", "edition": "any", "action": {"card": "chess", "actor": 0}},
        {"type": "action", "edition": "any", "action": {"card": "break", "actor": 0}},
        {"type": "gold_base", "edition": "any", "players": [{}]},
        {"type": "s2_result", "edition": "any", "players": []},
        {},
        [],
        "placement",
        None,
    ],
)
def test_an_unknown_or_broken_case_is_an_error_with_a_sentence(case: object) -> None:
    with pytest.raises(CaseError) as trouble:
        outcome(case)
    for language in languages():
        assert len(in_words(trouble.value, Speech(language)).split()) > 2
        assert "…" not in in_words(trouble.value, Speech(language))


@pytest.mark.parametrize("types", [CHECK, GOLD])
def test_each_command_takes_its_own_types_only(types: tuple[str, ...]) -> None:
    with pytest.raises(CaseError) as trouble:
        outcome({"type": "table"}, types)
    assert in_words(trouble.value, Speech("en")) == f"This takes cases of type {', '.join(types)}, not table."


def test_a_published_case_with_anything_left_out_is_answered_or_refused() -> None:
    for path in sorted(VECTORS.glob("*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"][:5]:
            for key in case:
                try:
                    outcome({name: value for name, value in case.items() if name != key})
                except CaseError as error:
                    assert "…" not in in_words(error, Speech("en"))
