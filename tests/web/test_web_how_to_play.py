"""How to play, on one page: told from the rules that are chosen, drawn by the project, the same for everybody."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from sample_views import PHONE_VIEWS, SETUP, TABLE_VIEWS
from sample_views import phone as phone_view
from sound_pages import LANGUAGES, check
from turns import in_turn

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import compose, conflict_of
from companion.state.commands import Supply
from web.language import Speech
from web.present import how_to_play


def keys(edition, *modules, players=5, place_holders=True):
    panels = how_to_play.panels(compose(edition, modules), players, place_holders=place_holders)
    return {key: facts for one in panels for key, facts in one.sentences}


def read(answer) -> str:
    assert answer.status_code == 200
    check(answer.text)
    return answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_box_is_told_and_drawn_in_six_panels(browser, table, language):
    """The boxes take turns with the languages."""
    say = Speech(language)
    for edition in in_turn([box.key for box in EDITIONS], language, LANGUAGES):
        table.table = replace(TABLE_VIEWS["lobby"], setup=replace(SETUP, edition=edition))
        text = read(browser(language=language).get("/table/how-to-play"))
        assert text.count('data-key="how-') == 6 and text.count('class="how-picture"') == 6, edition
        assert all(say(key, **facts) in html.unescape(text) for key, facts in keys(edition).items()), edition
        assert not re.search(r">[^<]*\bhow\.[a-z]", text), edition  # no key without its sentence


def test_where_the_app_deals_the_goals_it_is_said_that_the_cards_only_mark_the_places(browser, table):
    assert "how.tunnels.goal" in keys("revised", place_holders=False)
    assert keys("revised").keys() >= {"how.goal.place_holders", "how.tunnels.goal.app", "how.cards.map.app"}
    for goals, told in ((Supply.APP, True), (Supply.CARDS, False)):
        table.table = replace(TABLE_VIEWS["lobby"], setup=replace(SETUP, goals=goals))
        text = html.unescape(read(browser(language="en").get("/table/how-to-play")))
        assert (Speech("en")("how.goal.place_holders") in text) is told
        assert text.count('href="#i-phone"') == int(told)


def test_it_is_read_in_two_minutes():
    """A hundred and thirty words a minute are read aloud."""
    for box in EDITIONS:
        words = sum(len(Speech("en")(key, **facts).split()) for key, facts in keys(box.key).items())
        assert words <= 260, box.key


def test_what_is_told_is_what_the_rules_say():
    assert "how.tools.others" in keys("anniversary-2024") and "how.tools.own" in keys("revised")
    assert "how.gold.as_players" in keys("amigo-2004") and "how.gold.as_miners" in keys("anniversary-2024")
    assert "how.gold.until_gone" in keys("amigo-2004") and "how.gold.by_itself" in keys("bga")
    assert keys("s2-anniversary")["how.turn.one_of_many"] == {"most": 3}
    assert "how.gold.saboteurs" not in keys("s2-anniversary") and "how.cards.thief" in keys("s2-anniversary")
    assert keys("tournament")["how.gold.fixed"] == {"completer": 3, "miner": 2}
    assert "how.goal.greedy" in keys("tournament") and "how.goal.greedy" in keys("revised", "wc2016")
    assert keys("revised", "new-challenges")["how.goal.miners"] == {"goals": 5}
    assert "how.gold.broken" in keys("revised", "sabotaged-dwarf")
    assert keys("revised", players=8)["how.turn.draw_hand"] == {"hand": 4}
    assert "how.turn.draw" in keys("revised", players=0)


@pytest.mark.parametrize("module", [one.key for one in MODULES])
def test_what_was_added_is_named_below(stranger, table, module):
    edition = next(box.key for box in EDITIONS if conflict_of(box.key, (module,)) is None)
    table.table = replace(TABLE_VIEWS["lobby"], setup=replace(SETUP, edition=edition, modules=(module,)))
    assert Speech("en")(f"edition.{module}.about") in html.unescape(read(stranger.get("/how-to-play")))


def test_every_way_into_the_game_leads_to_the_page_and_back(phone, host, stranger, table):
    table.table = TABLE_VIEWS["lobby"]
    table.phones = {1: PHONE_VIEWS["lobby"]}
    for someone, start, page in ((host, "/table", "/table/how-to-play"), (phone, "/", "/how-to-play"),
                                 (stranger, "/", "/how-to-play")):  # fmt: skip
        assert f'href="{page}"' in someone.get(start).text
        assert f'href="{start}"' in read(someone.get(page))
    table.phones = {1: PHONE_VIEWS["wait"]}
    assert 'href="/how-to-play"' in phone.get("/").text


def test_the_page_is_the_same_whatever_a_player_knows(phone, table):
    pages = set()
    for role in ("miner", "saboteur"):
        table.phones = {1: phone_view(role=role, my_nuggets=(3,) if role == "miner" else (1, 1))}
        pages.add(phone.get("/how-to-play").text)
    assert len(pages) == 1


@pytest.mark.parametrize("name", TABLE_VIEWS)
def test_the_table_screen_has_its_sound_at_hand_from_the_lobby_to_the_podium_and_says_how_to_play_until_then(
    host, table, name
):
    table.table = TABLE_VIEWS[name]
    page = host.get("/table").text
    assert page.count("data-sound") == 1
    assert ('href="/table/how-to-play"' in page) == (name != "game-over")
