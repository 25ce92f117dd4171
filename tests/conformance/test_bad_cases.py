"""A case that nobody can answer is told in one sentence, never guessed and never a traceback."""

import copy
import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from case_places import dotted, first_places, with_value

from companion.cases import CHECK, GOLD, CaseError, outcome
from companion.cases.read import CARD_KINDS
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


def told_of(case: object, *types: Collection[str]) -> str:
    """What is said of a case that is refused. types : that are taken; all unless told"""
    with pytest.raises(CaseError) as trouble:
        outcome(case, *types)
    return in_words(trouble.value, Speech("en"))


LACKING = {
    "This placement case needs the key “candidate”.": {**PLACEMENT, "candidate": ...},
    "This placement case needs the key “open” in candidate.": changed(candidate={**CARD, "open": ...}),
    "This placement case needs the key “y” in candidate.": changed(candidate={**CARD, "y": ...}),
    "This placement case needs the key “x” in board.cards[1].": changed(
        board={"cards": [*BOARD["cards"], {**CARD, "x": ...}]}
    ),
    "This placement case needs the key “open” in board.cards[0].": changed(
        board={"cards": [{**BOARD["cards"][0], "open": ...}]}
    ),
    "This gold_base case needs the key “role” in players[1].": {
        "type": "gold_base", "edition": "any", "reached": False, "players": [{"role": "miner"}, {}],
    },
    "This turn case needs the key “move” in input.": {"type": "turn", "what": "draw", "input": {"hand": 1, "deck": 1}},
    "A case needs the key “type”: placement, gold_base, turn.": {**PLACEMENT, "type": ...},
}  # fmt: skip


def without_gaps(part: Any) -> Any:
    """`...` stands for a key that is left out."""
    if isinstance(part, dict):
        return {key: without_gaps(value) for key, value in part.items() if value is not ...}
    return [without_gaps(value) for value in part] if isinstance(part, list) else part


@pytest.mark.parametrize("sentence", LACKING)
def test_it_is_told_which_key_is_missing_and_where_and_nothing_of_an_error_of_ours(sentence: str) -> None:
    assert told_of(without_gaps(LACKING[sentence]), ("placement", "gold_base", "turn")) == sentence


def miner_with(broken: object) -> dict[str, Any]:
    return {"type": "gold_base", "edition": "any", "reached": True, "players": [{"role": "miner", "broken": broken}]}


BROKEN = "In this gold_base case, players[0].broken must be a number or true or false, but it’s {}."
WRONG = {
    "In this placement case, board must be an object, but it’s null.": changed(board=None),
    "In this placement case, board must be an object, but it’s a list.": changed(board=[]),
    "In this placement case, board.cards must be a list, but it’s a number.": changed(board={"cards": 3}),
    "In this placement case, board.cards[1] must be an object, but it’s a text.": changed(
        board={"cards": [*BOARD["cards"], "path"]}
    ),
    "In this placement case, candidate must be an object, but it’s a number.": changed(candidate=3),
    "In this placement case, candidate.open must be a text, but it’s a number.": changed(
        candidate={**CARD, "open": 3}
    ),
    "In this placement case, candidate.x must be a number, but it’s a text.": changed(
        candidate={**CARD, "x": "west"}
    ),
    "In this placement case, candidate.rotated must be true or false, but it’s a text.": changed(
        candidate={**CARD, "rotated": "no"}
    ),
    "In this placement case, options must be an object, but it’s a list.": changed(options=["ladder"]),
    "In this gold_base case, players must be a list, but it’s a text.": {
        "type": "gold_base", "edition": "any", "reached": True, "players": "Ana",
    },
    BROKEN.format("null"): miner_with(None),
    BROKEN.format("a text"): miner_with("x"),
    BROKEN.format("a list"): miner_with([]),
    BROKEN.format("an object"): miner_with({}),
    "In this placement case, candidate.door must be blue or green, but it’s “red”.": changed(
        candidate={**CARD, "door": "red"}
    ),
    "In this placement case, board.cards[0].kind must be start, path, goal, covered, site or chest_path, "
    "but it’s “dragon”.": changed(board={"cards": [{**CARD, "kind": "dragon"}]}),
    "In this gold_base case, players[0] must be an object, but it’s a text.": {
        "type": "gold_base", "edition": "any", "reached": True, "players": ["Ana"],
    },
}  # fmt: skip


@pytest.mark.parametrize("sentence", WRONG)
def test_it_is_told_in_plain_words_what_is_of_the_wrong_kind_and_where(sentence: str) -> None:
    """Python's own words stood there: 'int' object has no attribute 'get'."""
    assert told_of(WRONG[sentence]) == sentence


def dug_by(finisher: int) -> dict[str, Any]:
    players = [{"role": "miner"}, {"role": "saboteur"}, {"role": "miner"}]
    return {"type": "gold_base", "edition": "any", "reached": True, "players": players, "finisher": finisher}


NOBODY = "but this case has no such player. Count from 0, in the order of “players”."
TOOLS = "In this gold_base case, players[0].broken must be a whole number from 0 to 3, but it’s {}."
UNCOUNTED = {
    TOOLS.format(-1): miner_with(-1),  # it was taken for two tools
    TOOLS.format(4): miner_with(4),
    TOOLS.format(0.5): miner_with(0.5),
    f"finisher is 9, {NOBODY}": dug_by(9),
    f"finisher is 3, {NOBODY}": dug_by(3),
    "In this gold_base case, finisher must be a whole number from 0 to 999, but it’s -1.": dug_by(-1),
    f"thieves[1].seat is 2, {NOBODY}": {
        "type": "thieves", "players": [{"gold": 1}, {"gold": 1}],
        "thieves": [{"seat": 0, "played_at": 1}, {"seat": 2, "played_at": 2}],
    },
    "In this turn case, input.hand must be a whole number from 0 to 999, but it’s -2.": {
        "type": "turn", "what": "draw", "input": {"move": "path", "hand": -2, "deck": 1},
    },
}  # fmt: skip


@pytest.mark.parametrize("sentence", UNCOUNTED)
def test_a_number_that_counts_nothing_is_refused_with_its_place_and_the_reason(sentence: str) -> None:
    assert told_of(UNCOUNTED[sentence]) == sentence


def test_the_last_player_may_have_dug_to_the_gold_and_all_three_tools_may_be_broken() -> None:
    assert outcome(dug_by(2))["drawn"]
    assert outcome(miner_with(3)) and outcome(miner_with(True))


PYTHON = re.compile(r"'\w+' object|Error\b|NoneType|not iterable|invalid literal|not a valid|\{'")


VALUES: list[object] = [None, 3, -1, 2.5, True, "chess", "", [], [3], ["N"], {}, {"x": []}]


def test_whatever_stands_in_a_published_case_is_told_with_its_place_and_nobody_reads_of_python() -> None:
    for case, at in first_places(VECTORS.glob("*.json")).values():
        for value in VALUES:
            try:
                outcome(with_value(case, at, value))
            except CaseError as error:
                told = in_words(error, Speech("en"))
                assert not PYTHON.search(told) and "…" not in told, (case, at, told)
                if error.code in ("wrong_kind", "wrong_word", "wrong_number"):
                    assert re.search(rf"\b{re.escape(str(error.facts['place']))} ", told), told
                    assert str(error.facts["place"]).startswith(dotted(at)), (at, told)


def test_what_nobody_reads_may_be_anything() -> None:
    """A published case of type connectivity was refused whole: `reached` is a list in what it expects."""
    assert outcome(changed(expected={"reached": [[8, 0]], "cards": 3})) == outcome(PLACEMENT)
    assert outcome(changed(candidate={**CARD, "shape": 3})) == outcome(PLACEMENT)


@pytest.mark.parametrize("kind", " ".join(CARD_KINDS).split())
def test_every_kind_of_card_that_the_sentence_lists_is_read(kind: str) -> None:
    face_down = {**CARD, "x": 5, "kind": kind, "face_down": kind in ("goal", "covered")}
    cards = [*BOARD["cards"], *([] if kind == "start" else [face_down])]
    assert outcome(changed(board={"cards": cards}))["legal"]


def test_a_card_of_the_board_that_cannot_be_read_is_told_once_as_one_laid_by_a_player() -> None:
    laid, lying = changed(candidate={**CARD, "open": "XY"}), changed(board={"cards": [{**CARD, "open": "XY"}]})
    assert told_of(laid) == told_of(lying)


def test_a_case_of_parts_in_parts_without_end_is_refused_like_any_other() -> None:
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    with pytest.raises(CaseError):
        outcome(changed(board=deep))


@pytest.mark.parametrize("types", [CHECK, GOLD])
def test_each_command_takes_its_own_types_only(types: tuple[str, ...]) -> None:
    assert told_of({"type": "table"}, types) == f"Expected a case of type {', '.join(types)}, not table."


def test_a_published_case_with_anything_left_out_is_answered_or_refused() -> None:
    for path in sorted(VECTORS.glob("*.json")):
        for case in json.loads(path.read_text("utf-8"))["cases"][:5]:
            for key in case:
                try:
                    outcome({name: value for name, value in case.items() if name != key})
                except CaseError as error:
                    assert "…" not in in_words(error, Speech("en"))
