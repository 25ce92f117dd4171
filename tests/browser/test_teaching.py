"""A host who has read nothing teaches the camera a deck, carries it along, and it decides from then on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "vision"))

from spread import SPREAD, drawn, spread
from under_a_camera import UnderACamera, faces, laid_table, picture_of, wait_for

from companion.maze.faces import Face
from vision.recognition.taught_deck import TaughtDeck, example_of

pytestmark = pytest.mark.browser

SIZES = {"phone": {"width": 390, "height": 844}, "screen": {"width": 1280, "height": 800}}
PRESSES = 8  # for a deck's first ten cards: a minute, for somebody who looks at each picture


@pytest.fixture
def room(chromium, tmp_path):
    made = UnderACamera(chromium, tmp_path, spread()[0])
    yield made
    made.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_deck_is_taught_and_used_with_few_presses(room, size):
    page = room.visit("/table", SIZES[size])
    page.wait_for_selector("img.picture")
    page.get_by_role("link", name="Teach the camera your cards").click()
    room.photograph(page, f"{size}-1-shelf")
    page.get_by_label("Name of the new deck").fill("Red box")
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[data-key=lesson] img.picture")
    room.photograph(page, f"{size}-2-lesson")
    page.get_by_role("button", name="scan").click()
    page.wait_for_selector(".teach-cards")
    room.photograph(page, f"{size}-3-guesses")
    assert page.locator(".teach-cards li").count() == len(SPREAD)
    presses = 4
    first = page.locator(".teach-cards li").first
    first.get_by_role("link", name="It’s another card").click()
    page.wait_for_selector(".teach-one")
    room.photograph(page, f"{size}-4-another")
    page.locator(".teach-one summary").click()
    page.locator(".teach-one details button[value=EW]").first.click()
    page.wait_for_selector(".teach-cards li.settled")
    presses += 3
    page.get_by_role("button", name="The rest are correct").click()
    presses += 1
    page.wait_for_selector(".teach-cards li.settled:nth-of-type(2)")
    room.photograph(page, f"{size}-5-taught")
    for _ in range(page.locator(".teach-cards li:not(.settled)").count()):
        page.locator(".teach-cards li:not(.settled) button").first.click()
        presses += 1
    page.get_by_role("button", name="Done for now").click()
    page.wait_for_selector(".deck-list b")
    room.photograph(page, f"{size}-6-kept")
    assert page.locator(".deck-list button[aria-pressed=true]").inner_text() == "In use"
    deck = room.decks.load("Red box")
    assert isinstance(deck, TaughtDeck)
    assert str(deck.examples[0].face) == "EW", "the thumb's word, not the guess"
    assert sorted(str(one.face) for one in deck.examples) == sorted(["EW", *SPREAD[1:]])
    assert presses <= PRESSES
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_a_deck_is_carried_to_another_computer_and_decides_there(room, chromium, tmp_path):
    room.decks.keep(TaughtDeck("Red box", tuple(example_of(Face.parse(text), drawn(text)) for text in SPREAD)))
    page = room.visit("/table/decks", SIZES["screen"])
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    table = laid_table()
    other = UnderACamera(chromium, tmp_path / "other", picture_of(table))
    try:
        page = other.visit("/table/decks", SIZES["screen"])
        page.locator("summary", has_text="Load a deck from a file").click()
        page.locator("input[type=file]").set_input_files(str(file))
        page.get_by_role("button", name="Load", exact=True).click()
        page.wait_for_selector(".deck-list b")
        page.get_by_role("button", name="Use", exact=True).click()
        page.wait_for_selector("[aria-pressed=true]")
        other.photograph(page, "screen-7-brought")
        assert other.camera._deck.name == "Red box"
        page.get_by_role("link", name="Back to the table").click()
        page.wait_for_selector("text=The camera sees the table")
        wait_for(lambda: faces(other.camera.board()) == faces(table.truth().cards))
    finally:
        other.close()


def test_a_lesson_without_a_picture_leads_to_choosing_the_camera(room):
    room.desk.picture = None
    page = room.visit("/table/decks", SIZES["phone"])
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Choose a camera").click()
    page.wait_for_selector("[data-key=choose-camera]")
