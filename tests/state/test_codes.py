"""Every code that can be said is on the one list that the catalogues are checked against."""

from codes_said import all_said

from companion.sight.hints import HINTS
from companion.state.refusals import CODES, REASONS


def test_every_refusal_is_on_the_list_and_no_other() -> None:
    assert all_said("Refusal", "companion", "vision", "web").keys() == set(CODES)


def test_every_conflict_of_editions_can_be_a_refusal() -> None:
    assert all_said("Conflict", "companion").keys() <= set(CODES)


def test_every_hint_is_on_the_list_with_its_facts_and_no_other() -> None:
    found = all_said("Hint", "companion", "vision", "web")
    assert found == {code: frozenset(facts) for code, facts in HINTS.items()}


def test_no_code_is_listed_twice() -> None:
    assert len(set(CODES)) == len(CODES)
    assert len(set(REASONS)) == len(REASONS)
