"""People at a real browser: a guest with a phone, and the host at the table screen. They press what a page offers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import page_reader
from digger import Deed
from find_chromium import CALM, SILENT, UNPAINTED
from page_reader import Held
from thumb import under_the_thumb

from companion.maze.board import Board
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from web.language import Speech

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 800}
PATIENCE_S = 120.0  # for one step; a busy machine films and reads the simulated table slowly


def until(true: Callable[[], Any], what: str, patience_s: float = PATIENCE_S) -> Any:
    """Looks again and again until it is so; what it was then."""
    give_up = time.monotonic() + patience_s
    while True:
        found = true()
        if found:
            return found
        if time.monotonic() > give_up:
            raise AssertionError(f"in vain: {what}")
        time.sleep(0.4)


class Screen:
    """One page in a browser of its own. `trouble` is what the console has said."""

    path = "/"

    def __init__(self, browser: Any, size: dict[str, int], language: str) -> None:
        self.language = language
        self.context = browser.new_context(viewport=size, locale=language, **CALM)
        self.context.set_default_timeout(PATIENCE_S * 1000)
        self.context.add_init_script(UNPAINTED)
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))

    def raw(self) -> str:
        """The page as the server sends it now, byte for byte, to this browser's cookies."""
        url = "/".join(self.page.url.split("/")[:3]) + self.path
        return str(self.context.request.get(url, headers={"Accept-Language": self.language}).text())

    def shows(self, css: str) -> bool:
        return bool(self.page.evaluate("css => !!document.querySelector(css)", css))

    def version(self) -> int:
        return page_reader.version(self.page)

    def board(self) -> Board:
        return page_reader.maze(self.page)

    def broken(self) -> dict[int, frozenset[str]]:
        return page_reader.broken(self.page)

    def press(self, selector: str, number: int = 0) -> None:
        """Once what is to be pressed is there, the first of them or another; the page has answered then."""
        self.page.locator(selector).nth(number).click()
        self.page.wait_for_selector(".busy", state="detached")


class Guest(Screen):
    """Somebody with a phone. `seat` is where he sits once he has joined."""

    def __init__(self, browser: Any, url: str, name: str, language: str) -> None:
        super().__init__(browser, PHONE, language)
        self.context.add_init_script(SILENT)
        self.name, self.seat = name, -1
        self.page.goto(url)

    def join(self, instead_of: str | None = None) -> None:
        """Takes a new place, or that of a simulated player."""
        self.page.locator("#name").fill(self.name)
        if instead_of is None:
            self.page.locator("form.join button.primary").click()
        else:
            self.page.locator("button.seat-choice", has_text=instead_of).click()
        self.page.wait_for_selector("header.strip .badge")
        self.find_seat()

    def find_seat(self) -> int:
        badge = self.page.locator("header.strip .badge").get_attribute("class")
        self.seat = page_reader.seat_of(badge)
        return self.seat

    # ---- secrets ----------------------------------------------------------------------------------------------

    def role(self) -> str:
        """miner or saboteur, under the thumb; it is hidden before and after."""
        words = under_the_thumb(self.page, "role", lambda secret: str(secret.locator("> b").inner_text()))
        return next(code for code in ("miner", "saboteur") if words == Speech(self.language)(f"role.{code}"))

    def peeked(self) -> str:
        """gold or coal, under the thumb."""
        return under_the_thumb(
            self.page, "peek", lambda secret: "gold" if secret.locator(".gold-heap").count() else "coal"
        )

    def purse(self) -> int:
        words = under_the_thumb(self.page, "purse", lambda secret: str(secret.locator("> b").inner_text()))
        return int(re.findall(r"\d+", words)[0])

    def gold_to_choose(self) -> list[int]:
        """What the cards that are passed on are worth, under the thumb; equal ones once."""
        words = under_the_thumb(self.page, "draft", lambda secret: secret.locator(".gold-card > b").all_inner_texts())
        return [int(re.findall(r"\d+", text)[0]) for text in words]

    # ---- moves ------------------------------------------------------------------------------------------------

    @property
    def may_move(self) -> bool:
        """It is his move, whatever the stage asks, and the camera asks nothing."""
        return self.shows(".turn.mine") and not self.shows("section.prompt")

    def hand(self) -> tuple[Held, ...]:
        return page_reader.hand(self.page)

    def play(self, deed: Deed) -> None:
        if deed.do == "pass":
            self.press("nav.acts a[href*='do=pass']")
            self.press(f"[data-key=tick-{deed.key}]")
            self.press("form[action='/hand/discard'] button")
            return
        self.press(f"[data-key=hand-{deed.key}]")
        if deed.do == "place":
            self._lay(deed)
        elif deed.do in ("break", "repair"):
            self.press(f"button[name=target][value='{deed.target}']")
        elif deed.do == "map":
            self.press(f"button[name=cell][value='{_text(deed.cell)}']")
        else:
            self._pick(deed.cell)
            self.press("form[action='/do/rockfall'] button")

    def lay_against_the_rules(self, deed: Deed) -> None:
        """As a hand at a real table may: the page offers no such place, so that it is asked for directly."""
        assert self.page.evaluate(
            """([hand, cell]) => fetch('/hand/lay', {method: 'POST', body: new URLSearchParams({hand, cell})})
              .then(answer => answer.ok)""",
            [str(deed.key), _text(deed.cell)],
        )

    def confirm(self, face: Face) -> None:
        """Says which of the cards that the camera offers it is."""
        offered = self.page.locator("section.prompt .candidates button[name=key]")
        drawn = offered.evaluate_all("all => all.map(one => one.querySelector('svg.card').innerHTML)")
        offered.nth([page_reader.face_of(inside) for inside in drawn].index(face)).click()

    def _lay(self, deed: Deed) -> None:
        self._pick(deed.cell)
        form = "form[action='/hand/lay']"
        self.page.wait_for_selector(f"{form} input[name=cell][value='{_text(deed.cell)}']", state="attached")
        if self.shows(f"{form} input[name=turned]") != deed.turned:
            self.press(".lay-bar a.button")
            wanted = "attached" if deed.turned else "detached"
            self.page.wait_for_selector(f"{form} input[name=turned]", state=wanted)
        self.press(f"{form} button")

    def _pick(self, cell: Cell | None) -> None:
        assert cell is not None
        self.press(f"a.pick[data-key='cell-{cell.x}-{cell.y}']")

    def notice(self) -> str:
        """What a refusal says, if there is one."""
        found = self.page.locator("#notice .notice").all_inner_texts()
        return found[0] if found else ""

    def dismiss(self) -> None:
        """Reads the refusal and goes back to the maze, whatever was being done."""
        self.press("#notice [data-dismiss]")
        if self.shows(".act-head a.back"):
            self.press(".act-head a.back")


class Host(Screen):
    path = "/table"

    def __init__(self, browser: Any, table_url: str) -> None:
        super().__init__(browser, SCREEN, "en")
        self.page.goto(table_url)

    def on_turn(self) -> int | None:
        return page_reader.on_turn(self.page)

    def remove_seat(self, name: str) -> None:
        seat = self.page.locator(".seat-list.edit > li", has_text=name)
        seat.locator("form[action$='/remove'] button").first.click()
        seat.wait_for(state="detached")

    def start(self, starter: int) -> None:
        self.page.locator(f".chip:has(input[value='{starter}'])").click()
        self.press("form.start button.primary")

    def end_round(self) -> None:
        """There is nothing more to play, says the table: no card in the pile, and then the round is over."""
        self.press("a[href='/table?do=fix']")
        self.press("a[href='/table?do=fix-seats']")
        self.page.locator("form[action$='/set-pile'] input[name=cards]").fill("0")
        self.press("form[action$='/set-pile'] button")
        self.press("a[href='/table?do=fix']")
        self.press("form[action$='/end-round'] button")
        self.press("a.button[href='/table']")


def _text(cell: Cell | None) -> str:
    assert cell is not None
    return f"{cell.x},{cell.y}"
