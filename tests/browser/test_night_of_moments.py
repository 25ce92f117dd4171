"""One night in which all happens that people play for: each moment is there, on the table screen and on a phone, at
every size. With PICTURES=FOLDER in the environment there are pictures of them, to be looked at."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import card_words as w
import pytest
from card_night import CardNight, Deal
from held_pages import HeldPage

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views.model import Stage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLES = ((1280, 720), (1920, 1080), (3840, 2160))
PHONES = ((390, 844), (320, 568), (844, 390), (768, 1024))
ROLES = ("miner", "miner", "saboteur", "miner", "saboteur")
BEN = 1
BEGUN = ((1, 0, "EW"), (2, 0, "NESW"), (2, -1, "NES"), (3, 0, "NEW"), (2, 1, "NE"), (3, -1, "SW"), (3, 1, "EW"))
DROPS = (4, 0, "EW")
WAY = tuple((x, 0, "EW") for x in range(5, 8))

TOP = "document.querySelector('[data-key=\"card-{}\"]').getBoundingClientRect().top"
IN_THE_AIR = f"{TOP.format('4-0')} < {TOP.format('3-0')} - 2"
GOAL = """look('[data-key="card-8-0"]', 'opacity')"""
LIT = "many('[data-step]') === 9 && inSight('.maze, [data-step]')"
NOTHING_LATER = "!seen('.unmasked, .draft-order, [data-key=draft]')"  # tells who was what, or who gets gold
ONE_BY_ONE = (
    "many('#curtain li') === 6",  # the spare dwarf comes last
    "look('#curtain li:first-child .role', 'opacity') === '1'",
    "look('#curtain li:last-child .role', 'opacity') === '0'",
)
NO_WIDER = "document.documentElement.scrollWidth <= innerWidth"


class Night:
    """The night, and the two pages that are looked at."""

    def __init__(self, played: CardNight, browser: Any, folder: Path | None) -> None:
        self.played = played
        table = f"{played.url}/table?key={played.session.host_token()}"
        self.table = HeldPage(browser, table, "table", TABLES, folder)
        self.phone = HeldPage(browser, played.url, "phone", PHONES, folder, played.tokens[BEN])

    @property
    def pages(self) -> tuple[HeldPage, ...]:
        return self.table, self.phone

    def come(self) -> None:
        for page in self.pages:
            page.come_to(self.played.session.version)

    def calm(self) -> None:
        self.come()
        for page in self.pages:
            page.calm()

    def look(self, moment: str, ms: int, *claims: str) -> None:
        for page in self.pages:
            page.look(moment, ms, NO_WIDER, *claims)

    def shows(self, moment: str, ms: int, *claims: str) -> None:
        """What has just been done shows this, and nothing after it."""
        self.come()
        self.look(moment, ms, *claims)
        self.calm()

    def go_on(self) -> None:
        for page in self.pages:
            page.page.evaluate("goOn()")

    def end_round(self) -> None:
        self.played.table_does(c.NextRound())
        self.played.table_does(c.SetTable())
        self.played.table_does(c.BeginPlay())
        self.played.table_does(c.EndRound(forced=True))
        self.calm()


@pytest.fixture
def of_moments(night: Any, chromium: Any) -> Iterator[Night]:
    played = night(Deal(ROLES, (), ("coal", "gold", "coal")), players=len(ROLES), seed=None)
    for token in played.tokens:
        played.session.online(token, True)  # everybody's phone is there, though only one is looked at
    played.table_does(c.Configure("anniversary-2024"))
    played.table_does(c.StartGame(0, at_table=True))
    played.table_does(c.SetTable())
    pictures = os.environ.get("PICTURES")
    made = Night(played, chromium, Path(pictures) if pictures else None)
    yield made
    for page in made.pages:
        page.context.close()
    assert [text for page in made.pages for text in page.trouble] == []


def test_a_night_has_every_moment_that_people_play_for(of_moments: Night) -> None:
    night, played = of_moments, of_moments.played
    look_at_the_role(night.phone)
    played.table_does(c.BeginPlay())
    played.dig(*BEGUN)
    night.calm()

    played.dig(DROPS)
    night.shows("laid", 300, IN_THE_AIR, """inSight('[data-key="card-4-0"]')""")
    played.do(played.view().waiting_for[0], w.Rockfall(Cell(3, -1)))
    night.shows("fell", 640, "many('.rubble circle') === 7", "inSight('.rubble circle')")

    played.dig(*WAY)
    night.calm()
    played.do(played.view().waiting_for[0], c.TurnGoal(Cell(8, 0)))
    night.come()
    night.look("goal", 250, f"{GOAL} === '0'", NOTHING_LATER)
    night.table.look("goal", 250, "inSight('.passing .back')")  # on a phone the card to be laid stands above the mine
    night.look("way", 2100, f"{GOAL} === '1'", "many('.rays path') === 12", NOTHING_LATER)
    night.table.look("way", 2100, LIT)
    night.calm()
    played.do(played.view().waiting_for[0], c.LayGoal(Cell(8, 0), turned=False))
    night.come()
    night.go_on()  # the other goals are turned up first, one after the other
    night.go_on()
    night.look("unmasking", 1750, "inSight('#curtain li')", *ONE_BY_ONE)
    night.shows("unmasked", 9000, "inSight('#curtain li')", "many('#curtain .against') === 2")

    while played.view().stage is Stage.DRAFT:
        played.do(played.view().waiting_for[0], c.TakeGold(0))
    night.shows("gold", 800, "many('.raining .icon') === 16", "inSight('.maze, .result h2')")

    night.end_round()
    night.end_round()
    played.table_does(c.NextRound())
    night.shows(
        "end",
        1900,
        "inSight('.final h2, .podium li')",
        "many('.podium .place-1') > 0 && many('.podium li') > 1",
    )
    assert night.table.page.locator(".rounds-played tbody tr").count() == 3
    assert night.phone.page.locator(".rounds-played li").count() == 3
    assert night.phone.page.locator(".rounds-played tbody tr").count() == len(ROLES)
    assert night.table.page.evaluate("inSight('.rounds-played tr')")


def look_at_the_role(phone: HeldPage) -> None:
    phone.page.locator("[data-hold=role]").hover()
    phone.page.mouse.down()
    phone.page.wait_for_function("() => held.length")
    phone.look("role", 300, "inSight('.role-hold .dwarf')", "held.some(one => one.playState === 'paused')")
    phone.page.mouse.up()
