"""The running table's one writer: commands go in, views come out, the game never does. Threads meet here.

What is accepted is in the journal before anybody is told. Everything that people see is made by `views.project`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from companion.live import demo_presses
from companion.live import seats as s
from companion.live.dealer import Dealer
from companion.live.demo_hands import HandTable
from companion.live.ledger import Done
from companion.live.night import Night, open_night
from companion.live.observe import Seen
from companion.live.places import Places
from companion.live.presses import Presses
from companion.live.table import Table
from companion.live.undo import last_undoable
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import CameraView, View, Viewer
from companion.views.project import Desk, project


class Session:
    """`demo`: nobody holds real cards; the session deals hands too, and hands lay them on a simulated table."""

    def __init__(self, night: Night) -> None:
        self._ledger, self._host_token, self._hands = night.ledger, night.host_token, night.hands
        self._table = Table(night.ledger)
        self._places, self._presses = Places(self._table), Presses(night.ledger)
        self._camera = CameraView("off")
        self._views: dict[Viewer, View] = {}
        self._told = night.ledger.version
        self._coming: tuple[c.SeatId, Cell] | None = None  # the card on its way that was shown last
        self._closed = False
        if night.hands is not None:
            night.hands.follow(night.ledger.story)
        self._changed = threading.Condition(threading.RLock())

    @classmethod
    def open(
        cls, folder: Path, *, seed: int | str | None = None, demo: bool = False, dealer: Dealer | None = None
    ) -> Session | Refusal:
        """The night that lies in the folder, or a new one. A folder keeps the seed it began with."""
        night = open_night(folder, seed, demo, dealer)
        return night if isinstance(night, Refusal) else cls(night)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._ledger.journal.close()
            self._changed.notify_all()

    # ---- what people see ------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with every visible change; each start begins higher than any version that was told before."""
        return self._ledger.version

    def wait(self, version: int, timeout_s: float) -> int:
        """Block until the version differs from this one, or the time is over. The current one; at once when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version or self._closed, timeout_s)
            return self.version

    @property
    def closed(self) -> bool:
        """Nothing will change any more: whoever waits may go."""
        return self._closed

    def view(self, viewer: Viewer) -> View:
        with self._changed:
            if viewer not in self._views:
                self._views[viewer] = project(self._table.game, viewer, self._desk())
            return self._views[viewer]

    def _desk(self) -> Desk:
        undoable = last_undoable(self._ledger.story)
        steps = () if isinstance(undoable, Refusal) else undoable
        return Desk(
            version=self.version,
            taken=self._places.taken,
            online=self._places.there,
            camera=self._camera,
            asked=self._table.eye.asked(),
            story=self._ledger.story.happenings(),
            may_undo=bool(steps),
            undo=steps[0].mover if steps else None,
            hands=self._hands.views() if self._hands else {},
            on_its_way=self._coming[0] if self._coming else None,
            entries=self._ledger.story.entries,
            trouble=self._ledger.trouble,
        )

    # ---- what people do -------------------------------------------------------------------------------------------

    def submit(
        self, by: c.Actor, command: c.Command, *, command_id: str = "", seen: int | None = None
    ) -> Done | Refusal:
        """Do it, or say why not. `seen`: the version that the presser saw; `command_id`: a press is done once."""
        if isinstance(by, c.ByDealer):
            raise ValueError("chance does not come from outside")

        def act(key: str | None) -> Done | Refusal:
            early = demo_presses.too_early(self._table, self._hands, by, command)
            lacking = self._hands.lacks(by, command) if self._hands else None
            return early or lacking or self._table.do(by, command, key)

        return self._once(by, command_id, seen, act, command)

    def undo(self, by: c.Actor, *, command_id: str = "", seen: int | None = None) -> Done | Refusal:
        """Take the last step back. Chance is not asked again, and what was seen stays seen."""

        def act(key: str | None) -> Done | Refusal:
            return demo_presses.too_early(self._table, self._hands, by, None) or self._table.undo(by, key)

        return self._once(by, command_id, seen, act)

    def amend(
        self, by: c.Actor, entry: int, face: Face, *, command_id: str = "", seen: int | None = None
    ) -> Done | Refusal:
        """Another card lay there all the time: replace it and judge again what followed."""
        return self._once(by, command_id, seen, lambda key: self._table.amend(by, entry, face, key))

    def resync(self, by: c.Actor, *, command_id: str = "", seen: int | None = None) -> Done | Refusal:
        """Take the maze as the camera's last settled board shows it."""
        return self._once(by, command_id, seen, lambda key: self._table.resync(by, key))

    def answer(
        self,
        by: c.Actor,
        proposal_id: str,
        key: int | None,
        *,
        forced: bool = False,
        command_id: str = "",
        seen: int | None = None,
    ) -> Done | Refusal:
        """Answer what the camera asks. `key` None: it is not so, or it is taken back; the question goes away."""

        def act(name: str | None) -> Done | Refusal:
            cell = self._table.eye.cell_of(proposal_id)
            done = self._table.answer(by, proposal_id, key, forced, name)
            if key is None and isinstance(done, Done):
                demo_presses.answered(self._hands, cell)
            return done

        return self._once(by, command_id, seen, act)

    def correct(
        self,
        by: c.Actor,
        proposal_id: str,
        cell: Cell,
        face: Face,
        *,
        forced: bool = False,
        command_id: str = "",
        seen: int | None = None,
    ) -> Done | Refusal:
        """It is another card than all those offered."""

        place = c.PlacePath(cell, face, forced)
        return self._once(by, command_id, seen, lambda name: self._table.correct(by, proposal_id, place, name))

    # ---- hands at the demo table ----------------------------------------------------------------------------------

    def sit_at(self, table: HandTable) -> None:
        """The simulated table that hands lay cards on."""
        with self._changed:
            if self._hands is not None:
                self._hands.table = table

    @property
    def lying(self) -> frozenset[Cell]:
        """Cells of cards that hands have laid and that are neither in the game nor taken back."""
        with self._changed:
            return self._hands.lying if self._hands else frozenset()

    @property
    def on_its_way(self) -> Cell | None:
        """Where the hand of whoever is on turn lays a card that the camera has not told of yet."""
        with self._changed:
            coming = demo_presses.on_its_way(self._table, self._hands)
            return coming[1] if coming else None

    def give_back(self) -> None:
        """The camera did not see the card on its way: it goes back into the hand, and the turn goes on."""
        with self._changed:
            if not self._closed:
                demo_presses.give_back(self._table, self._hands)
                self._show()

    def lay_from_hand(
        self,
        by: c.BySeat,
        key: int,
        cell: Cell,
        *,
        turned: bool = False,
        command_id: str = "",
        seen: int | None = None,
    ) -> Done | Refusal:
        """A hand lays this card of `View.hand_cards`, allowed or not. The camera sees it then, as at a real table."""

        def act(name: str | None) -> Done | Refusal:
            return demo_presses.lay(self._table, self._hands, by, key, cell, turned=turned)

        return self._once(by, command_id, seen, act)

    def discard_from_hand(
        self, by: c.BySeat, keys: tuple[int, ...], *, command_id: str = "", seen: int | None = None
    ) -> Done | Refusal:
        """Pass, and throw away these cards of `View.hand_cards`."""

        return self._once(
            by, command_id, seen, lambda name: demo_presses.discard(self._table, self._hands, by, keys, name)
        )

    # ---- the camera -----------------------------------------------------------------------------------------------

    def observe(self, seen: Seen) -> None:
        """A settled change; called by the camera's thread."""
        with self._changed:
            if not self._closed:
                self._table.see(seen)
                self._show()

    def camera(self, state: str, hints: tuple[str, ...] = (), has_picture: bool = False) -> None:
        with self._changed:
            now = CameraView(state, hints, has_picture)
            if now != self._camera:
                self._camera = now
                self._ledger.version += 1
                self._show()

    # ---- seats ----------------------------------------------------------------------------------------------------

    def join(self, name: str, *, seat: c.SeatId | None = None) -> s.Joined | Refusal:
        """Sit down at a new place, or at a vacant or simulated one. The old token of that place is dead."""
        with self._changed:
            joined = self._places.join(name, seat)
            self._show()
            return joined

    def release(self, by: c.ByTable, seat: c.SeatId) -> Done | Refusal:
        """Free a seat whose phone is gone, so that another can take it. Everybody hears of it."""
        with self._changed:
            done = self._places.release(seat)
            self._show()
            return done

    def viewer_of(self, token: str | None) -> Viewer:
        """The seat that the token holds; the table for any other."""
        with self._changed:
            return self._places.viewer_of(token)

    def host_token(self) -> str:
        return self._host_token

    def is_host(self, token: str | None) -> bool:
        return token is not None and s.same_token(token, self._host_token)

    def online(self, token: str, yes: bool) -> None:
        """A stream to the phone with this seat's token was opened or closed."""
        with self._changed:
            self._places.online(token, yes)
            self._show()

    # ---- doing it, under the lock ---------------------------------------------------------------------------------

    def _once(
        self,
        by: c.Actor,
        command_id: str,
        seen: int | None,
        act: Callable[[str | None], Done | Refusal],
        command: c.Command | None = None,
    ) -> Done | Refusal:
        """`command`: says itself what makes it stale; without one it is any change that makes presses stale."""
        with self._changed:
            since = self._ledger.mattered if command is None else self._table.good_since(command)
            done = self._presses.once(by, command_id, seen, since, act)
            self._show()
            return done

    def _show(self) -> None:
        """Let everybody see what has changed."""
        if self._hands:
            self._hands.follow(self._ledger.story)
        coming = demo_presses.on_its_way(self._table, self._hands)
        if self._table.eye.changed() or coming != self._coming:
            self._coming = coming
            self._ledger.version += 1
        if self._told != self._ledger.version:
            self._told = self._ledger.version
            self._views.clear()
            self._changed.notify_all()
