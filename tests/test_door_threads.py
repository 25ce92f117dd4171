"""A thread that ends by a mistake is told of in one line, as any mistake is, whichever thread it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAM = """
import threading
from companion.__main__ import main
from companion.door import commands

def fail():
    raise ValueError("the gold lies in the middle")

def run(arguments):
    for name in ("camera", "camera", "nights"):
        thread = threading.Thread(target=fail, name=name)
        thread.start()
        thread.join()

commands.commands = run
main([])
"""


def told(debug: str = "") -> str:
    start = [sys.executable, "-c", PROGRAM]
    environment = {**os.environ, "COMPANION_DEBUG": debug}
    done = subprocess.run(start, cwd=ROOT, capture_output=True, text=True, timeout=60, env=environment)
    assert done.returncode == 0
    return done.stderr


def test_what_ends_a_thread_is_told_once_in_a_line_and_not_in_its_own_words() -> None:
    camera, nights = told().splitlines()
    assert camera.startswith("The thread camera ended: ValueError at <string>:")
    assert nights.startswith("The thread nights ended: ValueError at <string>:")
    assert "gold" not in camera + nights


def test_who_looks_for_the_mistake_gets_all_of_it() -> None:
    assert told(debug="1").count("Traceback") == 3
