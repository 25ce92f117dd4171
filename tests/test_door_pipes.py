"""What a command prints may find no reader or no room: neither is a mistake of the program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

CASE = {
    "type": "placement",
    "edition": "any",
    "board": {"cards": [{"x": 0, "y": 0, "kind": "start", "open": "NESW", "links": ["NESW"], "ladder": True}]},
    "candidate": {"kind": "path", "x": 1, "y": 0, "open": "EW", "links": ["EW"]},
}


@pytest.fixture
def check(tmp_path: Path) -> list[str]:
    (tmp_path / "case.json").write_text(json.dumps(CASE), encoding="utf-8")
    return [sys.executable, "-m", "companion", "check", str(tmp_path / "case.json")]


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is another error there")
def test_who_reads_only_the_first_lines_is_not_told_of_a_mistake(check):
    program = subprocess.Popen(check, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    program.stdout.close()
    assert (program.stderr.read(), program.wait(timeout=60)) == (b"", 0)
    program.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk without room that is always at hand")
def test_where_there_is_no_room_for_what_is_printed_it_is_said(check):
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run(check, stdout=full, stderr=subprocess.PIPE, timeout=60)
    assert (told.returncode, told.stderr) == (2, b"The disk is full: not all could be written.\n")
