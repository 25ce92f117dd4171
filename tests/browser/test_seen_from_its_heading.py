"""What opens by itself on the table screen is seen from its heading on: nothing scrolls past it unasked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from many_people import twelve
from sample_views import SETUP, TABLE_VIEWS, LiveFake
from screens import SCREEN, SPOKEN

from companion.state.commands import Supply
from companion.views.model import View

pytestmark = pytest.mark.browser

# What is told of as unfolded, and what is scrolled for it, has come by the second frame.
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(() => drawn())))"
SCROLLED = """() => [...document.querySelectorAll('.stage-card, .stage-card *')]
  .filter(one => one.scrollTop).map(one => `${one.className} ${one.scrollTop}`)"""


@pytest.fixture
def fake():
    return LiveFake(table=twelve(TABLE_VIEWS["lobby"]))


@pytest.fixture
def demo() -> bool:
    """People play with their own cards, and read what they lay on the table before a round."""
    return False


def dealt() -> View:
    """With what is to be laid out."""
    setup = replace(SETUP, edition="s2-anniversary", goals=Supply.CARDS, gold=Supply.CARDS)
    return replace(twelve(TABLE_VIEWS["roles"]), setup=setup)


@pytest.mark.parametrize("language", SPOKEN)
def test_the_table_screen_shows_the_roles_dealt_to_twelve_from_the_heading_on(visit, fake, language):
    """What is laid out came unfolded, and was brought into sight past a heading that nothing brought back."""
    screen = visit("/table?key=the-host", size=SCREEN, language=language)
    fake.now(table=dealt())
    screen.wait_for_selector("[data-key=roles-stage] [data-key=prepare]")
    screen.evaluate(DRAWN)
    assert screen.evaluate(SCROLLED) == []
    assert screen.locator("[data-key=roles-stage] h1").bounding_box()["y"] > 0


def test_what_is_unfolded_in_a_panel_scrolls_nothing_but_what_people_can_scroll_back(visit, fake):
    fake.table = dealt()
    screen = visit("/table?key=the-host", size=SCREEN)
    summary = screen.locator("[data-key=prepare] > summary")
    summary.click()
    screen.wait_for_selector("[data-key=prepare][open]")
    screen.evaluate(DRAWN)
    assert [one for one in screen.evaluate(SCROLLED) if not one.startswith("stage-scroll")] == []
