"""The host's laptop, 1280 wide and 720 or 800 high: whatever can be pressed is in sight, none of it below the fold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from many_people import TEN
from sample_school import School
from sample_views import TABLE_VIEWS
from screens import SCREEN, SPOKEN
from swap import swap
from turns import together

from companion.editions import EDITIONS
from companion.live.guest_wifi import GuestWifi
from companion.views.model import EditionView, OffersView
from web.config import WebConfig

pytestmark = pytest.mark.browser

KINDS = together(("camera", "demo"), SPOKEN)
LAPTOPS = ({"width": 1280, "height": 720}, SCREEN)
OUT_OF_REACH = """() => {
  return [...document.querySelectorAll('main :is(button, a, summary, select, input:not([type=hidden]))')]
    .filter(e => e.checkVisibility()).filter(e => {
      const box = e.getBoundingClientRect(), middle = (box.left + box.right) / 2;
      return [box.top + 4, box.bottom - 4].some(y => !e.contains(document.elementFromPoint(middle, y)));
    }).map(e => e.innerText || e.name || e.className);
}"""
MODULE_PX = "code => code.getBoundingClientRect().width / code.viewBox.baseVal.width"
FRAME = cv2.imencode(".jpg", np.full((720, 1280, 3), (70, 110, 90), np.uint8))[1].tobytes()
LOBBY, PLAY = TABLE_VIEWS["lobby"], TABLE_VIEWS["play"]


LONG = (
    "Wilhelmina von Hohenfels", "Bartholomew Featherston", "Maximiliana Konstantina", "Jose Luis de la Fuente X",
    "W" * 24, "Ana",
)  # fmt: skip


def six(view: Any, names: tuple[str, ...] = tuple(TEN[:6])) -> Any:
    return replace(
        view, seats=tuple(replace(view.seats[at % 5], seat=at, colour=at, name=name) for at, name in enumerate(names))
    )


SET_UP = replace(
    six(LOBBY), setup=replace(LOBBY.setup, editions=tuple(EditionView(box.key, 3, 10) for box in EDITIONS))
)


def out_of_reach(screen: Any) -> dict[int, list[str]]:
    """By the laptop's height, where there is something."""
    found = {}
    for size in LAPTOPS:
        screen.set_viewport_size(size)
        found[size["height"]] = screen.evaluate(OUT_OF_REACH)
    return {height: these for height, these in found.items() if these}


@pytest.fixture(params=["camera", "demo"])
def config(request: pytest.FixtureRequest, tmp_path: Path) -> WebConfig:
    """With everything that a camera brings, and with everything that the demo table brings."""
    wifi = GuestWifi(tmp_path / "wifi.json")
    demo = WebConfig(0, latest_jpeg=lambda: FRAME, read_again=lambda: None, wifi=wifi, demo=True)
    if request.param == "demo":
        return demo
    return replace(demo, demo=False, cameras=lambda: (0, 1), use_camera=lambda _: None, aim=lambda _: None,
                   school=School(), addresses=lambda: ("192.168.1.20", "table.local"))  # fmt: skip


@pytest.mark.parametrize(("config", "language"), KINDS, indirect=["config"])
def test_six_players_see_all_that_sets_a_game_up(look, fake, language):
    fake.table = SET_UP
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.locator(".seats-panel .who").count() == 6
    assert out_of_reach(screen) == {}


@pytest.mark.parametrize(("config", "language"), KINDS, indirect=["config"])
def test_the_wifi_is_typed_and_both_codes_stand_in_sight(visit, fake, config, language):
    """The longest that a network can have, so that its code is the finest."""
    fake.table = SET_UP
    screen = visit("/table?key=the-host", size=SCREEN, language=language)
    screen.locator(".tv-wifi > summary").click()
    screen.locator("[name=network]").fill("n" * 32)
    screen.locator("[name=password]").fill("p" * 63)
    screen.locator("form[action='/table/wifi'] button").click()
    screen.wait_for_selector(".codes")
    assert config.wifi.now.name == "n" * 32 and "p" * 63 not in screen.content()
    assert out_of_reach(screen) == {}
    for size in LAPTOPS:
        screen.set_viewport_size(size)
        modules = [screen.locator(".codes .qr").nth(at).evaluate(MODULE_PX) for at in (0, 1)]
        assert min(modules) > 2, modules  # a phone at arm's length tells them apart


@pytest.mark.parametrize("config", ["demo"], indirect=True)
def test_the_longest_names_push_nothing_below_the_fold_but_the_rarest_choices(look, fake):
    fake.table = six(LOBBY, LONG)
    screen = look("/table?key=the-host", size=SCREEN)
    hidden = out_of_reach(screen)
    rare = screen.locator(".extras summary").all_inner_texts()
    assert hidden.keys() <= {720} and set(hidden.get(720, [])) <= set(rare)
    assert "W" * 24 in screen.locator(".seats-panel").inner_text()


@pytest.mark.parametrize(("config", "language"), KINDS, indirect=["config"])
def test_after_a_game_was_given_up_going_on_and_beginning_anew_hide_nobody_at_the_table(look, fake, language):
    """On the lower screen the rarest choices are scrolled to, in a column that shows that it goes on."""
    fake.table = replace(SET_UP, offers=OffersView(undo=True))
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.locator(".go-on button").count() == 1
    rare = screen.locator(".extras summary").all_inner_texts()
    hidden = out_of_reach(screen)
    assert hidden.keys() <= {720} and set(hidden.get(720, [])) <= set(rare)
    for size in LAPTOPS:
        screen.set_viewport_size(size)
        screen.locator(".extras summary").last.scroll_into_view_if_needed()
        assert rare[-1] not in screen.evaluate(OUT_OF_REACH)


@pytest.mark.parametrize(("config", "language"), KINDS, indirect=["config"])
def test_all_that_puts_something_right_is_in_sight_to_giving_the_game_up(look, fake, language):
    fake.table = six(PLAY)
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    for step in ("fix", "fix-give-up", "fix-people", "fix-seats", "fix-phones"):
        swap(screen, f"/table?do={step}")
        assert out_of_reach(screen) == {}, step


@pytest.mark.parametrize("config", ["camera"], indirect=True)
@pytest.mark.parametrize("language", SPOKEN)
def test_whoever_shows_it_the_table_sees_all_four_corners_and_what_takes_them(visit, fake, language):
    fake.table = SET_UP
    screen = visit("/table?key=the-host", size=SCREEN, language=language)
    screen.goto(screen.url.split("/table")[0] + "/table/aim")
    screen.wait_for_function("document.querySelector('#aim img').naturalHeight > 0")
    assert screen.locator(".aim-handle").count() == 4
    assert out_of_reach(screen) == {}


@pytest.mark.parametrize("config", ["camera"], indirect=True)
def test_which_camera_it_is_can_be_said_beside_its_picture(look, fake):
    fake.table = six(PLAY)
    screen = look("/table?key=the-host", size=SCREEN)
    swap(screen, "/table?do=fix-camera")
    assert out_of_reach(screen) == {}
    assert screen.locator(".board-grid .camera-line").count() == 1  # nothing is said twice
