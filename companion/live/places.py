"""Who sits down, who gets up, and whose phone is there. What a token is: see tokens."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from itertools import count

from companion.live import tokens as t
from companion.live.ledger import Done
from companion.live.newcomers import Newcomers
from companion.live.settings import CODE_TRIES, COMES_BACK_S, GONE_S, REQUESTS_A_SEAT
from companion.live.table import Table
from companion.live.undo import last_undoable, may_go_on
from companion.state import commands as c
from companion.state.events import RoundBegan, SeatTakenOver
from companion.state.pending import RoundOver
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views.lines import Note
from companion.views.model import SeatRequestView, SeatViewer, TableViewer, Viewer


class Places:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, table: Table, clock: Callable[[], float] = time.monotonic) -> None:
        self._table, self._ledger, self._clock = table, table.ledger, clock
        self._unmet: dict[str, float] = {}  # tokens handed out to phones that have not come back yet, and when
        self._streams: Counter[str] = Counter()  # by the phone's token, as seats move
        asking, coming = t.waiting_in(self._ledger.journal.settings())
        self._requests = {one.key: one for one in asking}  # by their keys, which phone and table screen show
        self._keys = count(1 + max(self._requests, default=0))
        self._wrong_codes: Counter[str] = Counter()  # typed for the seat of a phone, by its token
        self.newcomers = Newcomers(table, coming)
        self._silent: dict[str, float] = {}  # phones that do not listen, and since when
        self._told_gone: frozenset[c.SeatId] = frozenset()

    def join(
        self, name: str, seat: c.SeatId | None, code: str = "", phone: str | None = None
    ) -> t.Joined | t.SeatAsked | Refusal:
        """Sit down, now or before the next round, or ask the table for the seat of somebody whose round has begun.

        code : the seat's own; whoever knows it gets the seat back, and nobody has to be asked
        phone : the token that this phone has from before; whatever it asked for then, it asks no more
        """
        asking, known = dict(self._requests), self.newcomers.known
        self._ask_no_more(phone)
        joined = self._come_back(seat, code) if code else self._come(name, seat)
        if isinstance(joined, Refusal):
            self._requests, self.newcomers.known = asking, known
        if isinstance(joined, t.SeatAsked):
            self._ledger.seen_otherwise()
        self._keep_waiting()
        return joined

    def _come(self, name: str, seat: c.SeatId | None) -> t.Joined | t.SeatAsked | Refusal:
        if seat is None:
            begun = self._table.game.round is not None
            return self.newcomers.wait(name, self.requests) if begun else self._sit_down(name)
        if not self._table.game.has_seat(seat):
            return Refusal("no_such_seat")
        if seat in self._ledger.tokens.values():
            return Refusal("seat_taken", {"seat": seat})
        tidy = t.clean_name(name)
        if isinstance(tidy, Refusal):
            return tidy
        command = c.TakeOverSeat(seat, simulated=False, name=tidy)
        waiting, asking = self.newcomers.waiting, self.requests
        refusal = self._table.refuses(c.ByTable(), command) or t.same_name(tidy, waiting, asking, seat)
        if refusal:
            return refusal
        return self._ask(seat, tidy) if self._knows_a_role(seat) else self._awaited(self._seated(seat, command))

    def _sit_down(self, name: str) -> t.Joined | Refusal:
        """On one more chair."""
        joined = self._seated(len(self._table.game.seats), c.AddSeat(name))
        if isinstance(joined, Refusal) and joined.code == "table_full" and self._made_room():
            return self._sit_down(name)
        return self._awaited(joined)

    def _seated(self, seat: c.SeatId, command: c.Command) -> t.Joined | Refusal:
        """With this command a new phone holds the seat, and no other one any more."""
        token = t.new_token()
        others = {phone: held for phone, held in self._ledger.tokens.items() if held != seat}
        done = self._table.do(c.ByTable(), command, None, tokens={**others, t.token_hash(token): seat})
        return done if isinstance(done, Refusal) else t.Joined(token, seat)

    def _awaited(self, joined: t.Joined | Refusal) -> t.Joined | Refusal:
        """The phone is to come for its page, see _made_room."""
        if isinstance(joined, t.Joined):
            self._unmet[t.token_hash(joined.token)] = self._clock()
        return joined

    def _knows_a_role(self, seat: c.SeatId) -> bool:
        """Of somebody's: what only the app has played in this round is nobody's secret."""
        plays = self._table.game.seats[seat].simulated and seat not in self._taken_over(simulated=True)
        return self._table.game.round is not None and not plays

    def _made_room(self) -> bool:
        """Whether a seat was taken away again whose phone never came for its page: no guest sits there."""
        late = self._clock() - COMES_BACK_S
        gone = [
            self._ledger.tokens[phone]
            for phone, since in self._unmet.items()
            if since < late and phone in self._ledger.tokens
        ]
        return bool(gone) and isinstance(self._table.do(c.ByTable(), c.RemoveSeat(gone[0]), None), Done)

    def _come_back(self, seat: c.SeatId | None, code: str) -> t.Joined | Refusal:
        """The old phone's token is dead then, and with it the code."""
        phone = next((phone for phone, held in self._ledger.tokens.items() if held == seat), None)
        if phone is None or seat is None:
            return Refusal("no_such_seat")
        if self._wrong_codes[phone] >= CODE_TRIES:
            return Refusal("code_tried_too_often", {"seat": seat})
        if not t.same_token(t.seat_code(phone), t.typed_code(code)):
            self._wrong_codes[phone] += 1
            return Refusal("wrong_code", {"seat": seat})
        return self._seated(seat, c.TakeOverSeat(seat, simulated=False, name=self._table.game.seats[seat].name))

    def _ask(self, seat: c.SeatId, name: str) -> t.SeatAsked | Refusal:
        if sum(one.seat == seat for one in self._requests.values()) >= REQUESTS_A_SEAT:
            return Refusal("seat_asked_for", {"seat": seat})
        token, key = t.new_token(), next(self._keys)
        self._requests[key] = t.SeatRequest(key, seat, name, t.token_hash(token))
        return t.SeatAsked(token, seat)

    def admit(self, key: int, *, yes: bool) -> Done | Refusal:
        """The table's answer to a phone that asks for a seat."""
        request = next((one for one in self._asking() if one.key == key), None)
        if request is None:
            return Refusal("nobody_asks")
        if yes and request.seat in self._ledger.tokens.values():
            return Refusal("seat_taken", {"seat": request.seat})
        if yes:
            tokens = {**self._ledger.tokens, request.token: request.seat}
            command = c.TakeOverSeat(request.seat, simulated=False, name=request.name)
            done = self._table.do(c.ByTable(), command, None, tokens=tokens)
            if isinstance(done, Refusal):
                return done
        answered = [one.key for one in self._requests.values() if one.key == key or (yes and one.seat == request.seat)]
        for one in answered:
            del self._requests[one]
        self._keep_waiting()
        self._ledger.seen_otherwise()
        return Done(self._ledger.version)

    def asked_for(self, token: str | None) -> SeatRequestView | None:
        """What this phone asks for, as long as the table has not answered."""
        phone = t.token_hash(token) if token else None
        asked = (SeatRequestView(one.key, one.seat, one.name) for one in self._asking() if one.token == phone)
        return next(asked, None)

    @property
    def requests(self) -> tuple[t.SeatRequest, ...]:
        """Of seats that are still without a phone."""
        return tuple(one for one in self._asking() if one.seat not in self._ledger.tokens.values())

    def _asking(self) -> tuple[t.SeatRequest, ...]:
        """In the lobby nobody needs to ask; a game that was given up and goes on after all still knows who did."""
        return tuple(self._requests.values()) if self._table.game.round is not None else ()

    # ---- from one round to the next -------------------------------------------------------------------------------

    def do(self, by: c.Actor, command: c.Command, press: str | None) -> Done | Refusal:
        """What the table does, and where a round begins, those who came late sit down."""
        if isinstance(command, c.NextRound):
            return self._next_round(by, press)
        if isinstance(command, c.RemoveSeat) and not command.forced and command.seat in self.there:
            return self._table.refuses(by, command) or Refusal("guest_is_there", {"seat": command.seat}, can_force=True)
        starts = isinstance(command, c.StartGame)
        done = self._table.do(by, command, press, beside=t.NOBODY_WAITS if starts else {})
        if starts and isinstance(done, Done):
            self._nobody_waits()
        goes_on = isinstance(command, c.SeeResult | c.SetPresence | c.TakeOverSeat | c.SetPause)
        return self._gone_on(done) if goes_on else done

    def _gone_on(self, done: Done | Refusal) -> Done | Refusal:
        """With the next round, where what was done was all that it waited for."""
        return self._next_round(c.ByTable(), None) if isinstance(done, Done) and self._all_have_seen() else done

    def _all_have_seen(self) -> bool:
        """Everybody who has a phone and is not away, and at least one phone; nobody has during a pause."""
        game = self._table.game
        seen = game.pending.seen if isinstance(game.pending, RoundOver) and not game.paused else ()
        waits = any(seat not in seen and game.seats[seat].is_here for seat in self.taken)
        return not waits and any(seat in seen for seat in self.taken)

    def _next_round(self, by: c.Actor, press: str | None) -> Done | Refusal:
        done = self.newcomers.begin_round(by, press)
        if isinstance(done, Done):
            self._nobody_waits()
        return done

    def _nobody_waits(self) -> None:
        """They sit at the table now, and seats may have other numbers."""
        self.newcomers.known = ()
        self._requests.clear()

    @property
    def new_phones(self) -> frozenset[c.SeatId]:
        """Seats that another phone took over in this round: it may know what the seat knows."""
        return self._taken_over(simulated=False)

    def _taken_over(self, *, simulated: bool) -> frozenset[c.SeatId]:
        """In this round, by the app or by somebody's phone."""
        taken: set[c.SeatId] = set()
        for _, said in reversed(self._ledger.story.to_tell):
            if isinstance(said, RoundBegan):
                break
            if isinstance(said, SeatTakenOver) and said.simulated is simulated:
                taken.add(said.seat)
        return frozenset(taken)

    def release(self, seat: c.SeatId, *, forced: bool) -> Done | Refusal:
        """The next phone there sees what the seat knows, so everybody hears of it: nobody frees a seat in secret.

        forced : also where its phone is listening
        """
        if seat not in self._ledger.tokens.values():
            return Refusal("seat_is_free", {"seat": seat})
        if seat in self.there and not forced:
            return Refusal("phone_is_there", {"seat": seat}, can_force=True)
        tokens = {token: held for token, held in self._ledger.tokens.items() if held != seat}
        game = self._table.game
        sees = game.round is not None and game.roles_supply is c.Supply.APP
        note = Note("seat_freed_in_play" if sees else "seat_freed", {"seat": seat})
        return self._gone_on(self._ledger.seat(tokens, note))

    def leave(self, token: str | None, seen: int | None) -> Done | Refusal:
        """Before a game nobody sits there any more. In one, or in one that may go on after all, the seat stays.

        Whoever only asks for a seat, or waits for the next round, does so no more.
        """
        seat = self._ledger.tokens.get(t.token_hash(token)) if token else None
        if seat is None:
            self._ask_no_more(token)
            self._keep_waiting()
            return Done(self._ledger.version)
        if seen is not None and seen < self._ledger.round_began:  # it said something else about leaving
            return Refusal("stale")
        if self._table.game.round is not None or may_go_on(last_undoable(self._ledger.story)):
            return Done(self._ledger.version)
        return self._table.do(c.BySeat(seat), c.RemoveSeat(seat), None)

    def _keep_waiting(self) -> None:
        self._ledger.remember(t.kept(self._requests.values(), self.newcomers.known))

    def _ask_no_more(self, token: str | None) -> None:
        """The phone may ask for another seat then, and nobody at the table is asked about this one, or expects it."""
        request, newcomer = self.asked_for(token), self.newcomers.of_phone(token)
        if request is not None:
            del self._requests[request.key]
            self._ledger.seen_otherwise()
        if newcomer is not None:
            self.newcomers.withdraw(newcomer)
            self._ledger.seen_otherwise()

    def viewer_of(self, token: str | None) -> Viewer:
        phone = t.token_hash(token) if token else ""
        self._unmet.pop(phone, None)
        seat = self._ledger.tokens.get(phone)
        return TableViewer() if seat is None else SeatViewer(seat)

    def online(self, token: str, yes: bool) -> None:
        phone = t.token_hash(token)
        before = self._streams[phone] > 0
        self._streams[phone] = max(0, self._streams[phone] + (1 if yes else -1))
        if before != (self._streams[phone] > 0):
            self._silent.pop(phone, None)
            self._ledger.seen_otherwise()

    @property
    def gone(self) -> frozenset[c.SeatId]:
        """Seats whose phones have not listened for a while."""
        now = self._clock()
        silent = {phone: seat for phone, seat in self._ledger.tokens.items() if not self._streams[phone]}
        self._silent = {phone: self._silent.get(phone, now) for phone in silent}
        return frozenset(seat for phone, seat in silent.items() if now - self._silent[phone] >= GONE_S)

    def somebody_went(self) -> bool:
        """Whether others are gone than when this was asked last: time tells it, and no press."""
        before, self._told_gone = self._told_gone, self.gone
        return before != self._told_gone

    def codes(self) -> dict[c.SeatId, Secret[str]]:
        """Each seat's code, sealed for its own window."""
        return {seat: Secret(t.seat_code(phone)) for phone, seat in self._ledger.tokens.items()}

    @property
    def taken(self) -> frozenset[c.SeatId]:
        return frozenset(self._ledger.tokens.values())

    @property
    def there(self) -> frozenset[c.SeatId]:
        """The seats whose phones are listening."""
        return frozenset(seat for token, seat in self._ledger.tokens.items() if self._streams[token] > 0)
