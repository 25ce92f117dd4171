"""Sharing gold: the saboteurs' payout from what the pile holds. Who draws in which order is in the vectors."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.editions.compose import compose
from companion.editions.parameters import ShortPayout
from companion.editions.ruleset import Ruleset
from companion.rules.share import best_to_worst, payout, shares, winners_share

seeded = settings(derandomize=True, deadline=None)


@pytest.mark.parametrize(
    ("pile", "due", "cards"),
    [
        ((1, 1, 2, 3, 3), (4,), ((3, 1),)),
        ((2, 2, 2), (4,), ((2, 2),)),
        ((1, 2, 3), (3, 3), ((3,), (2, 1))),
        ((1, 1, 1, 1, 2), (3, 3), ((2, 1), (1, 1, 1))),
        ((1, 1, 1, 3), (3, 3), ((3,), (1, 1, 1))),
        ((), (), ()),
    ],
)
def test_what_is_due_is_paid_exactly_with_high_cards_first(
    pile: tuple[int, ...], due: tuple[int, ...], cards: tuple[tuple[int, ...], ...]
) -> None:
    assert payout(pile, due) == cards


def test_a_high_card_is_kept_back_where_the_next_one_needs_it() -> None:
    assert payout((1, 1, 1, 1, 2, 2), (4, 4)) == ((2, 2), (1, 1, 1, 1))
    assert payout((1, 2, 2, 3), (4, 4)) == ((3, 1), (2, 2))


def test_a_pile_that_cannot_pay_exactly_pays_the_most_below() -> None:
    assert payout((3, 3), (4,)) == ((3,),)
    assert payout((2,), (3, 3)) == ((2,), ())
    assert payout((0, 0), (4,)) == ((),)


@seeded
@given(st.lists(st.integers(0, 3), max_size=28), st.lists(st.integers(2, 4), max_size=4))
def test_a_payout_only_uses_the_pile_and_never_pays_too_much(pile: list[int], due: list[int]) -> None:
    left = list(pile)
    for cards, owed in zip(payout(pile, due), due, strict=True):
        assert sum(cards) <= owed
        for card in cards:
            left.remove(card)


def test_the_last_card_pays_who_is_due_less_where_the_table_pays_the_next_higher() -> None:
    assert payout([3], [2], ShortPayout.NEXT_HIGHER) == ((3,),)
    assert payout([3], [2]) == ((),)


def test_each_takes_the_best_card_left_until_cards_or_takers_run_out() -> None:
    assert best_to_worst((1, 3, 2), (4, 0)) == ((4, 3), (0, 2))
    assert best_to_worst((2,), (4, 0)) == ((4, 2),)


def test_a_tie_is_shared() -> None:
    assert winners_share((3, 5, 5)) == (1, 2)
    assert winners_share((0, 0)) == (0, 1)


def test_where_the_gold_is_reached_nobody_is_due_more_than_the_cards_that_go_round() -> None:
    rules = compose("revised")
    assert isinstance(rules, Ruleset)
    found = shares(rules, ("miner", "saboteur", "miner"), [False] * 3, finisher=0, reached=True)
    assert set(found.order) == {0, 2}
    assert found.due == (0, 0, 0)


def test_where_the_gold_is_reached_and_nobody_laid_a_path_the_first_seat_takes_first() -> None:
    rules = compose("revised")
    assert isinstance(rules, Ruleset)
    assert shares(rules, ("miner", "saboteur", "miner"), [False] * 3, finisher=None, reached=True).order == (0, 2)
