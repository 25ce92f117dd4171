"""A few small changes of the rules, each noticed by the quick tests. A hundred of them: `python tests/mutations.py`."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutations import ROOMS, changes, sample, survivors
from turns import LONG


def test_a_change_is_made_in_one_place_and_still_parses() -> None:
    root = Path(__file__).parents[2]
    for change in sample(40, seed=3):
        source = (root / change.path).read_bytes()
        changed = source[: change.start] + change.text.encode() + source[change.end :]
        compile(changed, change.path, "exec")
        assert changed != source


def test_the_same_seed_makes_the_same_changes() -> None:
    assert sample(10, seed=2) == sample(10, seed=2)
    assert len({(change.path, change.start) for change in sample(60, seed=2)}) == 60
    assert all(change.path.startswith(ROOMS) for change in sample(60, seed=2))
    assert list(changes(Path(__file__).parents[2] / "companion/rules/place.py"))


@pytest.mark.skipif(not LONG, reason="each change runs the quick rule tests anew")
def test_a_few_changes_of_the_rules_are_all_noticed() -> None:
    assert survivors(sample(4, seed=1)) == []
