"""The seconds between "Lay" and the camera's word at the demo table, on a phone, in a second tab and on the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from at_table import done, seat_view, table_view
from card_phones import Phone, TableScreen
from demo_night import opened_demo, sit_at
from open_table import OpenTable

from companion.demo.players import sit_down
from companion.live.tokens import Joined
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views.model import HandCardView
from web import create_app
from web.config import WebConfig
from web.serve import start

pytestmark = pytest.mark.browser


class DemoNight:
    """Inés plays in Spanish among simulated players who do nothing; the camera tells what it sees when it is asked."""

    def __init__(self, chromium: Any, folder: Path) -> None:
        self.session, self.table = opened_demo(folder, seed=1), OpenTable()
        sit_at(self.session, self.table)
        self.session.observe(self.table.board())
        sit_down(self.session, ["Ana", "Bo", "Cy", "Di"])
        joined = self.session.join("Inés", seat=0)
        assert isinstance(joined, Joined)
        done(self.session.submit(c.ByTable(), c.StartGame(0)))
        done(self.session.submit(c.ByTable(), c.BeginPlay()))
        self.server = start(create_app(self.session, WebConfig(0, demo=True)), "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.phone = Phone(chromium, self.url, "Inés", joined.token, "es", None)
        self.screen = TableScreen(
            chromium, f"{self.url}/table?key={self.session.host_token()}", "table", "", "en", None
        )
        self.old = chromium.new_context(locale="es", java_script_enabled=False)  # a tab that nothing reaches
        self.old.add_cookies([{"name": "seat", "value": joined.token, "url": self.url}])

    def fitting(self) -> HandCardView:
        """A card of her hand that may lie east of the start card."""
        hand = seat_view(self.session, 0).hand_cards or ()
        return next(card for card in hand if card.face and "W" in card.face and "|" not in card.face)

    def lay(self, card: HandCardView) -> None:
        self.phone.press(f"[data-key=hand-{card.key}]")
        self.phone.cell(1, 0)
        self.phone.has("form[action='/hand/lay'] button")
        self.phone.press("form[action='/hand/lay'] button")

    def close(self) -> None:
        self.old.close()
        self.phone.context.close()
        self.screen.context.close()
        self.session.close()  # ends the streams, or the server waits for them
        self.server.close()


@pytest.fixture
def night(chromium: Any, tmp_path: Path) -> Iterator[DemoNight]:
    running = DemoNight(chromium, tmp_path)
    yield running
    running.close()


def test_until_the_camera_has_seen_the_card_the_phone_says_so_and_an_old_tab_cannot_pass(night: DemoNight) -> None:
    card, old = night.fitting(), night.old.new_page()
    old.goto(f"{night.url}/?do=pass")
    night.lay(card)
    phone, screen = night.phone, night.screen
    phone.sees("Carta en camino")
    assert not phone.shows(".turn.mine, nav.acts, a[data-key^=hand-]")
    screen.sees("Inés is laying a card")

    old.locator("form[action='/hand/discard'] .tick").last.click()
    old.locator("form[action='/hand/discard'] button").click()
    assert "La carta va de camino a la mesa" in old.locator("#notice .notice").inner_text()
    assert table_view(night.session).turn == 0

    night.table.look(night.session)
    phone.lacks("text=Carta en camino")
    view = table_view(night.session)
    assert (view.turn, view.on_its_way) == (1, None)
    assert Cell(1, 0) in {one.cell for one in view.maze.cards}  # type: ignore[union-attr]
    assert phone.trouble == [] and screen.trouble == []


def test_a_card_that_is_never_seen_gives_the_turn_back_and_everybody_hears_why(night: DemoNight) -> None:
    card = night.fitting()
    night.lay(card)
    night.phone.sees("Carta en camino")
    night.session.give_back()
    night.phone.has(f".turn.mine ~ * a[data-key=hand-{card.key}]")
    night.phone.sees("La cámara no vio la carta de Inés")
    night.screen.sees("The camera didn’t see Inés’s card")
    assert table_view(night.session).turn == 0


def test_the_question_which_card_is_thrown_away_has_air_above_the_cards(night: DemoNight) -> None:
    page = night.phone.page
    page.goto(f"{night.url}/?do=pass")
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        question, cards = page.locator("legend").bounding_box(), page.locator(".hand-cards").bounding_box()
        assert question is not None and cards is not None
        assert 8 <= cards["y"] - (question["y"] + question["height"]) <= 16
