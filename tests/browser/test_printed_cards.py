"""A table with its own role, goal and gold cards: the app deals none of them and asks when it must know."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from find_chromium import CALM, SILENT

from companion.live.ledger import Done
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from web import create_app
from web.config import WebConfig
from web.serve import start

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 800}
NAMES = ("Ana", "Bo", "Cleo")
ROLES = {"Ana": "Gold miner", "Bo": "Saboteur", "Cleo": "Gold miner"}
NUGGETS = {"Ana": 3, "Bo": 0, "Cleo": 5}
PICTURES = os.environ.get("PICTURES_OF_PRINTED_CARDS")  # a folder, to look at the pages afterwards


class Evening:
    """A table screen and three phones at a real session."""

    def __init__(self, chromium, folder: Path) -> None:
        self.session = Session.open(folder, seed="printed")
        self.server = start(create_app(self.session, WebConfig(0)), "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self.server.port}"
        self.contexts = [
            chromium.new_context(viewport=size, locale="en", **CALM) for size in (SCREEN, PHONE, PHONE, PHONE)
        ]
        for context in self.contexts:
            context.set_default_timeout(15_000)
            context.add_init_script(SILENT)
        self.host, *phones = (context.new_page() for context in self.contexts)
        self.phones = dict(zip(NAMES, phones, strict=True))
        self.host.goto(f"{self.base}/table?key={self.session.host_token()}")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.session.close()  # ends the streams, or the server waits for them
        self.server.close()

    def picture(self, name: str) -> None:
        if PICTURES:
            for who, page in {"table": self.host, **self.phones}.items():
                page.screenshot(path=f"{PICTURES}/{name}-{who}.png")

    def sit_down(self) -> None:
        for name, page in self.phones.items():
            page.goto(self.base)
            page.fill("#name", name)
            page.get_by_role("button", name="Join the game").click()
            page.wait_for_selector("[data-seat]")

    def use_cards(self, *printed: str) -> None:
        for part in printed:
            self.host.locator(f"input[name={part}][value=cards]").check(force=True)
            self.host.wait_for_selector(f"input[name={part}][value=cards][checked]", state="attached")

    def lay(self, name: str, x: int) -> None:
        page = self.phones[name]
        page.goto(f"{self.base}/?do=place&cell={x},0")
        page.locator("button[name=face][value=EW]").click()
        page.wait_for_selector(f"text={NAMES[(NAMES.index(name) + 1) % 3]}’s turn" if x < 7 else "text=Goal reached!")

    def quickly(self, *commands: c.Command) -> None:
        """What other tests do by thumb."""
        for command in commands:
            assert isinstance(self.session.submit(c.ByTable(), command), Done)

    def begin(self, *printed: str) -> None:
        self.sit_down()
        self.use_cards(*printed)
        self.host.locator(".chip", has_text="Ana").click()
        self.host.get_by_role("button", name="Start the game").click()
        self.host.get_by_role("button", name="The table is set").click()
        for page in self.phones.values():
            page.wait_for_selector(".turn.mine, .turn.other")

    def reach_the_gold(self) -> None:
        """The first and the last tunnel by thumb."""
        self.lay("Ana", 1)
        for x in range(2, 7):
            self.quickly(c.PlacePath(Cell(x, 0), Face.parse("EW")))
        self.lay("Ana", 7)
        ana = self.phones["Ana"]
        self.picture("goal")
        ana.locator("form[action='/do/tell-goal']", has=ana.locator("input[name=kind][value=gold]")).first.locator(
            "button"
        ).click()


@pytest.fixture
def evening(chromium, tmp_path):
    made = Evening(chromium, tmp_path)
    yield made
    made.close()


def test_with_printed_roles_goals_and_gold_only_the_goal_is_asked_and_the_gold_at_the_very_end(evening):
    evening.begin("roles", "goals", "gold")
    for page in evening.phones.values():  # the app has no role to show, so nobody is waited for
        page.wait_for_selector("text=Look at your role card")
        assert page.locator("text=You haven’t looked at your role").count() == 0
        held = page.locator("[data-hold]").evaluate_all("all => all.map(one => one.closest('[data-key]').dataset.key)")
        assert held == ["code"]  # what brings him back to his seat is his only secret
    evening.picture("1-begun")
    evening.reach_the_gold()
    evening.host.wait_for_selector("text=The gold miners win!")
    for page in (evening.host, *evening.phones.values()):
        page.wait_for_selector(".result >> text=Draw one gold card for each miner. They take one each")
        assert "counter-clockwise starting with Ana" in page.locator(".result").inner_text()
    evening.picture("2-drawn")
    evening.picture("2-round-over")
    for _ in (2, 3):
        evening.quickly(c.NextRound(), c.SetTable(), c.EndRound(forced=True))
    evening.host.get_by_role("button", name="See final scores").click()
    for name, page in evening.phones.items():
        page.wait_for_selector("text=How many nuggets do you have?")
        assert page.locator("text=How many nuggets do").count() == 1  # each is asked for his own
        evening.picture(f"3-gold-{name}")
        page.locator("input[name=nuggets]").fill(str(NUGGETS[name]))
        page.locator("form[action='/do/tell-gold'] button").click()
    evening.host.wait_for_selector(".final")
    evening.picture("4-over")
    bo = evening.phones["Bo"]
    for nuggets in (7, NUGGETS["Bo"]):  # a slip of the thumb is put right, also when all have told
        bo.locator("summary", has_text="Change your gold").click()
        bo.locator("input[name=nuggets]").fill(str(nuggets))
        bo.locator("form[action='/do/tell-gold'] button").click()
        bo.wait_for_selector(f"details[data-key=tell-gold-again-1-{nuggets}]:not([open])")
        evening.picture(f"4-again-{nuggets}")
    evening.host.wait_for_selector(".final .won >> text=Cleo")  # Bo had won for a moment
    assert re.search(r"Cleo\s+.*5", evening.host.locator(".final .won").inner_text(), re.S)
    assert "0" not in evening.host.locator(".result .gain").all_inner_texts()  # nobody told the app what was handed out


def test_printed_roles_are_asked_once_the_app_has_gold_to_hand_out(evening):
    evening.begin("roles", "goals")
    evening.reach_the_gold()
    for name in ("Ana", "Bo"):
        page = evening.phones[name]
        page.wait_for_selector("text=What was your role?")
        assert page.locator("text=What w").count() == 1  # each is asked for his own
        evening.picture(f"5-role-{name}")
        page.get_by_role("button", name=ROLES[name], exact=True).click()
        page.wait_for_selector("text=What was your role?", state="detached")
    bo = evening.phones["Bo"]
    for role in ("Gold miner", ROLES["Bo"]):  # a slip of the thumb is put right until all have told
        bo.locator("summary", has_text="Change your role").click()
        bo.get_by_role("button", name=role, exact=True).click()
        bo.wait_for_selector("details[data-key^=tell-again]:not([open])")
        evening.picture(f"5-again-{role}")
        bo.wait_for_selector(f"[data-key=story] >> text=Bo’s role: {role}.")
    evening.host.wait_for_selector("text=What was Bo’s role?", state="detached")
    evening.host.get_by_role("button", name=ROLES["Cleo"], exact=True).first.click()  # the table may say it for a phone
    evening.host.wait_for_selector("form[action='/table/do/agree-roles']")
    cleo = evening.phones["Cleo"]
    for page, role in ((bo, "Gold miner"), (cleo, "Saboteur"), (cleo, "Gold miner"), (bo, "Saboteur")):  # slips too
        page.locator("summary", has_text="Change your role").click()
        page.get_by_role("button", name=role, exact=True).click()
        page.wait_for_selector(f"[data-key=unmasked] li:nth-child({2 if page is bo else 3}) >> text={role}")
    evening.picture("5-all-told")
    cleo.get_by_role("button", name="Yes, that’s right").click()
    ana = evening.phones["Ana"]
    ana.wait_for_selector("form[action='/do/take-gold']")
    evening.picture("6-draft")
    assert evening.phones["Cleo"].locator(".gold-card").count() == 0
    ana.locator("form[action='/do/take-gold'] button").first.click()
    evening.phones["Cleo"].wait_for_selector("form[action='/do/take-gold']")
