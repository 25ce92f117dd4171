"""Giving a game up: two presses of the host, the second after a sentence that says what is kept."""

from __future__ import annotations

from dataclasses import replace

from sample_views import TABLE_VIEWS

from companion.state import commands as c
from companion.views import model as m


def test_a_game_is_given_up_after_a_question_only(host, table):
    assert "/table/do/new-game" not in host.get("/table?do=fix").text
    assert 'href="/table?do=fix-give-up"' in host.get("/table?do=fix").text
    page = host.get("/table?do=fix-give-up").text
    assert 'action="/table/do/new-game"' in page and "Everyone keeps their seat" in page
    assert "You can still resume until something is changed or someone new joins" in page
    assert page.count('href="/table"') == 1 and "No, keep playing" in page and "Done" not in page
    host.post("/table/do/new-game", {"seen": "41", "cid": "a"})
    assert table.asked[0][:3] == ("submit", c.ByTable(), c.NewGame())


def test_only_the_host_is_asked_whether_to_give_up(stranger, phone):
    for page in (stranger.get("/table?do=fix-give-up"), phone.get("/?do=fix-give-up")):
        assert "new-game" not in page.text


def test_the_lobby_offers_the_game_that_was_given_up_to_the_host(host, stranger, table):
    lobby = TABLE_VIEWS["lobby"]
    for undo in (False, True):
        table.table = replace(lobby, offers=m.OffersView(undo=undo))
        assert ("Resume the stopped game" in host.get("/table").text) is undo
        assert ("until someone joins" in host.get("/table").text) is undo
        assert "Resume the stopped game" not in stranger.get("/table").text
