"""A spare phone films the table: past the browser's warning, under the page's own policy, into the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from card_night import CardNight, Deal
from findings import findings, load_axe
from phone_film import PATIENCE_MS, FilmedTable, browser_filming, film
from screens import SCREEN
from under_a_camera import wait_for

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint

pytestmark = pytest.mark.browser

PHONE = {"width": 844, "height": 390}
CARDS = ((1, 0, "EW"), (2, 0, "NESW"), (3, 0, "ESW"))
BOARDS = [{Cell(x, y): Face.parse(face) for x, y, face in CARDS[:laid]} for laid in range(len(CARDS) + 1)]


@pytest.fixture(scope="module")
def filming(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """`chromium` says whether there is one; this one's camera sees the drawn table."""
    file = tmp_path_factory.mktemp("film") / "table.y4m"
    film(file, CARDS, first_s=14, each_s=5, last_s=25)
    with browser_filming(chromium.browser_type, file) as browser:
        yield browser
    file.unlink()  # a third of a gigabyte


def phone_at(browser: Any, link: str) -> Any:
    """Its page, past the warning."""
    context = browser.new_context(viewport=PHONE, locale="en", ignore_https_errors=not browser.warns)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    if not browser.warns:
        page.goto(link)
        return page
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(link)
    page.locator("#details-button").click()
    page.locator("#proceed-link").click()
    return page


@pytest.fixture
def night(tmp_path):
    """A game of three whose cards lie before the camera."""
    made = CardNight(None, tmp_path / "night", Deal(), players=3)
    made.server.close()  # a table's own one, with the secure door, takes its place
    made.begin("anniversary-2024")
    return made


@pytest.fixture
def table(night, tmp_path):
    made = FilmedTable(night.session, tmp_path)
    yield made
    made.close()


@pytest.fixture
def host(filming):
    context = filming.new_context(viewport=SCREEN, locale="en")
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def sees(night: CardNight, *states: str) -> bool:
    return night.view().camera.state in states


def wait_for_more_pictures(table: FilmedTable) -> None:
    before = table.pictures
    wait_for(lambda: table.pictures > before + 1)


def test_cards_are_laid_before_a_phone_and_the_game_has_them(filming, host, table, night):
    page = phone_at(filming, table.link(host))
    page.get_by_role("button", name="Start filming").click()
    assert page.evaluate("isSecureContext") and "#" not in page.url
    wait_for(lambda: len(maze(night)) == len(CARDS))
    assert maze(night) == BOARDS[-1]
    assert table.told == BOARDS
    assert page.complaints == []
    page.context.close()


def maze(night: CardNight) -> dict[Cell, Face]:
    return {card.cell: Face.parse(card.face) for card in night.view().maze.cards if card.kind == "path"}


def test_the_page_of_a_phone_that_films_keeps_nobody_out(filming, host, table, night):
    page = phone_at(filming, table.link(host))
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name="Start filming").click()
    wait_for(lambda: sees(night, "seeing"))
    page.wait_for_function("() => document.querySelector('#film-view polygon').getAttribute('points')")
    load_axe(page)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.context.close()


def test_a_phone_comes_back_by_itself_until_another_takes_over(filming, host, table, night):
    page = phone_at(filming, table.link(host))
    page.get_by_role("button", name="Start filming").click()
    wait_for(lambda: sees(night, "seeing"))

    page.context.set_offline(True)
    wait_for(lambda: sees(night, "lost"))
    assert night.view().camera.hints == (Hint("source.no_phone"),)
    host.get_by_text("No picture from the phone that films").wait_for()
    page.get_by_text("Trying again").wait_for()
    page.context.set_offline(False)
    wait_for(lambda: sees(night, "seeing", "covered"))

    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")  # it is locked
    wait_for(lambda: sees(night, "lost"))
    page.evaluate("document.querySelector('video').srcObject.getTracks()[0].stop(); delete document.hidden")
    wait_for_more_pictures(table)

    page.reload()  # its tab was killed
    wait_for_more_pictures(table)
    table.start_again()
    wait_for_more_pictures(table)

    other = phone_at(filming, table.link(host))
    other.get_by_role("button", name="Start filming").wait_for()
    page.get_by_text("This phone no longer films").wait_for()
    other.get_by_role("button", name="Start filming").click()
    wait_for_more_pictures(table)
    host.get_by_role("button", name="Stop filming").click()
    other.get_by_text("This phone no longer films").wait_for()
    wait_for(lambda: sees(night, "off"))
    for one in (page, other):
        one.context.close()
