"""Phones that ask in mid-round for a seat whose role they would see: they wait until the table says yes or no."""

from __future__ import annotations

from companion.live import tokens as t
from companion.live.grants import Grants
from companion.live.ledger import Done
from companion.live.settings import REQUESTS_A_SEAT
from companion.live.table import Table
from companion.state import commands as c
from companion.state.refusals import Refusal


class SeatRequests:
    """Not thread-safe, see Places.

    all : also those of a game that was given up and may go on after all
    last : the number of the last one, which its phone and the table screen show; no other of this night has it
    """

    def __init__(self, table: Table, grants: Grants, all_: tuple[t.SeatRequest, ...], last: int) -> None:
        self._table, self._grants, self.all, self.last = table, grants, all_, last

    @property
    def waiting(self) -> tuple[t.SeatRequest, ...]:
        """Of seats that are still without a phone."""
        return tuple(one for one in self._asking if one.seat not in self._grants.phones.values())

    @property
    def _asking(self) -> tuple[t.SeatRequest, ...]:
        """In the lobby nobody needs to ask; a game that was given up and goes on after all still knows who did."""
        return self.all if self._table.game.round is not None else ()

    def ask(self, seat: c.SeatId, name: str) -> t.SeatAsked | Refusal:
        if sum(one.seat == seat for one in self.all) >= REQUESTS_A_SEAT:
            return Refusal("seat_asked_for", {"seat": seat})
        token = t.new_token()
        self.last += 1
        self.all += (t.SeatRequest(self.last, seat, name, t.token_hash(token)),)
        return t.SeatAsked(token, seat)

    def of_phone(self, token: str | None) -> t.SeatRequest | None:
        """What this phone asks for, as long as the table has not answered."""
        phone = t.phone_of(token)
        return next((one for one in self._asking if one.token == phone), None)

    def withdraw(self, *gone: t.SeatRequest) -> None:
        self.all = tuple(one for one in self.all if one not in gone)

    def answer(self, key: int, *, yes: bool) -> Done | Refusal:
        """With a yes the phone sits there, and whoever else asked for the seat is answered with it."""
        request, ledger = next((one for one in self._asking if one.key == key), None), self._table.ledger
        if request is None:
            return Refusal("nobody_asks")
        done = self._seated(request) if yes else None
        if isinstance(done, Refusal):
            return done
        self.withdraw(*(one for one in self.all if one == request or (yes and one.seat == request.seat)))
        ledger.seen_otherwise()
        return Done(ledger.version)

    def _seated(self, request: t.SeatRequest) -> Done | Refusal:
        if request.seat in self._grants.phones.values():
            return Refusal("seat_taken", {"seat": request.seat})
        command = c.TakeOverSeat(request.seat, simulated=False, name=request.name)
        others = {phone: seat for phone, seat in self._table.ledger.tokens.items() if seat != request.seat}
        return self._table.do(c.ByTable(), command, None, tokens={**others, request.token: request.seat})
