"""What older browsers and other engines lack or do otherwise. What only WebKit can show is in test_whole_game.py."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sample_views import HAND, PHONE_VIEWS, LiveFake
from screens import ON_ITS_SIDE, PHONE

from web.serve import Server

pytestmark = pytest.mark.browser

NO_MARKER, NO_PREVIEW = "summary::-webkit-details-marker { display: none; }", "a { -webkit-touch-callout: none; }"
SHEET = "async () => (await fetch(document.querySelector('link[rel=stylesheet]').href)).text()"
LEFT_AND_RIGHT = """() => {
    const all = [...document.querySelectorAll("main :is(h1, h2, p, button, .panel, .maze-box)")];
    const boxes = all.map(one => one.getBoundingClientRect()).filter(box => box.width > 1);
    return [Math.min(...boxes.map(box => box.left)), innerWidth - Math.max(...boxes.map(box => box.right))];
}"""
COUNT_VEILS = """void (window.veils = 0, new MutationObserver(() => {
    if (document.documentElement.classList.contains('veiled')) veils += 1;
}).observe(document.documentElement, {attributes: true}))"""
WAY_IN = "form.join input[name=name] >> nth=0"


@pytest.fixture
def fake() -> LiveFake:
    return LiveFake()


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["live", "without-script"])
def test_enter_beside_the_name_takes_nobodys_seat_in_a_running_game(visit, fake, options):
    """It pressed the form's first button, and so took the first free seat and saw its role."""
    fake.tokens = {}
    page = visit(**options)
    assert page.locator("form.join button[name=seat]").count()
    page.locator(WAY_IN).fill("Ana")
    page.locator(WAY_IN).press("Enter")
    assert page.locator(WAY_IN).input_value() == "Ana"
    assert fake.asked == []


def test_enter_beside_the_name_puts_the_keyboard_away_where_a_seat_is_to_be_pressed(visit, fake):
    """Safari would press the first button that can be pressed, and the seats lie under the keyboard."""
    fake.tokens = {}
    page = visit()
    page.locator(WAY_IN).press("Enter")
    assert page.evaluate("document.activeElement === document.body")


def test_enter_beside_the_name_sits_down_before_the_game(visit, fake):
    fake.tokens, fake.table = {}, replace(PHONE_VIEWS["lobby"], me=None)
    page = visit()
    page.locator(WAY_IN).fill("Ana")
    with page.expect_navigation():
        page.locator(WAY_IN).press("Enter")
    assert ("join", "Ana", None) in fake.asked


@pytest.mark.parametrize("path", ["/", "/table"])
def test_nothing_lies_under_a_notch_when_the_phone_lies_on_its_side(visit, fake, path):
    page = visit(path, size=ON_ITS_SIDE)
    page.context.new_cdp_session(page).send(
        "Emulation.setSafeAreaInsetsOverride", {"insets": {"left": 47, "right": 44, "bottom": 21}}
    )
    left, right = page.evaluate(LEFT_AND_RIGHT)
    assert left >= 47 and right >= 44


def test_a_ticked_card_looks_ticked_where_a_style_cannot_ask_what_an_element_has(visit, fake):
    """`:has()` is in Safari since 15.4 and in Firefox since 121."""
    fake.phones = {1: replace(PHONE_VIEWS["play"], hand_cards=HAND)}
    page = visit("/?do=pass")
    card = page.locator("[data-key^=tick-]").first
    looks = "one => getComputedStyle(one.querySelector('input + *')).boxShadow"
    assert card.evaluate(looks) == "none"
    card.click()
    assert card.evaluate(looks) != "none"


def test_a_moment_that_a_browser_cannot_show_leaves_no_veil_behind(
    chromium: Any, server: Server, fake: LiveFake
) -> None:
    fake.phones = {1: PHONE_VIEWS["play"]}
    context = chromium.new_context(viewport=PHONE, locale="en", reduced_motion="no-preference")
    context.add_cookies([{"name": "seat", "value": "token-of-one", "url": f"http://127.0.0.1:{server.port}"}])
    page, said = context.new_page(), list[str]()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.evaluate("void (Element.prototype.animate = () => { throw new Error('not today') })")
    page.evaluate(COUNT_VEILS)
    fake.now(phone=PHONE_VIEWS["round-over"])
    page.wait_for_selector("[data-key=result]", state="attached")
    page.wait_for_selector("html:not(.veiled)")
    page.wait_for_function("!document.querySelector('#curtain')")
    assert page.evaluate("veils") > 0
    assert said and all("not today" in text for text in said)
    context.close()


@pytest.mark.parametrize("path", ["/", "/table"])
@pytest.mark.parametrize("rule", [NO_MARKER, NO_PREVIEW], ids=["marker", "preview"])
def test_iphones_draw_no_second_arrow_and_no_preview_of_a_link_that_is_pressed_long(visit, path, rule):
    """Only they know these words: they are read here, not tried."""
    assert rule in visit(path).evaluate(SHEET)


def test_a_card_in_the_hand_is_pressed_and_never_dragged_away(visit, fake):
    fake.phones = {1: replace(PHONE_VIEWS["play"], hand_cards=HAND)}
    links = visit().locator(".hand-cards a")
    assert links.count() and links.evaluate_all("all => all.every(one => !one.draggable)")
