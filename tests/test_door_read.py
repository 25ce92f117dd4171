"""`read` takes many pictures at once: none is lost, whatever they are called, and nothing goes on when it has ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.door.read import read
from vision.service.read_lines import overlay_names

ROOT = Path(__file__).resolve().parent.parent


def picture(file: Path, width: int = 64) -> str:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(cv2.imencode(file.suffix, np.zeros((48, width, 3), np.uint8))[1].tobytes())
    return str(file)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_pictures_of_one_name_have_an_overlay_each(tmp_path, jobs):
    """Of `a/x.jpg b/x.jpg` only the last one was there."""
    names = ["a/x.jpg", "b/x.jpg", "b/x.png"]
    pictures = [picture(tmp_path / name, 64 + 8 * place) for place, name in enumerate(names)]
    done = CliRunner().invoke(read, [*pictures, "--jobs", jobs, "--overlay", str(tmp_path / "seen")])
    assert done.exit_code == 0, done.output
    widths = {file.name: cv2.imread(str(file)).shape[1] for file in (tmp_path / "seen").iterdir()}
    assert widths == {"x.png": 64, "x-2.png": 72, "x-3.png": 80}


@pytest.mark.parametrize(
    ("pictures", "names"),
    [
        (["x.jpg", "y.jpg"], ["x.png", "y.png"]),
        (["x.jpg", "x.png", "x-2.jpg"], ["x.png", "x-3.png", "x-2.png"]),
        (["x.jpg", "a/X.jpg"], ["x.png", "X-2.png"]),
    ],
    ids=["their own", "not that of another", "large as small"],
)
def test_an_overlay_is_called_as_its_picture_unless_another_is(pictures, names):
    assert overlay_names(pictures) == names


def test_a_picture_without_a_name_is_told_from_a_folder(monkeypatch, tmp_path):
    """`read ""` looked at the folder in which one was, and said so."""
    monkeypatch.chdir(tmp_path)
    lines = CliRunner().invoke(read, ["", "."]).output.splitlines()
    unnamed, folder = (json.loads(line)["warnings"][0] for line in lines)
    assert unnamed == "The picture’s name is missing."
    assert folder.startswith("A folder can’t be opened as a picture.")


@pytest.fixture
def at_work(tmp_path):
    """It reads more pictures than a pipe that nobody empties has room for lines: it does not end by itself."""
    picture(tmp_path / "x.png")
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "read", "--jobs", "2", *["x.png"] * 1000],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert program.stdout.readline().startswith(b"{")
    yield program
    with suppress(ProcessLookupError):  # all of them have ended
        os.killpg(program.pid, signal.SIGKILL)
    program.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="no other program presses Ctrl-C there")
@pytest.mark.parametrize(
    ("number", "everybody", "code"),
    [
        (signal.SIGINT, True, 130),
        (signal.SIGINT, False, 130),
        (signal.SIGTERM, False, -signal.SIGTERM),
        (signal.SIGKILL, False, -9),
    ],
    ids=["Ctrl-C", "Ctrl-C for the program alone", "ended", "killed"],
)
def test_processes_that_read_side_by_side_end_with_the_program(at_work, number, everybody, code):
    """They went on, or waited for ever for a next picture; and who read the lines waited for them."""
    (os.killpg if everybody else os.kill)(at_work.pid, number)
    said = at_work.communicate(timeout=60)[1]  # until the last of them has let go
    assert (at_work.returncode, said) == (code, b"")
