"""What Ctrl-C does. It needs no package, as it comes before any is loaded."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

ENDLESS = ("play", "watch")  # whoever presses it there has had what he wanted


def end_at_once(arguments: Sequence[str]) -> None:
    """From now on, also while packages are loaded, where an exception would be told in lines of Python: 130 as in other
    programs, but 0 of a command that ends in no other way. arguments : the command's name comes first"""
    code = 0 if arguments and arguments[0] in ENDLESS else 130
    _answer_with(lambda *_: _end(code))


def interrupt() -> None:
    """From now on by KeyboardInterrupt, for a command that has something to close."""
    _answer_with(signal.default_int_handler)


def ignore() -> None:
    """From now on: a second one must not tear apart what the first one closes."""
    _answer_with(signal.SIG_IGN)


def _answer_with(answer: Callable[..., Any] | signal.Handlers) -> None:
    """But a script's program in the background goes on not to hear it."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, answer)


def _end(code: int) -> None:
    if sys.stderr.isatty():
        os.write(sys.stderr.fileno(), b"\n")  # the terminal has shown ^C
    os._exit(code)
