"""Whoever reads with the keys or by ear goes on where the new step begins, and news of the table moves nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sample_views import HAND, OFFERS, PHONE_VIEWS, Done, LiveFake, phone
from screens import SCREEN, SMALL

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


def scrolled_down(visit, fake: LiveFake, stage: str) -> Any:
    fake.phones = {1: PHONE_VIEWS[stage]}
    page = visit(size=SMALL)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_timeout(100)
    assert page.evaluate("document.querySelector('main h1').getBoundingClientRect().bottom") < 0
    return page


def news(page: Any, fake: LiveFake, view: m.View) -> None:
    fake.phones = {1: replace(view, version=99)}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_selector("#page[data-version='99']")


@pytest.mark.parametrize(("stage", "then"), [("wait", "play"), ("play", "round-over"), ("round-over", "roles")])
def test_who_has_scrolled_down_is_brought_up_when_his_turn_comes_or_something_begins_for_all(visit, fake, stage, then):
    """His phone buzzed, and showed the end of the story and the languages."""
    page = scrolled_down(visit, fake, stage)
    news(page, fake, PHONE_VIEWS[then])
    page.wait_for_function("() => document.querySelector('main h1').getBoundingClientRect().top >= 0")


@pytest.mark.parametrize("stage", ["wait", "play", "round-over", "lobby"])
def test_other_news_of_the_table_leave_a_page_where_it_was_scrolled_to(visit, fake, stage):
    page = scrolled_down(visit, fake, stage)
    before = page.evaluate("scrollY")
    news(page, fake, replace(PHONE_VIEWS[stage], pile=3))
    page.wait_for_timeout(900)
    assert page.evaluate("scrollY") == before


def test_nothing_moves_under_a_thumb_that_is_on_the_page(visit, fake):
    page = scrolled_down(visit, fake, "wait")
    page.evaluate("document.dispatchEvent(new Event('pointerdown'))")
    news(page, fake, PHONE_VIEWS["play"])
    page.wait_for_timeout(1000)
    assert page.evaluate("document.querySelector('main h1').getBoundingClientRect().bottom") < 0
    page.evaluate("document.dispatchEvent(new Event('pointerup'))")
    page.wait_for_function("() => document.querySelector('main h1').getBoundingClientRect().top >= 0")


def test_a_place_that_is_chosen_leads_to_what_can_be_done_there(visit, fake):
    fake.phones = {1: phone(hand_cards=HAND)}
    page = visit("/?do=place&hand=11")
    follow(page, "a.pick[data-key='cell-5-0']")
    reads_on_at(page, "H3", "5 east")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText.trim()") == "Turn"


def test_a_press_leads_to_the_heading_of_the_page_and_a_refusal_to_what_it_says(visit, fake):
    page = visit("/?do=pass")
    fake.outcome = Refusal("not_your_turn", {"seat": 0})
    follow(page, "button[name=discards]")
    reads_on_at(page, "STRONG", "It is not your turn.")
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
    reads_on_at(screen, "H2", "Put something right")
    follow(screen, "a[href*='do=fix-give-up']")
    reads_on_at(screen, "H3", "Back to the set-up?")
