"""A spare phone films the table: past the browser's warning, under the page's own policy, into the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from card_night import CardNight, Deal
from findings import findings, load_axe
from phone_film import PATIENCE_MS, FilmedTable, Lens, browser_filming
from screens import IN_SIGHT, SCREEN
from under_a_camera import wait_for

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.views.model import Stage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = {"width": 844, "height": 390}
DEAL = Deal(("miner", "miner", "saboteur"), (), ("coal", "gold", "coal"))
WAY = tuple((x, 0, face) for x, face in enumerate(("EW", "NESW", "ESW", "EW", "NEW", "NESW", "EW"), 1))  # to the gold
BOARDS = [{Cell(x, y): Face.parse(face) for x, y, face in WAY[:laid]} for laid in range(len(WAY) + 1)]
CUT_MS = 30_000  # of the network


@pytest.fixture(scope="module")
def lens(tmp_path_factory: pytest.TempPathFactory) -> Lens:
    return Lens(tmp_path_factory.mktemp("film") / "table.y4m")


@pytest.fixture(scope="module")
def filming(chromium: Any, lens: Lens) -> Iterator[Any]:
    """`chromium` says whether there is one; this one's camera sees the drawn table."""
    with browser_filming(chromium.browser_type, lens.file) as browser:
        yield browser


def phone_at(browser: Any, link: str) -> Any:
    """Its page, past the warning."""
    context = browser.new_context(viewport=PHONE, locale="en", ignore_https_errors=not browser.warns)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.clock.install()  # it runs as usual until a test skips some of it
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
    made = CardNight(None, tmp_path / "night", DEAL, players=3)
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


def maze(night: CardNight) -> dict[Cell, Face]:
    return {card.cell: Face.parse(card.face) for card in night.view().maze.cards if card.kind == "path"}


def begin(page: Any) -> None:
    page.get_by_role("button", name="Start filming").click()


def test_a_round_is_filmed_to_the_gold_whatever_befalls_the_phone(filming, lens, host, table, night):
    page = phone_at(filming, table.link(host))
    begin(page)
    assert page.evaluate("isSecureContext") and "#" not in page.url
    wait_for(lambda: table.told)

    def comes(*cards: tuple[int, int, str]) -> None:
        """Into the game, before anything else happens."""
        for card in cards:
            lens.lay(*card)
            wait_for(lambda card=card: Cell(*card[:2]) in maze(night))

    comes(*WAY[:2])
    assert page.complaints == []

    page.context.set_offline(True)
    wait_for(lambda: sees(night, "lost"))
    assert night.view().camera.hints == (Hint("source.no_phone"),)
    host.get_by_text("No picture from the phone that films").wait_for()
    page.get_by_text("Trying again").wait_for()
    page.clock.fast_forward(CUT_MS)
    lens.lay(*WAY[2])
    page.context.set_offline(False)
    wait_for(lambda: len(maze(night)) == 3 and sees(night, "seeing"))

    page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")  # it is locked
    wait_for(lambda: sees(night, "lost"))
    lens.lay(*WAY[3])
    page.evaluate("document.querySelector('video').srcObject.getTracks()[0].stop(); delete document.hidden")
    wait_for(lambda: len(maze(night)) == 4)

    page.reload()  # its tab was killed
    comes(WAY[4])

    table.start_again()
    comes(WAY[5])

    other = phone_at(filming, table.link(host))
    other.get_by_role("button", name="Start filming").wait_for()
    page.get_by_text("This phone no longer films").wait_for()
    begin(other)
    comes(WAY[6])

    assert maze(night) == BOARDS[-1]
    assert table.told == BOARDS
    gold = night.view().goal
    assert gold is not None and gold.task == "lay"
    lens.turn(gold.cells[0], gold.faces[0], "gold")
    wait_for(lambda: night.view().stage is not Stage.GOAL)
    assert host.evaluate(IN_SIGHT, ".picture, .film-columns button")
    host.get_by_role("button", name="Stop filming").click()
    other.get_by_text("This phone no longer films").wait_for()
    wait_for(lambda: sees(night, "off"))
    for one in (page, other):
        one.context.close()


def test_the_page_of_a_phone_that_films_keeps_nobody_out(filming, host, table, night):
    page = phone_at(filming, table.link(host))
    page.set_viewport_size({"width": 320, "height": 568})
    begin(page)
    wait_for(lambda: sees(night, "seeing"))
    page.wait_for_function("() => document.querySelector('#film-view polygon').getAttribute('points')")
    load_axe(page)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.context.close()
