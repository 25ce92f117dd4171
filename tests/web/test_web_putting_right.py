"""Under "Put something right" stands what the rules will accept at this moment."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_card_views import CARD_TABLE_VIEWS
from sample_views import TABLE_VIEWS

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views import model as m

SOMETHING_IN_PLAY = ("do=fix-cell", "do=fix-seats", "/table/resync", "/table/do/end-round")
ALWAYS = ("do=fix-phones", "do=fix-camera", "do=fix-give-up", "/table/rules")


def test_in_a_turn_all_is_offered(host):
    page = host.get("/table?do=fix").text
    assert [one for one in (*SOMETHING_IN_PLAY, *ALWAYS) if one not in page] == []


def test_after_a_round_nothing_of_the_maze_or_the_hands_is_offered(host, table):
    table.table = replace(TABLE_VIEWS["round-over"], fix=m.FixView())
    page = host.get("/table?do=fix").text
    assert [one for one in SOMETHING_IN_PLAY if one in page] == ["do=fix-seats"]  # the demo: the app plays a seat
    assert [one for one in ALWAYS if one not in page] == []
    seats = host.get("/table?do=fix-seats").text
    assert [verb for verb in ("set-pile", "set-turn", "set-hand", "set-tools", "set-marks") if verb in seats] == []
    assert "take-over" in seats
    assert "/table/cell" not in host.get("/table?do=fix-cell&cell=5,0").text


@pytest.mark.parametrize("step", ["fix", "fix-cell", "fix-seats"])
def test_while_a_question_is_open_it_is_said_that_it_comes_first(host, table, step):
    """Over a veto the counts were missing without a word, or "nothing lies in play"."""
    table.table = replace(CARD_TABLE_VIEWS["ask-veto"], fix=m.FixView())
    page = host.get(f"/table?do={step}").text
    assert "Answer the open question first" in page and "Nothing can be changed right now" not in page


def test_a_turn_goes_to_whom_it_can_go(host, table):
    table.table = replace(TABLE_VIEWS["play"], fix=m.FixView(under_way=True, turn=(2,)))
    assert host.get("/table?do=fix-seats").text.count("/table/do/set-turn") == 1


def test_of_the_cards_to_choose_from_the_one_that_lies_there_is_marked(host, table):
    """After it was put right the page looked as before, and nobody saw that it was done."""
    marked = r'<button class="card-button chosen" name="face" value="([^"]*)" aria-current="true">'
    for face in ("NESW", "N|S", "NES"):
        maze = TABLE_VIEWS["play"].maze
        cards = tuple(replace(card, face=face) if card.cell == Cell(3, 1) else card for card in maze.cards)
        table.table = replace(TABLE_VIEWS["play"], maze=replace(maze, cards=cards))
        assert re.findall(marked, host.get("/table?do=fix-cell&cell=3,1").text) == [face]
        free = host.get("/table?do=fix-cell&cell=5,0").text
        assert 'class="card-button"' in free and re.findall(marked, free) == []


CHESTS = ((Cell(2, -1), (Cell(2, -2), Cell(3, 0))), (Cell(5, 1), (Cell(5, 2),)))


def test_before_the_first_card_a_chest_is_pressed_and_then_where_it_lies(host, table):
    table.table = replace(TABLE_VIEWS["play"], fix=m.FixView(under_way=True, chests=CHESTS))
    assert "do=fix-chests" in host.get("/table?do=fix").text
    first = host.get("/table?do=fix-chests").text
    assert "/table/do/lay-chests" not in first and "cell=2%2C-1" in first and "cell=5%2C1" in first
    second = host.get("/table?do=fix-chests&cell=2,-1").text
    assert "other=3%2C0" in second and "other=5%2C2" not in second
    third = host.get("/table?do=fix-chests&cell=2,-1&other=3,0").text
    form = third.split('action="/table/do/lay-chests"')[1].split("</form>")[0]
    cells = re.findall(r'name="cell" value="([^"]+)"', form)
    assert cells == ["3,0", "5,1"]
    host.post("/table/do/lay-chests", {"cell": cells})
    assert table.asked[0][2] == c.LayChests((Cell(3, 0), Cell(5, 1)))


def test_once_a_card_is_played_chests_stay_where_they_are(host, table):
    table.table = replace(TABLE_VIEWS["play"], fix=m.FixView(under_way=True))
    assert "do=fix-chests" not in host.get("/table?do=fix").text
    assert "/table/do/lay-chests" not in host.get("/table?do=fix-chests&cell=2,-1&other=3,0").text
