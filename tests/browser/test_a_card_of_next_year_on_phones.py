"""A new card is its module, its line in the register, its box and its texts: then pages, journal and undo know it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import ferret
import pytest
from card_night import CardNight, Deal

from companion.live.session import Session
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views.model import SeatViewer, TableViewer

pytestmark = pytest.mark.browser

DUG = Cell(1, 0)
SMELT, RAN = "Your ferret smells 7 nuggets at Ana.", "Cleo sent a ferret to Ana."


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with ferret.in_the_box():
        yield


def lies(night: CardNight) -> bool:
    maze = night.view().maze
    return maze is not None and DUG in {card.cell for card in maze.cards}


def after_a_kill(night: CardNight, folder: Path) -> Session:
    """What another program finds that starts with the files as they lie now, while this one has not closed them."""
    shutil.copytree(night.folder, folder)
    session = Session.open(folder)
    assert isinstance(session, Session)
    return session


def test_a_card_of_next_year_is_played_vetoed_undone_and_found_again(night, tmp_path):
    table_of = night(Deal(), "revised", "wc2019", "ferrets")
    ana, ben, cleo = table_of.everybody()
    table_of.dig((1, 0, "EW"))

    ben.play("ferret")  # a player, then a cell, then it runs
    ben.press("a.choice[href*='seat=2']")
    ben.cell(1, 0)
    ben.do("ferret")
    assert ben.pressed == 4
    cleo.do("veto")
    cleo.has(".turn.mine")
    assert lies(table_of)

    cleo.play("ferret")
    cleo.press("a.choice[href*='seat=0']")
    cleo.cell(1, 0)
    cleo.do("ferret")
    ana.has(".turn.mine")
    assert not lies(table_of)
    assert SMELT in cleo.raw() and RAN not in cleo.raw()
    for other in (ana, ben):
        assert RAN in other.raw() and "smells" not in other.raw()

    again = after_a_kill(table_of, tmp_path / "again")
    for viewer in (TableViewer(), *map(SeatViewer, range(3))):
        here, there = table_of.session.view(viewer), again.view(viewer)
        assert (there.maze, there.lines, there.offers) == (here.maze, here.lines, here.offers)
    again.close()

    table_of.session.undo(c.ByTable())
    cleo.has(".turn.mine")
    assert lies(table_of)
    assert "smells" not in cleo.raw()

    cleo.play("ferret")
    cleo.press("a.choice[href*='seat=0']")
    cleo.cell(1, 0)
    cleo.do("ferret", "0")  # it does not smell, which only Cleo knows
    ana.has(".turn.mine")
    for one in (ana, ben, cleo):
        assert RAN in one.raw() and "smells" not in one.raw()
