"""Names that people give themselves, and tokens that hold a seat."""

from __future__ import annotations

import pytest

from companion.live.tokens import clean_name, moved_seat, new_token, token_hash, without_seat
from companion.state.refusals import Refusal


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ana ", "Ana"),
        ("Ana   Luz", "Ana Luz"),
        ("Jose\u0301", "José"),
        ("👩\u200d🌾", "👩\u200d🌾"),
        (" \n ", ""),
        ("Ana\ufe0f", "Ana"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_a_name_is_shown_trimmed_and_composed(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize("given", ["\u200d", "a\x07b", "ab\u202ecd", "a\ud800", "Ana\u3164", "An\u034fa"])
def test_a_name_that_hides_letters_is_refused(given: str) -> None:
    assert clean_name(given) == Refusal("name_unreadable")


@pytest.mark.parametrize("given", ["\u0301", "\u0301\u200d \u0308", "\u3164"])
def test_a_name_of_which_nothing_is_seen_is_refused(given: str) -> None:
    """An accent without a letter: the seat looked as if nobody had it."""
    assert clean_name(given) == Refusal("name_unreadable")


def test_moving_a_seat_shifts_the_others_as_a_list_would() -> None:
    names = list("abcdef")
    for start in range(6):
        for to in range(6):
            order = names.copy()
            order.insert(to, order.pop(start))
            assert [order.index(name) for name in names] == [moved_seat(seat, start, to) for seat in range(6)]


def test_those_behind_a_seat_that_left_move_up() -> None:
    assert without_seat({"a": 0, "b": 1, "c": 2}, 1) == {"a": 0, "c": 1}


def test_tokens_are_long_and_only_their_hash_is_kept() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 22 and token not in token_hash(token) for token in tokens)
