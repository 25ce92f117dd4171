"""A program that plays a night and is killed: it prints each press that was acknowledged. For test_killed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from companion.live.session import Session
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import Stage, TableViewer


def main(folder: Path, seed: int) -> None:
    session = Session.open(folder)
    assert isinstance(session, Session), session
    rng = random.Random(seed)
    for number in range(100_000):
        press = f"{seed}-{number}"
        view = session.view(TableViewer())
        by: c.Actor = c.ByTable()
        if view.stage is Stage.LOBBY and len(view.seats) < 4:
            joined = session.join(f"player {len(view.seats)}")
            print("token", getattr(joined, "seat", ""), getattr(joined, "token", ""), flush=True)
            continue
        if view.stage is Stage.PLAY and rng.random() < 0.2:
            outcome = session.undo(by, command_id=press)
        else:
            by, command = _next(view.stage, view.waiting_for, rng)
            outcome = session.submit(by, command, command_id=press)
        if not isinstance(outcome, Refusal):
            print("done", by.seat if isinstance(by, c.BySeat) else "table", press, outcome.version, flush=True)


def _next(stage: Stage, waiting: tuple[int, ...], rng: random.Random) -> tuple[c.Actor, c.Command]:
    match stage:
        case Stage.LOBBY:
            return c.ByTable(), c.StartGame(rng.randrange(4))
        case Stage.ROLES:
            return c.BySeat(waiting[0]), c.RoleSeen()
        case Stage.PLAY:
            return c.BySeat(waiting[0]), c.Pass()
        case Stage.ROUND_OVER:
            return c.ByTable(), c.NextRound()
    return c.ByTable(), c.NewGame()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
