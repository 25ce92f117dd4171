"""Whatever the code can say has a sentence in every language, which asks for no fact that may be missing."""

from __future__ import annotations

import re

import pytest
from catalogues import EVERY
from codes_said import all_said

from companion.sight.hints import HINTS, Hint
from companion.state.refusals import CODES, REASONS
from web.language import Speech

REFUSALS = all_said("Refusal", "companion", "vision", "web")
CASES = all_said("CaseError", "companion")


def asked_of(language: str, key: str) -> set[str]:
    """The facts that a sentence needs."""
    return {name for text in EVERY[language][key] for name in re.findall(r"{(\w+)}", text)}


@pytest.mark.parametrize("language", EVERY)
@pytest.mark.parametrize("code", sorted(HINTS))
def test_every_hint_has_a_sentence_that_tells_its_facts(code, language):
    sentence = Speech(language).hint(Hint(code, {name: f"<{name}>" for name in HINTS[code]}))
    assert asked_of(language, f"hint.{code}") == set(HINTS[code])
    assert all(f"<{name}>" in sentence for name in HINTS[code])


@pytest.mark.parametrize("language", EVERY)
@pytest.mark.parametrize("code", sorted(REFUSALS))
def test_every_refusal_has_a_sentence_from_the_facts_that_it_always_has(code, language):
    """A lock on the journal in the middle of a game spoke of the folder "…": only who opens it is told which."""
    assert asked_of(language, f"refusal.{code}") <= REFUSALS[code]


@pytest.mark.parametrize("language", EVERY)
@pytest.mark.parametrize("code", sorted(REASONS))
def test_every_reason_why_a_tunnel_may_not_lie_there_has_a_sentence_by_itself(code, language):
    assert f"reason.{code}" in EVERY[language] or not asked_of(language, f"refusal.{code}")


@pytest.mark.parametrize("language", EVERY)
@pytest.mark.parametrize("code", sorted(CASES))
def test_every_case_that_cannot_be_answered_has_a_sentence_from_its_facts(code, language):
    key = f"refusal.{code}" if code in REFUSALS and f"case.{code}" not in EVERY[language] else f"case.{code}"
    assert asked_of(language, key) <= CASES[code]


@pytest.mark.parametrize("language", EVERY)
@pytest.mark.parametrize(("family", "codes"), [
    ("hint", HINTS), ("refusal", {*CODES, *REASONS}), ("case", CASES),
])  # fmt: skip
def test_no_sentence_waits_for_a_code_that_nobody_says(family, codes, language):
    keys = {key.partition(".")[2] for key in EVERY[language] if key.startswith(f"{family}.")}
    assert keys <= set(codes)
