"""This program's own mistakes, as a log tells them: what failed and where. What people are told: see who tells them."""

from __future__ import annotations

import traceback
from logging import Logger
from pathlib import Path

MOST_STEPS = 6  # of the way there, the last ones; in a page's template these are the template's lines


class Mistakes:
    """Each is told in one line with the way through the program that led to it, not in its own words, which may hold
    what nobody may read; and once, however often it is made: the host's terminal stays calm. Threads may share it.
    """

    def __init__(self, log: Logger) -> None:
        self._log = log
        self._told: set[str] = set()

    def tell(self, what: str, error: Exception) -> None:
        """what : failed, in a sentence without its full stop"""
        told = f"{what}: {type(error).__name__} at {_way_to(error)}"
        if told not in self._told:
            self._told.add(told)
            self._log.error("%s", told, stacklevel=2)


def _way_to(error: Exception) -> str:
    """Files with their folders and lines, where it happened first."""
    steps = reversed(traceback.extract_tb(error.__traceback__)[-MOST_STEPS:])
    return " < ".join(f"{'/'.join(Path(step.filename).parts[-2:])}:{step.lineno}" for step in steps)
