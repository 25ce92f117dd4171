"""A phone that lies on its side has two columns, and whoever has set a larger text gets it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from page_states import show_phone
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS
from screens import ON_ITS_SIDE, PHONE, ROOM, SMALL
from swap import swap

from companion.views.model import RoundLineView, SeatRequestView
from web.language import languages

pytestmark = pytest.mark.browser

BESIDE = """() => {
  const [left, right] = ['.doing', '.knowing'].map(css => document.querySelector(css).getBoundingClientRect());
  return left.width > 300 && right.width > 300 && right.left >= left.right && right.top === left.top }"""
TWICE = "() => { document.documentElement.style.fontSize = '225%' }"  # of the browser's own size; a page has 112.5 %
VIEWS = {**PHONE_VIEWS, **{f"card-{name}": view for name, view in CARD_PHONE_VIEWS.items()}}


def test_a_phone_on_its_side_has_two_columns(look, fake):
    page = look(size=ON_ITS_SIDE, language="es")
    for name, view in VIEWS.items():
        show_phone(fake, view)
        swap(page, "/")
        assert page.evaluate(BESIDE), name
        assert page.evaluate(ROOM) == {"wide": 0, "small": [], "cut": []}, name
    fake.tokens, fake.table = {}, TABLE_VIEWS["lobby"]
    swap(page, "/")
    assert page.evaluate(BESIDE) and page.evaluate(ROOM)["wide"] == 0


@pytest.mark.parametrize("language", languages())
def test_a_phone_that_waits_to_be_let_in_shows_its_number_on_the_smallest_screen(look, fake, language):
    """Who lets it in asks for the number, and it stood below the fold."""
    fake.table, fake.tokens = TABLE_VIEWS["play"], {}
    fake.asking = {"token-of-one": SeatRequestView(15, 4, "Ann")}
    page = look(size=SMALL, language=language)
    panel = page.locator("[data-key=asked-for]")
    assert "15" in panel.locator(".lead").inner_text()
    box = panel.bounding_box()
    assert box["y"] + box["height"] <= SMALL["height"]
    assert page.locator("form[action='/language'] button").count() == len(languages())


def test_twelve_at_a_table_read_every_round_of_the_night_on_a_phone(look, fake):
    """The last of six players was cut at the edge."""
    view, names = PHONE_VIEWS["game-over"], ("Bartholomew", "Guillermina", "Lu", "Ingeborg", "Eva María", "Konstantin")
    seats = tuple(replace(view.seats[at % 5], seat=at, colour=at, name=f"{names[at % 6]} {at}") for at in range(12))
    rounds = tuple(RoundLineView(number, "miners", tuple(range(12))) for number in (1, 2, 3))
    show_phone(fake, replace(view, seats=seats, me=seats[view.me.seat], rounds_played=rounds))
    page = look(size=PHONE, language="es")
    for size in (PHONE, SMALL):
        page.set_viewport_size(size)
        assert page.locator(".rounds-played tbody tr").count() == 12
        assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.rounds-played'))") == 0
        tall = page.locator(".rounds-played tbody tr").evaluate_all("all => all.map(e => e.offsetHeight)")
        assert max(tall) < 60  # a name is broken into two lines at most


def test_text_of_twice_the_size_is_read_to_its_end(look, fake):
    page = look(size=PHONE)
    found = {}
    for name, view in VIEWS.items():
        show_phone(fake, view)
        swap(page, "/")
        page.evaluate(TWICE)
        room = page.evaluate(ROOM)
        found[name] = [room["wide"], *room["cut"]]
    assert {name: these for name, these in found.items() if these != [0]} == {}


def test_the_size_that_a_browser_is_set_to_is_obeyed(visit):
    """Whoever cannot read 16 px says so once, to their browser."""
    page, sizes = visit(), []
    settings = page.context.new_cdp_session(page)
    for set_to in (16, 24):
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": set_to}})
        sizes.append(page.evaluate("parseFloat(getComputedStyle(document.querySelector('h1')).fontSize)"))
    assert sizes[1] == pytest.approx(1.5 * sizes[0])
