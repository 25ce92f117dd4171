"""A goal at a real table, from the tunnel that reaches it to the end of the round: what it is stands on no page before
somebody turns it over. With PICTURES=FOLDER in the environment there are pictures of each step, to be looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_table import turns, watch
from card_night import CardNight, Deal
from held_pages import HeldPage

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.commands import Supply
from companion.views.model import Stage

pytestmark = pytest.mark.browser

ROLES = ("miner", "miner", "saboteur", "miner")
BEN, CLEO = 1, 2
MIDDLE = Cell(8, 0)
WAY = tuple((x, 0, "EW") for x in range(1, 7))  # Ana, Ben, Cleo, Dan, Ana, Ben; the last is Cleo's
NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"
NOBODY_TOLD = "!document.body.innerHTML.match(/gold-heap|coal-heap|goal:\\d/)"
PRESS = "form[action$='/do/turn-goal'] button"


class Evening:
    """A table screen, the phone that reaches the goal and one that looks on."""

    def __init__(self, played: CardNight, browser: Any, folder: Path | None) -> None:
        self.played = played
        table = f"{played.url}/table?key={played.session.host_token()}"
        self.table = HeldPage(browser, table, "table", ((1280, 720), (1920, 1080)), folder)
        sizes = ((390, 844), (320, 568))
        self.phone = HeldPage(browser, played.url, "phone", sizes, folder, played.tokens[CLEO])
        self.other = HeldPage(browser, played.url, "other", sizes, folder, played.tokens[BEN])

    @property
    def pages(self) -> tuple[HeldPage, ...]:
        return self.table, self.phone, self.other

    def come(self) -> None:
        for page in self.pages:
            page.come_to(self.played.session.version)

    def look(self, step: str, *claims: str, ms: int = 0) -> None:
        self.come()
        for page in self.pages:
            page.look(step, ms, NO_WIDER, *claims)

    def calm(self) -> None:
        self.come()
        for page in self.pages:
            page.calm()

    def shows(self, card: str) -> None:
        """A card that the camera sees in the middle goal's place."""
        turns(self.played.session, MIDDLE.x, MIDDLE.y, card)


@pytest.fixture
def evening(night: Any, chromium: Any) -> Iterator[Evening]:
    played = night(Deal(ROLES, (), ("gold", "coal", "coal")), players=len(ROLES), seed=None)
    for token in played.tokens:
        played.session.online(token, True)
    played.begin("revised", at_table=True)
    played.session.camera("seeing")
    watch(played.session)
    pictures = os.environ.get("PICTURES")
    made = Evening(played, chromium, Path(pictures) if pictures else None)
    yield made
    for page in made.pages:
        page.context.close()
    assert [text for page in made.pages for text in page.trouble] == []


def reach(evening: Evening) -> None:
    for x, y, face in (*WAY, (7, 0, "EW")):
        evening.played.dig((x, y, face))
    evening.calm()


def test_nobody_reads_what_a_goal_is_before_it_is_turned_over_and_all_see_the_gold_at_the_end(evening: Evening) -> None:
    reach(evening)
    evening.look("1-asked", NOBODY_TOLD, "document.body.innerText.includes('under it?')")
    assert evening.phone.page.evaluate(f'inSight("{PRESS}")')
    assert evening.other.page.locator(PRESS).count() == 0

    evening.shows("NESW")  # somebody cannot wait
    evening.look("2-too-early", NOBODY_TOLD)
    assert evening.table.page.locator("text=Turned over too soon").count() == 1
    turns(evening.played.session, MIDDLE.x, MIDDLE.y, None)
    evening.look("3-put-back", NOBODY_TOLD)

    evening.phone.page.locator(PRESS).click()
    evening.played.session.wait(evening.played.session.version, 10)
    evening.look("4-turns", "many('.passing .back') === 1", ms=250)
    assert evening.table.page.evaluate("inSight('.passing .back')")
    evening.calm()
    evening.look("5-lay-it", "many('.coal-heap') > 0", "many('.gold-heap') === 0")
    task = evening.played.view().goal
    assert task is not None

    evening.shows("NESW")
    evening.look("6-another-goal")
    for page in (evening.table, evening.phone):
        assert page.page.locator("text=The camera sees gold. It should be coal.").is_visible()
    evening.shows(task.faces[0])
    assert evening.played.view().stage is Stage.PLAY
    evening.calm()
    evening.look("7-laid", "many('.gold-heap') === 0")

    evening.played.table_does(c.EndRound(forced=True))
    evening.come()
    evening.look("8-turned-up", ms=700)
    evening.calm()
    evening.look(
        "9-over", "many('svg.maze .gold-heap') === 1", "document.body.innerText.includes('The gold was under')"
    )
    assert "Left over: 1 gold miner." in evening.table.page.locator(".result").inner_text()


def test_a_table_may_go_on_with_its_own_goal_cards(evening: Evening) -> None:
    reach(evening)
    evening.phone.page.locator(PRESS).click()
    evening.played.session.wait(evening.played.session.version, 10)
    evening.calm()
    evening.shows("NESW")
    evening.come()
    evening.table.page.locator("[data-key=use-printed] summary").click()
    evening.look("10-our-own-cards")
    evening.table.page.locator("form[action$='/do/use-printed-goals'] button").click()
    evening.table.page.wait_for_selector(".board-grid.over")
    view = evening.played.view()
    assert (view.setup.goals, view.result and view.result.reason) == (Supply.CARDS, None) or view.stage is Stage.DRAFT
