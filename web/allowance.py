"""How much each asker may have at once and in the long run: a token bucket each. Who asks for what: see its users."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

ASKERS = 2000  # remembered at a time; a home has some twenty


@dataclass(frozen=True)
class Allowance:
    """`at_once`: tokens in a full bucket. `every_s`: how long it takes until there is one more."""

    at_once: int
    every_s: float


class Buckets:
    """Askers are told apart by any text, such as an address; one who is unknown has a full bucket."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._full_at: dict[str, float] = {}  # when the bucket will be full again; in the order of asking
        self._lock = Lock()

    def wait_s(self, asker: str) -> float:
        """Take a token: 0.0. Where there is none, how long until there is one."""
        every_s = self._allowance.every_s
        with self._lock:
            now = self._clock()
            full_at = max(now, self._full_at.get(asker, now)) + every_s
            wait_s = full_at - now - self._allowance.at_once * every_s
            if wait_s > 1e-6 * every_s:  # sums of times are not exact
                return wait_s
            self._full_at.pop(asker, None)
            self._full_at[asker] = full_at
            if len(self._full_at) > ASKERS:
                self._forget(now)
            return 0.0

    def give_back(self, asker: str) -> None:
        """What was taken was not used."""
        with self._lock:
            if asker in self._full_at:
                self._full_at[asker] -= self._allowance.every_s

    def _forget(self, now: float) -> None:
        """Those whose buckets are full; and where strangers make up addresses, whoever has not asked for longest."""
        self._full_at = {asker: full_at for asker, full_at in self._full_at.items() if full_at > now}
        for asker in list(self._full_at)[: max(0, len(self._full_at) - ASKERS)]:
            del self._full_at[asker]
