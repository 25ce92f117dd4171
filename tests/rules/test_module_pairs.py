"""Whole games at random with two modules beside each other: everything is conserved, and told again the same."""

from __future__ import annotations

import itertools

import pytest
from random_games import LONG, OPTIONS, SUPPLIES, played, seat_counts, told_again

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.state.commands import Configure

PAIRS = [
    (box.key, pair)
    for box in EDITIONS
    for pair in itertools.combinations([module.key for module in MODULES], 2)
    if conflict_of(box.key, pair) is None
]


@pytest.mark.slow
@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_every_pair_of_modules_that_may_combine_is_played_to_the_end(edition: str) -> None:
    for seed, (box, pair) in enumerate(PAIRS):
        if box == edition:
            for number, players in enumerate(seat_counts(box, pair)):
                if not LONG and number != seed % 3:
                    continue
                configure = Configure(
                    box, pair, OPTIONS[seed % len(OPTIONS)], *SUPPLIES[(seed + number) % len(SUPPLIES)]
                )
                told_again(played(players, configure, seed))
