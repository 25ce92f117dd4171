"""Every refusal that the rules can give is on the one list that the catalogues are checked against."""

import ast
from pathlib import Path

from companion.rules import decide as decide_room
from companion.state.refusals import CODES, REASONS

COMPANION = Path(__file__).parents[2] / "companion"


def codes_said(*rooms: str) -> set[str]:
    """The first word of every Refusal(...) and Conflict(...) that is spelled out in these rooms."""
    found = set()
    for path in (path for room in rooms for path in (COMPANION / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
            if called in ("Refusal", "Conflict") and node.args and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    return found


def test_every_refusal_of_the_rules_is_on_the_list() -> None:
    spelled_elsewhere = {"illegal_placement", "broken_tool", "not_allowed", *decide_room._WRONG_HAND.values()}
    assert codes_said("rules", "editions") | spelled_elsewhere == set(CODES)


def test_no_code_is_listed_twice() -> None:
    assert len(set(CODES)) == len(CODES)
    assert len(set(REASONS)) == len(REASONS)
