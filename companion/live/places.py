"""Who sits down and who gets up. Whose phone is there: see phones; what a token is: see tokens."""

from __future__ import annotations

from collections import Counter

from companion.live import tokens as t
from companion.live.grants import Grants
from companion.live.ledger import Done
from companion.live.newcomers import Newcomers
from companion.live.phones import Phones
from companion.live.seat_requests import SeatRequests
from companion.live.settings import CODE_TRIES
from companion.live.table import Table
from companion.live.undo import last_undoable, may_go_on
from companion.state import commands as c
from companion.state.events import RoundBegan, SeatTakenOver
from companion.state.pending import GameOver, RoundOver
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views.lines import Note
from companion.views.model import SeatViewer, TableViewer, Viewer


class Places:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, table: Table, phones: Phones, grants: Grants) -> None:
        self._table, self._ledger, self._phones, self._grants = table, table.ledger, phones, grants
        settings = self._ledger.journal.settings()
        asking, newcomers = t.waiting_in(settings)
        self.requests = SeatRequests(table, grants, asking, t.last_request(settings))
        self.newcomers = Newcomers(table, newcomers)
        self._wrong_codes: Counter[str] = Counter()  # typed for the seat of a phone, by its token
        self._left: set[str] = set()  # phones of which was told that they have left

    def join(
        self, name: str, seat: c.SeatId | None, code: str = "", phone: str | None = None
    ) -> t.Joined | t.SeatAsked | Refusal:
        """Sit down, now or before the next round, or ask the table for a seat that was dealt a role.

        code : the seat's own; whoever knows it gets the seat back, and nobody has to be asked
        phone : the token that this phone has from before; whatever it asked for then, it asks no more
        """
        asking, newcomers = self.requests.all, self.newcomers.all
        self._ask_no_more(phone)
        joined = self._come_back(seat, code) if code else self._come(name, seat)
        if isinstance(joined, Refusal):
            self.requests.all, self.newcomers.all = asking, newcomers
        if isinstance(joined, t.SeatAsked):
            self._ledger.seen_otherwise()
        self._keep_waiting()
        return joined

    def _come(self, name: str, seat: c.SeatId | None) -> t.Joined | t.SeatAsked | Refusal:
        if seat is None:
            begun = self._table.game.round is not None
            return self.newcomers.wait(name, self.requests.waiting) if begun else self._sit_down(name)
        if not self._table.game.has_seat(seat):
            return Refusal("no_such_seat")
        if seat in self.taken:
            return Refusal("seat_taken", {"seat": seat})
        tidy = t.clean_name(name)
        if isinstance(tidy, Refusal):
            return tidy
        command = c.TakeOverSeat(seat, simulated=False, name=tidy)
        waiting, asking = self.newcomers.waiting, self.requests.waiting
        refusal = self._table.refuses(c.ByTable(), command) or t.name_awaited(tidy, waiting, asking, seat)
        if refusal:
            return refusal
        if self._needs_consent(seat):
            return self.requests.ask(seat, tidy)
        return self._awaited(self._seated(seat, command))

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
            self._phones.expect(joined.token)
        return joined

    def _made_room(self) -> bool:
        """Whether a seat was taken away again whose phone never came for its page: no guest sits there."""
        gone = self._phones.never_came
        return bool(gone) and isinstance(self._table.do(c.ByTable(), c.RemoveSeat(gone[0]), None), Done)

    def _come_back(self, seat: c.SeatId | None, code: str) -> t.Joined | Refusal:
        """The old phone's token is dead then, and with it the code."""
        phone = next((phone for phone, held in self._grants.phones.items() if held == seat), None)
        if phone is None or seat is None:
            return Refusal("no_such_seat")
        if self._wrong_codes[phone] >= CODE_TRIES:
            return Refusal("code_tried_too_often", {"seat": seat})
        if not t.same_token(t.seat_code(phone), t.typed_code(code)):
            self._wrong_codes[phone] += 1
            return Refusal("wrong_code", {"seat": seat})
        return self._seated(seat, c.TakeOverSeat(seat, simulated=False, name=self._table.game.seats[seat].name))

    def admit(self, key: int, *, yes: bool) -> Done | Refusal:
        """The table's answer to a phone that asks for a seat."""
        done = self.requests.answer(key, yes=yes)
        if isinstance(done, Done):
            self._keep_waiting()
        return done

    # ---- from one round to the next -------------------------------------------------------------------------------

    def do(self, by: c.Actor, command: c.Command, press: str | None) -> Done | Refusal:
        """What the table does, and where a round begins, newcomers sit down."""
        if isinstance(command, c.NextRound):
            return self._next_round(by, press)
        if isinstance(command, c.RemoveSeat) and not command.forced and command.seat in self._phones.there:
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
        self.requests.all, self.newcomers.all = (), ()

    # ---- at the table screen --------------------------------------------------------------------------------------

    def play_at_table(self, seat: c.SeatId) -> t.Joined | Refusal:
        """The table screen plays the seat of somebody who has no phone here."""
        if not self._table.game.has_seat(seat):
            return Refusal("no_such_seat")
        if self._table.game.seats[seat].simulated:
            return Refusal("stale")  # a page from before the app took it over
        return self._grants.play(seat)

    # ---- getting up -----------------------------------------------------------------------------------------------

    def release(self, seat: c.SeatId, *, forced: bool) -> Done | Refusal:
        """The next phone there sees what the seat knows, so everybody hears of it: nobody frees a seat in secret.

        forced : also where its phone is listening
        """
        if seat not in self._ledger.tokens.values():
            return Refusal("seat_is_free", {"seat": seat})
        if seat in self._phones.there and not forced:
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
        phone = t.phone_of(token)
        seat = self._seat_of(phone)
        if phone is None or seat is None:
            self._ask_no_more(token)
            self._keep_waiting()
            return Done(self._ledger.version)
        if seen is not None and seen < self._ledger.round_began:  # it said something else about leaving
            return Refusal("stale")
        if seat in self._grants.at_table:
            return self.release(seat, forced=True)
        if self._table.game.round is not None or may_go_on(last_undoable(self._ledger.story)):
            if phone not in self._left:
                self._left.add(phone)
                self._ledger.tell_in_a_game(Note("phone_left", {"seat": seat}))
            return Done(self._ledger.version)
        return self._table.do(c.BySeat(seat), c.RemoveSeat(seat), None)

    def _keep_waiting(self) -> None:
        self._ledger.remember(t.kept(self.requests.all, self.newcomers.all, self.requests.last))

    def _ask_no_more(self, token: str | None) -> None:
        """The phone may ask for another seat then, and nobody at the table is asked about this one, or expects it."""
        request, newcomer = self.requests.of_phone(token), self.newcomers.of_phone(token)
        if request is not None:
            self.requests.withdraw(request)
            self._ledger.seen_otherwise()
        if newcomer is not None:
            self.newcomers.withdraw(newcomer)
            self._ledger.seen_otherwise()

    # ---- who sits where -------------------------------------------------------------------------------------------

    def viewer_of(self, token: str | None) -> Viewer:
        seat = self._seat_of(t.phone_of(token))
        return TableViewer() if seat is None else SeatViewer(seat)

    def _seat_of(self, phone: str | None) -> c.SeatId | None:
        return None if phone is None else self._ledger.tokens.get(phone)

    @property
    def taken(self) -> frozenset[c.SeatId]:
        """Seats that a phone holds."""
        return frozenset(self._grants.phones.values())

    @property
    def new_phones(self) -> frozenset[c.SeatId]:
        """Seats that another phone took over in this round: it may know what the seat knows."""
        return self._taken_over(simulated=False)

    def _taken_over(self, *, simulated: bool) -> frozenset[c.SeatId]:
        """Seats that the app took over in this round, or somebody's phone."""
        taken: set[c.SeatId] = set()
        for _, said in reversed(self._ledger.story.to_tell):
            if isinstance(said, RoundBegan):
                break
            if isinstance(said, SeatTakenOver) and said.simulated is simulated:
                taken.add(said.seat)
        return frozenset(taken)

    def _needs_consent(self, seat: c.SeatId) -> bool:
        """Whether the table is asked before a phone takes this seat, as the phone would see the role dealt to it."""
        game = self._table.game
        if game.round is None:
            return False
        only_app_played = game.seats[seat].simulated and seat not in self._taken_over(simulated=True)
        roles_are_shown = isinstance(game.pending, RoundOver | GameOver)
        return not (roles_are_shown and only_app_played)

    def codes(self) -> dict[c.SeatId, Secret[str]]:
        """Each seat's code, sealed for its own window."""
        return {seat: Secret(t.seat_code(phone)) for phone, seat in self._grants.phones.items()}
