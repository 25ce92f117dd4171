"""A secret cannot slip out by habit."""

import copy
import json
import pickle

import pytest

from companion.state.secret import Secret

GOLD = Secret("gold")


def test_it_does_not_show_in_any_text() -> None:
    assert "gold" not in f"{GOLD} {GOLD!r} {GOLD:>20} {[GOLD]}" + str(GOLD)


@pytest.mark.parametrize(
    "attempt",
    [hash, bool, len, iter, json.dumps, pickle.dumps, lambda secret: secret == "gold", lambda secret: secret < secret],
)
def test_habits_that_would_leak_raise(attempt) -> None:
    with pytest.raises((TypeError, AttributeError)):
        attempt(GOLD)


def test_games_that_hold_equal_secrets_are_equal() -> None:
    assert Secret((1, 2)) == Secret((1, 2))
    assert Secret((1, 2)) != Secret((2, 1))
    assert copy.deepcopy(GOLD) is GOLD


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        GOLD.value = "coal"
