"""Pages draw whatever a card of a box of next year asks, and name it where the camera may have seen it played."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import card_words as w
import ferret
import mole
import pytest
from at_table import begun, done, lays, takes, watch
from known_viewer import browser
from sample_browser import Browser
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import FakeSession
from sound_pages import check

from companion.cards.asked import CELL, GOAL, PLAYER, TOOL, TWO_GOALS, WAY, Ask, What
from companion.cards.card import Card, never_refused
from companion.editions.cards import Tool
from companion.editions.edition import Module, ModuleGroup
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.secret import Secret
from companion.state.words import Command
from companion.views.model import CardOfferView, SeatViewer, TableViewer, Way
from web import create_app
from web.config import WebConfig


def test_a_page_names_the_card_that_may_have_taken_one_out_of_the_maze(tmp_path: Path) -> None:
    with mole.in_the_box():
        session = begun(tmp_path, configure=c.Configure("revised", ("moles",)))
        watch(session)
        lays(session, 1, 0)
        takes(session, 1, 0)
        for viewer, cookie, path in ((SeatViewer(1), "seat", "/"), (TableViewer(), "host", "/table")):
            page = browser(session, viewer, cookie).get(path).text
            for said in ("A rockfall removed it", "The mole", "We took the last card back"):
                assert f"{said}</button>" in page
        session.close()


def test_a_card_that_asks_for_more_than_the_cell_that_is_empty_is_played_from_there_on_the_phone_of_who_is_on_turn(
    tmp_path: Path,
) -> None:
    with ferret.in_the_box():
        session = begun(tmp_path, configure=c.Configure("revised", ("ferrets",)))
        watch(session)
        lays(session, 1, 0)
        takes(session, 1, 0)
        mover, other, table = (
            browser(session, viewer, cookie)
            for viewer, cookie in ((SeatViewer(1), "seat"), (SeatViewer(0), "seat"), (TableViewer(), "host"))
        )
        leads = 'href="/?do=ferret&amp;cell=1%2C0"'
        assert leads in mover.get("/").text
        assert leads not in other.get("/").text and "do=ferret" not in table.get("/table").text
        assert 'seat=2">' in mover.get("/?do=ferret&cell=1,0").text  # before whom
        panel = mover.get("/?do=ferret&cell=1,0&seat=2").text.split('data-key="act-ferret"')[1]
        assert 'name="cell" value="1,0"' in panel and 'name="smells" value="0"' in panel
        done(session.submit(c.BySeat(1), ferret.SendFerret(2, Cell(1, 0), Secret(False))))
        assert leads not in mover.get("/").text and "A card is missing" not in mover.get("/").text
        session.close()


@pytest.mark.parametrize(
    ("module", "play"), [("moles", mole.SendMole(Cell(1, 0))), ("wc2023", w.MoveLast(Cell(-1, 0)))]
)
def test_a_card_that_still_lies_where_another_card_took_it_is_not_blamed_on_a_rockfall(
    tmp_path: Path, module: str, play: c.Command
) -> None:
    with mole.in_the_box():
        session = begun(tmp_path, configure=c.Configure("anniversary-2024", (module,)))
        watch(session)
        lays(session, 1, 0)
        done(session.submit(c.BySeat(1), play))
        page = browser(session, TableViewer(), "host").get("/table").text
        assert "Please remove this card" in page
        assert "rockfall" not in page.split('class="problem"')[1].split("</p>")[0]
        session.close()


# ---- a yes or no beside another question --------------------------------------------------------------------------

SURE = Ask(What.EITHER, "sure")
NOBODY, NOWHERE = -1, Cell(0, 0)
GOALS = (Cell(8, -2), Cell(8, 0))
SAID = {  # a card that asks this, how it may be played in the sample views, and what is played
    "yes": ((), Way(), {}),
    "player": ((PLAYER,), Way(3), {"target": 3}),
    "tool": ((TOOL,), Way(0, Tool.LAMP), {"target": 0, "tool": Tool.LAMP}),
    "cell": ((CELL,), Way(cells=(Cell(1, 0),)), {"cell": Cell(1, 0)}),
    "goal": ((GOAL,), Way(cells=GOALS[:1]), {"cell": GOALS[0]}),
    "goals": ((TWO_GOALS,), Way(cells=GOALS), {"cells": GOALS}),
    "way": ((WAY,), Way(cells=(Cell(5, 2),)), {"cell": Cell(5, 2)}),
    "player-cell": ((PLAYER, CELL), Way(3, cells=(Cell(1, 0),)), {"target": 3, "cell": Cell(1, 0)}),
    "cell-player": ((CELL, PLAYER), Way(3, cells=(Cell(1, 0),)), {"target": 3, "cell": Cell(1, 0)}),
    "player-goal": ((PLAYER, GOAL), Way(3, cells=GOALS[:1]), {"target": 3, "cell": GOALS[0]}),
    "goal-player": ((GOAL, PLAYER), Way(3, cells=GOALS[:1]), {"target": 3, "cell": GOALS[0]}),
}  # fmt: skip


@dataclass(frozen=True)
class PlayAny(Command, word="play_any"):
    """Holds whatever may be asked."""

    target: int = NOBODY
    tool: Tool | None = None
    cell: Cell = NOWHERE
    cells: tuple[Cell, ...] = ()
    turned: bool = False
    toll_payer: int | None = None
    sure: Secret[bool] | None = None


def never_played(*_: object) -> tuple[()]:
    return ()


def form_of(phone: Browser) -> str:
    """What plays the card, after as many presses on what its panels show as it takes, none of them twice."""
    address, been = "/?do=any", set[str]()
    for _ in range(4):
        been.add(address)
        text = phone.get(address).text
        check(text, address)
        panel = text.split('data-key="act-any"')[1].split("</section>")[0]
        forms = re.findall(r'<form method="post"[^>]*action="/do/any".*?</form>', panel, re.DOTALL)
        if forms:
            return str(forms[0])
        links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]*do=any[^"]*)"', panel)]
        address = next(f"/{link.lstrip('/')}" for link in links if f"/{link.lstrip('/')}" not in been)
    raise AssertionError("no press plays it")


def pressed(form: str, yes: bool) -> dict[str, Any]:
    """What a press on yes or no sends."""
    fields: dict[str, Any] = {"sure": "1" if yes else "0"}
    for name, value in re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form):
        fields.setdefault(name, []).append(value)
    return fields


@pytest.mark.parametrize("asked", SAID)
@pytest.mark.parametrize("yes", [True, False])
def test_a_yes_or_no_beside_anything_else_that_a_card_asks_is_said_with_the_press_that_plays_it(
    asked: str, yes: bool
) -> None:
    asks, way, said = SAID[asked]
    card = Card("any", PlayAny, never_refused, never_played, asks=(*asks, SURE), icon="map")
    texts = dict.fromkeys(("how.any", "how.any.put", "how.any.alone", "act.any", "do.any", "do.any.not"), "Any")
    play = CARD_PHONE_VIEWS["play"]
    view = replace(play, offers=replace(play.offers, cards=(CardOfferView("any", (way,)),)))
    with ferret.in_the_box(card, Module("anything", ModuleGroup.MINI), texts):
        table = FakeSession(phones={1: view})
        client = create_app(table, WebConfig(8000, lambda: ("192.168.1.20",))).test_client()
        client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
        phone = Browser(client, {"Accept-Language": "en"})
        form = form_of(phone)
        both = re.findall(r'<button class="([^"]*)" name="sure" value="([01])"', form)
        assert [value for _, value in both] == ["1", "0"]
        assert len({look for look, _ in both}) == 1  # who looks on sees no difference
        phone.post("/do/any", pressed(form, yes))
    ((_, _, command, _),) = table.asked
    assert command == PlayAny(**said, sure=command.sure)
    assert command.sure.open_for("a test looks") is yes
