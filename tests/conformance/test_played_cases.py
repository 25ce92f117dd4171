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


BARE = {"kind": "path", "x": 0, "y": -1, "open": "NESW"}


def test_a_board_without_a_start_card_is_judged_as_it_lies() -> None:
    """`check` laid a start card of its own, and said that its cell was taken."""
    island = {"board": {"cards": [BARE]}, "options": {"connection_required": False}}
    onto_the_start = {"type": "placement", "candidate": {**TUNNEL, "x": 0, "open": "NESW"}}
    assert outcome({**onto_the_start, **island}) == {"legal": True, "reaches": []}
    assert outcome({**onto_the_start, "board": {"cards": [BARE]}})["reasons"] == ["NOT_CONNECTED"]
    assert outcome({"type": "connectivity", "board": {"cards": []}})["connected"] == []
    found = outcome({"type": "connectivity", "board": {"cards": [{**BARE, "y": 0}]}})
    assert (found["connected"], found["islands"], found["frontier"]) == ([], [[0, 0]], [])
    cells = outcome({"type": "placements", "card": TUNNEL, **island})["cells"]
    assert cells == [[-1, -1, False], [1, -1, False]]
    fallen = outcome({"type": "rockfall", "board": {"cards": [BARE, {**BARE, "y": 0}]}, "target": [0, -1]})
    assert fallen["islands"] == [[0, 0]]


def test_gold_that_no_start_card_leads_to_is_not_reached() -> None:
    gold = {"kind": "goal", "goal": "gold", "x": 2, "y": 0, "open": "NESW"}
    players = [{"role": "blue"}, {"role": "saboteur"}]
    case = {"type": "s2_result", "edition": "s2-anniversary", "finisher": 0, "players": players}
    assert outcome({**case, "board": {"cards": [TUNNEL, gold]}})["winners"] == [1]
    assert outcome({**case, "board": {"cards": [START, TUNNEL, gold]}})["winners"] == [0]


def test_a_start_card_that_lies_elsewhere_is_an_error_as_before() -> None:
    with pytest.raises(CaseError) as trouble:
        outcome({"type": "connectivity", "board": {"cards": [{**START, "x": 1}]}})
    assert trouble.value.code == "start_elsewhere"


def test_what_a_card_reaches_is_told_also_where_it_joins_gold_that_lies_open() -> None:
    """The round is over then, and nothing else was said to be reached."""
    gold = {"kind": "goal", "goal": "gold", "x": 2, "y": 0, "open": "NESW"}
    stone = {"kind": "goal", "goal": "coal", "x": 2, "y": 1, "face_down": True}
    case = {"type": "placement", "board": {"cards": [START, gold, stone]}, "candidate": TUNNEL}
    assert outcome(case) == {"legal": True, "reaches": [[2, 1]]}


@pytest.mark.parametrize(
    ("case", "code", "facts"),
    [
        ({"type": "placement", "candidate": TUNNEL, "board": {"cards": [START, BARE, BARE]}}, "two_cards_in_a_cell",
         {"cell": "0, -1"}),
        ({"type": "connectivity", "board": {"cards": [START, {**BARE, "y": 0}]}}, "two_cards_in_a_cell",
         {"cell": "0, 0"}),
        ({"type": "connectivity", "board": {"cards": [START], "dwarves": [{"x": 1, "y": 0, "side": "E"}]}}, "refused",
         {"code": "no_open_end"}),
        ({"type": "move_last", "edition": "wc2023", "last": [0, 0], "to": {"x": 2, "y": 0},
          "board": {"cards": [START, TUNNEL]}}, "refused", {"code": "last_card_gone"}),
    ],
)  # fmt: skip
def test_what_cannot_lie_on_a_table_is_an_error_with_a_sentence(
    case: dict[str, Any], code: str, facts: dict[str, str]
) -> None:
    """Of two cards in a cell the second was taken, and a toll dwarf stood at rock."""
    with pytest.raises(CaseError) as trouble:
        outcome(case)
    assert (trouble.value.code, trouble.value.facts) == (code, facts)
