"""A card of the maze goes: whatever card of whatever box took it, the pages show it, and the table may say so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ferret
import mole
import pytest
from at_table import asked, begun, codes, done, lays, maze, seat_view, table_view, takes, watch

from companion.live.session import Session
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.state.secret import Secret
from web.present.moments import PageMoment, moments_of

DUG = Cell(1, 0)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """With ferrets; seat 0 has laid a card, and seat 1 is on turn."""
    with ferret.in_the_box():
        session = begun(tmp_path, configure=c.Configure("revised", ("ferrets",)))
        watch(session)
        lays(session, DUG.x, DUG.y)
        yield session
        session.close()


def test_a_card_that_any_card_takes_is_seen_to_fall_on_every_page(session: Session) -> None:
    done(session.submit(BySeat(1), ferret.SendFerret(0, DUG, Secret(False))))
    assert DUG not in maze(session)
    for view in (table_view(session), *(seat_view(session, seat) for seat in range(4))):
        assert [line.gone for line in view.lines][-1] == DUG
        fallen = [word for word in moments_of(view, mine=False) if word.split(":")[0] == PageMoment.FELL]
        assert [word.split(":")[2] for word in fallen] == ["1,0"]
    session.undo(ByTable())
    assert not any(line.gone for line in table_view(session).lines)


def test_the_table_is_asked_which_card_of_the_box_took_one_that_is_seen_to_go(tmp_path: Path) -> None:
    with mole.in_the_box():
        session = begun(tmp_path, configure=c.Configure("revised", ("moles",)))
        watch(session)
        lays(session, DUG.x, DUG.y)
        takes(session, DUG.x, DUG.y)
        offered = [one.does for one in asked(session).candidates if one.legal]
        assert offered == ["rockfall", "mole", "undo"]
        done(session.answer(BySeat(1), asked(session).id, offered.index("mole")))
        assert DUG not in maze(session)
        assert codes(session)[-1] == "mole_dug"
        session.close()


def test_a_card_that_asks_for_more_than_the_cell_is_no_answer_to_it(session: Session) -> None:
    takes(session, DUG.x, DUG.y)
    assert [one.does for one in asked(session).candidates] == ["rockfall", "undo"]


def test_a_card_that_is_not_in_the_box_took_nothing(tmp_path: Path) -> None:
    with mole.in_the_box():
        session = begun(tmp_path, configure=c.Configure("revised"))
        watch(session)
        lays(session, DUG.x, DUG.y)
        takes(session, DUG.x, DUG.y)
        assert [one.does for one in asked(session).candidates] == ["rockfall", "undo"]
        session.close()
