"""companion/editions/RULES.md lists all rules, and each that the books leave open has a house rule or a reason."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from companion.editions.options import HOUSE_RULES, OPTIONS, SETTLED
from companion.editions.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "companion" / "editions" / "RULES.md").read_text("utf-8")
ENTRIES = re.findall(r"^- \*\*([A-Z0-9]+(?:-\d+)?)\*\* (.+(?:\n  .+)*)", GLOSSARY, re.M)
RULES = dict(ENTRIES)
HOUSE_RULES_OF = re.compile(r"House rule: ([^.]+)\.")
CODE = re.compile(
    rf"\b(?:(?:{'|'.join(sorted({code.partition('-')[0] for code in RULES if '-' in code}))})-\d\d|WC\d\d)(?!\d)"
)

DECIDED = {rule for option in OPTIONS.values() for rule in option.sources}


def test_every_option_is_a_parameter_of_its_own_and_says_which_rule_it_decides() -> None:
    assert set(OPTIONS) <= {field.name for field in fields(Ruleset)}
    assert len(OPTIONS) == len(HOUSE_RULES) > 40
    assert all(option.sources for option in OPTIONS.values()) and all(SETTLED.values())


def test_no_rule_is_both_decided_and_settled() -> None:
    assert not DECIDED & SETTLED.keys()


def test_every_open_rule_and_every_contradiction_is_decided_or_settled() -> None:
    open_rules = {code for code, text in RULES.items() if "[A]" in text or code.startswith("CON-")}
    assert len(open_rules) > 40
    assert sorted(open_rules - DECIDED - SETTLED.keys()) == []


def test_every_rule_that_is_cited_anywhere_is_in_the_glossary() -> None:
    """Without the rules that only the glossary itself names: `WC16-01` is one, `WC16` alone the year's card."""
    cited: dict[str, list[str]] = {}
    for folder, endings in (("companion", ".py"), ("web", ".py .html .po"), ("vision", ".py"), ("tests", ".py")):
        for path in (ROOT / folder).rglob("*.*"):
            if path.suffix in endings.split():
                for code in CODE.findall(path.read_text("utf-8")):
                    cited.setdefault(code, []).append(path.name)
    assert len(cited) > 150
    assert {code: files for code, files in cited.items() if code not in RULES and code != "WC16"} == {}


def test_the_glossary_has_each_rule_once_and_says_its_certainty() -> None:
    assert len(ENTRIES) == len(RULES) > 180
    assert [code for code, text in ENTRIES if not code.startswith("CON-") and not re.match(r"\[[EDAN]\] ", text)] == []


def test_the_glossary_names_the_house_rules_that_decide_a_rule() -> None:
    named = {
        code: set(re.findall(r"`(\w+)`", " ".join(HOUSE_RULES_OF.findall(" ".join(text.split())))))
        for code, text in RULES.items()
    }
    decided = {code: {name for name, option in OPTIONS.items() if code in option.sources} for code in RULES}
    assert named == decided
