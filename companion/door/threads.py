"""What is told of a thread that ends by a mistake, as nobody waits for it: a line in the log, and nothing to people."""

from __future__ import annotations

import logging
import os
import threading

from companion.sight.mistakes import Mistakes

MISTAKES = Mistakes(logging.getLogger("companion.threads"))


def tell_in_a_line_what_ends_them() -> None:
    """Python would print a trace, and with it the error's own words; `COMPANION_DEBUG=1` lets it."""
    if not os.environ.get("COMPANION_DEBUG"):
        threading.excepthook = _tell


def _tell(ended: threading.ExceptHookArgs) -> None:
    name = ended.thread.name if ended.thread else "without a name"
    if isinstance(ended.exc_value, Exception):
        MISTAKES.tell(f"The thread {name} ended", ended.exc_value)
