"""Nine at the table: one plays at the table screen, two share a phone, and one phone is the remote of the table."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from card_night import PICTURES
from card_phones import Phone, TableScreen
from screens import ON_ITS_SIDE, PHONE, SMALL

from companion.live.session import Session
from companion.live.tokens import Joined
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer, Stage, TableViewer, View
from web import create_app
from web.config import WebConfig
from web.language import Speech
from web.serve import start

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANA, BEN, KIM, GRANDMA = 0, 1, 7, 8
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva María", "Florian", "Guillermina", "Kim", "Grandma")
LAPTOP, TELEVISION = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
LAST_CARDS = ((5, 0, "EW"), (6, 0, "SW"), (6, 1, "NS"), (6, 2, "NE"), (7, 2, "EW"))  # to where the gold lies tonight
IN_SIGHT = """css => [...document.querySelectorAll(css)].map(e => e.getBoundingClientRect())
  .filter(box => !(box.height > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight + 1 &&
                   box.right <= innerWidth)).length"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Evening:
    """Pages for those of whom this test tells; the others' phones press without a browser."""

    def __init__(self, browser: object, folder: Path) -> None:
        session = Session.open(folder, seed=5)
        assert isinstance(session, Session)
        self.session, self._browser = session, browser
        self.server = start(create_app(session, WebConfig(0)), "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.port}"
        pictures = os.environ.get(PICTURES)
        self._pictures = Path(pictures) if pictures else None
        self.tokens = [self._sat_down(name) for name in NAMES[:KIM]]
        for name in NAMES[KIM:]:
            self.does(None, c.AddSeat(name))
        self.does(None, c.Configure("amigo-2004"))
        key = f"{self.url}/table?key={session.host_token()}"
        self.screen = TableScreen(browser, key, "the table", "", "en", self._pictures)
        self.ana, self.ben = (self._phone(seat) for seat in (ANA, BEN))
        self.pages = [self.screen, self.ana, self.ben]

    def _sat_down(self, name: str) -> str:
        joined = self.session.join(name)
        assert isinstance(joined, Joined)
        self.session.online(joined.token, True)  # their phones listen
        return joined.token

    def _phone(self, seat: int) -> Phone:
        return Phone(self._browser, self.url, NAMES[seat], self.tokens[seat], "en", self._pictures)

    def view(self, seat: int | None = None) -> View:
        return self.session.view(TableViewer() if seat is None else SeatViewer(seat))

    def does(self, seat: int | None, command: c.Command) -> None:
        done = self.session.submit(c.ByTable() if seat is None else c.BySeat(seat), command)
        assert not isinstance(done, Refusal), done

    def at_both_sizes(self, name: str, in_sight: str) -> None:
        """What must be pressed or read is seen on a laptop and on a television without scrolling."""
        for size in (LAPTOP, TELEVISION):
            self.screen.page.set_viewport_size(size)
            self.screen.picture(f"{name}-{size['width']}")
            assert self.screen.shows(in_sight.split(",")[0])
            assert self.screen.page.evaluate(IN_SIGHT, in_sight) == 0, (name, size)

    def on_phones(self, phone: Phone, name: str) -> None:
        """Nothing is wider than the phone, however small it is."""
        for size in (SMALL, ON_ITS_SIDE, PHONE):
            phone.page.set_viewport_size(size)
            phone.picture(f"{name}-{size['width']}")
            assert phone.page.evaluate(WIDE) <= 0, (name, size)

    def close(self) -> None:
        for page in self.pages:
            page.context.close()
        self.session.close()
        self.server.close()

    def complaints(self) -> list[str]:
        return [text for page in self.pages for text in page.trouble if "Failed to load resource" not in text]


@pytest.fixture
def evening(chromium: object, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(chromium, tmp_path / "night")
    yield made
    complaints = made.complaints()
    made.close()
    assert complaints == []


def test_nine_play_a_round_with_one_who_has_no_phone_and_two_who_share_one(evening: Evening) -> None:
    screen, ana, ben = evening.screen, evening.ana, evening.ben
    _ben_plays_for_kim_too(evening)
    _ana_gets_the_tools(evening)
    screen.start(KIM)
    _all_look_at_their_roles(evening)
    _kim_and_grandma_lay_a_card(evening)
    _ana_rests_for_a_while(evening)
    _the_others_dig_to_the_gold(evening)
    _each_takes_gold(evening)
    for phone in (ana, ben):
        phone.has("[data-key=result]")
    evening.at_both_sizes("round-over", "form[action='/table/do/next-round'] button, .turn")
    ana.press("form[action='/table/do/next-round'] button")
    assert evening.view().round == 2 and evening.view().stage is Stage.SETTING
    ana.press("form[action='/table/do/set-table'] button")
    assert evening.view().stage is Stage.ROLES
    screen.has("[data-key=play-8]")


def _ben_plays_for_kim_too(evening: Evening) -> None:
    ben = evening.ben
    ben.press("[data-key=also] summary")
    evening.on_phones(ben, "also")
    ben.press("[data-key=also] button[value='7']")
    ben.has("[data-key=seats-here]")
    assert ben.page.locator(".seats-here form button b").all_inner_texts() == ["Ben", "Kim"]
    assert evening.view().seats[KIM].taken and evening.view().seats[KIM].online


def _ana_gets_the_tools(evening: Evening) -> None:
    screen, ana = evening.screen, evening.ana
    assert not ana.shows("a[href='/table']")
    screen.press("a[href='/table?do=me-0']")
    screen.press("[data-key=remote-0] button")
    screen.press("a[href='/table?do=me-0']")
    screen.has("[data-key=remote-0] button[value='0']")
    ana.press("a[href='/table']")
    ana.has(".my-page")
    assert not ana.shows("[action='/table/play'], [action='/table/remote']")
    evening.on_phones(ana, "remote-lobby")
    ana.press(".my-page")
    ana.has("header.strip")


def _all_look_at_their_roles(evening: Evening) -> None:
    screen, ana, ben = evening.screen, evening.ana, evening.ben
    screen.has("[data-key=play-8]")
    evening.at_both_sizes(
        "roles", "[data-key=play-8] button, .stage-card h1, form[action='/table/do/begin-play'] button"
    )
    _grandma_looks_at_her_role(evening)
    ana.do("role-seen")
    ben.do("role-seen")
    ben.press(".seats-here button:has-text('Kim')")
    ben.has(".strip b:text-is('Kim')")
    evening.on_phones(ben, "switched")
    ben.do("role-seen")
    for seat in range(2, KIM):
        evening.does(seat, c.RoleSeen())
    assert evening.view().stage is Stage.PLAY and evening.view().turn == KIM


def _grandma_looks_at_her_role(evening: Evening) -> None:
    """What the host's browser gets of her role lies under her thumb alone; the table screen has none of it."""
    screen = evening.screen
    assert "hold-secret" not in screen.raw()
    screen.press("[data-key=play-8] button")
    screen.has("[data-key=played-here]")
    for size in (LAPTOP, TELEVISION):
        screen.page.set_viewport_size(size)
        screen.picture(f"grandma-role-{size['width']}")
        assert screen.page.evaluate(IN_SIGHT, ".seats-here a, [data-key=role] .look-away, [data-hold=role]") == 0
    mine = evening.view(GRANDMA).role
    assert mine is not None
    assert screen.under_the_thumb("role") == Speech("en")(f"role.{mine.role}")
    screen.do("role-seen")
    screen.has(".board-grid")  # her move is over: the table is back by itself
    screen.lacks("[data-key=play-8]")
    assert "hold-secret" not in screen.raw()


def _kim_and_grandma_lay_a_card(evening: Evening) -> None:
    screen, ben = evening.screen, evening.ben
    ben.lay(1, 0, "EW")
    assert evening.view().turn == GRANDMA
    screen.has("[data-key=play-8]")
    evening.at_both_sizes("her-turn", "[data-key=play-8] button, .turn, .big-list li, .side-foot button")
    screen.press("[data-key=play-8] button")
    screen.has("nav.acts")
    for size in (LAPTOP, TELEVISION):
        screen.page.set_viewport_size(size)
        screen.picture(f"grandma-turn-{size['width']}")
    screen.lay(2, 0, "EW")
    screen.has(".board-grid")
    assert evening.view().turn == ANA
    ben.press(".seats-here button:has-text('Ben')")
    ben.has(".strip b:text-is('Ben')")


def _ana_rests_for_a_while(evening: Evening) -> None:
    screen, ana = evening.screen, evening.ana
    ana.has("nav.acts")
    evening.on_phones(ana, "her-page")
    ana.press("a[href='/table']")
    ana.has(".my-page")
    evening.on_phones(ana, "remote")
    ana.press("form[action='/table/do/pause'] button")
    screen.has("[data-key=pause]")
    ana.press("[data-key=pause] button")
    screen.lacks("[data-key=pause]")
    ana.press("a[href='/table?do=fix']")
    evening.on_phones(ana, "remote-fix")
    ana.press(".my-page")
    ana.has("nav.acts")


def _the_others_dig_to_the_gold(evening: Evening) -> None:
    """A card of each, and the last one reaches the goal with the gold."""
    evening.ana.lay(3, 0, "EW")
    evening.ben.has("nav.acts")
    evening.ben.lay(4, 0, "EW")
    for seat, (x, y, face) in zip(range(2, KIM), LAST_CARDS, strict=True):
        evening.does(seat, c.PlacePath(Cell(x, y), Face.parse(face)))
    goal = Cell(8, 2)
    evening.does(KIM - 1, c.TurnGoal(goal))
    evening.screen.has("[data-key=goal]")
    evening.at_both_sizes("goal", ".turn, [data-key=goal] button, .side-foot button")
    evening.does(KIM - 1, c.LayGoal(goal, turned=False))


def _each_takes_gold(evening: Evening) -> None:
    """Ben and Kim hold one phone, and each sees the cards that are left under their own thumb alone."""
    screen, ana, ben = evening.screen, evening.ana, evening.ben
    drew = []
    while evening.view().stage is Stage.DRAFT:
        (seat,) = evening.view().waiting_for
        drew.append(seat)
        if seat == ANA:
            ana.do("take-gold")
        elif seat in (BEN, KIM):
            name = NAMES[seat]
            ben.press(f".seats-here button:has-text('{name}')")
            ben.has(f".strip b:text-is('{name}')")
            assert "look-away" in ben.raw()
            evening.on_phones(ben, f"gold-{name}")
            ben.do("take-gold")
        else:
            evening.does(seat, c.TakeGold(0))
    assert {ANA, BEN, KIM} < set(drew) and GRANDMA not in drew  # she dug for the other side
    screen.has("[data-key=over-stage]")
    ana.press("a[href='/table']")
    ana.has("[data-key=over-stage]")
    evening.on_phones(ana, "remote-round-over")
