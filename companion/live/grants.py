"""What the table screen grants: seats that it plays itself, phones that may do what it does. No names, no codes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.live import tokens as t
from companion.live.ledger import Done, Ledger
from companion.state.commands import SeatId
from companion.state.refusals import Refusal
from companion.views.lines import Note

_AT_TABLE, _REMOTES = "at_table", "remotes"  # the settings beside the night's steps in which they are kept


class Grants:
    """Not thread-safe: the session calls it under its own lock. Each grant belongs to a token, and ends with it."""

    def __init__(self, ledger: Ledger) -> None:
        settings = ledger.journal.settings()
        self._ledger = ledger
        self._at_table, self._remotes = (frozenset(settings.get(name, "").split()) for name in (_AT_TABLE, _REMOTES))

    @property
    def phones(self) -> Mapping[str, SeatId]:
        """The phones that hold a seat; no phone holds one that is played at the table screen."""
        return {phone: seat for phone, seat in self._ledger.tokens.items() if phone not in self._at_table}

    @property
    def at_table(self) -> frozenset[SeatId]:
        """Seats that are played at the table screen."""
        return self._seats_of(self._at_table)

    @property
    def remotes(self) -> frozenset[SeatId]:
        """Seats whose phones may do what the table screen can."""
        return self._seats_of(self._remotes)

    def _seats_of(self, granted: frozenset[str]) -> frozenset[SeatId]:
        return frozenset(seat for phone, seat in self._ledger.tokens.items() if phone in granted)

    def is_remote(self, token: str | None) -> bool:
        phone = t.phone_of(token)
        return phone in self._remotes and phone in self._ledger.tokens

    def play(self, seat: SeatId) -> t.Joined | Refusal:
        """The table screen plays this seat from now on, and everybody hears of it. A token from before is dead."""
        if seat in self.phones.values():
            return Refusal("seat_taken", {"seat": seat})
        token = t.new_token()
        others = {phone: held for phone, held in self._ledger.tokens.items() if held != seat}
        at_table = (self._at_table & others.keys()) | {t.token_hash(token)}
        tokens = {**others, t.token_hash(token): seat}
        done = self._ledger.seat(tokens, Note("played_at_table", {"seat": seat}), _written(_AT_TABLE, at_table))
        if isinstance(done, Refusal):
            return done
        self._at_table = at_table
        return t.Joined(token, seat)

    def give_remote(self, seat: SeatId, *, yes: bool) -> Done | Refusal:
        """This seat's phone may do what the table screen can, or no longer; everybody hears of it."""
        phone = next((phone for phone, held in self.phones.items() if held == seat), None)
        if phone is None:
            return Refusal("seat_is_free", {"seat": seat})
        if (phone in self._remotes) == yes:
            return Done(self._ledger.version)
        kept = self._remotes & self._ledger.tokens.keys()
        remotes = kept | {phone} if yes else kept - {phone}
        note = Note("remote_given" if yes else "remote_taken", {"seat": seat})
        done = self._ledger.seat(self._ledger.tokens, note, _written(_REMOTES, remotes))
        if isinstance(done, Done):
            self._remotes = frozenset(remotes)
        return done


def _written(name: str, granted: Iterable[str]) -> Mapping[str, str]:
    return {name: " ".join(sorted(granted))}
