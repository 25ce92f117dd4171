"""Editions, modules and house rules put together."""

import itertools
from collections import Counter

import pytest
from ferret import in_the_box

from companion.editions import DEFAULT_EDITION, EDITIONS, MODULES
from companion.editions.cards import ActionCards, Deed
from companion.editions.compose import choices, compose
from companion.editions.edition import Family, Module, ModuleGroup
from companion.editions.options import OPTIONS
from companion.editions.parameters import Completer, GoldDraw, GoldPick, SkipSabotaged
from companion.editions.ruleset import Conflict, Ruleset

DECKS = {3: 49, 4: 43, 5: 37, 6: 37, 7: 32, 8: 35, 9: 31, 10: 27}  # SETUP-08


def rules(*arguments: object) -> Ruleset:
    found = compose(*arguments)  # type: ignore[arg-type]
    assert isinstance(found, Ruleset), found
    return found


@pytest.mark.parametrize("edition", ["amigo-2004", "amigo-2004-it", "revised", "anniversary-2024"])
def test_draw_piles_are_those_of_the_printed_tables(edition: str) -> None:
    ruleset = rules(edition)
    assert {players: ruleset.pile(players) for players in range(3, 11)} == DECKS


@pytest.mark.parametrize("box", EDITIONS, ids=lambda box: box.key)
def test_every_edition_composes_and_deals_for_all_its_players(box) -> None:
    ruleset = rules(box.key)
    for players in range(ruleset.least, ruleset.most + 1):
        assert ruleset.spare(players) >= 0
        assert ruleset.pile(players) > 0


@pytest.mark.parametrize("box", EDITIONS, ids=lambda box: box.key)
def test_with_every_house_rule_cards_are_dealt_to_as_many_as_may_play(box) -> None:
    """Eleven at Saboteur 2 who let the hand follow the table, which names ten at most, could not begin."""
    for option in OPTIONS:
        for word in choices(option):
            ruleset = rules(box.key, (), ((option, word),))
            for players in range(ruleset.least, ruleset.most + 1):
                assert ruleset.hand(players) >= 3, (option, word)
                assert ruleset.pile(players) >= 0, (option, word)


def test_more_than_the_table_of_hands_names_are_dealt_as_many_as_the_most_it_names() -> None:
    ruleset = rules("s2-anniversary", (), (("hand_size", "table"),))
    assert [ruleset.hand(players) for players in (10, 11, 12)] == [4, 4, 4]


def test_in_every_edition_a_card_is_laid_where_a_tunnel_joins_it_to_the_start() -> None:
    """Touching is a house rule (PLACE-04, CON-06)."""
    assert [box.key for box in EDITIONS if not rules(box.key).connection_required] == []


def test_the_default_edition_is_one_of_them() -> None:
    assert DEFAULT_EDITION in {box.key for box in EDITIONS}


def test_keys_are_unique() -> None:
    keys = [part.key for part in (*EDITIONS, *MODULES)]
    assert len(set(keys)) == len(keys)


def test_what_a_module_names_exists() -> None:
    modules, editions = {module.key for module in MODULES}, {box.key for box in EDITIONS}
    for module in MODULES:
        assert {*module.excludes, *module.requires} <= modules
        assert set(module.only_on) <= editions


def test_excluding_goes_both_ways_whatever_the_order() -> None:
    for one, other in itertools.permutations([module.key for module in MODULES], 2):
        for box in EDITIONS:
            there, back = compose(box.key, (one, other)), compose(box.key, (other, one))
            assert isinstance(there, Conflict) == isinstance(back, Conflict)


def test_the_order_of_modules_makes_no_difference() -> None:
    assert compose("bga", ("old-mine", "new-mine")) == compose("bga", ("new-mine", "old-mine"))


def test_variants_set_what_they_say() -> None:
    assert rules("bga", ("new-mine",)).gold_draw is GoldDraw.MINERS
    assert rules("bga", ("competitive-miners",)).skip_sabotaged is SkipSabotaged.UNCOUNTED
    assert sum(rules("bga", ("old-mine",)).gold_values) == 38
    assert dict(rules("bga", ("selfish-dwarf",)).pool(5)) == {"saboteur": 2, "miner": 3, "greedy": 1}
    assert rules("amigo-2004", ("sabotaged-dwarf",)).skip_sabotaged is SkipSabotaged.SKIP


@pytest.mark.parametrize(
    ("edition", "modules", "conflict"),
    [
        ("bga-s2", ("wc2017",), Conflict("excludes", "wc2017", "bga-s2")),
        ("bga-s2", ("old-mine",), Conflict("excludes", "old-mine", "bga-s2")),
        ("s2-anniversary", ("wc2016",), Conflict("excludes", "wc2016", "s2-anniversary")),
        ("tournament", ("sabotaged-dwarf",), Conflict("excludes", "sabotaged-dwarf", "tournament")),
        (
            "revised",
            ("fashion-department", "tunnel-party"),
            Conflict("excludes", "fashion-department", "tunnel-party"),
        ),
        ("revised", ("old-mine",), Conflict("needs_edition", "old-mine", "revised", ("bga",))),
    ],
)
def test_what_does_not_go_together_says_what_stands_against_it(
    edition: str, modules: tuple[str, ...], conflict: Conflict
) -> None:
    assert compose(edition, modules) == conflict


def test_modules_of_every_kind_go_together() -> None:
    ruleset = rules(
        "s2-anniversary", ("wc2017", "wc2019", "toll-tunnel", "tunnel-party", "new-challenges", "treasure-chests")
    )
    assert (dealt(ruleset).count("veto"), ruleset.chests, ruleset.goals_laid, ruleset.toll_dwarves) == (1, 4, 5, 2)
    assert ruleset.site_cell is not None and ruleset.has_nuggets


def test_a_table_may_count_twenty_action_cards_in_the_second_box() -> None:
    assert rules("s2-anniversary", (), (("second_actions", "20"),)).deck == rules("s2-anniversary").deck - 1


def test_an_option_about_a_boxs_cards_leaves_the_same_cards_of_another_box_alone() -> None:
    more = (ActionCards(Deed("rockfall"), 1), ActionCards(Deed("map"), 2))
    third = Module("third", ModuleGroup.MINI, adds_actions=more, families=(Family.BASE, Family.SECOND))
    with in_the_box(box=third):
        for options in ((), (("second_actions", "20"),), (("maps", "5"),)):
            with_it, without = (rules("s2-anniversary", modules, options) for modules in (("third",), ()))
            assert Counter(dealt(with_it)) - Counter(dealt(without)) == {"rockfall": 1, "map": 2}, options
            assert with_it.left_in_box == without.left_in_box


def dealt(ruleset: Ruleset) -> list[str]:
    return [card.deed for card in ruleset.deck_actions for _ in range(card.copies)]


def test_house_rules_override_the_edition() -> None:
    ruleset = rules("revised", (), (("saboteur_completer", "takes"), ("gold_cap_10", "9"), ("goal_cascade", "false")))
    assert (ruleset.saboteur_completer, ruleset.gold_cap_10, ruleset.goal_cascade) == (Completer.TAKES, 9, False)
    assert rules("bga", (), (("gold_pick", "choose"),)).gold_pick is GoldPick.CHOOSE
    assert rules("amigo-2004", (), (("gold_cap_10", "none"),)).gold_cap_10 is None


def test_every_word_offered_for_an_option_is_taken() -> None:
    offered = [(option, word) for option in OPTIONS for word in choices(option) or ("5",)]
    assert [one for one in offered if not isinstance(compose("revised", (), (one,)), Ruleset)] == []


def test_a_word_that_means_nothing_is_refused() -> None:
    assert compose("revised", (), (("greedy_reward", "lots"),)) == Conflict("bad_option", "greedy_reward", "lots")
    refused = compose("revised", (), (("maps", "7"),))
    assert isinstance(refused, Conflict) and refused.more == ("5", "6")
