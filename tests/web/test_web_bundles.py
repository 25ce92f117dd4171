"""Style sheets and scripts: one file a page kind, kept by browsers for ever under a name that an update changes."""

from __future__ import annotations

import re

import pytest
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import PHONE_VIEWS

from web import bundles

MOST_BYTES = 165_000  # of a phone page with all that it asks for
MOVED = {"opacity", "transform", "visibility"}  # all that a browser changes without drawing anything anew
KEYFRAMES = re.compile(r"@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})+)")
ASKED_FOR = re.compile(r'(?:href|src)="(/[^"]+\.(?:css|js|svg))"')


@pytest.fixture(params=["/", "/table", "/rules", "/table/rules", "/nowhere"])
def page(request, stranger):
    return stranger.get(request.param).text


def test_a_page_asks_for_one_style_sheet_and_one_script(page):
    assert len(re.findall(r'<link rel="stylesheet"', page)) == 1
    assert len(re.findall(r"<script", page)) == 1


def test_what_a_page_asks_for_is_there_and_no_file_is_opened_for_it(page, app):
    """Or it would stay open where a browser hangs up."""
    asked_for = ASKED_FOR.findall(page)
    assert bundles.icon().address in asked_for
    for address in asked_for:
        with app.test_request_context(address):
            answer = app.full_dispatch_request()
        assert (answer.status_code, answer.is_streamed) == (200, False), address


def test_a_bundle_may_be_kept_for_ever_and_a_page_never(stranger):
    every = [*map(bundles.style_of, bundles.STYLES), *map(bundles.script_of, bundles.SCRIPTS), bundles.icon()]
    for one in every:
        answer = stranger.get(one.address)
        assert answer.headers["Cache-Control"] == bundles.FOR_EVER
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.mimetype == bundles.MIMETYPES[one.suffix]
        assert answer.text == one.text
    assert stranger.get("/").headers["Cache-Control"] == "no-store"


def test_another_version_has_another_name_and_an_old_name_leads_nowhere(stranger):
    now = bundles.style_of("phone")
    old = bundles.Bundle("phone", "css", now.text + "\n.new { color: red; }")
    assert old.name != now.name
    answer = stranger.get(old.address)
    assert answer.status_code == 404
    assert answer.headers["Cache-Control"] == "no-store"


def test_every_style_sheet_and_script_is_in_a_bundle_or_in_the_keepsake():
    alone = {"keepsake.css", "keepsake.js"}
    joined = {f"{part}.css" for parts in bundles.STYLES.values() for part in parts}
    joined |= {f"{part}.js" for parts in bundles.SCRIPTS.values() for part in parts}
    assert {path.name for path in bundles.STATIC.iterdir() if path.suffix in (".css", ".js")} == joined | alone


def test_the_table_has_the_sheets_of_a_phone_in_the_same_order():
    """A later sheet wins over an earlier one, and what both pages draw is drawn alike."""
    phone, table = bundles.STYLES["phone"], bundles.STYLES["table"]
    assert tuple(part for part in table if part in phone) == phone


@pytest.mark.parametrize("kind", bundles.STYLES)
def test_what_moves_comes_to_rest_and_is_not_drawn_anew_meanwhile(kind):
    """A shadow that swelled and shrank all evening took a third of a core where no graphics card draws."""
    text = bundles.style_of(kind).text
    frames = KEYFRAMES.findall(text)
    assert len(frames) == text.count("@keyframes") > 0
    assert {name for one in frames for name in re.findall(r"([\w-]+):", one)} <= MOVED
    assert "infinite" not in text


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_phone_page_with_all_it_asks_for_weighs_little(browser, table, language):
    visitor, weights = browser(seat="token-of-one", language=language), {}
    for name, view in {**PHONE_VIEWS, **CARD_PHONE_VIEWS}.items():
        table.phones = {1: view}
        answer = visitor.get("/")
        asked_for = [visitor.get(address).data for address in ASKED_FOR.findall(answer.text)]
        weights[name] = len(answer.data) + sum(map(len, asked_for))
    assert min(weights.values()) > len(bundles.style_of("phone").text)
    assert {name: weight for name, weight in weights.items() if weight > MOST_BYTES} == {}
