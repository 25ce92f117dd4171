"""Who has left during a game reads on his phone what becomes of him, and nothing that is not so."""

from __future__ import annotations

import html

import pytest
from at_table import done

from companion.live.tokens import Joined
from companion.state import commands as c
from companion.state.commands import ByTable
from web.language import Speech, languages


@pytest.mark.parametrize("language", list(languages()))
def test_who_has_left_reads_of_a_next_round_only_where_there_is_one(table, browser, language):
    """While the last gold was counted, his phone said that the next round is dealt without him."""
    joined = [table.join(name) for name in ("Ana", "Ben", "Cleo")]
    assert all(isinstance(one, Joined) for one in joined)
    phone, say = browser(seat=joined[2].token, language=language), Speech(language)
    printed = c.Configure("anniversary-2024", roles=c.Supply.CARDS, gold=c.Supply.CARDS)
    for command in (printed, c.StartGame(0), c.SetPresence(2, c.Attendance.LEFT)):
        done(table.submit(ByTable(), command))
    for last in (False, False, True):
        page = html.unescape(phone.get("/").text)
        assert (say("away.how.left") in page, say("away.how.left.last") in page) == (not last, last)
        for command in (c.EndRound(forced=True), c.NextRound()):
            done(table.submit(ByTable(), command))
    page = html.unescape(phone.get("/").text)
    assert say("tell.gold.mine") in page and say("away.how.left.last") in page
