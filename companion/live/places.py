"""Who sits down, who gets up, and whose phone is there. What a token is: see seats."""

from __future__ import annotations

from collections import Counter

from companion.live import seats as s
from companion.live.ledger import Done
from companion.live.table import Table
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.lines import Note
from companion.views.model import SeatViewer, TableViewer, Viewer


class Places:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, table: Table) -> None:
        self._table, self._ledger = table, table.ledger
        self._streams: Counter[str] = Counter()  # by the phone's token, as seats move

    def join(self, name: str, seat: c.SeatId | None) -> s.Joined | Refusal:
        seats, tokens = self._table.game.seats, self._ledger.tokens
        if seat is None:
            command: c.Command = c.AddSeat(name)
        elif not 0 <= seat < len(seats):
            return Refusal("no_such_seat")
        elif seat in tokens.values():
            return Refusal("seat_taken", {"seat": seat})
        else:
            command = c.TakeOverSeat(seat, simulated=False, name=name)
        token = s.new_token()
        place = len(seats) if seat is None else seat
        done = self._table.do(c.ByTable(), command, None, tokens={**tokens, s.token_hash(token): place})
        return done if isinstance(done, Refusal) else s.Joined(token, place)

    def release(self, seat: c.SeatId) -> Done | Refusal:
        """The next phone there sees what the seat knows, so everybody hears of it: nobody frees a seat in secret."""
        before = self._ledger.tokens
        tokens = {token: held for token, held in before.items() if held != seat}
        if tokens == before:
            return Refusal("seat_is_free", {"seat": seat})
        playing = self._table.game.round is not None
        return self._ledger.seat(tokens, Note("seat_freed_in_play" if playing else "seat_freed", {"seat": seat}))

    def viewer_of(self, token: str | None) -> Viewer:
        seat = self._ledger.tokens.get(s.token_hash(token)) if token else None
        return TableViewer() if seat is None else SeatViewer(seat)

    def online(self, token: str, yes: bool) -> None:
        phone = s.token_hash(token)
        before = self._streams[phone] > 0
        self._streams[phone] = max(0, self._streams[phone] + (1 if yes else -1))
        if before != (self._streams[phone] > 0):
            self._ledger.version += 1

    @property
    def taken(self) -> frozenset[c.SeatId]:
        return frozenset(self._ledger.tokens.values())

    @property
    def there(self) -> frozenset[c.SeatId]:
        """The seats whose phones are listening."""
        return frozenset(seat for token, seat in self._ledger.tokens.items() if self._streams[token] > 0)
