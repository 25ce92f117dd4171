"""Which house rules a table is offered: those that change something in what it plays, and no others."""

from __future__ import annotations

import pytest

from companion.editions import EDITIONS
from companion.editions.compose import compose
from companion.editions.house_rules import house_rules
from companion.editions.ruleset import Ruleset
from companion.maze.geometry import Cell

TOLLS = {"setter_passes_free", "fallen_toll", "setter_pays_for_others"}
CHESTS = {"cover_tie", "covers_touch", "cover_fit", "goal_shift", "sixth_chest_draws"}
GREED = {"greedy_reward", "greedy_replaces_miner"}
GOLD_CARDS = {"gold_draw", "gold_pick", "saboteur_completer", "short_payout"}
TEAMS = {"second_actions", "blocked_saboteurs_win"}
SECOND_BOX = TEAMS | {"thief_start", "thief_may_decline", "swap_hands_draw", "solo_wins", "boss_with_saboteurs"}


def offered(edition: str, *modules: str) -> set[str]:
    return {rule.name for rule in house_rules(edition, modules)}


def test_the_base_game_alone_offers_nothing_of_other_boxes() -> None:
    assert offered("revised").isdisjoint(TOLLS | CHESTS | GREED | SECOND_BOX | {"site", "completer_whoever"})


@pytest.mark.parametrize(
    ("edition", "module", "more"),
    [
        ("revised", "toll-tunnel", TOLLS),
        ("revised", "treasure-chests", CHESTS),
        ("revised", "wc2016", GREED),
        ("bga", "selfish-dwarf", GREED),
        ("revised", "tunnel-party", {"site"}),
    ],
)
def test_a_small_box_brings_its_house_rules(edition: str, module: str, more: set[str]) -> None:
    assert more <= offered(edition, module) - offered(edition)


@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_of_each_house_rule_a_table_has_a_choice(edition: str) -> None:
    assert all(len(rule.words) > 1 and rule.default in rule.words for rule in house_rules(edition))


def test_how_gold_cards_are_dealt_is_asked_only_where_there_are_gold_cards() -> None:
    assert offered("revised") >= GOLD_CARDS
    assert offered("s2-anniversary").isdisjoint(GOLD_CARDS)


def test_the_tournament_has_greedy_dwarves_of_its_own() -> None:
    assert "greedy_reward" in offered("tournament")
    assert "greedy_replaces_miner" not in offered("tournament")


def test_the_site_lies_two_above_or_below_the_way_halfway_to_the_goals() -> None:
    north, south = (compose("revised", ("tunnel-party",), (("site", word),)) for word in ("north", "south"))
    assert isinstance(north, Ruleset) and isinstance(south, Ruleset)
    assert (north.site_cell, south.site_cell) == (Cell(4, -2), Cell(4, 2))
