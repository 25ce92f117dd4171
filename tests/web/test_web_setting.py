"""While the table is set: what its screen ticks and says, what phones read, and what becomes of old cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_browser import Browser
from sample_views import BEING_SET, PHONE_VIEWS, TABLE, TABLE_VIEWS, UNTOUCHED

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views import model as m
from web import create_app
from web.config import WebConfig
from web.language import Speech, languages
from web.present.layout_drawing import LayoutWords, Measures, layout_svg, measures_of

SAY = Speech("en")
LEFTOVER = m.ProposalView(
    "p9", "layout_differs", Cell(1, 0), (m.CandidateView(0, None, 100, True, (), "resync"),), True, "leftover"
)
WORDS = LayoutWords("How", "7 wide", "1 high", "top")


@pytest.fixture
def client(table):
    table.table = TABLE_VIEWS["setting"]
    made = create_app(table, WebConfig(8000, addresses=lambda: ("192.168.1.20",))).test_client()
    made.set_cookie("host", "the-host", domain="192.168.1.20")
    return made


@pytest.fixture
def screen(client):
    """The host's, at a table with real cards."""
    return lambda path="/table", language="en": Browser(client, {"Accept-Language": language}).get(path).text


@pytest.mark.parametrize("language", list(languages()))
def test_the_screen_says_what_the_camera_sees_and_has_each_line(screen, language):
    say, page = Speech(language), screen(language=language)
    assert (
        say("setting.start") in page and say.many("setting.goals", 2) in page and say.many("setting.others", 4) in page
    )
    assert say("problem.leftover") in page and say("old.how") in page
    assert say("camera.seeing") not in page
    for line in BEING_SET.lines:
        key = f"prepare.{line.key}" if line.key != "goals" else "prepare.goals.app"
        assert say(key, number=line.number) in page


def test_on_an_empty_table_the_camera_sees_no_table(screen, table):
    empty = replace(BEING_SET, table=m.SeenTableView(start=False, goals=0, others=0))
    table.table = replace(table.table, setting=empty)
    assert SAY("setting.no_start") in screen() and SAY("camera.seeing") not in screen()


def test_a_press_ticks_a_line_and_the_next_one_unticks_it(client, screen, table):
    page = screen()
    assert 'name="tick" value="deal"' in page and 'name="untick" value="shuffle_again"' in page
    assert 'value="start"' not in page  # the camera sees it
    for field, key, done in (("tick", "deal", True), ("untick", "shuffle_again", False)):
        Browser(client, {}).post("/table/do/tick-line", {field: key})
        assert table.asked[-1][:3] == ("submit", ByTable(), c.TickLine(key, done))


def test_the_large_button_says_whether_the_camera_misses_something(screen, table):
    assert SAY("setting.anyway") in screen() and SAY("setting.done") not in screen()
    table.table = replace(table.table, setting=replace(BEING_SET, table=None))
    assert SAY("setting.done") in screen() and SAY("setting.anyway") not in screen()


def test_a_phone_reads_along_and_shows_no_role(table, browser):
    table.phones = {1: PHONE_VIEWS["setting"]}
    page = browser(seat="token-of-one").get("/").text
    assert SAY("turn.setting") in page and SAY("prepare.collect") in page
    assert "tick-line" not in page and "data-hold=role" not in page and "role-seen" not in page


def test_old_cards_have_no_large_button_and_say_what_using_them_does(screen, table):
    table.table = replace(TABLE, proposals=(LEFTOVER,))
    page = screen()
    prompt = page[page.index('data-key="proposal-p9"') :].partition("</section>")[0]
    assert SAY("problem.leftover") in prompt and SAY("old.how") in prompt
    head, fold = prompt.split("<details", 1)
    assert "<button" not in head and "big" not in fold
    assert SAY("old.amid_how") in fold and SAY("old.use") in fold


def test_the_list_can_be_read_again_all_round(screen, table):
    table.table = TABLE
    assert "/table?do=prepare" in screen("/table/how-to-play")
    assert SAY("prepare.again") in screen("/table?do=prepare")


# ---- the picture --------------------------------------------------------------------------------------------------


def test_the_picture_measures_in_cards_from_the_rules_in_play():
    assert measures_of(UNTOUCHED) == Measures(7, 1)
    five = tuple(m.CardView(Cell(8, y), "goal", None) for y in (-4, -2, 0, 2, 4))
    assert measures_of(replace(UNTOUCHED, cards=(UNTOUCHED.cards[0], *five), y_min=-4, y_max=4)) == Measures(7, 1)


def test_the_picture_shows_what_is_laid_out_and_no_tunnel_that_was_dug():
    drawn = layout_svg(TABLE.maze, None, WORDS)
    assert drawn == layout_svg(UNTOUCHED, None, WORDS)
    assert drawn.count("back-gem") == 3 and drawn.count('class="between"') == 7 + 2
    assert "7 wide" in drawn and "1 high" in drawn and "top" in drawn


def test_the_picture_hides_a_goal_that_lies_open():
    """The list is read all round."""
    over = TABLE_VIEWS["round-over"].maze
    assert layout_svg(over, None, WORDS) == layout_svg(UNTOUCHED, None, WORDS)


def test_the_picture_shows_chests_a_postcard_and_the_card_half_way():
    chest, site = m.CardView(Cell(2, -1), "covered", None, chest=True), m.CardView(Cell(4, -2), "site", None)
    drawn = layout_svg(replace(UNTOUCHED, cards=(*UNTOUCHED.cards, chest, site)), Cell(4, 0), WORDS)
    assert drawn.count("back-gem") == 4 and "postcard" in drawn
    assert drawn.count('class="card lit"') == 2  # the start card, and this one


def test_after_it_was_begun_anyway_the_camera_line_says_what_is_still_missing(screen, table):
    missing = m.SettingView(BEING_SET.lines, m.SeenTableView(start=False, goals=0, others=0))
    table.table = replace(TABLE_VIEWS["play"], setting=missing, camera=m.CameraView("seeing", (), True))
    assert SAY("setting.no_start") in screen() and SAY("camera.seeing") not in screen()


def test_while_no_card_lies_there_the_camera_waits_and_nobody_is_told_to_move_it(screen, table):
    """A host moved the camera instead of laying the cards."""
    lost = m.CameraView("lost", (Hint("table.not_found"),), True)
    empty = replace(BEING_SET, table=m.SeenTableView(start=False, goals=0, others=0))
    table.table = replace(TABLE_VIEWS["setting"], setting=empty, camera=lost)
    page = screen()
    assert SAY("setting.no_start") in page
    assert SAY("camera.lost") not in page and SAY.hint(Hint("table.not_found")) not in page
    table.table = replace(table.table, camera=m.CameraView("lost", (Hint("table.too_dark"),), True))
    assert SAY.hint(Hint("table.too_dark")) in screen()


def test_a_camera_without_pictures_says_why_in_the_headline(screen, table):
    gone = m.CameraView("lost", (Hint("source.no_stream"),), False)
    table.table = replace(TABLE_VIEWS["play"], camera=gone)
    headline = screen().split('data-key="camera-lost"')[1].split("</p>")[0]
    assert SAY.hint(Hint("source.no_stream")) in headline and SAY("camera.lost") not in headline
