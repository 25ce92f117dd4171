"""A night with the cards of other boxes: a real session with a scripted deal behind real HTTP, and phones in browsers.

Nobody's cards are known to the app, so every card may be played. Most of a round is submitted; browsers press the rest.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.editions.cards import GoalCard, GoalKind
from companion.live.dealer import SeededDealer
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules import deals
from companion.state import commands as c
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views.model import SeatViewer, Stage, TableViewer, View
from web import create_app
from web.config import WebConfig
from web.language import Speech
from web.serve import Server, start

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 800}
PATIENCE_MS = 30_000
PICTURES = "CARD_NIGHT_PICTURES"  # a folder, for whoever wants to look at the pages


@dataclass(frozen=True, repr=False)
class Deal:
    """What chance brings in the first round; the rest is drawn. `goals` by kind from the top; chests by effect."""

    roles: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    chests: tuple[int, ...] = ()
    covers: tuple[str, ...] = ()
    rest: SeededDealer = field(default_factory=lambda: SeededDealer("a night of cards"))

    def chance(self, game: Game, number: int) -> c.Command | None:
        pending = game.pending
        if isinstance(pending, p.Dealing) and pending.roles and self.roles:
            return c.DealRoles(Secret(self.roles), Secret(self._aside(game)))
        if isinstance(pending, p.Dealing) and not pending.roles and pending.goals and self.goals:
            return c.DealGoals(Secret(self._goals(game)))
        if isinstance(pending, p.Dealing) and not pending.roles and not pending.goals and self.chests:
            return c.DealChests(Secret(self.chests), Secret(tuple(Face.parse(face) for face in self.covers)))
        return self.rest.chance(game, number)

    def _aside(self, game: Game) -> tuple[str, ...]:
        pool = list(deals.dwarves_of(game))
        for role in (*self.roles, *self.aside):
            pool.remove(role)
        return (*self.aside, *pool)

    def _goals(self, game: Game) -> tuple[GoalCard, ...]:
        box = list(game.ruleset.goals)
        Random(1).shuffle(box)
        found = []
        for kind in self.goals:
            card = next(card for card in box if card.kind is GoalKind(kind))
            box.remove(card)
            found.append(card)
        return tuple(found)


class Phone:
    """One seat's page. `trouble` is what the console has said."""

    def __init__(self, browser: Any, url: str, token: str, language: str, pictures: Path | None) -> None:
        self.say, self._pictures = Speech(language), pictures
        self.context = browser.new_context(viewport=PHONE, locale=language)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_cookies([{"name": "seat", "value": token, "url": url}])
        self._open(url)

    def _open(self, url: str) -> None:
        self.url = url
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.goto(url)

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.page.wait_for_selector(".busy", state="detached")

    def play(self, do: str) -> None:
        """Presses the card's button on the page of the turn."""
        self.press(f"nav.acts a[href='/?do={do}']")

    def at(self, seat: int) -> None:
        self.press(f"button.choice[name=seat][value='{seat}']")

    def cell(self, x: int, y: int) -> None:
        self.press(f"a.pick[data-key='cell-{x}-{y}']")

    def lay(self, x: int, y: int, face: str) -> None:
        """Shows by thumb which card lies where; a card that does not match its neighbours is among the others."""
        self.play("place")
        self.cell(x, y)
        self.press(f".palette button[name=face][value='{face}']")

    def sees(self, text: str) -> None:
        self.page.wait_for_selector(f"text={text}")

    def shows(self, selector: str) -> bool:
        return bool(self.page.locator(selector).count())

    def has(self, selector: str) -> None:
        self.page.wait_for_selector(selector)

    def under_the_thumb(self, panel: str) -> str:
        """What shows while a thumb holds the card down; it is hidden before and after."""
        self.has(f"[data-key={panel}] [data-hold]")
        button, secret = (self.page.locator(f"[data-key={panel}] {part}") for part in ("[data-hold]", ".hold-secret"))
        button.scroll_into_view_if_needed()
        assert not secret.is_visible()
        button.hover()
        self.page.mouse.down()
        words = str(secret.locator("b").inner_text())
        self.page.mouse.up()
        assert not secret.is_visible()
        return words

    def raw(self) -> str:
        """The page as the server sends it now to this browser's cookies."""
        return str(self.context.request.get(self.url).text())

    def picture(self, name: str) -> None:
        if self._pictures:
            self.page.screenshot(path=self._pictures / f"{name}.png", full_page=True)


class TableScreen(Phone):
    def __init__(self, browser: Any, url: str, key: str, pictures: Path | None) -> None:
        self.say, self._pictures = Speech("en"), pictures
        self.context = browser.new_context(viewport=SCREEN, locale="en")
        self.context.set_default_timeout(PATIENCE_MS)
        self._open(f"{url}/table?key={key}")


class CardNight:
    """The people, their phones where a test opened them, and everybody else's moves."""

    def __init__(self, browser: Any, folder: Path, deal: Deal, *, players: int) -> None:
        session = Session.open(folder, seed=7, dealer=deal)
        assert isinstance(session, Session)
        self.session, self._browser, self._phones = session, browser, list[Phone]()
        self._tokens = []
        for name in NAMES[:players]:
            joined = session.join(name)
            assert not isinstance(joined, Refusal)
            self._tokens.append(joined.token)
        self.server: Server = start(create_app(session, WebConfig(0)), "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.port}"
        folder = os.environ.get(PICTURES)
        self._pictures = Path(folder) if folder else None

    # ---- people ----------------------------------------------------------------------------------------------------

    def phone(self, seat: int, language: str = "en") -> Phone:
        self._phones.append(Phone(self._browser, self.url, self._tokens[seat], language, self._pictures))
        return self._phones[-1]

    def table(self) -> TableScreen:
        self._phones.append(TableScreen(self._browser, self.url, self.session.host_token(), self._pictures))
        return self._phones[-1]  # type: ignore[return-value]

    def close(self) -> None:
        for phone in self._phones:
            phone.context.close()
        self.server.close()
        self.session.close()

    def complaints(self) -> list[str]:
        return [text for phone in self._phones for text in phone.trouble if "Failed to load resource" not in text]

    # ---- moves that no browser presses -------------------------------------------------------------------------------

    def begin(self, edition: str, *modules: str, starter: int = 0) -> None:
        self.table_does(c.Configure(edition, modules))
        self.table_does(c.StartGame(starter))
        if self.view().stage is Stage.ROLES:
            self.table_does(c.BeginPlay())

    def do(self, seat: int, command: c.Command) -> None:
        outcome = self.session.submit(c.BySeat(seat), command)
        assert not isinstance(outcome, Refusal), (seat, command, outcome)

    def table_does(self, command: c.Command) -> None:
        outcome = self.session.submit(c.ByTable(), command)
        assert not isinstance(outcome, Refusal), (command, outcome)

    def view(self, seat: int | None = None) -> View:
        return self.session.view(TableViewer() if seat is None else SeatViewer(seat))

    def dig(self, *cards: tuple[int, int, str]) -> None:
        """Whoever is on turn lays the next of these; nobody vetoes."""
        for x, y, face in cards:
            turn = self.view().turn
            assert turn is not None
            self.do(turn, c.PlacePath(Cell(x, y), Face.parse(face)))
            if self.view().offers.veto:
                self.table_does(c.LetStand())

    def lay_goals(self) -> None:
        """Each goal that was reached is laid as the app says."""
        while self.view().stage is Stage.GOAL:
            task = self.view().goal
            assert task is not None
            if task.task == "choose":
                self.table_does(c.ChooseGoal(task.cells[0]))
            else:
                self.table_does(c.LayGoal(task.cells[0], task.turned[0]))

    def share_gold(self) -> None:
        while self.view().stage is Stage.DRAFT:
            draft = self.view().draft
            assert draft is not None
            self.do(draft.seat, c.TakeGold(0))


def straight(first: int, last: int, y: int = 0) -> tuple[tuple[int, int, str], ...]:
    """A tunnel of straight cards."""
    return tuple((x, y, "EW") for x in range(first, last + 1))
