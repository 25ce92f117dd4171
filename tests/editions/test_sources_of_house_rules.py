"""Whatever the rulebooks leave open has a house rule, or a reason why it needs none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.editions.compose import OPTIONS
from companion.editions.house_rules import SETTLED, SOURCES

RULES = Path(__file__).parents[3] / "shared" / "RULES.md"


def test_every_option_says_which_rule_it_decides() -> None:
    assert set(SOURCES) == set(OPTIONS)
    assert all(SOURCES.values()) and all(SETTLED.values())


def test_no_rule_is_both_decided_and_settled() -> None:
    assert not {rule for rules in SOURCES.values() for rule in rules} & SETTLED.keys()


@pytest.mark.skipif(not RULES.exists(), reason="the rules' text lies beside the project only where it is written")
def test_every_open_rule_and_every_contradiction_is_decided_or_settled() -> None:
    text = RULES.read_text("utf-8")
    open_rules = set(re.findall(r"^- \*\*([A-Z0-9]+-\d+|WC\d\d) [^\n]*\[A\]", text, re.M))
    open_rules |= set(re.findall(r"^\| (CON-\d+) \|", text, re.M))
    decided = {rule for rules in SOURCES.values() for rule in rules}
    assert len(open_rules) > 40
    assert sorted(open_rules - decided - SETTLED.keys()) == []
