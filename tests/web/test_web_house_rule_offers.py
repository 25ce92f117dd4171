"""House rules on the set-up page: made from the list of options, chosen only where a sentence says what they do."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_views import SETUP, TABLE_VIEWS

from companion.editions import EDITIONS
from companion.editions.compose import choices, compose
from companion.editions.house_rules import house_rules
from companion.editions.options import OPTIONS
from companion.editions.ruleset import Ruleset
from companion.state import commands as c
from web.language import Speech, languages
from web.present import house_rule_offers as shown


@pytest.mark.parametrize("language", languages())
def test_every_house_rule_has_a_name_and_a_sentence_for_each_of_its_words(language):
    """Without them it is not offered."""
    say = Speech(language)
    keys = [f"option.{one.name}.{word}" for one in OPTIONS.values() for word in one.numbers or choices(one.name)]
    assert [key for key in [*(f"option.{name}" for name in OPTIONS), *keys] if not say.has(key)] == []


def test_every_house_rule_of_the_base_game_can_be_read_and_chosen():
    offered = shown.offers(SETUP)
    assert [one.name for one in offered] == [rule.name for rule in house_rules(SETUP.edition, SETUP.modules)]
    assert [one.name for one in offered if one.words != choices(one.name)] == []


@pytest.mark.parametrize("language", languages())
def test_whatever_can_be_chosen_has_a_sentence(language):
    say = Speech(language)
    for box in EDITIONS:
        for one in shown.offers(replace(SETUP, edition=box.key)):
            assert one.default in one.words and len(one.words) > 1
            assert all(say.has(f"option.{one.name}.{word}") for word in one.words), (box.key, one.name)


@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_the_default_is_what_the_rules_say_without_it(edition):
    for rule in house_rules(edition):
        plain, named = compose(edition), compose(edition, (), ((rule.name, rule.default),))
        assert isinstance(named, Ruleset)
        assert replace(named, options=()) == plain


def test_a_house_rule_of_another_box_is_not_offered():
    assert not {one.name for one in house_rules("anniversary-2024")} & {"geologist", "thief_start", "solo_wins", "site"}
    assert {"geologist", "thief_may_decline"} <= {one.name for one in house_rules("s2-anniversary")}
    assert "site" in {one.name for one in house_rules("anniversary-2024", ("fashion-department",))}
    assert {one.name for box in EDITIONS for one in house_rules(box.key)} <= set(OPTIONS)


def test_a_chosen_house_rule_is_sent_and_the_edition_s_own_word_is_not(host, table):
    form = {"edition": "anniversary-2024", "option-maps": "5", "option-self_sabotage": "", "option-gold_draw": "miners"}
    host.post("/table/do/configure", form)
    assert table.asked[0][2] == c.Configure("anniversary-2024", (), (("maps", "5"),))


def test_what_has_no_sentence_or_changes_nothing_here_is_never_chosen(host, table):
    form = {"edition": "anniversary-2024", "option-greedy_reward": "9", "option-geologist": "crystals",
            "option-maps": "7", "option-nonsense": "1"}  # fmt: skip
    host.post("/table/do/configure", form)
    assert table.asked[0][2] == c.Configure("anniversary-2024")


def test_the_host_chooses_and_everybody_at_the_table_screen_reads_what_was_chosen(host, stranger, table):
    table.table = replace(TABLE_VIEWS["lobby"], setup=replace(SETUP, options=(("maps", "5"),)))
    page = host.get("/table").text
    assert re.search(r'name="option-maps" value="5" data-auto checked', page)
    assert re.search(r'name="option-maps" value="" data-auto><span>There are six maps in the deck.', page)
    read = stranger.get("/table").text
    assert "There are five maps in the deck." in read and "six maps" not in read


def test_what_tables_argue_about_are_house_rules():
    assert set(shown.ARGUED) <= set(OPTIONS)


def test_every_house_rule_stands_in_one_group_and_the_three_that_are_argued_about_come_first():
    for edition in (box.key for box in EDITIONS):
        setup = replace(SETUP, edition=edition)
        groups = shown.groups(setup)
        names = [one.name for _, offers in groups for one in offers]
        assert sorted(names) == sorted(one.name for one in shown.offers(setup)), edition
        assert groups[0][0] == "argued" and len(groups[0][1]) == 3, edition
        for language in languages():
            assert all(Speech(language).has(f"options.group.{group}") for group, _ in groups), (edition, language)


def test_what_a_small_box_brought_along_has_a_heading_of_its_own():
    boxes = dict(shown.groups(replace(SETUP, modules=("toll-tunnel", "treasure-chests"))))["boxes"]
    assert {"setter_passes_free", "fallen_toll", "cover_tie"} <= {one.name for one in boxes}
    assert not {one.name for one in boxes} & {one.name for one in shown.offers(SETUP)}
