"""Pulling the plug: killed at any moment, the night goes on where it was, with everything that was acknowledged."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from at_table import opened, seat_view, table_view
from turns import LONG

from companion.live.ledger import Done
from companion.live.session import Session
from companion.state import commands as c
from companion.views.model import SeatViewer

PLAYER = Path(__file__).with_name("killed_player.py")
KILLS = 12 if LONG else 7  # of one night
NIGHTS = 84 if LONG else 1  # a thousand kills


@pytest.mark.parametrize("night", range(NIGHTS))
def test_killed_at_any_moment_nothing_that_was_acknowledged_is_lost(tmp_path: Path, night: int) -> None:
    rng = random.Random(9 + night)
    tokens: dict[str, int] = {}
    for number in range(KILLS):
        lines = _play_and_kill(tmp_path, number, rng.uniform(0.0, 0.4))
        tokens |= {words[2]: int(words[1]) for words in lines if words[0] == "token" and len(words) == 3}
        session = opened(tmp_path)
        assert {token: session.viewer_of(token) for token in tokens} == {t: SeatViewer(s) for t, s in tokens.items()}
        for _, who, press, version in [words for words in lines if words[0] == "done"]:
            by = c.ByTable() if who == "table" else c.BySeat(int(who))
            assert session.submit(by, c.Pass(), command_id=press) == Done(int(version))
        first = _all_that_is_seen(session)
        session.close()
        again = opened(tmp_path)
        assert _all_that_is_seen(again) == first
        again.close()
    assert tokens


def _play_and_kill(folder: Path, seed: int, after_s: float) -> list[list[str]]:
    """Each line as words; the last one may be cut."""
    command = [sys.executable, str(PLAYER), str(folder), str(seed)]
    here = {**os.environ, "PYTHONPATH": str(PLAYER.parents[2])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=here) as player:
        assert player.stdout is not None and player.stderr is not None
        first = player.stdout.readline()
        time.sleep(after_s)
        player.kill()
        rest, trouble = player.communicate()
    assert first, trouble
    whole = (first + rest).rpartition("\n")[0]
    return [line.split() for line in whole.splitlines()]


def _all_that_is_seen(session: Session) -> list[object]:
    views = [table_view(session), *(seat_view(session, seat) for seat in range(len(table_view(session).seats)))]
    return [(view.maze, view.turn, view.seats, view.role, view.lines, view.stage, view.my_nuggets) for view in views]
