"""What pages may ask of the running table, as companion.live.session.Session answers it: never the game itself."""

from __future__ import annotations

from typing import Protocol, TypedDict, Unpack

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.commands import Actor, BySeat, ByTable, Command, SeatId
from companion.state.refusals import Refusal
from companion.views.keepsake import KeptRound
from companion.views.model import SeatRequestView, View, Viewer


class Done(Protocol):
    """The press was done, and everybody's view may have changed."""

    @property
    def version(self) -> int: ...


class Joined(Protocol):
    """Somebody sat down. `token`: the secret by which his phone is known from now on."""

    @property
    def token(self) -> str: ...


class Press(TypedDict):
    """A press is done once, and not where the table was faster. `seen`: the version of the view that was pressed."""

    command_id: str
    seen: int | None


class News(Protocol):
    """That something has changed, not what."""

    @property
    def version(self) -> int: ...
    @property
    def closed(self) -> bool: ...
    def wait(self, version: int, timeout_s: float) -> int: ...
    def online(self, token: str, yes: bool) -> None: ...


class Session(News, Protocol):
    """Views are made for one viewer. A press says who presses, what, and which press it is."""

    # ---- what people see ------------------------------------------------------------------------------------------

    def view(self, viewer: Viewer) -> View: ...
    def keepsake(self) -> tuple[KeptRound, ...] | None: ...
    def viewer_of(self, token: str | None) -> Viewer: ...
    def is_host(self, token: str | None) -> bool: ...

    # ---- what people do -------------------------------------------------------------------------------------------

    def submit(self, by: Actor, command: Command, **once: Unpack[Press]) -> Done | Refusal: ...
    def undo(self, by: Actor, **once: Unpack[Press]) -> Done | Refusal: ...
    def amend(self, by: Actor, entry: int, face: Face, **once: Unpack[Press]) -> Done | Refusal: ...
    def resync(self, by: Actor, **once: Unpack[Press]) -> Done | Refusal: ...
    def answer(
        self, by: Actor, proposal_id: str, choice: int | None, *, forced: bool, **once: Unpack[Press]
    ) -> Done | Refusal: ...
    def correct(
        self, by: Actor, proposal_id: str, cell: Cell, face: Face, *, forced: bool, **once: Unpack[Press]
    ) -> Done | Refusal: ...
    def lay_from_hand(
        self, by: BySeat, key: int, cell: Cell, *, turned: bool, **once: Unpack[Press]
    ) -> Done | Refusal: ...
    def discard_from_hand(self, by: BySeat, keys: tuple[int, ...], **once: Unpack[Press]) -> Done | Refusal: ...

    # ---- who sits where -------------------------------------------------------------------------------------------

    def join(self, name: str, *, seat: SeatId | None, code: str = "", phone: str | None = None) -> Joined | Refusal: ...
    def leave(self, token: str | None, *, seen: int | None) -> Done | Refusal: ...
    def admit(self, by: ByTable, key: int, *, yes: bool) -> Done | Refusal: ...
    def asked_for(self, token: str | None) -> SeatRequestView | None: ...
    def comes_next(self, token: str | None) -> bool: ...
    def release(self, by: ByTable, seat: SeatId, *, forced: bool, **once: Unpack[Press]) -> Done | Refusal: ...
