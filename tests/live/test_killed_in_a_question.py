"""Pulling the plug while somebody is asked something: the same question stands, and it is asked once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from at_table import opened, table_view
from killed_questions import QUESTIONS, all_that_is_seen

from companion.live.ledger import Done
from companion.live.session import Session
from companion.state import commands as c

PLAYER = Path(__file__).with_name("killed_questions.py")
ROOT = PLAYER.parents[2]
PATHS = (ROOT, ROOT / "tests", ROOT / "tests" / "rules", PLAYER.parent)
Acknowledged = dict[str, list[tuple[int, str, int]]]  # of each night: seat, press, version
Seen = dict[str, list[str]]


def test_killed_in_the_middle_of_a_question_the_same_question_stands(tmp_path: Path) -> None:
    presses, asked = _play_and_kill(tmp_path, "asked")
    for name, question in QUESTIONS.items():
        session = opened(tmp_path / name, dealer=question)
        assert all_that_is_seen(session) == asked[name], name
        assert table_view(session).waiting_for == question.of, name
        _are_not_done_twice(session, presses[name])
        session.close()

    nothing, again = _play_and_kill(tmp_path, "looked at")  # killed as soon as it is open again
    assert (any(nothing.values()), again) == (False, asked)

    answers, after = _play_and_kill(tmp_path, "answered")
    for name, question in QUESTIONS.items():
        session = opened(tmp_path / name, dealer=question)
        assert all_that_is_seen(session) == after[name] != asked[name], name
        _are_not_done_twice(session, presses[name] + answers[name])
        assert all_that_is_seen(session) == after[name], name
        session.close()


def _are_not_done_twice(session: Session, presses: list[tuple[int, str, int]]) -> None:
    """A phone that never heard the answer sends its press again."""
    assert presses
    for seat, press, version in presses:
        assert session.submit(c.BySeat(seat), c.Pass(), command_id=press) == Done(version)


def _play_and_kill(folder: Path, until: str) -> tuple[Acknowledged, Seen]:
    """Return the presses that were acknowledged, and what everybody was shown when the plug was pulled."""
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS))}
    command, pipe = [sys.executable, str(PLAYER), str(folder), until], subprocess.PIPE
    presses: Acknowledged = {name: [] for name in QUESTIONS}
    seen: Seen = {}
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=here) as player:
        assert player.stdout is not None
        for line in player.stdout:
            word, name, rest = line.split(maxsplit=2)
            if word == "seen":
                seen[name] = json.loads(rest)
            else:
                seat, press, version = rest.split()
                presses[name].append((int(seat), press, int(version)))
            if len(seen) == len(QUESTIONS):
                player.kill()
                break
        else:
            raise AssertionError(player.communicate()[1])
        player.communicate()
    return presses, seen
