"""Whatever the rulebooks leave open has a house rule, or a reason why it needs none."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from companion.editions.options import HOUSE_RULES, OPTIONS, SETTLED
from companion.editions.ruleset import Ruleset

RULES = Path(__file__).parents[3] / "shared" / "RULES.md"


DECIDED = {rule for option in OPTIONS.values() for rule in option.sources}


def test_every_option_is_a_parameter_of_its_own_and_says_which_rule_it_decides() -> None:
    assert set(OPTIONS) <= {field.name for field in fields(Ruleset)}
    assert len(OPTIONS) == len(HOUSE_RULES) > 40
    assert all(option.sources for option in OPTIONS.values()) and all(SETTLED.values())


def test_no_rule_is_both_decided_and_settled() -> None:
    assert not DECIDED & SETTLED.keys()


@pytest.mark.skipif(not RULES.exists(), reason="the rules' text lies beside the project only where it is written")
def test_every_open_rule_and_every_contradiction_is_decided_or_settled() -> None:
    text = RULES.read_text("utf-8")
    open_rules = set(re.findall(r"^- \*\*([A-Z0-9]+-\d+|WC\d\d) [^\n]*\[A\]", text, re.M))
    open_rules |= set(re.findall(r"^\| (CON-\d+) \|", text, re.M))
    assert len(open_rules) > 40
    assert sorted(open_rules - DECIDED - SETTLED.keys()) == []
