"""Whole games at random with two modules beside each other: everything is conserved, and told again the same."""

from __future__ import annotations

import itertools

import pytest
from random_games import OPTIONS, SUPPLIES, counts_in_turn, played, told_again
from turns import whose_turn

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.state.commands import Configure

PAIRS = {
    pair: tuple(box.key for box in EDITIONS if conflict_of(box.key, pair) is None)
    for pair in itertools.combinations([module.key for module in MODULES], 2)
}
BOXES = {pair: whose_turn(boxes, at) for at, (pair, boxes) in enumerate(PAIRS.items())}
GAMES = [(box.key, pair) for box in EDITIONS for pair, boxes in BOXES.items() if box.key in boxes]


@pytest.mark.slow
@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_every_pair_of_modules_that_may_combine_is_played_to_the_end(edition: str) -> None:
    """In the usual run on one of the editions that may have both."""
    for seed, (box, pair) in enumerate(GAMES):
        if box == edition:
            for number, players in counts_in_turn(box, pair, seed):
                supplies = SUPPLIES[(seed + number) % len(SUPPLIES)]
                configure = Configure(box, pair, OPTIONS[seed % len(OPTIONS)], *supplies)
                told_again(played(players, configure, seed))
