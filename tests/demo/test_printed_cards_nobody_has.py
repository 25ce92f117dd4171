"""At the demo table nobody has printed roles, goals or gold: they are not played with, and nobody is waited for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from at_table import code, done, opened, table_view
from demo_night import opened_demo

from companion.live.session import Session
from companion.state import commands as c
from companion.state.commands import ByTable, Supply
from companion.views.model import Stage
from web import create_app
from web.config import WebConfig

HOME = "http://127.0.0.1:8000"
APP, CARDS = Supply.APP, Supply.CARDS
EDITION = "anniversary-2024"


def offered(session: Session, *, demo: bool = True) -> list[str]:
    """Of what the host's page lets people bring printed cards."""
    client = create_app(session, WebConfig(8000, demo=demo)).test_client()
    client.set_cookie("host", session.host_token(), domain="127.0.0.1")
    page = client.get("/table", base_url=HOME).text
    assert set(re.findall(r'name="(\w+)" value="app"', page)) == {"roles", "goals", "gold"}
    return re.findall(r'name="(\w+)" value="cards"', page)


@pytest.mark.parametrize("by", [(CARDS, APP, APP), (APP, CARDS, APP), (APP, APP, CARDS), (CARDS, CARDS, CARDS)])
def test_printed_cards_are_not_offered_where_simulated_players_have_none(
    tmp_path: Path, by: tuple[Supply, Supply, Supply]
) -> None:
    """They were waited for without end."""
    session = opened_demo(tmp_path)
    assert code(session.submit(ByTable(), c.Configure(EDITION, (), (), *by))) == "nobody_has_cards"
    setup = table_view(session).setup
    assert {setup.roles, setup.goals, setup.gold} == {APP}
    assert offered(session) == []
    session.close()


def test_a_demo_that_was_set_up_for_printed_cards_begins_when_the_app_deals_each_again(tmp_path: Path) -> None:
    session = opened(tmp_path)  # as if an older program had let them be chosen
    done(session.submit(ByTable(), c.Configure(EDITION, (), (), CARDS, APP, CARDS)))
    for name in ("Ana", "Bo", "Cy"):
        done(session.submit(ByTable(), c.AddSeat(name, simulated=True)))
    session.close()
    demo = opened_demo(tmp_path)
    assert code(demo.submit(ByTable(), c.StartGame(0))) == "nobody_has_cards"
    assert offered(demo) == ["roles", "gold"]
    done(demo.submit(ByTable(), c.Configure(EDITION, (), (), APP, APP, CARDS)))
    assert offered(demo) == ["gold"]
    assert code(demo.submit(ByTable(), c.Configure(EDITION, (), (), APP, CARDS, CARDS))) == "nobody_has_cards"
    done(demo.submit(ByTable(), c.Configure(EDITION)))
    done(demo.submit(ByTable(), c.StartGame(0)))
    assert table_view(demo).stage is not Stage.LOBBY
    demo.close()


def test_at_a_real_table_people_bring_what_they_like(tmp_path: Path) -> None:
    session = opened(tmp_path)
    assert offered(session, demo=False) == ["roles", "goals", "gold"]
    done(session.submit(ByTable(), c.Configure(EDITION, (), (), CARDS, CARDS, CARDS)))
    session.close()
