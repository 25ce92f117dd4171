"""A night at a demo table whose camera is never wrong, with simulated players in its seats; for tests."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from at_table import done, opened, table_view
from open_table import OpenTable

from companion.demo.app_holds import AppHolds
from companion.demo.hand_table import HandTable
from companion.demo.players import Players
from companion.live.session import Session
from companion.live.stacks import Stacks
from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import Stage

LONGEST = 2_000  # steps; a night of ten players takes about 250


def opened_demo(folder: Path, *, seed: int | None = None) -> Session:
    return opened(folder, seed=seed, holder=AppHolds())


def sit_at(session: Session, table: HandTable) -> None:
    """The table that the hands of this session lay cards on."""
    assert isinstance(session._holder, AppHolds)
    session.undisturbed(partial(session._holder.sit_at, table))


def stacks_of(session: Session) -> Stacks:
    """Where every card is; of this the rules know nothing."""
    assert isinstance(session._holder, AppHolds)
    stacks = session._holder._hands.deck.stacks
    assert stacks is not None
    return stacks


def demo(
    folder: Path, players: int, seed: int | None = 1, configure: c.Configure | None = None
) -> tuple[Session, OpenTable]:
    session, table = opened_demo(folder, seed=seed), OpenTable()
    sit_at(session, table)
    session.observe(table.board())
    if configure is not None:
        done(session.submit(ByTable(), configure))
    for number in range(players):
        done(session.submit(ByTable(), c.AddSeat(f"robot {number}", simulated=True)))
    done(session.submit(ByTable(), c.StartGame(0)))
    return session, table


def play(players: Players, session: Session, table: OpenTable, until: Stage, steps: int = LONGEST) -> None:
    """Until that stage, or until nobody does anything any more."""
    for _ in range(steps):
        moved = players.step(session, table)
        table.look(session)
        if table_view(session).stage is until or not moved:
            return
