"""Every state of every page, in every language: nothing that axe finds, no faint text, one first heading."""

from __future__ import annotations

from typing import Any

import pytest
from findings import findings, load_axe
from page_states import phone_states, show_phone, strangers_states, table_states
from sample_views import FakeSession
from screens import PHONE, SCREEN

from companion.state.refusals import Refusal
from web.language import languages

pytestmark = pytest.mark.browser

# A page as the server sends it, put into the open document: nothing is fetched but the page, and axe stays loaded.
SHOW = """async ([path, form]) => {
  const body = form === null ? {} : {method: 'POST', body: new URLSearchParams(form)};
  const text = await (await fetch(path, {cache: 'no-store', ...body})).text();
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  document.title = fresh.title;
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.replaceWith(document.adoptNode(fresh.body));
  return document.querySelectorAll('h1').length;
}"""


def found_on(page: Any, path: str, form: dict[str, str] | None = None) -> list[str]:
    headings = page.evaluate(SHOW, [path, form])
    return findings(page) + ([] if headings == 1 else [f"{headings} first headings"])


@pytest.mark.parametrize("language", list(languages()))
def test_nothing_is_found_on_any_page_of_a_phone(visit, fake: FakeSession, language):
    page = visit(size=PHONE, language=language)
    load_axe(page)
    found = {}
    for name, view, path in phone_states():
        show_phone(fake, view)
        found[name] = found_on(page, path)
    fake.outcome = Refusal("illegal_placement", {}, ("edge_mismatch",), can_force=True)
    found["refused"] = found_on(page, "/do/pass", {"discards": "1"})
    fake.tokens = {}
    for name, view, path in strangers_states():
        fake.table = view
        found[name] = found_on(page, path)
    assert {name: these for name, these in found.items() if these} == {}


@pytest.mark.parametrize("language", list(languages()))
def test_nothing_is_found_on_any_page_of_the_table_screen(visit, fake: FakeSession, language):
    page = visit("/table?key=the-host", size=SCREEN, language=language)
    load_axe(page)
    found = {}
    for name, view, path in table_states():
        fake.table = view
        found[name] = found_on(page, path)
    fake.outcome = Refusal("illegal_placement", {}, ("edge_mismatch",), can_force=True)
    found["refused"] = found_on(page, "/table/do/end-round", {})
    assert {name: these for name, these in found.items() if these} == {}


@pytest.mark.parametrize("made", [
    "one.style.color = '#777', one.style.backgroundImage = 'linear-gradient(#fff, #000)'", "one.style.opacity = '0.2'",
])  # fmt: skip
def test_faint_text_would_be_noticed_on_a_gradient_too(visit, made):
    page = visit()
    load_axe(page)
    assert findings(page) == []
    page.evaluate(f"() => document.querySelectorAll('.lead, .dim').forEach(one => {{ {made} }})")
    assert any("faint" in one for one in findings(page))


def test_what_is_found_has_its_name(visit):
    page = visit()
    load_axe(page)
    page.evaluate("() => document.querySelectorAll('button').forEach(one => one.replaceChildren())")
    assert any(one.startswith("button-name: ") for one in findings(page))
