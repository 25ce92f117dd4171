"""At the demo table a thumb takes back what it has thrown away or laid, and the simulated camera sees the card go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from digger import Deed
from page_reader import rules
from people import Guest, Host, until
from real_app import RealApp

from companion.rules.place import legal_placements

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TAKE_BACK = "[data-key=take-back] button"


def hand(guest: Guest) -> list[int]:
    return sorted(card.key for card in guest.hand())


def takes_back(guest: Guest, before: list[int]) -> None:
    guest.page.wait_for_selector(TAKE_BACK)
    guest.press(TAKE_BACK)
    until(lambda: guest.may_move and hand(guest) == before, "the card is in the hand again")


def laid(guest: Guest, host: Host) -> Deed:
    """Any card of the hand that fits somewhere."""
    board, box = host.board(), rules()
    paths = [card for card in guest.hand() if card.face is not None]
    card, spot = next((card, spot) for card in paths for spot in legal_placements(board, card.face, box))
    return Deed("place", card.key, spot.cell, turned=spot.turned)


def sat_down(browser: Any, app: RealApp) -> tuple[Host, list[Guest]]:
    """Two guests and a simulated player; the first guest is on turn."""
    host, guests = Host(browser, app.table_url), [Guest(browser, app.url, name, "en") for name in ("Zed", "Yan")]
    names = host.page.locator(".seat-list .who b").all_inner_texts()
    for guest, name in zip(guests, names, strict=False):
        guest.join(name)
    for name in names[3:]:
        host.remove_seat(name)
    host.start(0)
    for guest in guests:
        guest.page.wait_for_selector("form[action='/do/role-seen']")
        guest.role()
        guest.press("form[action='/do/role-seen'] button")
    until(lambda: guests[0].may_move, "the first turn")
    return host, guests


def test_what_was_thrown_away_or_laid_comes_back_and_can_be_laid_again(chromium: Any, tmp_path: Path) -> None:
    (tmp_path / "night").mkdir()
    app = RealApp(tmp_path / "night", "--seed", "5")
    app.start()
    try:
        host, (zed, yan) = sat_down(chromium, app)
        before, board = hand(zed), host.board()
        zed.play(Deed("pass", before[-1]))
        takes_back(zed, before)
        deed = laid(zed, host)
        zed.play(deed)
        until(lambda: yan.may_move, "the camera has seen the card")
        takes_back(zed, before)
        until(lambda: host.board() == board, "the card is gone from the table")
        zed.play(deed)
        until(lambda: yan.may_move, "the same card is laid again")
        assert [one.trouble for one in (host, zed, yan)] == [[], [], []]
        for one in (host, zed, yan):
            one.context.close()
    finally:
        app.stop()
