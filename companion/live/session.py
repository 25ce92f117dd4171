"""The running table's one writer: commands go in, views come out, the game never does. Threads meet here.

What is accepted is in the journal before anybody is told. What everybody sees then: see windows.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Unpack

from companion.live import tokens as t
from companion.live.dealer import Dealer
from companion.live.grants import Grants
from companion.live.holder import Holder, PeopleHold
from companion.live.ledger import Done
from companion.live.night import Night, open_night
from companion.live.phones import Phones
from companion.live.places import Places
from companion.live.presses import Act, Press, Presses
from companion.live.table import Table
from companion.live.windows import Windows
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.settled_board import Seen, SettledBoard
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.keepsake import KeptRound, keepsake_of
from companion.views.model import CameraView, SeatRequestView, View, Viewer
from companion.views.seen import record_of


class Session:
    """`holder`: who holds the players' cards, where they do not hold them themselves."""

    def __init__(self, night: Night, holder: Holder) -> None:
        self._ledger, self._host_token, self._holder = night.ledger, night.host_token, holder
        self._table, self._closed = Table(night.ledger), False
        self._grants, self._presses = Grants(night.ledger), Presses(self._table)
        self._phones = Phones(night.ledger, self._grants)
        self._places = Places(self._table, self._phones, self._grants)
        self._windows = Windows(night, self._table, self._places, self._phones, self._grants, holder)
        holder.take_up(self._table, night.seed, night.kept)
        holder.follow(self._table)
        self._changed = threading.Condition(threading.RLock())

    @classmethod
    def open(
        cls, folder: Path, *, seed: int | str | None = None, holder: Holder | None = None, dealer: Dealer | None = None
    ) -> Session | Refusal:
        """The night that lies in the folder, or a new one. A folder keeps the seed it began with."""
        holder = holder or PeopleHold()
        night = open_night(folder, seed, dealer, draws_paths=holder.every_card)
        return night if isinstance(night, Refusal) else cls(night, holder)

    def close(self) -> Refusal | None:
        """Why the game is not on the disk now; None where it is."""
        with self._changed:
            self._closed = True
            problem = self._ledger.journal.close()
            self._changed.notify_all()
            return problem

    # ---- what people see ------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with every visible change; each start begins higher than any version that was told before."""
        return self._ledger.version

    def wait(self, version: int, timeout_s: float) -> int:
        """Block until the version differs from this one, or the time is over. The current one; at once when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version or self._closed, timeout_s)
            if not self._closed and (self._phones.somebody_went() or self._ledger.look_after_disk()):
                with self._changing():
                    self._ledger.seen_otherwise()
            return self.version

    @property
    def closed(self) -> bool:
        """Nothing will change any more: whoever waits may go."""
        return self._closed

    def view(self, viewer: Viewer) -> View:
        with self._changed:
            return self._windows.view(viewer)

    def keepsake(self) -> tuple[KeptRound, ...] | None:
        """The game that is over, move by move, as everybody at the table saw it; None while one is played."""
        with self._changed:
            story = self._ledger.story
            return keepsake_of(story.start, story.game, ((step.seq, step.events) for step in story.steps))

    def record(self) -> str | None:
        """The same as text that can be played again: see views.seen."""
        with self._changed:
            story = self._ledger.story
            return record_of(story.start, story.game, ((step.by, step.command, step.events) for step in story.steps))

    # ---- what people do -------------------------------------------------------------------------------------------

    def tell_anew(self) -> None:
        """Pages show something else from now on that is none of the game's: whoever waits for news gets them."""
        with self._changed:
            if not self._closed:
                with self._changing():
                    self._ledger.seen_otherwise()

    def submit(self, by: c.Actor, command: c.Command, **once: Unpack[Press]) -> Done | Refusal:
        """Do it, or say why not."""
        if isinstance(by, c.ByDealer):
            raise ValueError("chance does not come from outside")

        def act(press: str | None) -> Done | Refusal:
            return self._holder.refuses(self._table, by, command) or self._places.do(by, command, press)

        return self._once(by, once, act, command)

    def undo(self, by: c.Actor, **once: Unpack[Press]) -> Done | Refusal:
        """Take the last step back. Chance is not asked again, and what was seen stays seen."""

        def act(press: str | None) -> Done | Refusal:
            return self._holder.refuses(self._table, by, None) or self._table.undo(by, press)

        return self._once(by, once, act)

    def amend(self, by: c.Actor, entry: int, face: Face, **once: Unpack[Press]) -> Done | Refusal:
        """Another card lay there all the time: replace it and judge again what followed."""
        return self._once(by, once, lambda press: self._table.amend(by, entry, face, press))

    def resync(self, by: c.Actor, **once: Unpack[Press]) -> Done | Refusal:
        """Take the maze as the camera's last settled board shows it."""
        return self._once(by, once, lambda press: self._table.resync(by, press))

    def answer(
        self, by: c.Actor, proposal_id: str, choice: int | None, *, forced: bool = False, **once: Unpack[Press]
    ) -> Done | Refusal:
        """Answer what the camera asks. `choice` None: it is not so, or it is taken back; the question goes away."""

        def act(press: str | None) -> Done | Refusal:
            cell = self._table.questions.cell_of(proposal_id)
            done = self._table.answer(by, proposal_id, choice, forced, press)
            if choice is None and cell is not None and isinstance(done, Done):
                self._holder.denied(self._table, cell)
            return done

        return self._once(by, once, act)

    def correct(
        self, by: c.Actor, proposal_id: str, cell: Cell, face: Face, *, forced: bool = False, **once: Unpack[Press]
    ) -> Done | Refusal:
        """It is another card than all those offered."""
        place = c.PlacePath(cell, face, forced)
        return self._once(by, once, lambda press: self._table.correct(by, proposal_id, place, press))

    # ---- cards that are held for people ---------------------------------------------------------------------------

    @property
    def lying(self) -> frozenset[Cell]:
        """Cells of cards that hands have laid on the table and that are neither in the game nor taken back."""
        with self._changed:
            return self._holder.lying

    @property
    def on_its_way(self) -> Cell | None:
        """Where the hand of whoever is on turn lays a card that the camera has not told of yet."""
        with self._changed:
            coming = self._holder.on_its_way(self._table)
            return coming[1] if coming else None

    def give_back(self) -> None:
        """The camera did not see the card on its way: it goes back into the hand, and the turn goes on."""
        with self._changed:
            if not self._closed:
                with self._changing():
                    self._holder.give_back(self._table)

    def lay_from_hand(
        self, by: c.BySeat, key: int, cell: Cell, *, turned: bool = False, **once: Unpack[Press]
    ) -> Done | Refusal:
        """A hand lays this card of `View.hand_cards`, allowed or not. The camera sees it then, as at a real table."""

        def act(press: str | None) -> Done | Refusal:
            return self._holder.lay(self._table, by, key, cell, turned=turned)

        return self._once(by, once, act)

    def discard_from_hand(self, by: c.BySeat, keys: tuple[int, ...], **once: Unpack[Press]) -> Done | Refusal:
        """Pass, and throw away these cards of `View.hand_cards`."""
        return self._once(by, once, lambda press: self._holder.discard(self._table, by, keys, press))

    def undisturbed(self, act: Callable[[], None]) -> None:
        """Do this while nobody presses: for whoever changes how the cards are held."""
        with self._changing():
            act()

    # ---- the camera -----------------------------------------------------------------------------------------------

    def observe(self, seen: Seen) -> None:
        """Called by the camera's thread. What befalls its view of the table is no news of the table."""
        with self._changed:
            if not self._closed and isinstance(seen, SettledBoard):
                with self._changing():
                    self._table.see(seen)

    def camera(self, state: str, hints: tuple[Hint, ...] = (), has_picture: bool = False) -> None:
        with self._changed:
            if self._windows.camera(CameraView(state, hints, has_picture)):
                with self._changing():
                    self._table.is_watched(state != "off")

    # ---- seats ----------------------------------------------------------------------------------------------------

    def join(
        self, name: str, *, seat: c.SeatId | None = None, code: str = "", phone: str | None = None
    ) -> t.Joined | t.SeatAsked | Refusal:
        """Sit down, see Places.join. The old token of that place is dead."""
        with self._changing():
            return self._places.join(name, seat, code, phone)

    def leave(self, token: str | None, *, seen: int | None = None) -> Done | Refusal:
        """The phone with this token gives its seat up, see Places.leave. `seen`: the version that it showed."""
        with self._changing():
            return self._places.leave(token, seen)

    def admit(self, by: c.ByTable, key: int, *, yes: bool) -> Done | Refusal:
        """The table's answer to a phone that asks for a seat, see `View.seat_requests`."""
        with self._changing():
            return self._places.admit(key, yes=yes)

    def asked_for(self, token: str | None) -> SeatRequestView | None:
        """What the phone with this token has asked for and the table has not answered yet."""
        with self._changed:
            request = self._places.requests.of_phone(token)
            return request.view() if request else None

    def is_newcomer(self, token: str | None) -> bool:
        with self._changed:
            return self._places.newcomers.of_phone(token) is not None

    def release(self, by: c.ByTable, seat: c.SeatId, *, forced: bool = False, **once: Unpack[Press]) -> Done | Refusal:
        """Free a seat of a phone that is gone, `forced` of any, so that another takes it. Everybody hears of it."""
        next_one = c.TakeOverSeat(seat, simulated=False, name="")  # a page that is too old for it is for this, too
        return self._once(by, once, lambda press: self._places.release(seat, forced=forced), next_one)

    def play_at_table(self, by: c.ByTable, seat: c.SeatId) -> t.Joined | Refusal:
        """The table screen plays this seat, which no phone holds, with the token that it gets."""
        with self._changing():
            return self._places.play_at_table(seat)

    def give_remote(self, by: c.ByTable, seat: c.SeatId, *, yes: bool, **once: Unpack[Press]) -> Done | Refusal:
        """This seat's phone may do what the table screen can, from now on or no longer."""
        next_one = c.TakeOverSeat(seat, simulated=False, name="")  # as of `release`
        return self._once(by, once, lambda press: self._grants.give_remote(seat, yes=yes), next_one)

    def is_remote(self, token: str | None) -> bool:
        """Whether the phone with this token may do what the table screen can."""
        with self._changed:
            return self._grants.is_remote(token)

    def viewer_of(self, token: str | None) -> Viewer:
        """The seat that the token holds; the table for any other."""
        with self._changed:
            return self._places.viewer_of(token)

    def came(self, token: str) -> None:
        """The phone with this token comes for a page: whoever sat down with it is a guest."""
        with self._changed:
            self._phones.came(token)

    def host_token(self) -> str:
        return self._host_token

    @property
    def night(self) -> str:
        """A short name that this folder's night has and no other; it tells nothing of the host's key."""
        return t.token_hash(f"night {self._host_token}")[:8]

    def is_host(self, token: str | None) -> bool:
        return token is not None and t.same_token(token, self._host_token)

    def online(self, token: str, yes: bool) -> None:
        """A stream to the phone with this seat's token was opened or closed."""
        with self._changing():
            self._phones.online(token, yes)

    # ---- doing it, under the lock ---------------------------------------------------------------------------------

    def _once(self, by: c.Actor, pressed: Press, act: Act, command: c.Command | None = None) -> Done | Refusal:
        if self._closed:  # the game is kept, and nobody is to read that it is not
            return Refusal("disk_trouble")
        with self._changing():
            return self._presses.once(by, pressed, act, command)

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Nobody else does anything meanwhile; and everybody sees what has changed then."""
        with self._changed:
            yield
            if self._windows.renew():
                self._changed.notify_all()
