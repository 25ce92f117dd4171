"""What a command prints may find no reader or no room, neither is a mistake of the program; what a library prints finds
none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

CASE = {
    "type": "placement",
    "edition": "any",
    "board": {"cards": [{"x": 0, "y": 0, "kind": "start", "open": "NESW", "links": ["NESW"], "ladder": True}]},
    "candidate": {"kind": "path", "x": 1, "y": 0, "open": "EW", "links": ["EW"]},
}
USUAL = {**os.environ, "PYTHONUNBUFFERED": ""}  # what is printed is written later than where that is set


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
@pytest.mark.parametrize("command", ["a case", "--help", "check --help"])
def test_where_there_is_no_room_for_what_is_printed_it_is_said(check, command):
    """The `--help` of the whole answered with a traceback."""
    start = check if command == "a case" else [*check[:3], *command.split()]
    with Path("/dev/full").open("wb") as full:
        told = subprocess.run(start, stdout=full, stderr=subprocess.PIPE, timeout=60, env=USUAL)
    assert (told.returncode, told.stderr) == (2, b"The disk is full: not all could be written.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pythonw closes them there")
def test_what_is_printed_where_nothing_is_open_goes_nowhere(check):
    usual = subprocess.run(check, capture_output=True, timeout=60).stdout
    for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        told = subprocess.run(["sh", "-c", f'exec "$@" {closed}', "sh", *check], capture_output=True, timeout=60)
        printed = b"" if " >&-" in f" {closed}" else usual
        assert (told.returncode, told.stdout, told.stderr) == (0, printed, b""), closed


@pytest.mark.skipif(sys.platform == "win32", reason="pythonw closes them there")
def test_a_refusal_where_nothing_is_open_ends_as_any_other(check):
    for arguments in (["check", "nowhere"], ["no command"], []):
        start = ["sh", "-c", 'exec "$@" >&- 2>&-', "sh", *check[:3], *arguments]
        assert subprocess.run(start, timeout=60).returncode == 2


def test_what_a_library_prints_by_itself_is_not_shown(tmp_path):
    """libjpeg has a line for each odd picture of some webcams: the code for phones scrolled away."""
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 255, (120, 160, 3), np.uint8)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_RST_INTERVAL, 4])[1].tobytes()
    at = packed.rfind(b"\xff\xd4")
    (tmp_path / "odd.jpg").write_bytes(packed[:at] + b"\x12\x34" + packed[at:])
    read = [sys.executable, "-m", "companion", "read", str(tmp_path / "odd.jpg")]
    quiet, loud = (
        subprocess.run(read, capture_output=True, timeout=60, env={**os.environ, "COMPANION_DEBUG": debug}).stderr
        for debug in ("", "1")
    )
    assert (quiet, loud) == (b"", b"Corrupt JPEG data: 2 extraneous bytes before marker 0xd4\n")
