"""Whose phone is there: which phones listen, which are gone, which never came for their page. Nobody sits down here."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from companion.live import tokens as t
from companion.live.grants import Grants
from companion.live.ledger import Ledger
from companion.live.settings import COMES_S, GONE_S
from companion.state.commands import SeatId


class Phones:
    """Not thread-safe: the session calls it under its own lock. Phones are known by the hashes of their tokens, as
    seats move."""

    def __init__(self, ledger: Ledger, grants: Grants, clock: Callable[[], float] = time.monotonic) -> None:
        self._ledger, self._grants, self._clock = ledger, grants, clock
        self._streams: Counter[str] = Counter()
        self._silent: dict[str, float] = {}  # phones that do not listen, and since when
        self._told_gone: frozenset[SeatId] = frozenset()
        self._expected: dict[str, float] = {}  # phones that have not come for their page yet, and when they sat down
        self._not_heard = set(grants.phones)  # phones that may just be coming: they sit and have not listened yet

    def online(self, token: str, yes: bool) -> None:
        phone = t.token_hash(token)
        before = self._streams[phone] > 0
        self._streams[phone] = max(0, self._streams[phone] + (1 if yes else -1))
        if yes:
            self._not_heard.discard(phone)
        if before != (self._streams[phone] > 0):
            self._silent.pop(phone, None)
            self._ledger.seen_otherwise()

    @property
    def there(self) -> frozenset[SeatId]:
        """The seats whose phones are listening."""
        return frozenset(seat for phone, seat in self._grants.phones.items() if self._streams[phone] > 0)

    @property
    def at_the_table(self) -> frozenset[SeatId]:
        """Likewise, and those who may just be coming: between a seat or a start and its first page no phone is away."""
        held = self._grants.phones
        just_come = {held[phone] for phone in self._not_heard if phone in held}
        return self.there | (just_come - self.gone)

    @property
    def gone(self) -> frozenset[SeatId]:
        """Seats whose phones have not listened for a while."""
        now = self._clock()
        silent = {phone: seat for phone, seat in self._grants.phones.items() if not self._streams[phone]}
        self._silent = {phone: self._silent.get(phone, now) for phone in silent}
        return frozenset(seat for phone, seat in silent.items() if now - self._silent[phone] >= GONE_S)

    def somebody_went(self) -> bool:
        """Whether others are gone than when this was asked last: time tells it, and no press."""
        before, self._told_gone = self._told_gone, self.gone
        return before != self._told_gone

    # ---- who has just sat down ------------------------------------------------------------------------------------

    def expect(self, token: str) -> None:
        """This phone sat down: it is to come for its page."""
        phone = t.token_hash(token)
        self._expected[phone] = self._clock()
        self._not_heard.add(phone)

    def came(self, token: str) -> None:
        self._expected.pop(t.token_hash(token), None)

    @property
    def never_came(self) -> tuple[SeatId, ...]:
        """Seats whose phones sat down a while ago and have not come for their page: no guest sits there."""
        since, held = self._clock() - COMES_S, self._grants.phones
        return tuple(held[phone] for phone, at in self._expected.items() if at < since and phone in held)
