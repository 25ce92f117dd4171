"""Which boxes, modules and house rules a game is played with: at random, as it was recorded, and what no game has."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import choices, conflict_of
from companion.editions.house_rules import house_rules
from companion.editions.options import OPTIONS
from companion.state.commands import Configure, Supply

SET_UP = "configure"


def configured(chance: Random) -> Configure:
    """Any box with some modules, house rules and printed cards."""
    edition = chance.choice([box.key for box in EDITIONS])
    modules: tuple[str, ...] = ()
    for module in chance.sample(MODULES, min(chance.choice([0, 2, 6, 20]), len(MODULES))):
        if conflict_of(edition, (*modules, module.key)) is None:
            modules = (*modules, module.key)
    often = chance.choice([0.0, 0.2, 0.5])
    offered = [rule for rule in house_rules(edition, modules) if chance.random() < often]
    words = tuple((rule.name, chance.choice(rule.words)) for rule in offered)
    printed = chance.random() < 0.3
    supplies = [chance.choice(list(Supply)) if printed else Supply.APP for _ in range(3)]
    return Configure(edition, modules, words, *supplies, chance.choice([0, 0, 90]))


def parts(edition: str, modules: Iterable[str] = (), options: Iterable[Iterable[str]] = ()) -> set[tuple[str, ...]]:
    return {("box", edition), *(("box", key) for key in modules), *map(tuple, options)}


def has(game: str) -> set[tuple[str, ...]]:
    """The edition, modules and words of house rules of a recorded game."""
    done = [line.get("does", {}) for line in json.loads(game)["lines"]]
    return set().union(
        *(
            parts(one["edition"], one.get("modules", ()), one.get("options", ()))
            for one in done
            if one.get("is") == SET_UP
        )
    )


def lacking(games: Iterable[str]) -> set[tuple[str, ...]]:
    """What none of these games plays with."""
    every = {("box", one.key) for one in (*EDITIONS, *MODULES)}
    every |= {(one.name, word) for one in OPTIONS.values() for word in one.numbers or choices(one.name)}
    return every.difference(*map(has, games))
