"""Which streams are open: one for each phone, or vanished phones would eat up the server's threads. Sends nothing."""

from __future__ import annotations

from collections import Counter
from itertools import count
from threading import Lock

STRANGERS = 4  # streams for screens without a seat; more of them poll
AT_ONCE = 2  # streams of one key: the newest, and one that has not noticed yet that it was replaced


class OpenStreams:
    """The newest stream of a key wins; an older one finds out that it has been replaced."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._open: Counter[str] = Counter()
        self._numbers = count(1)
        self._lock = Lock()

    def open(self, key: str) -> int | None:
        """The stream's number; None where the key has so many that one more must come back later."""
        with self._lock:
            if self._open[key] >= AT_ONCE:
                return None
            self._open[key] += 1
            self._newest[key] = number = next(self._numbers)
            return number

    def is_newest(self, key: str, number: int) -> bool:
        with self._lock:
            return self._newest.get(key) == number

    def is_open(self, key: str) -> bool:
        """Whether a stream of this key goes on, and was not replaced."""
        with self._lock:
            return key in self._newest

    def close(self, key: str, number: int) -> None:
        with self._lock:
            self._open[key] -= 1
            if self._newest.get(key) == number:
                del self._newest[key]

    def stranger_key(self) -> str:
        with self._lock:
            return f"stranger{next(self._numbers) % STRANGERS}"
