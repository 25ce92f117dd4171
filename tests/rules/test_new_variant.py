"""A variant that only changes numbers is one entry in companion/editions: nothing else has to know of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from random_play import Table

from companion.editions import MODULES
from companion.editions import compose as compose_room
from companion.editions.compose import compose
from companion.editions.edition import Family, Module, ModuleGroup
from companion.editions.ruleset import Conflict, Ruleset
from companion.rules.audit import audit
from companion.state.commands import Configure

SHORT_NIGHT = Module(
    "short-night",
    ModuleGroup.VARIANTS,
    sets={"rounds": 1, "hand_table": ((10, 3),), "most_discards": 2, "greedy_dwarves": 1, "greedy_reward": 5},
    families=(Family.BASE,),
    excludes=("wc2016", "selfish-dwarf"),
)


@pytest.fixture(autouse=True)
def one_more_entry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(compose_room, "MODULES", (*MODULES, SHORT_NIGHT))
    compose.cache_clear()
    yield
    compose.cache_clear()


def test_it_is_put_together_with_what_is_there() -> None:
    rules = compose("revised", ("sabotaged-dwarf", "short-night"))
    assert isinstance(rules, Ruleset)
    assert (rules.rounds, rules.hand(5), rules.greedy_reward) == (1, 3, 5)
    assert rules.pile(5) == rules.deck - 15
    assert compose("revised", ("wc2016", "short-night")) == Conflict("excludes", "short-night", "wc2016")
    assert compose("s2-anniversary", ("short-night",)) == Conflict("excludes", "short-night", "s2-anniversary")


@pytest.mark.parametrize("players", [3, 6, 10])
def test_it_is_played_to_its_end(players: int) -> None:
    table = Table(random.Random(players))
    table.sit_down(players, Configure("amigo-2004", ("short-night",)))
    assert [len(hand) for hand in table.hands] == [3] * players
    table.play_out()
    assert len(table.game.results) == 1
    assert audit(table.game) == ()
