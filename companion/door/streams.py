"""Where goes what is printed, and who may print. What is said: see the commands."""

from __future__ import annotations

import os
import select
import sys


def replace_closed_streams() -> None:
    """What is printed to one that is closed, or that Windows gives no program without a window, goes nowhere."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        continue  # it would be the number of the next file that is opened, such as the game's
    os.close(descriptor)
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def print_all_letters() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]


def let_only_us_speak() -> None:
    """What the libraries below Python print by themselves is not shown: libjpeg a line for each odd picture of some
    webcams (opencv/opencv#9477), OpenCV on a Mac one for each camera that is not there."""
    try:
        shown = sys.stderr.fileno()
    except (OSError, ValueError):  # it is no file, as in a test
        return
    sys.stderr = open(os.dup(shown), "w", encoding="utf-8", errors="replace", buffering=1)  # noqa: SIM115
    silence(shown)


def is_read() -> bool:
    """Whether the pipe that is printed into is open still at its other end; Windows tells that only to who writes."""
    if not hasattr(select, "poll"):
        return True
    pipe = select.poll()
    pipe.register(1, select.POLLOUT)
    return not any(event & (select.POLLERR | select.POLLHUP) for _, event in pipe.poll(0))


def silence(descriptor: int) -> None:
    """What is written to it from now on goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
