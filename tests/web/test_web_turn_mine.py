"""The mine on a phone, turned to the side of the table where its owner sits: drawn otherwise, named the same."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from sample_views import PHONE_VIEWS, maze

from companion.maze.geometry import Cell
from web.present.maze_drawing import Marks, maze_svg

STEP = "/?do=place&cell=5%2C0&hand=11"
PICKS = re.compile(r'<a class="pick[^>]*>')


def turned(answer) -> str | None:
    found = re.search(r'<g class="turned" transform="rotate\((\d+)\)">', answer.text)
    return found and found[1]


def test_each_press_turns_the_mine_by_a_quarter_and_the_phone_remembers_it(phone):
    seen = []
    for _ in range(5):
        seen.append(turned(phone.get("/")))
        assert phone.post("/turn-mine", {"step": "/"}).status_code == 303
    assert seen == [None, "90", "180", "270", None]


def test_whoever_turns_the_mine_stays_at_the_step_that_was_open(phone, table):
    table.phones = {1: PHONE_VIEWS["play-hand"]}
    assert f'name="step" value="{STEP}"' in unescape(phone.get(STEP).text)
    answer = phone.post("/turn-mine", {"step": STEP})
    assert answer.headers["Location"] == STEP


@pytest.mark.parametrize("step", ["https://evil.example/", "//evil.example/?do=place", "", "/?do=nothing&cell=x"])
def test_turning_the_mine_leads_nowhere_else(phone, step):
    assert phone.post("/turn-mine", {"step": step}).headers["Location"] in ("/", "/?do=place")


@pytest.mark.parametrize("kept", ["4", "-1", "x", "", "²"])
def test_a_side_that_the_table_has_not_is_the_usual_one(app, kept):
    client = app.test_client()
    client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    client.set_cookie("mine", kept, domain="192.168.1.20")
    assert turned(client.get("/", headers={"Host": "192.168.1.20:8000"})) is None


def test_a_turned_mine_has_the_same_places_to_press_under_the_same_names(phone, table):
    table.phones = {1: PHONE_VIEWS["play-hand"]}
    before = PICKS.findall(phone.get(STEP).text)
    phone.post("/turn-mine")
    assert before and PICKS.findall(phone.get(STEP).text) == before


def test_the_table_screen_is_not_turned_with_a_phone(browser):
    both = browser(seat="token-of-one", host="the-host")
    both.post("/turn-mine")
    assert turned(both.get("/")) == "90"
    assert turned(both.get("/table")) is None


@pytest.mark.parametrize("quarters", range(4))
def test_every_card_of_a_turned_mine_is_inside_the_drawing(quarters):
    svg = str(maze_svg(maze(), "", Marks(wrong=frozenset({Cell(3, 4)})), quarters=quarters))
    x, y, width, height = map(int, re.search(r'viewBox="([^"]*)"', svg)[1].split())
    corners = [(float(a) + dx, float(b) + dy) for a, b in re.findall(r"translate\((-?\d+) (-?\d+)\)", svg)
               for dx, dy in ((0, 0), (100, 150))]  # fmt: skip
    for _ in range(quarters):
        corners = [(-b, a) for a, b in corners]
    assert corners and all(x <= a <= x + width and y <= b <= y + height for a, b in corners)


def test_a_sign_stays_upright_in_a_turned_mine():
    svg = str(maze_svg(maze(), "", Marks(asked={Cell(5, 0): "NSW"}), quarters=3))
    texts = [one for one in ElementTree.fromstring(svg).iter() if one.tag == "text"]
    assert len(texts) == 4
    assert all(one.get("transform", "").startswith("rotate(-270") for one in texts)


def test_a_card_that_is_to_be_laid_is_shown_as_it_will_lie_and_one_in_a_hand_is_not_turned(phone, table):
    table.phones = {1: PHONE_VIEWS["goal"]}
    phone.post("/turn-mine")
    assert 'viewBox="-152 -2 154 104"' in phone.get("/").text
    table.phones = {1: PHONE_VIEWS["play-hand"]}
    assert 'viewBox="-152 -2 154 104"' not in phone.get("/").text
