"""Whole games at random with three modules or more at once: everything is conserved, and told again the same."""

from __future__ import annotations

import json
import random

import pytest
from random_games import OPTIONS, SUPPLIES, counts_in_turn, played, seat_counts, told_again
from turns import LONG

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.live.store import decode_command, encode
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.state.commands import Configure
from companion.state.events import Configured

GAMES = 50 if LONG else 7  # a batch


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_large_combinations_at_random_are_played_to_the_end(batch: int) -> None:
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        edition, modules = combination(random.Random(seed))
        for _, players in counts_in_turn(edition, modules, seed):
            configure = Configure(edition, modules, OPTIONS[seed % len(OPTIONS)], *SUPPLIES[seed % len(SUPPLIES)])
            told_again(played(players, configure, seed))


def combination(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    """Three modules or more, as many as happen to go together."""
    while True:
        edition, chosen = chance.choice(EDITIONS).key, ()
        for module in chance.sample(MODULES, chance.randint(3, len(MODULES))):
            if conflict_of(edition, (*chosen, module.key)) is None:
                chosen = (*chosen, module.key)
        if len(chosen) > 2:
            return edition, chosen


@pytest.mark.parametrize("seed", range(6))
def test_the_same_commands_give_the_same_events_with_everything_at_once(seed: int) -> None:
    edition, modules = combination(random.Random(seed))
    configure = Configure(edition, modules)
    first = played(seat_counts(edition, modules)[1], configure, seed)
    told = [event for event in first.journal if isinstance(event, Configured)]
    game, journal = fold(new_game(), told), list(told)
    for by, command in first.commands:
        events = decide(game, by, decode_command(json.loads(json.dumps(encode(command)))))
        if not isinstance(command, Configure):
            game, journal = fold(game, events), [*journal, *events]
    assert journal == first.journal
