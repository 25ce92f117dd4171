"""What is played, on one page: every house rule with the reading that holds, for everybody, and nothing secret."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest
from sample_views import PHONE_VIEWS, SETUP, TABLE_VIEWS
from sample_views import phone as phone_view
from sound_pages import LANGUAGES, check
from turns import in_turn

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from web.language import Speech
from web.present import house_rule_offers

BOXES = tuple(box.key for box in EDITIONS)
WITH_MAPS = replace(SETUP, modules=("sabotaged-dwarf",), options=(("maps", "5"),))


def read(answer) -> str:
    assert answer.status_code == 200
    check(answer.text)
    return html.unescape(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_tells_the_box_and_every_house_rule_with_the_word_that_holds(browser, table, language):
    """The boxes take turns with the languages."""
    say = Speech(language)
    for box in in_turn(BOXES, language, LANGUAGES):
        modules = tuple(one.key for one in MODULES if conflict_of(box, (one.key,)) is None)[:1]
        setup = replace(SETUP, edition=box, modules=modules)
        table.table = replace(TABLE_VIEWS["lobby"], setup=setup)
        text = read(browser(language=language).get("/table/rules"))
        assert all(say(f"edition.{key}.name") in text for key in (box, *modules)), box
        for rule in house_rule_offers.offers(setup):
            assert say(f"option.{rule.name}") in text and say(f"option.{rule.name}.{rule.default}") in text, box


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_box_and_every_module_is_told_in_up_to_five_sentences(browser, table, language):
    """Their pages take turns with the languages."""
    say = Speech(language)
    keys = (*BOXES, *(one.key for one in MODULES))
    for key in keys:
        rules = say(f"edition.{key}.rules")
        assert rules.endswith(".") and 1 <= rules.count(". ") + 1 <= 5, key
    for key in in_turn(keys, language, LANGUAGES):
        box = key if key in BOXES else at_home(key)
        setup = replace(SETUP, edition=box, modules=() if box == key else (key,))
        table.table = replace(TABLE_VIEWS["lobby"], setup=setup)
        assert say(f"edition.{key}.rules") in read(browser(language=language).get("/rules")), key


def at_home(module: str) -> str:
    """An edition that the module goes with."""
    return next(box.key for box in EDITIONS if conflict_of(box.key, (module,)) is None)


def test_a_rule_that_the_table_changed_stands_apart_with_what_the_box_says(stranger, table):
    table.table = replace(TABLE_VIEWS["lobby"], setup=WITH_MAPS)
    text = read(stranger.get("/rules"))
    changed = text.split('data-key="changed"')[1].split("</section>")[0]
    assert "There are five maps in the deck." in changed and "Standard rule: There are six maps in the deck." in changed
    assert "five maps" not in text.split('data-key="as-printed"')[1]


def test_every_way_into_the_game_leads_to_the_page(phone, host, stranger, table):
    table.table = replace(TABLE_VIEWS["lobby"], setup=WITH_MAPS)
    table.phones = {1: replace(PHONE_VIEWS["lobby"], setup=WITH_MAPS)}
    for someone, start, page in ((host, "/table", "/table/rules"), (stranger, "/table", "/table/rules"),
                                 (phone, "/", "/rules"), (stranger, "/", "/rules")):  # fmt: skip
        assert f'href="{page}"' in someone.get(start).text
        assert f'href="{start}"' in read(someone.get(page))


def test_a_phone_in_the_lobby_names_what_is_played(phone, table):
    table.phones = {1: replace(PHONE_VIEWS["lobby"], setup=WITH_MAPS)}
    assert "Anniversary edition 2024 + Sabotaged dwarf + one house rule" in phone.get("/").text


def test_the_page_can_be_read_in_the_middle_of_a_game_and_says_whose_turn_it_is(phone, table):
    for view in PHONE_VIEWS.values():
        table.tokens, table.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
        mine = view.stage != "lobby" and "turn mine" in phone.get("/").text
        assert ("turn mine" in read(phone.get("/rules"))) is mine


def test_the_page_is_the_same_whatever_a_player_knows(phone, table):
    pages = set()
    for role in ("miner", "saboteur"):
        table.phones = {1: phone_view(role=role, my_nuggets=(3,) if role == "miner" else (1, 1))}
        pages.add(phone.get("/rules").text)
    assert len(pages) == 1
