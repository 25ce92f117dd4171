"""What a phone lets its neighbours hear, feel and see move is the same whatever its owner alone knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from sample_views import DRAFT, NOT_ME, OVER, PHONE_VIEWS, ROLES_STAGE, phone
from screens import PHONE

from companion.maze.geometry import Cell
from companion.state.commands import GoalKind
from companion.views.model import DraftView, PeekView, View

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Whatever sounds, buzzes, moves or changes the tab's title, in its order and with its times.
RECORD = """(() => {
  window.told = [];
  const tell = (...said) => told.push(said.join(' '));
  document.addEventListener('moment', event => tell('moment', event.detail));
  navigator.vibrate = lasts => { tell('buzz', lasts); return true; };
  window.AudioContext = class {
    state = 'running'; currentTime = 0; destination = {};
    resume() {}
    createOscillator() {
      return {frequency: {set value(hz) { tell('tone', hz); }}, connect() {},
              start(at) { tell('from', at); }, stop(at) { tell('to', at); }};
    }
    createGain() {
      const still = () => {};
      const gain = {setValueAtTime: still, linearRampToValueAtTime: still, exponentialRampToValueAtTime: still};
      return {gain, connect: still};
    }
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, options) {
    tell('moves', this.nodeName, JSON.stringify(options));
    return animate.call(this, steps, options);
  };
  document.addEventListener('animationstart', event => tell('turns', event.animationName), true);
  // each other title that was set: what stands there when this is told may be the next one already
  let last = '';
  const titles = changes => changes.flatMap(change => [...change.addedNodes]).map(text => text.textContent).forEach(
    title => { if (title !== last) tell('title', last = title); });
  document.addEventListener('DOMContentLoaded', () => new MutationObserver(titles)
    .observe(document.querySelector('title'), {childList: true}));
})()"""
# On a busy machine a card was let go before it was drawn as held, or had begun to turn, and never turned
DRAWN = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
TURNED = """Promise.all(document.getAnimations()
  .filter(animation => animation.effect.getTiming().iterations !== Infinity)
  .map(animation => animation.finished.catch(() => {})))"""  # cancelled by another is ended too

Secret = tuple[str, GoalKind, str, tuple[int, ...]]  # dwarf, what a peek shows, gold
WORLDS: list[Secret] = [("miner", GoalKind.COAL, "NW", (3, 2, 1)), ("saboteur", GoalKind.GOLD, "NESW", (2, 2, 1))]


def evening(role: str, kind: GoalKind, face: str, gold: tuple[int, ...]) -> Iterator[View]:
    yield phone(role=role, **ROLES_STAGE)
    yield phone(role=role)
    yield replace(PHONE_VIEWS["peek"], role=phone(role=role).role, peek=PeekView(1, Cell(8, 0), kind, face))
    yield phone(role=role, **NOT_ME)
    yield phone(role=role)
    yield phone(**DRAFT, draft=DraftView(1, 3, (1, 0, 2), gold))
    yield phone(**OVER)
    yield PHONE_VIEWS["game-over"]


def told(chromium: Any, server: Any, fake: Any, secret: Secret) -> list[str]:
    """All that the phone does in an evening in which its owner looks at whatever he may look at."""
    base = f"http://127.0.0.1:{server.port}"
    views = list(evening(*secret))
    fake.phones = {1: views[0]}
    context = chromium.new_context(viewport=PHONE, locale="en")
    context.add_cookies([{"name": "seat", "value": "token-of-one", "url": base}])
    context.add_init_script(RECORD)
    page = context.new_page()
    page.goto(base)
    look(page)
    for version, view in enumerate(views[1:], 900):
        fake.phones = {1: replace(view, version=version)}
        page.evaluate("window.dispatchEvent(new Event('online'))")
        page.wait_for_selector(f"#page[data-version='{version}']", state="attached")
        page.keyboard.press("a")  # what still moves is begun, and need not be waited for
        look(page)
    said = list(page.evaluate("told"))
    context.close()
    return said


def look(page: Any) -> None:
    for button in page.locator("[data-hold]:visible").all():
        button.scroll_into_view_if_needed()
        button.hover()
        page.mouse.down()
        page.evaluate(DRAWN)
        page.evaluate(f"{TURNED}.then(() => {DRAWN})")
        page.mouse.up()
        page.evaluate(DRAWN)


def of_kind(said: list[str], kind: str) -> list[str]:
    return [one for one in said if one.split()[0] == kind]


def test_a_phone_sounds_buzzes_and_moves_alike_whatever_its_owner_looks_at(chromium, server, fake):
    first, second = (told(chromium, server, fake, secret) for secret in WORLDS)
    kinds = {one.split()[0] for one in first}
    for kind in kinds | {one.split()[0] for one in second}:  # a title may be noticed before or after what began with it
        assert of_kind(first, kind) == of_kind(second, kind)
    assert kinds == {"moment", "buzz", "tone", "from", "to", "moves", "turns", "title"}
    assert {one for one in first if one.startswith("moment")} >= {"moment turn", "moment gold", "moment end"}
