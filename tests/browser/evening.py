"""A night of four guests and a host at their screens, step by step, with what must hold at every step. See moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from find_chromium import PAINTED
from moves import Moves
from page_reader import seat_of
from people import Guest, Host, until
from real_app import RealApp

from web.language import Speech

Seated = tuple[str, str, str | None]  # a name, a language, and whose place is taken over
GUESTS: tuple[Seated, ...] = (
    ("Ana", "en", "Ada"),
    ("Ben", "en", "Bruno"),
    ("Inés", "es", "Clara"),
    ("Zoë", "en", None),
)
SEATS = [0, 1, 2, 4]
REMOVED = "Emma"  # and Dario is played by the app all night
ROLES = {Speech(code)(f"role.{role}") for code in ("en", "es") for role in ("miner", "saboteur")}
OVER = re.compile(r'<details class="panel result last-result".*?</details>', re.S)  # dwarves that were turned over
PRIVATE = re.compile(r'<span class="hold-secret.*?</button>', re.S)
TITLES = re.compile("|".join([r"<title>.*?</title>", *(Speech(code)("app.name") for code in ("en", "es"))]))


class Evening(Moves):
    """roles, gold : what each guest has seen on his own phone, by seat"""

    def __init__(self, app: RealApp, browser: Any, people: Sequence[Seated] = GUESTS) -> None:
        guests = [Guest(browser, app.url, name, language) for name, language, _ in people]
        super().__init__(Host(browser, app.table_url), guests)
        self.app, self.people = app, people
        self.roles: dict[int, str] = {}
        self.gold: dict[int, int] = {}

    # ---- from set-up to the last page ---------------------------------------------------------------------------

    def sit_down(self) -> None:
        """Three take over simulated seats, one sits down at a new place, one simulated player stays."""
        assert self.host.page.locator(".join-panel > .url").inner_text().endswith(f":{self.app.port}")
        for guest, (_, _, instead_of) in zip(self.guests, self.people, strict=True):
            guest.join(instead_of)
            assert guest.page.locator("html").get_attribute("lang") == guest.language
        self.host.remove_seat(REMOVED)
        until(lambda: [guest.find_seat() for guest in self.guests] == SEATS[: len(self.guests)], "everybody's seat")

    def begin(self) -> None:
        self.host.start(0)
        self.roles_are_dealt(1)

    def next_round(self, number: int) -> None:
        self.everybody_has_seen_it()
        self.laid.clear()
        self.wishes.goals.clear()
        self.roles_are_dealt(number)

    def everybody_has_seen_it(self) -> None:
        """The result stays until the last phone has said so."""
        for guest in self.guests:
            assert guest.shows("[data-key=result]")
            guest.press("form[action='/do/see-result'] button")

    def roles_are_dealt(self, number: int) -> None:
        for guest in self.guests:
            guest.page.wait_for_selector("form[action='/do/role-seen']")
            assert str(number) in guest.page.locator(".round").inner_text()

    def photograph(self, folder: Path) -> None:
        """Every screen as it is now, and what it says, for whoever has to find out what went wrong."""
        for screen in self.screens:
            name = getattr(screen, "name", "table")
            screen.page.evaluate(PAINTED)
            screen.page.screenshot(path=folder / f"{name}.png", full_page=True)
            (folder / f"{name}.html").write_text(screen.page.content(), encoding="utf-8")

    def complaints(self) -> list[str]:
        """What browsers and terminal have said that nobody should have to read."""
        said = [text for screen in self.screens for text in screen.trouble if "Failed to load resource" not in text]
        return said + [line for line in self.app.terminal().splitlines() if "Traceback" in line or "Error" in line]

    def leave(self) -> None:
        for screen in self.screens:
            screen.context.close()

    # ---- secrets ------------------------------------------------------------------------------------------------

    def look_at_roles(self) -> None:
        """Everybody holds the card down and sees his own role, and nobody else's page has it anywhere."""
        self.roles = {guest.seat: guest.role() for guest in self.guests}
        self.nobody_sees_more_than_he_may()
        for guest in self.guests:
            guest.press("form[action='/do/role-seen'] button")
        until(lambda: self.host.shows("body.stage-play"), "play begins")
        self.nobody_sees_more_than_he_may()

    def nobody_sees_more_than_he_may(self) -> None:
        """In the bytes that the server sends, a role stands under its owner's thumb only; the table screen has none."""
        for screen in self.screens:
            raw = OVER.sub("", TITLES.sub("", screen.raw()))
            public = PRIVATE.sub("", raw)
            assert [word for word in ROLES if word in public] == [], screen.path
            told = {
                word for secret in PRIVATE.findall(raw) for word in ROLES if re.search(rf"<b[^>]*>{word}</b>", secret)
            }
            mine = {Speech(screen.language)(f"role.{self.roles[screen.seat]}")} if isinstance(screen, Guest) else set()
            assert told == mine

    # ---- the end of a round -------------------------------------------------------------------------------------

    def draft_gold(self) -> None:
        """Whoever chooses sees the cards, and nobody else; each keeps one, in the order that the table screen shows."""
        assert self.host.shows("body.stage-draft")
        order = self.host.page.locator(".draft-order li .badge").evaluate_all("all => all.map(one => one.className)")
        for seat in map(seat_of, order):
            until(lambda seat=seat: self.host.on_turn() in (seat, None), f"seat {seat} is to choose")
            guest = next((guest for guest in self.guests if guest.seat == seat), None)
            if guest is not None:
                self._take_the_best(guest)
        self.round_is_shown("miners")

    def _take_the_best(self, guest: Guest) -> None:
        guest.page.wait_for_selector("form[action='/do/take-gold']")
        assert [screen for screen in self.screens if "gold-card" in screen.raw()] == [guest]
        values = guest.gold_to_choose()
        assert len(values) == len(set(values)) == guest.page.locator("form[action='/do/take-gold'] button").count()
        guest.press("form[action='/do/take-gold'] button", values.index(max(values)))
        guest.page.wait_for_selector("[data-key=purse]")
        assert guest.purse() == max(values)

    def round_is_shown(self, winners: str) -> None:
        """Everybody's dwarf is turned over: the roles are those that the phones have shown; the winners have won."""
        for screen in self.screens:
            screen.page.wait_for_selector("[data-key=result]")
            say = Speech(screen.language)
            result = screen.page.locator("[data-key=result]")
            assert say(f"winners.title.{winners}") in result.inner_text()
            for seat, role in self.roles.items():
                row = result.locator(f"li:has(.seat-{seat})")
                assert row.locator(".role").inner_text() == say(f"role.{role}")
                assert ("won" in (row.get_attribute("class") or "")) == (f"{role}s" == winners)
        self.gold = {guest.seat: guest.purse() if guest.shows("[data-key=purse]") else 0 for guest in self.guests}
        assert "hold-secret" not in self.host.raw()

    def final_scores_are_shown(self) -> None:
        self.everybody_has_seen_it()
        for screen in self.screens:
            final = screen.page.locator("[data-key=final]")
            final.wait_for()
            shown = {seat: int(final.locator(f"li:has(.seat-{seat}) .gain b").inner_text()) for seat in range(5)}
            assert {seat: shown[seat] for seat in self.gold} == self.gold
            winners = {seat for seat in shown if final.locator(f"li.won:has(.seat-{seat})").count()}
            assert winners == {seat for seat in shown if shown[seat] == max(shown.values())}

    # ---- the plug is pulled -------------------------------------------------------------------------------------

    def all_that_counts(self) -> dict[str, object]:
        """The board, whose turn it is, the tools, the counts, and each guest's secrets."""
        return {
            "board": self.host.board(),
            "turn": self.host.on_turn(),
            "broken": self.host.broken(),
            "counts": self.host.page.locator("[data-key=players] .hand, .counts b").all_inner_texts(),
            "roles": {guest.seat: guest.role() for guest in self.guests},
            "hands": {guest.seat: guest.hand() for guest in self.guests},
            "gold": {guest.seat: guest.shows("[data-key=purse]") and guest.purse() for guest in self.guests},
        }

    def pull_the_plug(self) -> None:
        """Killed and started again: every screen says that it has lost the table, and finds it again by itself."""
        self.wait_for_a_guest()
        for screen in self.screens:
            screen.page.evaluate("window.neverReloaded = true")
        before, version = self.all_that_counts(), self.host.version()
        self.app.kill()
        for screen in self.screens:
            screen.page.wait_for_selector("#lost", state="visible")
        self.app.start()
        for screen in self.screens:
            screen.page.wait_for_selector("#lost", state="hidden")
            until(lambda screen=screen: screen.version() > version, "news from the table")
        self.host.page.wait_for_selector(".camera-line.state-seeing")
        assert not self.host.shows("section.prompt")  # the table lies as it was left
        assert self.all_that_counts() == before
        assert all(screen.page.evaluate("window.neverReloaded === true") for screen in self.screens)
