"""Every state of every page: nothing that axe finds, no faint text, one first heading. Languages take turns with the
pages; where all of them are asked for, each sees every page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from findings import findings, load_axe
from page_states import phone_states, show_phone, strangers_states, table_states
from sample_school import School
from sample_views import TABLE_VIEWS
from screens import EVERY, PHONE, READ_OUT, SCREEN
from side_pages import LongNight, Misreads, Nights, rich_config, side_states
from turns import in_turn

from companion.state.refusals import Refusal
from web.config import WebConfig
from web.language import FALLBACK
from web.serve import Server

pytestmark = pytest.mark.browser

# A page as the server sends it, put into the open document: nothing is fetched but the page, and axe stays loaded. What
# only draws, without a name or a link, was looked at with the first page: it is most of a page, and nothing to axe.
SHOW = """async ([path, form, unfold]) => {
  const body = form === null ? {} : {method: 'POST', body: new URLSearchParams(form)};
  const text = await (await fetch(path, {cache: 'no-store', ...body})).text();
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  fresh.querySelectorAll('body > svg, svg :is(path, rect, circle, ellipse, line, polygon, polyline, use):not(a *)')
    .forEach(shape => shape.remove());
  if (unfold) fresh.querySelectorAll('details').forEach(one => one.open = true);
  document.title = fresh.title;
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.replaceWith(document.adoptNode(fresh.body));
  return document.querySelectorAll('h1').length;
}"""
HEADINGS = "() => document.querySelectorAll('h1').length"
REFUSED = Refusal("illegal_placement", {}, ("edge_mismatch",), can_force=True)
WRONG_CODE = {"seat": "1", "code": "AAAAAA"}


@pytest.fixture
def fake() -> LongNight:
    return LongNight()


@pytest.fixture
def school() -> School:
    return School()


@pytest.fixture
def nights() -> Nights:
    return Nights()


@pytest.fixture
def misreads() -> Misreads:
    return Misreads()


@pytest.fixture
def config(school: School, nights: Nights, misreads: Misreads) -> WebConfig:
    return rich_config(school, nights, misreads)


class Look:
    """At one page after the other in a tab. `found`: by the page's name, where there is something.

    What the words do not change is judged by axe in one language where several see the same page.
    """

    def __init__(self, page: Any, language: str) -> None:
        self.page, self.found = page, dict[str, list[str]]()
        self._again = language != FALLBACK
        self.here("as it comes")

    def here(self, name: str) -> None:
        """At the page that was gone to, with its own scripts and style."""
        load_axe(self.page)
        self._note(name, self.page.evaluate(HEADINGS), findings(self.page, words_only=self._again))

    def at(self, name: str, path: str, form: dict[str, str] | None = None) -> None:
        headings = self.page.evaluate(SHOW, [path, form, "unfolded" in name])
        words_only = self._again and bool(EVERY)
        self._note(name, headings, findings(self.page, sheets=False, words_only=words_only))

    def _note(self, name: str, headings: int, found: list[str]) -> None:
        these = found + [f"{headings} first headings"] * (headings != 1)
        if these:
            self.found[name] = these


@pytest.mark.parametrize("language", READ_OUT)
def test_nothing_is_found_on_any_page_of_a_phone(visit: Callable[..., Any], fake: LongNight, language: str):
    look = Look(visit(size=PHONE, language=language), language)
    for name, view, path in in_turn(phone_states(), language, READ_OUT):
        show_phone(fake, view)
        look.at(name, path)
    fake.outcome = REFUSED
    look.at("refused", "/do/pass", {"discards": "1"})
    fake.tokens = {}
    for name, view, path in in_turn(strangers_states(), language, READ_OUT):
        fake.table = view
        look.at(name, path)
    fake.outcome = Refusal("wrong_code", {"seat": 1})
    look.at("wrong-code", "/come-back", WRONG_CODE)
    fake.newcomers = ("token-of-one",)
    look.at("newcomer", "/")
    assert look.found == {}


@pytest.mark.parametrize("language", READ_OUT)
def test_nothing_is_found_on_any_page_of_the_table_screen(visit: Callable[..., Any], fake: LongNight, language: str):
    look = Look(visit("/table?key=the-host", size=SCREEN, language=language), language)
    for name, view, path in in_turn(table_states(), language, READ_OUT):
        fake.table = view
        look.at(name, path)
    fake.outcome = REFUSED
    look.at("refused", "/table/do/end-round", {})
    assert look.found == {}


@pytest.mark.parametrize("language", READ_OUT)
def test_nothing_is_found_on_any_page_beside_the_game(
    visit: Callable[..., Any],
    fake: LongNight,
    school: School,
    nights: Nights,
    misreads: Misreads,
    server: Server,
    language: str,
):
    page = visit("/table?key=the-host", size=SCREEN, language=language)
    look, base = Look(page, language), f"http://127.0.0.1:{server.port}"
    for name, view, path in in_turn(side_states(school, nights, misreads), language, READ_OUT):
        fake.table = view
        look.at(name, path)
    fake.table = TABLE_VIEWS["play"]
    page.goto(f"{base}/table/film")
    page.locator("form[action='/table/film'] button").click()
    page.wait_for_selector(".film-code")
    look.here("film-code")
    page.goto(f"{base}/table/aim")
    page.wait_for_selector(".aim-handle")
    look.here("aim")
    fake.table = TABLE_VIEWS["game-over"]
    kept = page.context.request.get(f"{base}/keepsake.html", headers={"Accept-Language": language}).text()
    page.goto("about:blank")  # a file, as it is opened from a folder: without our server
    page.set_content(kept)
    look.here("keepsake")
    assert look.found == {}


@pytest.mark.parametrize("made", [
    "one.style.color = '#777', one.style.backgroundImage = 'linear-gradient(#fff, #000)'", "one.style.opacity = '0.2'",
])  # fmt: skip
def test_faint_text_would_be_noticed_on_a_gradient_too(visit, made):
    page = visit()
    load_axe(page)
    assert findings(page, sheets=False) == []
    page.evaluate(f"() => document.querySelectorAll('.lead, .dim').forEach(one => {{ {made} }})")
    assert any("faint" in one for one in findings(page, sheets=False))


@pytest.mark.parametrize("made", [
    "one.before(Object.assign(document.createElement('i'), {style: 'position: absolute; inset: 0; background: #777'}));"
    "one.style.color = '#888'",  # over what lies beside it
    "one.style.textShadow = '0 0 1px #777, 0 0 1px #777'; one.style.color = '#888'",
    "one.parentElement.style.cssText = 'background: #eee; height: 1px'; one.style.color = '#ddd'",  # out of its box
])  # fmt: skip
def test_text_that_is_faint_over_what_it_does_not_lie_in_is_noticed(visit, made):
    page = visit()
    load_axe(page)
    page.evaluate(f"() => document.querySelectorAll('.lead, .dim').forEach(one => {{ {made} }})")
    assert any("faint" in one or "color-contrast" in one for one in findings(page, sheets=False))


@pytest.mark.parametrize("sheets", [False, True])
def test_what_is_found_has_its_name(visit, sheets):
    page = visit()
    load_axe(page)
    page.evaluate("() => document.querySelectorAll('button').forEach(one => one.replaceChildren())")
    assert any(one.startswith("button-name: ") for one in findings(page, sheets=sheets))
