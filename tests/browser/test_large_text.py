"""Whoever has set his browser to letters of twice the size reads every page to its end: nothing is cut or overlaps, and
nobody scrolls sideways. In Spanish, whose words are longer, on the smallest phone, and on the table screen; the rules
of every card also in German, whose words are the longest."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from find_chromium import PAINTED
from page_states import PEOPLE_OF_PHONES, phone_states, show_phone, strangers_states, table_states
from sample_views import PHONE_VIEWS
from screens import PHONE, SMALL, SPOKEN
from swap import USUAL_PX, swap
from turns import in_turn

from companion.editions import MODULES
from companion.editions.cards import Role
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.views.model import RoleView

pytestmark = pytest.mark.browser

TWICE_PX = 2 * USUAL_PX
SCREENS = [{"width": 1280, "height": 720}, {"width": 1920, "height": 1080}]
# What is wider than the page; what is cut where no scrolling leads; and words of one sentence over those of another.
WRONG = """() => {
  const found = [], root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`wide by ${root.scrollWidth - root.clientWidth}`);
  const seen = e => e.checkVisibility({visibilityProperty: true}) && !e.closest('.sr, svg, option, script');
  const moves = e => e && e !== document.body &&
    (['fixed', 'sticky'].includes(getComputedStyle(e).position) || moves(e.parentElement));
  const cuts = e => /hidden|clip/.test(getComputedStyle(e).overflowX);
  const rows = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowX) || rows(e.parentElement));
  const window = e => getComputedStyle(e).overflowY === 'visible' ? [] : [e.getBoundingClientRect()];
  const windows = e => e && e !== document.body ? [...window(e), ...windows(e.parentElement)] : [];
  const frames = e => e ? [...(cuts(e) ? [e] : []), ...frames(e.parentElement)] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), words = [];
  for (let node; node = texts.nextNode();) {
    const e = node.parentElement;
    if (!node.data.trim() || !seen(e)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1);
    for (const frame of frames(e)) {
      const edge = frame.getBoundingClientRect();
      if (boxes.some(box => box.right > edge.right + 1 || box.left < edge.left - 1))
        found.push('cut: ' + node.data.trim());
    }
    if (boxes.some(box => box.right > root.clientWidth + 1) && !rows(e))
      found.push('outside: ' + node.data.trim());
    if (moves(e)) continue;
    const within = windows(e);  // what a list that scrolls does not show now lies over nothing
    for (const box of boxes) {
      const it = {left: box.left, right: box.right, height: box.height,
        top: Math.max(box.top, ...within.map(w => w.top)), bottom: Math.min(box.bottom, ...within.map(w => w.bottom))};
      if (it.bottom > it.top) words.push([node, it]);
    }
  }
  for (let i = 0; i < words.length; i++) for (let j = i + 1; j < words.length; j++) {
    const [[one, a], [other, b]] = [words[i], words[j]];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (one !== other && wide > 3 && high > 0.35 * Math.min(a.height, b.height))
      found.push(`overlap: ${one.data.trim()} | ${other.data.trim()}`);
  }
  return [...new Set(found)].slice(0, 6);
}"""


@pytest.fixture
def read(look: Callable[..., Any]) -> Callable[..., Any]:
    """A page as whoever reads letters of twice the usual size has it."""

    def open_page(path: str, size: dict[str, int], language: str = "es") -> Any:
        return look(path, size=size, language=language, letters_px=TWICE_PX)

    return open_page


def wrong(page: Any, name: str, path: str) -> list[str]:
    swap(page, path, status=404 if path.endswith("/nowhere") else 200, drawn="PICTURES" in os.environ)
    if "PICTURES" in os.environ:
        file = "".join(letter if letter.isalnum() else "-" for letter in name)
        page.evaluate(PAINTED)
        page.screenshot(
            path=Path(os.environ["PICTURES"]) / f"large-{page.viewport_size['width']}-{file}.png", full_page=True
        )
    return list(page.evaluate(WRONG))


def test_every_page_of_the_smallest_phone_is_read_to_its_end(read, fake):
    page, found = read("/", SMALL), {}
    assert float(page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)")) > 30
    for name, view, path in phone_states():
        show_phone(fake, view)
        found[name] = wrong(page, name, path)
    fake.tokens = {}
    for name, view, path in strangers_states():
        fake.table = view
        found[name] = wrong(page, name, path)
    assert {name: these for name, these in found.items() if these} == {}


def with_all_that_goes_with(edition: str) -> tuple[str, ...]:
    chosen: tuple[str, ...] = ()
    for one in MODULES:
        if isinstance(compose(edition, (*chosen, one.key)), Ruleset):
            chosen = (*chosen, one.key)
    return chosen


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["320", "390"])
@pytest.mark.parametrize("language", SPOKEN)
def test_the_longest_words_of_every_card_are_read_on_a_phone_without_scrolling_sideways(read, fake, language, size):
    """In German `2021: Handwerksmeister` stood 93 pixels outside, and so did all the rules with it."""
    page, found = read("/", size, language), {}
    for edition in ("anniversary-2024", "s2-anniversary", "tournament"):
        for name in ("play", "lobby"):
            setup = replace(PHONE_VIEWS[name].setup, edition=edition, modules=with_all_that_goes_with(edition))
            show_phone(fake, replace(PHONE_VIEWS[name], setup=setup))
            for path in ("/", "/how-to-play", "/rules"):
                found[edition, name, path] = wrong(page, f"{language}-{edition}-{name}-{path}", path)
    assert {name: these for name, these in found.items() if these} == {}


# What stands outside the card, where nothing scrolls while it is held, and words that are broken in two.
CUT_IN_THE_HAND = """() => {
  const card = document.querySelector('[data-hold]'), edge = card.getBoundingClientRect(), found = [];
  const texts = document.createTreeWalker(card.querySelector('.hold-secret'), NodeFilter.SHOW_TEXT);
  for (let node; node = texts.nextNode();) for (const word of node.data.matchAll(/[^\\s-]+/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const boxes = [...range.getClientRects()];
    if (boxes.some(box => box.top !== boxes[0].top)) found.push('broken: ' + word[0]);
    if (boxes.some(box => box.top < edge.top || box.bottom > edge.bottom || box.left < edge.left ||
        box.right > edge.right)) found.push('cut: ' + word[0]);
  }
  const dwarf = card.querySelector('.dwarf').getBoundingClientRect();
  return [found, dwarf.top >= edge.top && dwarf.height > 60, edge.height];
}"""


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["320", "390"])
@pytest.mark.parametrize("language", SPOKEN)
def test_a_role_in_the_hand_is_read_to_its_end(read, fake, language, size):
    """Of a German miner's goal the last word was cut, and it said the opposite. No card is taller than another's."""
    page, found, heights = read("/", size, language), {}, set()
    for role in Role:
        show_phone(fake, replace(PHONE_VIEWS["roles"], role=RoleView(True, role, False)))
        swap(page, "/")
        found[role], seen, height = page.evaluate(CUT_IN_THE_HAND)
        heights.add(height)
        assert seen, role
    assert {role: these for role, these in found.items() if these} == {} and len(heights) == 1


BROKEN_IN_A_HEADING = """() => {
  const heading = document.querySelector('.turn h1'), range = document.createRange(), text = heading.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter(word => { range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length); return range.getClientRects().length > 1; }).map(word => word[0]);
}"""


SIZES_OF_ACTS = """() => [...document.querySelectorAll('.act-button [class^=em-]')]
  .map(label => parseFloat(getComputedStyle(label).fontSize))"""


@pytest.mark.parametrize("language", ["de", "pt"])
def test_what_a_card_does_is_read_in_large_letters_where_few_can_be_played(read, fake, language):
    """They stood as small as ever beside a button of twice the size."""
    page = read("/", SMALL, language)
    show_phone(fake, PHONE_VIEWS["play"])
    swap(page, "/")
    sizes = page.evaluate(SIZES_OF_ACTS)
    assert len(sizes) > 3 and min(sizes) > 25


def test_german_words_of_twice_the_size_fit_the_smallest_phone(read, fake):
    """What takes a move back was wider than the page, and the comma behind "Willkommen" stood on a line of its own."""
    page = read("/", SMALL, "de")
    for name, view in (("take-back", PEOPLE_OF_PHONES["take-back"]), ("lobby", PHONE_VIEWS["lobby"])):
        show_phone(fake, view)
        assert wrong(page, name, "/") == [], name
    assert page.evaluate(BROKEN_IN_A_HEADING) in ([], ["Bartholomew!"])  # a long name may be


@pytest.mark.parametrize("size", SCREENS, ids=["1280", "1920"])
def test_every_page_of_the_table_screen_is_read_to_its_end(read, fake, size):
    """The sizes take turns with the pages."""
    page, found = read("/table?key=the-host", size), {}
    for name, view, path in in_turn(table_states(), size["width"], tuple(one["width"] for one in SCREENS)):
        fake.table = view
        found[name] = wrong(page, name, path)
    assert {name: these for name, these in found.items() if these} == {}


WON = """() => { const bar = document.querySelector('.stage-action').getBoundingClientRect();
  const won = document.querySelector('.result h2').getBoundingClientRect();
  return [won.bottom <= bar.top, bar.height / innerHeight]; }"""


@pytest.mark.parametrize("size", [SMALL, {"width": 360, "height": 640}], ids=["320", "360"])
@pytest.mark.parametrize("language", SPOKEN)
def test_who_has_won_a_round_is_read_without_scrolling_above_a_button_of_one_line(read, fake, language, size):
    """The mine stood above it, and a quarter of the screen was the button."""
    page = read("/", size, language)
    show_phone(fake, PHONE_VIEWS["round-over"])
    swap(page, "/")
    won, bar = page.evaluate(WON)
    assert won and bar < 0.13
