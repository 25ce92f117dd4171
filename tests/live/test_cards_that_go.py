"""A card of the maze goes: whatever card of whatever box took it, the pages show it, and the table may say so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ferret
import pytest
from at_table import begun, done, lays, maze, seat_view, table_view, watch

from companion.live.session import Session
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
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
    done(session.submit(BySeat(1), ferret.SendFerret(0, DUG)))
    assert DUG not in maze(session)
    for view in (table_view(session), *(seat_view(session, seat) for seat in range(4))):
        assert [line.gone for line in view.lines][-1] == DUG
        fallen = [word for word in moments_of(view, mine=False) if word.split(":")[0] == PageMoment.FELL]
        assert [word.split(":")[2] for word in fallen] == ["1,0"]
    session.undo(ByTable())
    assert not any(line.gone for line in table_view(session).lines)
