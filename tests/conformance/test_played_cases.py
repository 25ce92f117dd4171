"""Every case is played through decide and evolve, but for those of one table that says why they cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cases import CaseError, case_game, outcome, tables
from companion.cases.unplayed import UNPLAYED, unplayed

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"
CASES: list[dict[str, Any]] = [
    case for path in sorted(VECTORS.rglob("*.json")) for case in json.loads(path.read_text("utf-8"))["cases"]
]
START = {"kind": "start", "x": 0, "y": 0, "open": "NESW", "links": ["NESW"]}
TUNNEL = {"kind": "path", "x": 1, "y": 0, "open": "EW"}


class Watched:
    """Counts how often a rule is asked."""

    def __init__(self, rule: Any) -> None:
        self.rule, self.asked = rule, 0

    def __call__(self, *arguments: Any) -> Any:
        self.asked += 1
        return self.rule(*arguments)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Watched, Watched]]:
    decide, fold = Watched(case_game.decide), Watched(case_game.fold)
    monkeypatch.setattr(case_game, "decide", decide)
    monkeypatch.setattr(tables, "decide", decide)
    monkeypatch.setattr(case_game, "fold", fold)
    yield decide, fold


CONFIGURES_ONLY = "combine"  # what may be put together is asked in the lobby, where nothing has happened yet


def test_every_published_case_is_decided_and_folded_but_those_that_say_why_not(watched) -> None:
    decide, fold = watched
    for case in CASES:
        decide.asked = fold.asked = 0
        outcome({key: value for key, value in case.items() if key != "expected"})
        assert bool(decide.asked) == (unplayed(case) is None), case["id"]
        if decide.asked and case.get("what") not in (CONFIGURES_ONLY, "players"):
            assert fold.asked, case["id"]


def test_each_reason_not_to_play_a_case_is_needed() -> None:
    crosswise = {"type": "placement", "edition": "any", "candidate": {**TUNNEL, "sideways": True}}
    thief = {"type": "action", "edition": "s2-anniversary", "action": {"card": "thief", "actor": 0, "target": 1}}
    box = {"type": "table", "what": "components", "edition": "any"}
    assert [unplayed(case) for case in (crosswise, thief, box)] == list(UNPLAYED)
    assert all(kind.why for kind in UNPLAYED)
    assert unplayed({**thief, "action": {"card": "thief", "actor": 1}}) is None
    assert outcome({**crosswise, "board": {"cards": [START]}}) == {"legal": False, "reasons": ["SIDEWAYS"]}
    assert outcome(thief) == {"legal": False}


@pytest.mark.parametrize(("word", "hands"), [("partner", (3, 6)), ("player", (4, 5)), ("both", (4, 6))])
def test_whoever_draws_after_hands_were_swapped_is_what_the_table_plays(word: str, hands: tuple[int, int]) -> None:
    given = {"hand": 6, "other": 3, "deck": 9}
    case = {"type": "turn", "what": "swap_hands", "edition": "s2-anniversary", "input": given}
    found = outcome({**case, "options": {"swap_hands_draw": word}})
    assert (found["hand_after"], found["other_after"]) == hands


def test_the_last_card_of_the_pile_goes_to_whoever_was_vetoed() -> None:
    case = {"type": "turn", "what": "draw", "edition": "wc2019"}
    assert outcome({**case, "input": {"move": "veto", "hand": 6, "deck": 1}})["drawn"] == 0
    assert outcome({**case, "input": {"move": "vetoed", "hand": 6, "deck": 1}})["drawn"] == 1


@pytest.mark.parametrize(("word", "drawn"), [("true", 1), ("false", 0)])
def test_what_the_sixth_chest_gives_where_nobody_holds_a_card_is_what_the_table_plays(word: str, drawn: int) -> None:
    case = {"type": "turn", "what": "chest_draw", "edition": "treasure-chests", "options": {"sixth_chest_draws": word}}
    assert outcome({**case, "input": {"effect": 6, "hand": 5, "deck": 9, "other": 0}})["drawn"] == drawn


def test_a_case_that_says_something_was_done_that_the_rules_refuse_is_an_error_with_a_sentence() -> None:
    case = {"type": "turn", "what": "draw", "edition": "any", "input": {"move": "pass", "hand": 6, "deck": 9}}
    case["input"]["discards"] = 2
    with pytest.raises(CaseError) as trouble:
        outcome(case)
    assert (trouble.value.code, trouble.value.facts) == ("refused", {"code": "bad_discard"})
