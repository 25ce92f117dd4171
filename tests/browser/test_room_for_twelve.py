"""A screen of 1280 x 800 with twelve at the table: what must be pressed or seen is in sight without scrolling."""

from __future__ import annotations

from dataclasses import replace

import pytest
from many_people import twelve
from page_states import PEOPLE_OF_TABLE
from sample_card_views import CARD_TABLE_VIEWS, TEAM_ROLES
from sample_views import SETUP, TABLE_VIEWS
from screens import IN_SIGHT, PHONE, SCREEN, SMALL, SPOKEN
from swap import swap

from companion.state.refusals import Refusal
from companion.views.model import CameraView, EditionView, OffersView
from companion.views.model_score import EarningView, ScoreView
from web.language import languages

pytestmark = pytest.mark.browser

CUT_ABOVE_OR_BELOW = """() => [...document.querySelectorAll('.big-list .who b')].filter(name => {
  const text = document.createRange();
  text.selectNodeContents(name);
  const ink = text.getBoundingClientRect();
  for (let box = name; !box.matches('.big-list'); box = box.parentElement) {
    const edge = box.getBoundingClientRect();
    if (getComputedStyle(box).overflowY !== 'visible' && (ink.top < edge.top || ink.bottom > edge.bottom)) return true;
  }
}).map(name => name.textContent)"""
ACCENTS = ("Ñandú", "Übermut", "Żaneta", "Ángela", "Çelik", "Ģirts")


def no_longer_than_the_screen(page):
    return page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("language", SPOKEN)
def test_in_play_all_twelve_are_in_sight_with_what_takes_a_step_back(look, fake, language):
    fake.table = twelve(TABLE_VIEWS["play"])
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.locator(".big-list li").count() == 12
    shown = ".big-list li, .big-list .tool, .turn, .side-foot .button:not(.how-link), .side-foot button"
    assert screen.evaluate(IN_SIGHT, shown)
    assert no_longer_than_the_screen(screen)


@pytest.mark.parametrize(("name", "crowd"), [("play", True), ("proposal", True), ("proposal", False)])
def test_a_name_keeps_its_accents_where_the_list_of_players_is_low(look, fake, name, crowd):
    """Ñ, Ü and Ż were read as N, U and Z."""
    view = twelve(TABLE_VIEWS[name]) if crowd else TABLE_VIEWS[name]
    seats = (replace(seat, name=ACCENTS[seat.seat % 6] + "I" * (seat.seat // 6)) for seat in view.seats)
    fake.table = replace(view, seats=tuple(seats))
    screen = look("/table?key=the-host", size=SCREEN)
    assert screen.locator(".big-list .who b").count() == len(view.seats)
    assert screen.evaluate(CUT_ABOVE_OR_BELOW) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 600), (800, 600)])
@pytest.mark.parametrize("language", SPOKEN)
def test_beside_a_phone_that_asks_for_a_seat_all_twelve_are_in_sight(look, fake, language, width, height):
    """The question took more room than it has words, and the last two were cut through."""
    fake.table = replace(twelve(TABLE_VIEWS["play"]), seat_requests=PEOPLE_OF_TABLE["admit"].seat_requests)
    screen = look("/table?key=the-host", size={"width": width, "height": height}, language=language)
    assert screen.evaluate(
        IN_SIGHT, ".big-list li, .big-list .tool, .turn, .side-foot button, .prompt p, .prompt button"
    )
    end = screen.locator(".side").evaluate("side => side.getBoundingClientRect().bottom")
    rows = screen.locator(".big-list li, .big-list .tool")
    assert max(rows.evaluate_all("all => all.map(e => e.getBoundingClientRect().bottom)")) <= end


@pytest.mark.parametrize("language", SPOKEN)
def test_the_next_round_is_one_press_away_and_all_twelve_are_told(look, fake, language):
    fake.table = twelve(TABLE_VIEWS["round-over"])
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.evaluate(IN_SIGHT, "form[action$='next-round'] button, .turn, .side-foot .button:not(.how-link)")
    screen.locator(".scores li").last.scroll_into_view_if_needed()
    assert screen.evaluate(IN_SIGHT, ".scores li:last-child, form[action$='next-round'] button")
    assert no_longer_than_the_screen(screen)


def twelve_who_earned():
    """Miners of two teams, with the longest reasons there are."""
    view = twelve(CARD_TABLE_VIEWS["round-over"])
    scores = tuple(ScoreView(at, at % 4, at % 3 == 1, TEAM_ROLES[at % 3]) for at in range(12))
    earned = (*(EarningView(at, "share", 3) for at in (1, 4, 7, 10)), EarningView(1, "cards", cards=2),
              EarningView(1, "toll", 1), EarningView(3, "crystals", 2))  # fmt: skip
    return replace(view, result=replace(view.result, scores=scores, earned=earned))


@pytest.mark.parametrize("size", [SCREEN, {"width": 1366, "height": 768}], ids=["1280", "1366"])
@pytest.mark.parametrize("language", SPOKEN)
def test_all_twelve_are_seen_at_the_end_of_a_round_and_whoever_won_first(look, fake, language, size):
    """Four of twelve were, each in two or three lines."""
    fake.table = twelve_who_earned()
    screen = look("/table?key=the-host", size=size, language=language)
    rows = screen.locator(".scores li")
    assert rows.evaluate_all("all => all.map(e => e.className)") == ["won"] * 4 + [""] * 8
    end = screen.locator(".over-panel > .stage-scroll").evaluate("e => e.getBoundingClientRect().bottom")
    assert max(rows.evaluate_all("all => all.map(e => e.getBoundingClientRect().bottom)")) <= end
    assert rows.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth)") == []


@pytest.mark.parametrize("language", SPOKEN)
def test_the_card_half_way_is_chosen_in_a_panel_that_leaves_the_players_in_sight(look, fake, language):
    fake.table = twelve(CARD_TABLE_VIEWS["ask-midway"])
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.evaluate(IN_SIGHT, ".big-list li, .turn, .side-foot .button:not(.how-link)")
    assert no_longer_than_the_screen(screen)
    last = screen.locator("[data-key=ask-midway] button").last
    last.scroll_into_view_if_needed()
    last.click(trial=True)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("problem", [None, Refusal("too_many_players", {"most": 10, "players": 12})])
def test_in_the_lobby_all_twelve_and_the_start_and_the_house_rules_are_in_sight(look, fake, language, problem):
    setup = replace(SETUP, may_start=problem is None, problem=problem,
                    editions=(*SETUP.editions, EditionView("s2-anniversary", 2, 12)))  # fmt: skip
    fake.table = replace(twelve(TABLE_VIEWS["lobby"]), setup=setup)
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.locator(".edit li").count() == 12
    assert screen.evaluate(
        IN_SIGHT, ".edit li, .edit .mini, .start-panel button, .start-panel p, a[href='/table/rules']"
    )
    assert screen.evaluate(IN_SIGHT, "[data-key=house-rules] > summary, [data-key^=modules-] > summary")
    assert no_longer_than_the_screen(screen)
    if problem:
        assert "Saboteur 2" in screen.locator(".start-panel").inner_text()


@pytest.mark.parametrize("language", languages())
def test_no_name_in_the_lobby_is_cut_for_the_word_that_its_phone_is_missing(look, fake, language):
    """In Italian "B…" was left of Bartholomew."""
    view = twelve(TABLE_VIEWS["lobby"])
    fake.table = replace(view, seats=tuple(replace(seat, taken=seat.seat % 3 == 0) for seat in view.seats))
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert screen.locator(".edit .who b").evaluate_all(cut) == []
    assert screen.evaluate(IN_SIGHT, ".edit li, .edit .kind, .edit .mini, .start-panel button, .add [name=name]")


@pytest.mark.parametrize("size", [PHONE, SMALL, {"width": 800, "height": 600}], ids=lambda size: str(size["width"]))
def test_in_the_lobby_of_a_host_with_a_narrow_screen_every_name_is_read(look, fake, size):
    """Of seven and more players only the badges were left there."""
    view = twelve(TABLE_VIEWS["lobby"])
    fake.table = replace(view, seats=tuple(replace(seat, taken=seat.seat % 3 == 0) for seat in view.seats))
    screen = look("/table?key=the-host", size=size, language="it")
    names = "all => all.map(b => [b.textContent, b.clientWidth > 0 && b.scrollWidth <= b.clientWidth])"
    assert screen.locator(".edit .who b").evaluate_all(names) == [[seat.name, True] for seat in view.seats]


@pytest.mark.parametrize("language", SPOKEN)
def test_with_a_game_that_waits_the_field_for_one_more_name_stays_in_sight(look, fake, language):
    fake.table = replace(twelve(TABLE_VIEWS["lobby"]), offers=OffersView(undo=True))
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.evaluate(IN_SIGHT, ".start-panel button, .go-on small")
    assert screen.evaluate("document.querySelector('.add input').getBoundingClientRect().bottom") < screen.evaluate(
        "document.querySelector('.seats-panel').getBoundingClientRect().bottom"
    )
    assert no_longer_than_the_screen(screen)


def test_whatever_is_open_in_the_lobby_the_start_stays_in_sight(look, fake):
    fake.table = twelve(TABLE_VIEWS["lobby"])
    screen = look("/table?key=the-host", size=SCREEN)
    swap(screen, "/table?do=me-3")
    screen.locator("[data-key=house-rules] > summary").click()
    assert screen.evaluate(IN_SIGHT, ".start-panel button.primary")
    assert no_longer_than_the_screen(screen)
    screen.locator("[data-key=house-rules] details > summary").last.click()
    last = screen.locator("[data-key=house-rules] label").last
    last.scroll_into_view_if_needed()
    last.click(trial=True)


TALL_AND_LOW = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})


@pytest.mark.parametrize("size", TALL_AND_LOW, ids=["720", "1080"])
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("many", [9, 12])
def test_whoever_is_changed_in_a_crowd_has_every_tool_in_sight(visit, fake, many, language, size):
    """The form was cut off below the list of the others."""
    view = twelve(TABLE_VIEWS["lobby"])
    fake.table = replace(view, seats=view.seats[:many])
    screen = visit("/table?key=the-host", size=size, language=language)
    screen.goto(screen.url.split("?")[0] + "?do=me-3")
    tools = ".seat-edit [name=name], .seat-edit button, .seats-panel .mini, .start-panel button"
    assert screen.locator(".seat-edit [name=to]").count() == many - 1
    assert screen.locator(".seat-edit form[action$='/remove'] button").count() == 1
    assert screen.evaluate(IN_SIGHT, tools)
    panel = screen.locator(".seats-panel")
    assert panel.evaluate("one => one.scrollHeight <= one.clientHeight")


@pytest.mark.parametrize("name", ["lobby", "play"])
@pytest.mark.parametrize("many", [7, 9, 12])
def test_a_crowd_is_read_down_the_first_column_and_on_down_the_second(look, fake, many, name):
    """Clockwise went from left to right and back, and nobody could say who sits beside whom."""
    view = twelve(TABLE_VIEWS[name])
    fake.table = replace(view, seats=view.seats[:many])
    screen = look("/table?key=the-host", size={"width": 1280, "height": 720})
    boxes = screen.locator(".crowd > li").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [Math.round(box.left), Math.round(box.top)])"
    )
    assert len(boxes) == many and boxes == sorted(boxes)
    assert len({left for left, _ in boxes}) == 2


def test_how_to_play_is_in_reach_beside_twelve(look, fake):
    fake.table = twelve(TABLE_VIEWS["play"])
    screen = look("/table?key=the-host", size={"width": 1280, "height": 720}, language="de")
    assert screen.evaluate(IN_SIGHT, ".how-link, .side-foot button, .side-foot .button, .big-list li")


@pytest.mark.parametrize("size", TALL_AND_LOW, ids=["720", "1080"])
def test_a_lost_camera_is_as_large_as_whose_turn_it_is(look, fake, size):
    fake.table = replace(twelve(TABLE_VIEWS["play"]), camera=CameraView("lost"))
    screen = look("/table?key=the-host", size=size)
    letters = "one => getComputedStyle(one).fontSize"
    assert screen.locator(".camera-lost").evaluate(letters) == screen.locator(".turn h1").evaluate(letters)
    assert screen.evaluate(IN_SIGHT, ".camera-lost, .turn h1, .maze-box, .side-foot button")


@pytest.mark.parametrize("size", TALL_AND_LOW, ids=["720", "1080"])
def test_the_cameras_picture_in_the_lobby_is_whole(look, fake, size):
    """Its upper and lower edges, where cards may lie, were cut off."""
    fake.table = twelve(TABLE_VIEWS["lobby"])
    screen = look("/table?key=the-host", size=size)
    assert screen.locator(".join-panel .picture").evaluate("one => getComputedStyle(one).objectFit") == "contain"


@pytest.mark.parametrize("size", TALL_AND_LOW, ids=["720", "1080"])
@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("place", [0, 6, 10])
def test_who_sits_next_is_asked_with_all_names_in_sight(look, fake, place, language, size):
    fake.table = replace(twelve(TABLE_VIEWS["lobby"]), seating=place)
    screen = look("/table?key=the-host", size=size, language=language)
    assert screen.locator("form[action$='sit-next'] button").count() == 12 - place
    assert screen.evaluate(IN_SIGHT, ".seating, .seated li, .seats-panel button, .start-panel button")
