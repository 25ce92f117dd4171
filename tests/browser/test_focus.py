"""Whoever reads with the keys or by ear goes on where the new step begins, and news of the table moves nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import HAND, OFFERS, PHONE_VIEWS, Done, LiveFake, phone
from screens import SCREEN, SMALL
from turns import every_other

from companion.maze.geometry import GOAL_CELLS
from companion.state.refusals import Refusal
from companion.views import model as m

pytestmark = pytest.mark.browser


@pytest.fixture
def fake() -> LiveFake:
    return LiveFake()


def reads_on_at(page: Any, tag: str, words: str) -> None:
    page.wait_for_function(
        "([tag, words]) => document.activeElement.tagName === tag && document.activeElement.innerText.includes(words)",
        arg=[tag, words],
    )


def follow(page: Any, css: str) -> None:
    page.locator(css).first.focus()
    page.keyboard.press("Enter")


def test_a_step_and_the_way_back_lead_to_their_heading(visit):
    page = visit()
    follow(page, "nav.acts a[href*='do=break']")
    reads_on_at(page, "H2", "Break a tool")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "target"  # what can be pressed comes next
    follow(page, ".act-head a.back")
    reads_on_at(page, "H1", "Your turn!")


SCROLL_DOWN = """() => new Promise(done => {
  document.addEventListener('scroll', done, {once: true});
  scrollTo(0, document.documentElement.scrollHeight);
})"""
HEADING_IS_ABOVE = "document.querySelector('main h1').getBoundingClientRect().bottom < 0"


def scrolled_down(visit, fake: LiveFake, stage: str, **options: Any) -> Any:
    fake.phones = {1: PHONE_VIEWS[stage]}
    page = visit(size=SMALL, **options)
    page.evaluate(SCROLL_DOWN)
    assert page.evaluate(HEADING_IS_ABOVE)
    page.clock.install()
    return page


def stays_above(page: Any) -> None:
    """What is put off until nothing has been touched for a while has come by then, twice over."""
    page.clock.run_for(2000)
    assert page.evaluate(HEADING_IS_ABOVE)


def news(page: Any, fake: LiveFake, view: m.View, version: int = 99) -> None:
    fake.phones = {1: replace(view, version=version)}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_selector(f"#page[data-version='{version}']")


@pytest.mark.parametrize(("stage", "then"), [("wait", "play"), ("play", "round-over"), ("round-over", "roles")])
def test_who_has_scrolled_down_is_brought_up_when_his_turn_comes_or_something_begins_for_all(visit, fake, stage, then):
    """His phone buzzed, and showed the end of the story and the languages."""
    page = scrolled_down(visit, fake, stage)
    news(page, fake, PHONE_VIEWS[then])
    comes_up(page)


@pytest.mark.parametrize("stage", ["wait", "play"])
def test_who_gets_a_new_dwarf_is_brought_up_to_it_and_sees_it_before_what_can_be_played(visit, fake, stage):
    """It stood below the mine, and he played his turn for the team of the old one."""
    page = scrolled_down(visit, fake, stage)
    news(page, fake, replace(PHONE_VIEWS[stage], role=m.RoleView(True, "miner", False)))
    comes_up(page)
    button = page.locator("[data-key=role] form[action='/do/role-seen'] button").bounding_box()
    assert button["y"] + button["height"] < page.viewport_size["height"]
    if stage == "play":
        assert button["y"] < page.locator("[data-key=acts]").bounding_box()["y"]


@pytest.mark.parametrize("stage", ["wait", "play", "round-over", "lobby"])
def test_other_news_of_the_table_leave_a_page_where_it_was_scrolled_to(visit, fake, stage):
    page = scrolled_down(visit, fake, stage)
    before = page.evaluate("scrollY")
    news(page, fake, replace(PHONE_VIEWS[stage], pile=3))
    page.clock.run_for(2000)
    assert page.evaluate("scrollY") == before


WAIT = PHONE_VIEWS["wait"]
OF_ANOTHER = {
    "peek": replace(WAIT, stage=m.Stage.PEEK, peek=m.PeekView(0, GOAL_CELLS[0])),
    "inspect": replace(WAIT, stage=m.Stage.INSPECT, inspection=m.InspectionView(0, 3)),
    "veto": CARD_PHONE_VIEWS["ask-other"],
    "toll": replace(CARD_PHONE_VIEWS["ask-toll"], waiting_for=(3,), offers=m.OffersView()),
    "chest": replace(CARD_PHONE_VIEWS["ask-tell_chest"], waiting_for=(0,)),
    "goal": replace(PHONE_VIEWS["goal"], waiting_for=(0,)),
    "tell": replace(PHONE_VIEWS["tell"], waiting_for=(0,)),
}


@pytest.mark.parametrize("asked", every_other(list(OF_ANOTHER), 0))
def test_what_somebody_else_is_asked_moves_nobody_and_neither_does_his_answer(visit, fake, asked):
    """With every map, inspection, veto, toll and chest of another all phones jumped to the top."""
    page = scrolled_down(visit, fake, "wait")
    page.evaluate("scrollTo(0, document.querySelector('main h1').getBoundingClientRect().bottom + scrollY + 60)")
    for version, view in ((99, OF_ANOTHER[asked]), (100, PHONE_VIEWS["wait"])):
        news(page, fake, view, version)
        stays_above(page)


def test_who_has_chosen_his_gold_is_not_brought_up_by_it(visit, fake):
    page = scrolled_down(visit, fake, "draft")
    news(page, fake, replace(PHONE_VIEWS["draft"], waiting_for=(0,)))
    stays_above(page)


def test_nothing_moves_under_a_button_that_is_held(visit, fake):
    page = scrolled_down(visit, fake, "wait")
    page.mouse.move(150, 300)
    page.mouse.down()
    stays_down(page, fake)
    page.mouse.up()
    comes_up(page)


def test_nothing_moves_under_a_finger_that_pans_or_stays_when_another_lifts(visit, fake):
    """The browser cancels the pointer of a finger that begins to pan, and tells of every finger that lifts."""
    page = scrolled_down(visit, fake, "wait", has_touch=True)
    thumb = page.context.new_cdp_session(page)

    def touch(kind: str, *fingers: tuple[int, int]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        thumb.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    page.evaluate("addEventListener('pointercancel', () => { window.panned = true; })")
    touch("touchStart", (150, 300))
    for y in (285, 270, 255, 290, 305):
        touch("touchMove", (150, y))
    page.wait_for_function("window.panned")
    stays_down(page, fake)
    touch("touchStart", (150, 305), (200, 305))
    touch("touchEnd", (150, 305))
    stays_above(page)
    touch("touchEnd")
    comes_up(page)


def stays_down(page: Any, fake: LiveFake) -> None:
    news(page, fake, PHONE_VIEWS["play"])
    stays_above(page)


def comes_up(page: Any) -> None:
    page.wait_for_function("() => document.querySelector('main h1').getBoundingClientRect().top >= 0")


def test_a_place_that_is_chosen_leads_to_what_can_be_done_there(visit, fake):
    fake.phones = {1: phone(hand_cards=HAND)}
    page = visit("/?do=place&hand=11")
    follow(page, "a.pick[data-key='cell-5-0']")
    reads_on_at(page, "H3", "5 ahead")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText.trim()") == "Rotate"


def test_a_press_leads_to_the_heading_of_the_page_and_a_refusal_to_what_it_says(visit, fake):
    page = visit("/?do=pass")
    fake.outcome = Refusal("not_your_turn", {"seat": 0})
    follow(page, "button[name=discards]")
    reads_on_at(page, "STRONG", "It isn’t your turn.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # understood
    reads_on_at(page, "H2", "Throw a card away")
    fake.outcome = Done()
    follow(page, "button[name=discards]")
    reads_on_at(page, "H1", "Your turn!")


def test_the_focus_on_a_heading_survives_news(visit, fake):
    page = visit()
    follow(page, "nav.acts a[href*='do=break']")
    reads_on_at(page, "H2", "Break a tool")
    fake.now(phone=phone(pile=7))
    page.wait_for_selector("#page[data-version='42']")
    reads_on_at(page, "H2", "Break a tool")


def test_news_moves_no_focus_unless_it_takes_away_what_had_it(visit, fake):
    page = visit("/?do=break")
    page.locator("button[value='3:lamp']").focus()
    fake.now(phone=phone(pile=7))
    page.wait_for_selector("#page[data-version='42']")
    assert page.evaluate("document.activeElement.value") == "3:lamp"
    fewer = tuple(m.CardOfferView("break", (m.Way(0, way.tool),)) for way in OFFERS.ways("break")[:1])
    fake.now(phone=phone(offers=replace(OFFERS, cards=fewer)))
    page.wait_for_selector("#page[data-version='43']")
    reads_on_at(page, "H2", "Break a tool")


def test_a_step_of_the_host_leads_to_its_heading(visit):
    screen = visit("/table?key=the-host", size=SCREEN)
    follow(screen, "a[href='/table?do=fix']")
    reads_on_at(screen, "H2", "Fix a mistake")
    follow(screen, "a[href*='do=fix-give-up']")
    reads_on_at(screen, "H3", "Back to setup?")
