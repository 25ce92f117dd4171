"""What is said beside a field that is empty or out of bounds is in the page's language, not in the browser's."""

from __future__ import annotations

import pytest
from sample_views import TABLE_VIEWS
from screens import SCREEN

pytestmark = pytest.mark.browser


def in_the_other_language(page, name):
    """The browser speaks English; the page does what somebody chose."""
    page.get_by_role("button", name=name).click()
    page.wait_for_selector("html[lang=es]")


def refused(page, css):
    """The field that keeps the form from being sent, and what is said beside it."""
    page.locator(css).evaluate("form => form.requestSubmit()")
    return page.locator(f"{css} :invalid:not(fieldset)").first.evaluate("field => field.validationMessage")


def test_a_guest_without_a_name_reads_it_in_the_language_that_was_chosen(visit, fake):
    fake.tokens, fake.table = {}, TABLE_VIEWS["lobby"]
    phone = visit()
    assert refused(phone, "form.join") == "Please fill this in."
    in_the_other_language(phone, "Español")
    assert refused(phone, "form.join") == "Rellena este campo, por favor."
    phone.locator("form.join input").fill("Ana")
    assert phone.locator("form.join :invalid").count() == 0


def test_a_second_tab_takes_the_words_over_with_the_language(visit, fake):
    """Its page came in Spanish, what was said beside an empty field and about a lost table stayed English."""
    fake.tokens, fake.table = {}, TABLE_VIEWS["lobby"]
    first = visit()
    second = first.context.new_page()
    second.goto(first.url)
    in_the_other_language(first, "Español")
    second.evaluate("window.dispatchEvent(new Event('online'))")
    second.wait_for_selector("html[lang=es]")
    assert refused(second, "form.join") == "Rellena este campo, por favor."
    assert second.locator("#lost").text_content().startswith("Reconectando")


def test_a_number_out_of_bounds_is_told_its_bounds(visit):
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.goto(screen.url + "?do=fix-seats")
    pile = screen.locator("form[action$='set-pile'] input[name=cards]")
    pile.fill("500")
    assert refused(screen, "form[action$='set-pile']") == "A number from 0 to 67, please."  # the deck
    pile.fill("12")
    assert screen.locator("form[action$='set-pile'] :invalid").count() == 0


def test_a_tick_stands_beside_its_words(visit):
    """Ticks grew like fields and stood at the far end of an empty line."""
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.goto(screen.url + "?do=fix-seats")
    screen.locator(".fix-seats summary").first.click()
    ticks = screen.locator("details[open] .tool-checks label")
    assert ticks.count() == 3
    for at in range(3):
        box, words = (ticks.nth(at).locator(css).bounding_box() for css in ("input", "span >> nth=0"))
        assert box["width"] < 40 and words["x"] - box["x"] - box["width"] < 20


def test_who_begins_is_asked_for_and_once_chosen_the_game_begins(visit, fake):
    fake.table = TABLE_VIEWS["lobby"]
    screen = visit("/table?key=the-host", size=SCREEN)
    assert refused(screen, "form.start") == "Please choose one."
    screen.locator("form.start .chip").first.click()
    screen.locator("form.start button.primary").click()
    screen.wait_for_function("() => !document.querySelector('.busy')")
    assert [call[0] for call in fake.asked if call[0] != "online"] == ["submit"]
