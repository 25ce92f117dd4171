"""The running table's one writer: commands go in, views come out, the game never does. Threads meet here.

What is accepted is in the journal before anybody is told. Everything that people see is made by `views.project`.
"""

from __future__ import annotations

import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path

from companion.live import seats as s
from companion.live.dealer import Dealer, SeededDealer, new_seed
from companion.live.demo_deck import DemoDeck
from companion.live.demo_hands import DemoHands, HandTable
from companion.live.journal import FILE_NAME, TROUBLES, Journal, set_aside
from companion.live.ledger import Done, Ledger
from companion.live.observe import Seen
from companion.live.settings import COMMANDS_REMEMBERED
from companion.live.store import Loaded, load
from companion.live.table import NEVER_STALE, Table
from companion.live.undo import last_undoable
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import new_game
from companion.state import codec
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.lines import Note
from companion.views.model import CameraView, SeatViewer, TableViewer, View, Viewer
from companion.views.project import Desk, project


class Session:
    """`demo`: nobody holds real cards; the session deals hands too, and hands lay them on a simulated table."""

    def __init__(self, ledger: Ledger, host_token: str, hands: DemoHands | None = None) -> None:
        self._table, self._ledger, self._host_token = Table(ledger), ledger, host_token
        self._hands = hands
        self._refused: OrderedDict[str, Refusal] = OrderedDict()
        self._streams: Counter[str] = Counter()  # by the phone's token, as seats move
        self._camera = CameraView("off")
        self._views: dict[Viewer, View] = {}
        self._told = ledger.version
        self._closed = False
        if hands is not None:
            hands.follow(ledger.story)
        self._changed = threading.Condition(threading.RLock())

    @classmethod
    def open(
        cls, folder: Path, *, seed: int | str | None = None, demo: bool = False, dealer: Dealer | None = None
    ) -> Session | Refusal:
        """The night that lies in the folder, or a new one. A folder keeps the seed it began with."""
        found = _read(folder)
        if isinstance(found, Refusal):
            return found
        journal, loaded = found
        kept = journal.settings()
        made = {"seed": str(seed) if seed is not None else new_seed(), "host_token": s.new_token()}
        settings = made | {name: value for name, value in kept.items() if name in made}
        problem = journal.write(settings=settings)
        if problem is not None:
            journal.close()
            return problem
        ledger = Ledger(journal, loaded, dealer or SeededDealer(settings["seed"], draws_paths=demo))
        if journal.put_aside:
            ledger.tell(Note("journal_put_aside", {"file": journal.put_aside}))
        if ledger.rules_changed():
            ledger.tell(Note("rules_changed"))
        ledger.let_chance_play()
        return cls(ledger, settings["host_token"], _demo_hands(journal, settings["seed"]) if demo else None)

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
            taken=frozenset(self._ledger.tokens.values()),
            online=frozenset(seat for token, seat in self._ledger.tokens.items() if self._streams[token] > 0),
            camera=self._camera,
            asked=self._table.eye.asked(),
            story=self._ledger.story.happenings(),
            may_undo=bool(steps),
            undo=steps[0].mover if steps else None,
            hands=self._hands.views() if self._hands else {},
            entries=self._ledger.story.entries,
        )

    # ---- what people do -------------------------------------------------------------------------------------------

    def submit(
        self, by: c.Actor, command: c.Command, *, command_id: str = "", seen: int | None = None
    ) -> Done | Refusal:
        """Do it, or say why not. `seen`: the version that the presser saw; `command_id`: a press is done once."""
        if isinstance(by, c.ByDealer):
            raise ValueError("chance does not come from outside")
        stale = None if isinstance(command, NEVER_STALE) else seen
        return self._once(by, command_id, stale, lambda key: self._submit(by, command, key))

    def _submit(self, by: c.Actor, command: c.Command, key: str | None) -> Done | Refusal:
        lacking = self._hands.lacks(by, command) if self._hands else None
        return lacking or self._table.do(by, command, key)

    def undo(self, by: c.Actor, *, command_id: str = "", seen: int | None = None) -> Done | Refusal:
        """Take the last step back. Chance is not asked again, and what was seen stays seen."""
        return self._once(by, command_id, seen, lambda key: self._table.undo(by, key))

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
            if self._hands and key is None and cell in self._hands.lying and isinstance(done, Done):
                self._hands.take_back(cell)
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
            if self._hands is None:
                return Refusal("not_in_hand")
            if self._table.eye.sees(cell):
                return Refusal("occupied", cell=cell)
            problem = self._hands.lay(by.seat, key, cell, turned=turned)
            if problem is not None:
                return problem
            self._table.eye.laid_by_hand(cell, by.seat)
            self._ledger.version += 1
            return Done(self.version)

        return self._once(by, command_id, seen, act)

    def discard_from_hand(
        self, by: c.BySeat, keys: tuple[int, ...], *, command_id: str = "", seen: int | None = None
    ) -> Done | Refusal:
        """Pass, and throw away these cards of `View.hand_cards`."""

        def act(name: str | None) -> Done | Refusal:
            if self._hands is None or not self._hands.holds(by.seat, keys):
                return Refusal("not_in_hand")
            seq = self._ledger.next_seq
            beside = {f"{_CHOSEN}{seq}": ",".join(map(str, keys))}
            done = self._table.do(by, c.Pass(len(keys)), name, beside=beside)
            if isinstance(done, Done):
                self._hands.deck.chosen[seq] = keys
            return done

        return self._once(by, command_id, seen, act)

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
            self._show()
            return done if isinstance(done, Refusal) else s.Joined(token, place)

    def release(self, by: c.ByTable, seat: c.SeatId) -> Done | Refusal:
        """Free a seat whose phone is gone, so that another can take it.

        The next phone there sees what the seat knows, so everybody hears of it: nobody frees a seat in secret.
        """
        with self._changed:
            before = self._ledger.tokens
            tokens = {token: held for token, held in before.items() if held != seat}
            if tokens == before:
                return Refusal("seat_is_free", {"seat": seat})
            playing = self._table.game.round is not None
            done = self._ledger.seat(tokens, Note("seat_freed_in_play" if playing else "seat_freed", {"seat": seat}))
            self._show()
            return done

    def viewer_of(self, token: str | None) -> Viewer:
        """The seat that the token holds; the table for any other."""
        with self._changed:
            seat = self._ledger.tokens.get(s.token_hash(token)) if token else None
            return TableViewer() if seat is None else SeatViewer(seat)

    def host_token(self) -> str:
        return self._host_token

    def is_host(self, token: str | None) -> bool:
        return token is not None and s.same_token(token, self._host_token)

    def online(self, token: str, yes: bool) -> None:
        """A stream to the phone with this seat's token was opened or closed."""
        with self._changed:
            phone = s.token_hash(token)
            before = self._streams[phone] > 0
            self._streams[phone] = max(0, self._streams[phone] + (1 if yes else -1))
            if before != (self._streams[phone] > 0):
                self._ledger.version += 1
                self._show()

    # ---- doing it, under the lock ---------------------------------------------------------------------------------

    def _once(
        self, by: c.Actor, command_id: str, seen: int | None, act: Callable[[str | None], Done | Refusal]
    ) -> Done | Refusal:
        with self._changed:
            ledger, key = self._ledger, _press(by, command_id) if command_id else None
            if key is not None and key in ledger.answers:
                return Done(ledger.answers[key])
            if key is not None and key in self._refused:
                return self._refused[key]
            if isinstance(by, c.BySeat) and not 0 <= by.seat < len(ledger.story.game.seats):
                return Refusal("no_such_seat")
            done = Refusal("stale") if seen is not None and seen < ledger.mattered else act(key)
            if key is not None and isinstance(done, Done):
                ledger.answers[key] = done.version
            elif key is not None and isinstance(done, Refusal) and done.code not in TROUBLES:
                self._refused[key] = done
                if len(self._refused) > COMMANDS_REMEMBERED:
                    self._refused.popitem(last=False)
            self._show()
            return done

    def _show(self) -> None:
        """Let everybody see what has changed."""
        if self._table.eye.changed():
            self._ledger.version += 1
        if self._told != self._ledger.version:
            self._told = self._ledger.version
            self._views.clear()
            if self._hands:
                self._hands.follow(self._ledger.story)
            self._changed.notify_all()


_CHOSEN = "chosen:"  # settings that keep which cards a demo player threw away, by step


def _demo_hands(journal: Journal, seed: str) -> DemoHands:
    deck = DemoDeck(seed)
    for name, value in journal.settings().items():
        if name.startswith(_CHOSEN):
            deck.chosen[int(name.removeprefix(_CHOSEN))] = tuple(int(key) for key in value.split(","))
    return DemoHands(deck)


def _press(by: c.Actor, command_id: str) -> str:
    """One press of one person: somebody else's press with the same id is another."""
    return f"{json.dumps(codec.encode(by))} {command_id}"


def _read(folder: Path) -> tuple[Journal, Loaded] | Refusal:
    """The folder's journal and what it tells; one that makes no sense is put aside."""
    put_aside = None
    while True:
        journal = Journal.open(folder)
        if isinstance(journal, Refusal):
            return journal
        journal.put_aside = put_aside or journal.put_aside
        entries = journal.entries()
        if isinstance(entries, Refusal):
            journal.close()
            return entries
        try:
            return journal, load(entries, new_game())
        except ValueError:  # written by a program that meant something else
            journal.close()
            put_aside = set_aside(folder / FILE_NAME)
            if put_aside is None:
                return Refusal("journal_damaged", {"folder": str(folder)})
