"""Browsers that are not ours: what they allow only once somebody has pressed something, what older ones do not
tell of a press, and what they cannot draw."""

from __future__ import annotations

from typing import Any

import pytest
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS, LiveFake
from screens import PHONE, SMALL

from companion.state.commands import Pass

pytestmark = pytest.mark.browser

# As an iPhone has it: sound may begin, or go on after an interruption, while a press is being answered and never else.
# What counts as a press is the HTML standard's list of activation triggering input events. Chromium's own word on it is
# worth nothing here, as whatever a test evaluates passes for a press.
STRICT = """() => {
  let pressed = false;
  const press = event => {
    pressed = event.type !== 'pointerup' || event.pointerType !== 'mouse';
    setTimeout(() => { pressed = false; });
  };
  ['keydown', 'mousedown', 'pointerup', 'touchend'].forEach(type => window.addEventListener(type, press, true));
  window.AudioContext = class {
    constructor() { window.air = this; this.state = pressed ? 'running' : 'suspended'; }
    async resume() { if (!pressed) throw new Error('not allowed'); this.state = 'running'; }
  };
}"""
STATE = "window.air && window.air.state"


@pytest.fixture
def fake() -> LiveFake:
    return LiveFake(phones={1: PHONE_VIEWS["play"]})


@pytest.fixture
def phone(visit: Any) -> Any:
    page = visit(has_touch=True)
    page.evaluate(STRICT)
    return page


def test_a_phone_may_sound_after_its_first_tap(phone: Any) -> None:
    """While the finger is down, the browser would not have it."""
    phone.locator("h1").first.tap()
    assert phone.evaluate(STATE) == "running"


@pytest.mark.parametrize("state", ["suspended", "interrupted"])
def test_what_interrupted_the_sound_ends_with_the_next_tap(phone: Any, state: str) -> None:
    phone.locator("h1").first.tap()
    phone.evaluate(f"() => {{ window.air.state = '{state}'; }}")
    phone.locator("h1").first.tap()
    assert phone.evaluate(STATE) == "running"


def test_where_the_browser_refuses_nothing_is_complained_of(phone: Any) -> None:
    phone.evaluate("() => { document.body.dispatchEvent(new MouseEvent('click')); }")  # nobody's press
    assert phone.evaluate(STATE) == "suspended"


# Safari: before 15.4, before 16 and before 14.
OLD = """() => {
  Object.defineProperty(SubmitEvent.prototype, 'submitter', {get: () => undefined});
  delete HTMLFormElement.prototype.requestSubmit;
  delete Element.prototype.replaceChildren;
}"""

# Safari before 15: what sheets hold for browsers without a property counts, and the property does not.
WITHOUT = """property => {
  for (const sheet of document.styleSheets) for (const rule of [...sheet.cssRules]) {
    if (rule.style) rule.style.removeProperty(property);
    if (!(rule instanceof CSSSupportsRule) || !rule.conditionText.startsWith(`not (${property}:`)) continue;
    for (const inner of rule.cssRules) sheet.insertRule(inner.cssText, sheet.cssRules.length);
  }
}"""
SHAPES = "all => all.map(e => e.getBoundingClientRect()).map(box => box.height / box.width)"


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_where_no_shape_can_be_asked_for_a_card_is_a_card_all_the_same(visit: Any, fake: LiveFake, size: Any) -> None:
    """The action cards in a hand were flat strips."""
    fake.phones = {1: CARD_PHONE_VIEWS["play-hand"]}
    page = visit(size=size)
    page.evaluate(WITHOUT, "aspect-ratio")
    shapes = page.locator(".hand-cards .action-card").evaluate_all(SHAPES)
    assert len(shapes) > 1 and all(1.1 <= shape <= 1.8 for shape in shapes)


def test_an_older_iphone_sends_the_button_that_was_pressed_once(visit: Any, fake: LiveFake) -> None:
    page = visit()
    page.evaluate(OLD)
    page.get_by_role("link", name="Throw a card away").click()
    page.wait_for_selector("button[name=discards]")
    page.clock.install()
    page.locator("button[name=discards]").click()
    page.wait_for_selector("nav.acts")
    page.clock.run_for(2000)  # it would be sent again by then where the page could not be shown
    page.evaluate("fetch('/healthz').then(answer => answer.text())")  # and that has come before this
    (press,) = (call for call in fake.asked if call[0] == "submit")
    assert press[2] == Pass(1)


def test_an_older_safari_sends_what_is_chosen_in_a_list(visit: Any, fake: LiveFake) -> None:
    fake.table = TABLE_VIEWS["lobby"]
    page = visit("/table?key=the-host")
    page.evaluate(OLD)
    page.locator("details.turn-time > summary").click()
    with page.expect_response("**/table/do/*"):
        page.locator("input[name=turn-time][value='60']").click(force=True)  # the session here only remembers it
    (press,) = (call for call in fake.asked if call[0] == "submit")
    assert press[2].turn_time_s == 60
