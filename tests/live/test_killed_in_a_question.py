"""Pulling the plug while somebody is asked something: the same question stands, and it is asked once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from at_table import opened, table_view
from killed_questions import QUESTIONS, Question, all_that_is_seen
from turns import LONG

from companion.live.ledger import Done
from companion.live.session import Session
from companion.state import commands as c

PLAYER = Path(__file__).with_name("killed_questions.py")
ROOT = PLAYER.parents[2]
Acknowledged = tuple[int, str, int]  # seat, press, version
SECRETS = ("map", "inspect")  # shown to one phone while it is killed
PATHS = (ROOT, ROOT / "tests", ROOT / "tests" / "rules", PLAYER.parent)


@pytest.mark.parametrize("name", QUESTIONS)
def test_killed_in_the_middle_of_a_question_the_same_question_stands(tmp_path: Path, name: str) -> None:
    """In the usual run the secrets alone are killed once more before they are answered."""
    question = QUESTIONS[name]
    presses, asked = _play_and_kill(tmp_path, name, "asked")
    session = _opened_again(tmp_path, question)
    assert all_that_is_seen(session) == asked
    assert table_view(session).waiting_for == question.of
    _are_not_done_twice(session, presses)
    session.close()

    if LONG or name in SECRETS:
        assert _play_and_kill(tmp_path, name, "looked at") == ([], asked)  # killed as soon as it is open again

    answers, after = _play_and_kill(tmp_path, name, "answered")
    session = _opened_again(tmp_path, question)
    assert all_that_is_seen(session) == after != asked
    _are_not_done_twice(session, presses + answers)
    assert all_that_is_seen(session) == after
    session.close()


def _opened_again(folder: Path, question: Question) -> Session:
    return opened(folder, dealer=question)


def _are_not_done_twice(session: Session, presses: list[Acknowledged]) -> None:
    """A phone that never heard the answer sends its press again."""
    for seat, press, version in presses:
        assert session.submit(c.BySeat(seat), c.Pass(), command_id=press) == Done(version)


def _play_and_kill(folder: Path, name: str, until: str) -> tuple[list[Acknowledged], list[str]]:
    """The presses that were acknowledged, and what everybody was shown when the plug was pulled."""
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS))}
    command = [sys.executable, str(PLAYER), str(folder), name, until]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=here) as player:
        assert player.stdout is not None
        presses = []
        for line in player.stdout:
            word, rest = line.split(maxsplit=1)
            if word == "seen":
                player.kill()
                break
            seat, press, version = rest.split()
            presses.append((int(seat), press, int(version)))
        else:
            raise AssertionError(player.communicate()[1])
        player.communicate()
    return presses, json.loads(rest)
