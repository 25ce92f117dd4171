"""Whatever the code can say has a sentence in every language, which asks for no fact that may be missing."""

from __future__ import annotations

import re

from catalogues import EVERY
from codes_said import all_said

from companion.sight.hints import HINTS, Hint
from companion.state.refusals import CODES, REASONS
from web.language import Speech


def refusals() -> dict[str, frozenset[str]]:
    return all_said("Refusal", "companion", "vision", "web")


def cases() -> dict[str, frozenset[str]]:
    return all_said("CaseError", "companion")


def asked_of(language: str, key: str) -> set[str]:
    """Return the facts that a sentence needs; where there is no sentence, a fact that no code has."""
    texts = EVERY[language].get(key, (f"{{no sentence {key}}}",))
    return {name for text in texts for name in re.findall(r"{([^}]+)}", text)}


def test_every_hint_has_a_sentence_that_tells_its_facts() -> None:
    wrong = []
    for language in EVERY:
        for code, facts in HINTS.items():
            sentence = Speech(language).hint(Hint(code, {name: f"<{name}>" for name in facts}))
            if asked_of(language, f"hint.{code}") != set(facts) or any(f"<{name}>" not in sentence for name in facts):
                wrong.append((language, code, sentence))
    assert wrong == []


def test_every_refusal_has_a_sentence_from_the_facts_that_it_always_has() -> None:
    """A lock on the journal in the middle of a game spoke of the folder "…": only who opens it is told which."""
    asked = {(language, code): asked_of(language, f"refusal.{code}") for language in EVERY for code in refusals()}
    assert {one: names for one, names in asked.items() if not names <= refusals()[one[1]]} == {}


def test_every_reason_why_a_tunnel_may_not_lie_there_has_a_sentence_by_itself() -> None:
    without = [
        (language, code)
        for language in EVERY
        for code in REASONS
        if f"reason.{code}" not in EVERY[language] and asked_of(language, f"refusal.{code}")
    ]
    assert without == []


def test_every_case_that_cannot_be_answered_has_a_sentence_from_its_facts() -> None:
    wrong = []
    for language in EVERY:
        for code, facts in cases().items():
            own = f"case.{code}" in EVERY[language] or code not in refusals()
            names = asked_of(language, f"case.{code}" if own else f"refusal.{code}")
            if not names <= facts:
                wrong.append((language, code, names))
    assert wrong == []


def test_no_sentence_waits_for_a_code_that_nobody_says() -> None:
    said = {"hint": set(HINTS), "refusal": {*CODES, *REASONS}, "case": set(cases())}
    idle = []
    for language, sentences in EVERY.items():
        for key in sentences:
            family, _, code = key.partition(".")
            if code not in said.get(family, {code}):
                idle.append((language, key))
    assert idle == []
