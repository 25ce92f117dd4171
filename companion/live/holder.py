"""Who holds the players' cards, they or somebody who lays them for them, and what the session asks of either."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.live.ledger import Done
from companion.live.table import Table
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views.model import HandCardView

SealedHands = Mapping[c.SeatId, Secret[tuple[HandCardView, ...]]]


class Holder(Protocol):
    """Not thread-safe: the session calls it under its own lock. A hand is sealed for the window of its own seat.

    every_card : nobody has printed cards, so that chance draws also what lies on the table from the start
    lying : cells of cards that lie on the table and are neither in the game nor taken back
    """

    @property
    def every_card(self) -> bool: ...
    @property
    def lying(self) -> frozenset[Cell]: ...

    def take_up(self, table: Table, seed: str, kept: Mapping[str, str]) -> None:
        """Once, before all else: the night's seed, and the settings that lie in its journal."""

    def follow(self, table: Table) -> None:
        """The night's story may have changed, and what the camera sees."""

    def hands(self) -> SealedHands: ...

    def on_its_way(self, table: Table) -> tuple[c.SeatId, Cell] | None:
        """Whose turn it is and where his hand lays a card that the camera has not told of yet."""

    def refuses(self, table: Table, by: c.Actor, command: c.Command | None) -> Refusal | None:
        """Why this may not be pressed now, whatever the rules say. `command` None: a step is taken back."""

    def lay(self, table: Table, by: c.BySeat, key: int, cell: Cell, *, turned: bool) -> Done | Refusal:
        """A hand lays this card, allowed or not; the camera sees it then."""

    def discard(self, table: Table, by: c.BySeat, keys: tuple[int, ...], press: str | None) -> Done | Refusal:
        """Pass, and throw these cards away."""

    def give_back(self, table: Table) -> None:
        """The camera did not see the card on its way: its hand takes it back."""

    def denied(self, table: Table, cell: Cell) -> None:
        """What the camera saw there is not so, or is taken back."""


class PeopleHold:
    """Everybody holds printed cards, of which this program knows nothing."""

    every_card = False
    lying: frozenset[Cell] = frozenset()

    def take_up(self, table: Table, seed: str, kept: Mapping[str, str]) -> None: ...

    def follow(self, table: Table) -> None: ...

    def hands(self) -> SealedHands:
        return {}

    def on_its_way(self, table: Table) -> None: ...

    def refuses(self, table: Table, by: c.Actor, command: c.Command | None) -> None: ...

    def lay(self, table: Table, by: c.BySeat, key: int, cell: Cell, *, turned: bool) -> Refusal:
        return Refusal("not_in_hand")

    def discard(self, table: Table, by: c.BySeat, keys: tuple[int, ...], press: str | None) -> Refusal:
        return Refusal("not_in_hand")

    def give_back(self, table: Table) -> None: ...

    def denied(self, table: Table, cell: Cell) -> None: ...
