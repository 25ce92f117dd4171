"""Moves that guests make on their phones, and what every screen must show after each. Rounds and gold: see evening."""

from __future__ import annotations

import re
from collections.abc import Callable

from digger import Deed, Wishes, choose, misfit
from page_reader import rules
from people import Guest, Host, Screen, until

from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from web.language import Speech


class Moves:
    """laid : what guests have laid in this round. doubts : what the camera asked about cards that may lie there.
    refused : presses that came too late"""

    def __init__(self, host: Host, guests: list[Guest]) -> None:
        self.host, self.guests = host, guests
        self.screens: list[Screen] = [host, *guests]
        self.rules, self.wishes = rules(), Wishes()
        self.laid: dict[Cell, Face] = {}
        self.doubts: list[str] = []
        self.refused: list[str] = []

    def play_until_the_round_is_over(self) -> None:
        while self._move():
            pass

    def play(self, moves: int) -> None:
        for _ in range(moves):
            assert self._move()

    def refuse_a_misfit(self) -> None:
        """Laid where it does not fit: shown with its reason on the phone and on the table screen, then taken back."""
        while (found := self._misfit()) is None:
            self.play(1)
        guest, deed = found
        board, held = self.host.board(), guest.hand()
        guest.lay_against_the_rules(deed)
        for screen in (guest, self.host):
            screen.page.wait_for_selector("section.prompt")
            said = screen.page.locator("main").inner_text()
            assert said.count(Speech(screen.language)("refusal.edge_mismatch")) == 1
            assert screen.shows("svg.maze g.wrong")
            assert screen.board() == board
        assert self.host.on_turn() == guest.seat
        guest.press("section.prompt button[name=key][value='']")
        self._on_all_screens(lambda screen: not screen.shows("section.prompt, g.ghost"), "no question is open")
        until(lambda: guest.hand() == held, "the card is in the hand again")
        assert self.host.board() == board
        self.wishes.see.discard("illegal")

    def _misfit(self) -> tuple[Guest, Deed] | None:
        guest = self.wait_for_a_guest()
        assert guest is not None
        may_lay = not guest.broken()[guest.seat] and not guest.shows("[data-key=goal] form")
        deed = misfit(guest.hand(), self.host.board(), self.rules) if may_lay else None
        return None if deed is None else (guest, deed)

    # ---- one move -----------------------------------------------------------------------------------------------

    def wait_for_a_guest(self) -> Guest | None:
        """The guest whose move it is; None when the round is over. The simulated player and the camera take time."""

        def found() -> list[Guest | None]:
            if self.host.shows("[data-key=over-stage]"):
                return [None]
            seat = self.host.on_turn()
            return [guest for guest in self.guests if guest.seat == seat and guest.may_move]

        return until(found, "somebody's move")[0]

    def _move(self) -> bool:
        """False when the round is over."""
        guest = self.wait_for_a_guest()
        if guest is None:
            return False
        version = self.host.version()
        if guest.shows("[data-key=goal] form"):
            guest.press("[data-key=goal] form button")
        elif not self._play_a_card(guest):
            assert len(self.refused) < 3
            return self._move()
        until(lambda: self.host.version() > version, "the table screen has heard of it")
        return True

    def _play_a_card(self, guest: Guest) -> bool:
        """False where the table was faster: then he looks anew what to play."""
        hands = {one.seat: one.hand() for one in self.guests}
        deed = choose(guest.seat, hands, guest.board(), guest.broken(), self.wishes, self.rules)
        guest.play(deed)
        if notice := guest.notice():
            self.refused.append(notice)
            guest.dismiss()
            return False
        match deed.do:
            case "place":
                (face,) = [card.face for card in hands[guest.seat] if card.key == deed.key and card.face]
                self._is_laid(guest, deed, face.half_turn() if deed.turned else face)
            case "map":
                self._is_peeked_at(guest, deed)
            case "break" | "repair":
                self._tool_is(deed, broken=deed.do == "break")
            case "rockfall":
                self.laid.pop(_cell(deed), None)
                self._on_all_screens(lambda screen: _cell(deed) not in screen.board(), "the card is gone")
        self.wishes.see.discard(deed.do)
        return True

    def _is_laid(self, guest: Guest, deed: Deed, face: Face) -> None:
        """The camera sees the card as it was laid, and every screen draws it."""
        cell = _cell(deed)
        lies = f"svg.maze > g.card:not(.ghost)[data-key='card-{cell.x}-{cell.y}']"
        until(lambda: self.host.shows(lies) or guest.shows("section.prompt"), "the camera sees the card")
        if cell not in self.host.board():
            self.doubts += guest.page.locator("section.prompt").all_inner_texts()
            guest.confirm(face)
        self.laid[cell] = face
        self._on_all_screens(lambda screen: cell in screen.board() or screen.shows("body.stage-draft"), "the card")
        board = guest.board()
        assert {laid: board.cards[laid].face for laid in self.laid} == self.laid

    def _tool_is(self, deed: Deed, *, broken: bool) -> None:
        seat, tool = deed.target.split(":")
        what = f"the {tool} of seat {seat} is {'broken' if broken else 'whole'}"
        self._on_all_screens(lambda screen: (tool in screen.broken()[int(seat)]) == broken, what)

    def _is_peeked_at(self, guest: Guest, deed: Deed) -> None:
        """One phone shows the goal while the thumb is down, once; no other screen ever has it."""
        guest.page.wait_for_selector("[data-key=peek]")
        public = len([card for card in guest.board().of_kind(Kind.GOAL) if card.face is not None])
        for screen in self.screens:
            assert _heaps(screen) == public + (screen is guest)
            assert ("peek-secret" in screen.raw()) == (screen is guest)
        self.wishes.goals[_cell(deed)] = guest.peeked()
        guest.press("form[action='/do/close-peek'] button")
        guest.page.wait_for_selector("[data-key=peek]", state="detached")
        assert {_heaps(screen) for screen in self.screens} == {public}

    def _on_all_screens(self, shown: Callable[[Screen], bool], what: str) -> None:
        for screen in self.screens:
            until(lambda screen=screen: shown(screen), f"{what}, on {screen.page.url}")


def _cell(deed: Deed) -> Cell:
    assert deed.cell is not None
    return deed.cell


def _heaps(screen: Screen) -> int:
    """How many goals lie face up on the page, by the bytes that the server sends."""
    return len(re.findall('class="(?:gold|coal)-heap"', screen.raw()))
