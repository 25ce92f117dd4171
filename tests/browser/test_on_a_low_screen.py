"""A small laptop or an old projector, 600 high: what matters is in sight there too, or sticks to the edge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from page_states import PEOPLE_OF_TABLE
from sample_views import TABLE_VIEWS
from screens import EVERY
from swap import swap

pytestmark = pytest.mark.browser

LOW = {"width": 1024, "height": 600}
LONGEST = EVERY or ("de", "it")


def one_away(view: Any) -> Any:
    """Five with their phones, of whom one does not listen."""
    return replace(view, seats=tuple(replace(seat, taken=True, online=seat.seat != 2) for seat in view.seats))


STORY = """() => { const foot = document.querySelector('.side-foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.story-panel h2, .story li')].slice(0, 3)
    .map(one => one.getBoundingClientRect()).filter(box => box.bottom <= foot).length; }"""
ROWS = """() => new Set([...document.querySelectorAll('.side-foot button, .side-foot .button')]
  .map(one => Math.round(one.getBoundingClientRect().top))).size"""
AT_THE_EDGE = """() => [...document.querySelectorAll('.side-foot form > button, .side-foot > a')].filter(one => {
  const words = document.createRange(), box = one.getBoundingClientRect();
  words.selectNodeContents(one.lastChild);
  const said = words.getBoundingClientRect();
  return said.right > box.right - 6 || one.firstElementChild.getBoundingClientRect().left < box.left + 6;
}).map(one => one.innerText)"""


@pytest.mark.parametrize("language", LONGEST)
def test_what_happened_stays_in_sight_where_a_step_may_be_taken_back_and_a_phone_is_away(look, fake, language):
    """In German half of its heading was left, above three rows of buttons."""
    fake.table = one_away(TABLE_VIEWS["play"])
    screen = look("/table?key=the-host", size=LOW, language=language)
    assert screen.evaluate(ROWS) == 2
    assert screen.evaluate(STORY) == 3
    for name in ("gone", "paused", "away"):
        fake.table = PEOPLE_OF_TABLE[name]
        swap(screen, "/table")
        assert screen.evaluate(ROWS) <= 2 and screen.evaluate(AT_THE_EDGE) == [], name
