"""Ctrl-C ends every command without a word of Python, and with the same exit code whenever it is pressed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.door.watch import watch

ROOT = Path(__file__).resolve().parent.parent
PRESSED = "import os, signal; os.kill(os.getpid(), signal.SIGINT); import json"
CODES = [(["play"], 0), (["watch", "0"], 0), (["read", "x.png"], 130), (["check", "x.json"], 130), (["--help"], 130)]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no other program presses it there")


def start(arguments: list[str], **settings: object) -> subprocess.Popen[bytes]:
    """As a terminal starts it; a test before this one may have had Ctrl-C ignored, which programs inherit."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **settings,
    )


@pytest.mark.parametrize(("arguments", "code"), CODES, ids=lambda one: " ".join(one) if isinstance(one, list) else None)
def test_while_a_package_is_loaded(tmp_path, arguments, code):
    """It ended with a traceback, and with 1 or by the signal as it happened."""
    (tmp_path / "click.py").write_text(PRESSED)
    program = start(arguments, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert (*program.communicate(timeout=60), program.returncode) == (b"", b"", code)


def test_while_a_command_works(tmp_path):
    os.mkfifo(tmp_path / "case.json")
    program = start(["check", str(tmp_path / "case.json")])
    with (tmp_path / "case.json").open("wb"):  # it has come to read the case
        program.send_signal(signal.SIGINT)
        assert (*program.communicate(timeout=60), program.returncode) == (b"", b"", 130)


@pytest.fixture
def hears():
    before = signal.signal(signal.SIGINT, lambda *_: pytest.fail("nobody has asked for it"))
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears")
def test_watch_closes_its_source_and_has_done_its_job(monkeypatch):
    closed = []

    def pressed(*_: object) -> object:
        try:
            yield {"frame": 0}
            signal.raise_signal(signal.SIGINT)
        finally:
            closed.append(True)

    monkeypatch.setattr("companion.door.watch.watch_source", pressed)
    done = CliRunner().invoke(watch, ["0"])
    assert (done.exit_code, done.output, closed) == (0, '{"frame": 0}\n', [True])
