"""An answer that takes the system a moment to find, kept for a while. Knows no pages and no cameras."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Remembered(Generic[T]):
    """Asks at most once in `keep_s`. While one thread asks anew, the others go on with the old answer."""

    def __init__(self, find: Callable[[], T], keep_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._find, self._keep_s, self._clock = find, keep_s, clock
        self._lock = Lock()
        self._answer: tuple[T, float] | None = None  # with the time when it was found

    def __call__(self) -> T:
        known = self._answer
        if known is not None and self._clock() - known[1] < self._keep_s:
            return known[0]
        if not self._lock.acquire(blocking=known is None) and known is not None:
            return known[0]
        try:
            if self._answer is known:
                self._answer = (self._find(), self._clock())
            return self._answer[0]  # type: ignore[index]
        finally:
            self._lock.release()
