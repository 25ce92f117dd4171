"""How a simulated player weighs the ways to play a card. What he sees of the game is `Eyes`, made from his own View."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from companion.cards.asked import Way
from companion.editions.cards import Tool
from companion.maze.board import Board
from companion.maze.geometry import Cell
from companion.state.commands import SeatId
from companion.state.words import Command

Ideas = list[tuple[float, Command]]  # each with how much he likes it; nothing above 0 is left alone


@dataclass(frozen=True)
class Eyes:
    """What a player goes by, from his own phone and memory.

    digs : he wants the gold to be reached; paths : path cards in his hand; held : the tools on each card of this kind
    looked : goals and chests that he knows; newest : where the last card was laid
    gain : how many steps nearer to the goals another maze would be; free : a card may be laid there, by hand and unpaid
    """

    me: SeatId
    digs: bool = True
    paths: int = 0
    discards: int = 0
    held: tuple[tuple[Tool, ...], ...] = ()
    looked: frozenset[Cell] = frozenset()
    board: Board = field(default_factory=lambda: Board.of(()))
    newest: Cell | None = None
    gain: Callable[[Board], float] = lambda board: 0.0
    free: Callable[[Cell], bool] = lambda cell: True


class Playable(Protocol):
    """The card that is weighed."""

    def played(self, way: Way) -> Command: ...


Liking = Callable[[Playable, Eyes, Sequence[Way], Random], Ideas]


def likes_all(weight: float, more: float = 2.0) -> Liking:
    """All ways alike, by mood: from `weight` to `weight + more`."""
    return lambda card, eyes, ways, rng: [(weight + more * rng.random(), card.played(way)) for way in ways]


def likes_nothing(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    return []
