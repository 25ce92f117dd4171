"""A name of 24 wide letters breaks where its line is full and makes no page wider; a short one is never broken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from many_people import ten, twelve
from sample_card_views import CARD_PHONE_VIEWS, CARD_TABLE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS
from screens import PHONE, SCREEN, SMALL
from swap import swap

from companion.views.model import ScoreView

pytestmark = pytest.mark.browser

SHORT = ("Ada", "Bea", "Noé", "Lía", "Max")
TOO_FAR = """() => [...document.querySelectorAll('main *')]
  .filter(e => e.offsetParent && !e.closest('.hand-cards, .thumbs, .sr'))
  .filter(e => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(e => e.tagName + '.' + e.className)"""
LINES = """e => { const range = document.createRange(); range.selectNodeContents(e);
  return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size }"""


def named(view, names):
    seats = tuple(replace(seat, name=names[seat.seat]) for seat in view.seats)
    return replace(view, seats=seats, me=seats[view.me.seat] if view.me else None)


def wide(view):
    return named(view, ["W" * 23 + str(seat) for seat in range(5)])


@pytest.mark.parametrize("size", [PHONE, SMALL])
def test_no_phone_page_is_wider_than_the_phone(look, fake, size):
    page = look(size=size, language="es")
    cards = {f"card-{name}": CARD_PHONE_VIEWS[name] for name in ("ask-toll", "inspect", "round-over")}
    views = PHONE_VIEWS | cards
    for name, view in views.items():
        fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: wide(view)}
        for step in ("", "?do=break", "?do=repair") if name == "play" else ("",):
            swap(page, f"/{step}", drawn=False)
            assert page.evaluate(TOO_FAR) == [], (name, step)
    fake.tokens = {}
    for name in ("lobby", "play"):
        fake.table = wide(TABLE_VIEWS[name])
        swap(page, "/")
        assert page.evaluate(TOO_FAR) == [], name


def test_the_table_screen_cuts_no_name_off_its_banner(look, fake):
    screen = look("/table?key=the-host", size=SCREEN, language="es")
    for view in (*TABLE_VIEWS.values(), CARD_TABLE_VIEWS["ask-veto"]):
        fake.table = wide(view)
        swap(screen, "/table", drawn=False)
        assert screen.evaluate(TOO_FAR) == [], view.stage
        cut = "() => [...document.querySelectorAll('h1, h2')].filter(e => e.scrollWidth > e.clientWidth + 1).length"
        assert screen.evaluate(cut) == 0, view.stage


def test_a_short_name_is_never_broken_on_a_seat(look, fake):
    """At 320 px "Ada" stood on her seat as "Ad" and "a"."""
    fake.tokens, page = {}, look(size=SMALL, language="es")
    for simulated in (False, True):
        view = named(TABLE_VIEWS["play"], SHORT)
        fake.table = replace(view, seats=tuple(replace(s, taken=False, simulated=simulated) for s in view.seats))
        swap(page, "/")
        names = page.locator(".seat-choice .who b")
        assert [names.nth(at).evaluate(LINES) for at in range(names.count())] == [1] * 5


@pytest.mark.parametrize("many", [2, 3, 4])
def test_a_name_on_the_podium_is_large_enough_to_be_read_or_stands_below_it_only(look, fake, many):
    """Of four the longest had letters of nine pixels."""
    view = ten(PHONE_VIEWS["game-over"])
    view = replace(view, final=tuple(ScoreView(seat, 7, won=seat < many) for seat in range(many)))
    fake.phones = {view.viewer.seat: view}
    page = look(size=PHONE, language="fr")
    assert page.locator(".podium .badge:visible").count() == many == page.locator(".final .who b").count()
    sizes = page.locator(".podium b:visible").evaluate_all(
        "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert len(sizes) in (0, many) and all(size >= 12 for size in sizes)


@pytest.mark.parametrize("name", ["lobby", "play", "proposal"])
def test_a_name_is_broken_or_cut_in_no_list_of_twelve(look, fake, name):
    """ "Bartholomä/us" stood in two lines, in the lobby as "Bartholom…"."""
    view = twelve(TABLE_VIEWS[name])
    names = ("Bartholomäus", "Maximiliane", "Wilhelmina")
    fake.table = replace(view, seats=tuple(replace(seat, name=names[seat.seat % 3]) for seat in view.seats))
    screen = look("/table?key=the-host", size=SCREEN, language="de")
    shown = screen.locator(".seat-list.crowd .who b")
    assert [shown.nth(at).evaluate(LINES) for at in range(shown.count())] == [1] * 12
    assert shown.evaluate_all("all => all.filter(e => e.scrollWidth > e.clientWidth).length") == 0
