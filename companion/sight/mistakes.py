"""This program's own mistakes, as a log tells them: what failed and where. What people are told: see who tells them."""

from __future__ import annotations

import traceback
from logging import Logger


class Mistakes:
    """Each is told with the way through the program that led to it, not in its own words, which may hold what nobody
    may read; and once, however often it is made: the host's terminal stays calm. Threads may share it.
    """

    def __init__(self, log: Logger) -> None:
        self._log = log
        self._told: set[str] = set()

    def tell(self, what: str, error: Exception) -> None:
        """what : failed, in a sentence without its full stop"""
        way = "".join(traceback.format_tb(error.__traceback__))
        told = f"{what}: {type(error).__name__}\n{way}"
        if told not in self._told:
            self._told.add(told)
            self._log.error("%s", told)
