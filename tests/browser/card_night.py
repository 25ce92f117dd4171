"""A night with the cards of other boxes: a real session with a scripted deal behind real HTTP, and phones in browsers.

Nobody's cards are known to the app, so every card may be played. People press their phones for whatever is asked of
them; path cards that only carry the maze on are told to the session, as a camera tells them that sees printed cards.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from card_phones import Phone, TableScreen

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
from web.serve import Server, start

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
PICTURES = "CARD_NIGHT_PICTURES"  # a folder, for whoever wants to look at the pages
TABLE = "the table"


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


class CardNight:
    """The people, their phones where a test opened them, and everybody else's moves."""

    def __init__(self, browser: Any, folder: Path, deal: Deal, *, players: int, seed: int | None = 7) -> None:
        session = Session.open(folder, seed=seed, dealer=deal)
        assert isinstance(session, Session)
        self.session, self._browser, self.folder = session, browser, folder
        self.phones: dict[int, Phone] = {}  # by seat
        self.screens: list[Phone] = []  # and the table's
        self.tokens = []
        for name in NAMES[:players]:
            joined = session.join(name)
            assert not isinstance(joined, Refusal)
            self.tokens.append(joined.token)
        self.server: Server = start(create_app(session, self.config()), "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.port}"
        pictures = os.environ.get(PICTURES)
        self._pictures = Path(pictures) if pictures else None

    def config(self) -> WebConfig:
        """What pages know of the place; a night under a camera has its own."""
        return WebConfig(0)

    # ---- people ----------------------------------------------------------------------------------------------------

    def phone(self, seat: int, language: str = "en") -> Phone:
        phone = Phone(self._browser, self.url, NAMES[seat], self.tokens[seat], language, self._pictures)
        self.phones[seat] = phone
        self.screens.append(phone)
        return phone

    def everybody(self, *languages: str) -> list[Phone]:
        """A phone for every seat, in English where nothing else is said."""
        spoken = (*languages, *("en",) * (len(self.tokens) - len(languages)))
        return [self.phone(seat, language) for seat, language in enumerate(spoken)]

    def table(self) -> TableScreen:
        url = f"{self.url}/table?key={self.session.host_token()}"
        screen = TableScreen(self._browser, url, TABLE, "", "en", self._pictures)
        self.screens.append(screen)
        return screen

    def readers(self, *keys: str, **facts: object) -> set[str]:
        """On whose pages a sentence or a word of the catalogue stands, covered or not, as the server sends them now."""
        return {one.name for one in self.screens if all(f">{one.say(key, **facts)}<" in one.raw() for key in keys)}

    def with_part(self, part: str) -> set[str]:
        """On whose pages this piece of HTML is."""
        return {one.name for one in self.screens if part in one.raw()}

    def close(self) -> None:
        for phone in self.screens:
            phone.page.unroute_all(behavior="ignoreErrors")  # what a test holds up may still be on its way
            phone.context.close()
        self.session.close()  # ends the streams, or the server waits for them
        self.server.close()

    def complaints(self) -> list[str]:
        return [text for phone in self.screens for text in phone.trouble if "Failed to load resource" not in text]

    # ---- moves that no browser presses -------------------------------------------------------------------------------

    def look_at_roles(self) -> None:
        for phone in self.phones.values():
            phone.do("role-seen")

    def begin(self, edition: str, *modules: str, starter: int = 0, at_table: bool = False) -> None:
        """`at_table`: with cards, which lie there as they should."""
        self.table_does(c.Configure(edition, modules))
        self.table_does(c.StartGame(starter, at_table))
        if self.view().stage is Stage.SETTING:
            self.table_does(c.SetTable())
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
        """Whoever is on turn lays the next of these, and a camera sees it; nobody vetoes."""
        for x, y, face in cards:
            turn = self.view().turn
            assert turn is not None
            self.do(turn, c.PlacePath(Cell(x, y), Face.parse(face)))
            if self.view().offers.veto:
                self.table_does(c.LetStand())

    def lay_goals(self) -> None:
        """Each goal that was reached is turned over and laid as the app says; whoever reached it presses."""
        while self.view().stage is Stage.GOAL:
            task = self.view().goal
            assert task is not None and task.task in ("turn", "lay")
            self._press(self.phones[task.seat], f"{task.task}-goal")

    def share_gold(self) -> None:
        """Everybody takes a gold card on his own phone; nobody else sees those that are left."""
        while self.view().stage is Stage.DRAFT:
            draft = self.view().draft
            assert draft is not None
            phone = self.phones[draft.seat]
            phone.has("[data-key=draft] form")
            assert self.with_part("/do/take-gold") == {phone.name}
            self._press(phone, "take-gold")

    def _press(self, phone: Phone, verb: str) -> None:
        version = self.session.version
        phone.do(verb)
        self.session.wait(version, 10)


def straight(first: int, last: int, y: int = 0) -> tuple[tuple[int, int, str], ...]:
    """A tunnel of straight cards."""
    return tuple((x, y, "EW") for x in range(first, last + 1))
