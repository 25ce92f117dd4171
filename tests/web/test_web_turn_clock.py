"""The clock of a turn on its pages: a line that the style sheet runs, where somebody is on turn and nowhere else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_views import PHONE_VIEWS, SETUP, TABLE, TABLE_VIEWS

from companion.state import commands as c
from companion.views.model import TurnClockView
from web.bundles import style_of
from web.language import languages

HALF = TurnClockView(120, 60)
OVER = TurnClockView(120, 120)


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("clock", [HALF, OVER])
def test_whose_turn_it_is_and_the_table_see_the_clock_and_its_kind_word(browser, table, clock, language):
    table.table, table.phones = replace(TABLE, turn_clock=clock), {1: replace(PHONE_VIEWS["play"], turn_clock=clock)}
    for path in ("/", "/table"):
        text = browser(seat="token-of-one", language=language).get(path).text
        assert text.count('class="turn-clock h1 t2 o0"') == 1
        assert ('class="spent h0 t6 o0"' in text) == (clock is HALF)


def test_a_phone_that_is_not_on_turn_shows_no_clock(phone, table):
    table.phones = {1: replace(PHONE_VIEWS["wait"], turn_clock=HALF)}
    assert "turn-clock" not in phone.get("/").text


def test_every_digit_of_a_time_means_something_to_the_style_sheet():
    for kind in ("phone", "table"):
        for place in "hto":
            digits = re.findall(rf"\.{place}(\d) {{ --{place}: (\d); }}", style_of(kind).text)
            assert digits == [(str(digit), str(digit)) for digit in range(10)]


def test_a_line_that_goes_on_is_another_line_for_no_line_learns_a_new_beginning(phone, table):
    """The same element with a later beginning would jump: what was over would count twice."""
    keys = []
    for clock in (HALF, replace(HALF, spent_s=61), OVER):
        table.phones = {1: replace(PHONE_VIEWS["play"], turn_clock=clock)}
        keys += re.findall(r'data-key="(clock-[^"]+)"', phone.get("/").text)
    assert len(set(keys)) == 3


def test_the_host_chooses_a_clock_and_what_was_chosen_elsewhere_stays(host, table):
    lobby = TABLE_VIEWS["lobby"]
    for chosen, offered in ((0, "0 60 120 180"), (90, "0 60 90 120 180")):
        table.table = replace(lobby, setup=replace(SETUP, turn_time_s=chosen))
        times = re.findall(r'name="turn-time" value="(\d+)" data-auto( checked)?', host.get("/table").text)
        assert [value for value, _ in times] == offered.split()
        assert [value for value, checked in times if checked] == [str(chosen)]
    host.post("/table/do/configure", {"edition": "revised", "turn-time": "120"})
    assert table.asked[0][2] == c.Configure("revised", turn_time_s=120)


@pytest.mark.parametrize(
    ("language", "line"), [("en", "timer: 1 minute<"), ("fr", "tours\N{NO-BREAK SPACE}: 1 minute<")]
)
def test_guests_at_the_table_screen_read_in_one_sentence_how_long_a_turn_may_take(browser, table, language, line):
    table.table = replace(TABLE_VIEWS["lobby"], setup=replace(SETUP, turn_time_s=60))
    assert line in browser(language=language).get("/table").text


def test_guests_read_in_the_rules_how_long_a_turn_may_take(phone, table):
    view = replace(PHONE_VIEWS["play"], setup=replace(SETUP, turn_time_s=60))
    table.phones = {1: view}
    assert "1 minute" in phone.get("/rules").text
