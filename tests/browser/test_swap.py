"""A page that is put into the open document lies as one that is opened, or most tests here would look at other pages
than people do."""

from __future__ import annotations

from functools import partial

import pytest
from find_chromium import PAINTED
from many_people import twelve
from sample_card_views import CARD_PHONE_VIEWS, CARD_TABLE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS
from screens import PHONE, SCREEN, SMALL
from swap import swap

pytestmark = pytest.mark.browser

LIES = """() => [scrollY, ...[...document.querySelectorAll('body > :not(svg), main *')].flatMap(one => {
  const box = one.getBoundingClientRect();
  return [one.tagName, box.x, box.y, box.width, box.height, one.scrollLeft, one.scrollTop];
})]"""
# Without shapes there is nothing to scroll the mine or the page to: all is as large, and may lie elsewhere.
SIZES = """() => [...document.querySelectorAll('main *')].filter(one => !one.closest('svg *')).flatMap(one => {
  const box = one.getBoundingClientRect(); return [one.tagName, box.width, box.height];
})"""
PHONES = [
    (CARD_PHONE_VIEWS["play"], "/?do=move_last&cell=5,2", PHONE, "en"),
    (PHONE_VIEWS["play-hand"], "/?do=place&hand=11&cell=5,0", SMALL, "de"),
    (PHONE_VIEWS["round-over"], "/", SMALL, "en"),
]
TABLES = [
    (TABLE_VIEWS["lobby"], "/table?do=me-1", SCREEN, "en"),
    (twelve(TABLE_VIEWS["proposal"]), "/table", SCREEN, "de"),
    (CARD_TABLE_VIEWS["round-over"], "/table", {"width": 800, "height": 600}, "de"),
    (TABLE_VIEWS["game-over"], "/table", SCREEN, "en"),
]


def show(fake, view):
    if view.me:
        fake.phones = {view.viewer.seat: view}
    else:
        fake.table = view


@pytest.fixture
def frame(look, frames, server):
    """The document at which this path is looked, and what puts another page of its kind there."""

    def of(first):
        page = look(first)
        one = next(frame for frame in frames.values() if frame.page is page)
        return page, partial(one.show, f"http://127.0.0.1:{server.port}")

    return of


@pytest.mark.parametrize(("first", "states"), [("/", PHONES), ("/table?key=the-host", TABLES)], ids=["phone", "table"])
def test_a_page_put_into_the_open_document_lies_as_one_that_is_opened(frame, visit, server, fake, first, states):
    opened, people = [], {}
    for view, path, size, language in states:
        show(fake, view)
        page = people[language] = people.get(language) or visit(first, size=size, language=language)
        page.set_viewport_size(size)
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.evaluate(PAINTED)  # as people have it, unlike the tests' own pages
        opened.append(page.evaluate(LIES))
    assert len({len(one) for one in opened}) == len(states)  # no two are alike
    page, put = frame(first)
    page.evaluate("window.mine = true")
    for (view, path, size, language), lies in zip(states, opened, strict=True):
        show(fake, view)
        page.set_viewport_size(size)
        put(path, language)
        assert page.evaluate(LIES) == lies, (path, size, language)
        large = page.evaluate(SIZES)
        swap(page, path, drawn=False)
        assert page.evaluate(SIZES) == large, (path, size, language)
    assert page.evaluate("window.mine")


def test_a_document_in_which_somebody_pressed_or_went_elsewhere_is_loaded_anew(frame):
    """Its scripts remember what was pressed, and would move the next test's page."""
    page, put = frame("/")
    for use in (lambda: page.locator("summary").first.click(), lambda: page.keyboard.press("Tab"),
                lambda: page.goto(page.url)):  # fmt: skip
        page.evaluate("window.mine = true")
        put("/", "en")
        assert page.evaluate("window.mine")
        use()
        put("/", "en")
        assert not page.evaluate("window.mine")
