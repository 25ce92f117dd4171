"""What a table lays out before a round, by what is played and which cards are its own."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_browser import Browser
from sample_views import LAID, SETUP, TABLE, TABLE_VIEWS

from companion.editions.compose import compose
from companion.rules.setting import Supplies, lines
from companion.state.commands import Supply
from companion.views import model as m
from companion.views.model import Stage
from web import create_app
from web.config import WebConfig
from web.language import Speech, languages
from web.present.sentences import Sentences


@pytest.fixture
def screen(table):
    """The host's, at a table with real cards."""
    client = create_app(table, WebConfig(8000, addresses=lambda: ("192.168.1.20",))).test_client()
    client.set_cookie("host", "the-host", domain="192.168.1.20")
    return lambda language="en", path="/table": Browser(client, {"Accept-Language": language}).get(path).text


def begun(edition="anniversary-2024", roles=Supply.CARDS, **change):
    """Nobody has drawn yet, and the table is being set."""
    players, box = len(TABLE.seats), compose(edition)
    cards = tuple(card for card in TABLE.maze.cards if (card.cell.x, card.cell.y) not in LAID)
    pool = tuple((role.value, count) for role, count in box.pool(players))
    view = replace(TABLE, setup=replace(SETUP, edition=edition, roles=roles), maze=replace(TABLE.maze, cards=cards),
                   pile=box.pile(players), discards=0, roles_in_play=pool)  # fmt: skip
    again = change.get("round", 1) > 1
    found = lines(box, Supplies(roles, again=again), players)
    setting = m.SettingView(tuple(m.LineToSetView(line.key, line.number) for line in found))
    return replace(view, setting=setting, stage=Stage.SETTING, **change)


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("edition", ["anniversary-2024", "s2-anniversary", "tournament"])
def test_who_shuffle_their_own_dwarves_read_which_until_the_table_is_set(screen, table, language, edition):
    say, view = Speech(language), begun(edition)
    table.table = view
    page = screen(language)
    assert say("prepare.title") in page
    assert say("prepare.dwarves", roles=Sentences(view, say).roles_in_play()) in page
    assert say("prepare.deal", number=compose(edition).hand(len(view.seats))) in page
    table.table = replace(view, stage=Stage.PLAY)
    assert say("prepare.title") not in screen(language)
    again = screen(language, "/table?do=prepare")
    assert say("prepare.again") in again and say("prepare.deal", number=compose(edition).hand(len(view.seats))) in again


def test_how_many_saboteurs_and_miners_is_told_by_the_number_of_players(screen, table):
    table.table = begun()
    assert (
        "Shuffle these role cards: 2 saboteurs and 4 gold miners. Deal one to each player to look at secretly. "
        "One role is left over"
    ) in screen()


def test_before_a_later_round_the_dwarves_are_shuffled_again(screen, table):
    table.table = begun(round=2)
    page = screen()
    assert "Shuffle these role cards" in page and "tunnel and action cards again" in page


def test_where_the_app_deals_the_dwarves_are_no_step_of_the_list(screen, table):
    table.table = TABLE_VIEWS["roles"]
    page = screen()
    assert "Set the table" in page and "Shuffle these role cards" not in page
