"""A game's story opens with what is played and with every house rule, to everybody alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import NAMES, done, opened, place, table_view

from companion.live.session import Session
from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import SeatViewer, TableViewer, Viewer

OPENING = ("played", "played_with", "house_rule")


def started(folder: Path, *configured: c.Configure) -> Session:
    session = opened(folder, seed=1)
    for name in NAMES[:4]:
        session.join(name)
    for command in configured:
        done(session.submit(ByTable(), command))
    done(session.submit(ByTable(), c.StartGame(0)))
    done(session.submit(ByTable(), c.BeginPlay()))
    return session


def openings(session: Session, viewer: Viewer) -> list[tuple[str, dict[str, object]]]:
    return [(line.code, dict(line.facts)) for line in session.view(viewer).lines if line.code in OPENING]


@pytest.mark.parametrize("viewer", [TableViewer(), SeatViewer(0), SeatViewer(3)], ids=str)
def test_everybody_reads_what_is_played_as_it_was_chosen_last(tmp_path: Path, viewer: Viewer) -> None:
    session = started(
        tmp_path,
        c.Configure("bga"),
        c.Configure("revised", ("sabotaged-dwarf",), (("gold_pick", "auto_best"), ("maps", "5"))),
    )
    assert openings(session, viewer) == [
        ("played_with", {"edition": "revised", "modules": ("sabotaged-dwarf",)}),
        ("house_rule", {"option": "gold_pick", "rule": "gold_pick.auto_best"}),
        ("house_rule", {"option": "maps", "rule": "maps.5"}),
    ]
    session.close()


def test_a_table_that_chose_nothing_reads_what_the_box_on_the_table_is(tmp_path: Path) -> None:
    session = started(tmp_path)
    setup = table_view(session).setup
    assert openings(session, TableViewer()) == [("played", {"edition": setup.edition, "modules": ()})]
    assert table_view(session).lines[-1].code == "play_began"
    session.close()


def test_the_story_is_the_same_after_a_restart(tmp_path: Path) -> None:
    session = started(tmp_path, c.Configure("revised", (), (("maps", "5"),)))
    done(session.submit(ByTable(), place(1, 0, "EW")))
    before = table_view(session).lines
    session.close()
    again = opened(tmp_path, seed=1)
    assert table_view(again).lines == before
    again.close()
