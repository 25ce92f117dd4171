"""The cards of a simulated deck, and what a played card may do with them. Who shuffles and deals: companion.demo."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from companion.editions.cards import Tool
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.commands import SeatId


@dataclass(frozen=True)
class DeckCard:
    """key : the card's place in the shuffled deck; deed : an action card's key, None for a path card"""

    key: int
    deed: str | None
    face: Face | None = None
    tools: tuple[Tool, ...] = ()


class Deck(Protocol):
    """pile : the draw pile, its top at the end; laid : path cards in the maze by cell
    before : cards that lie before a seat, by seat and what is on them
    held : what the card must be that waits until others have answered
    """

    hands: list[list[DeckCard]]
    pile: list[DeckCard]
    discards: list[DeckCard]
    laid: dict[Cell, DeckCard]
    before: dict[tuple[SeatId, str], DeckCard]
    held: tuple[str | None, tuple[Tool, ...], Face | None] | None

    def play(
        self, seat: SeatId, deed: str | None, tools: Collection[Tool] = ..., face: Face | None = ...
    ) -> DeckCard: ...
    def fresh(self, deed: str | None, face: Face | None = ..., tools: Collection[Tool] = ...) -> DeckCard: ...
    def throw(self, seat: SeatId, count: int) -> None: ...
    def chance(self, what: str) -> Random: ...


def spent(deed: str) -> Callable[[Deck, Any], None]:
    """The card is discarded once it was played."""

    def follow(deck: Deck, event: Any) -> None:
        if getattr(event, "card", True):  # else the maze did it
            deck.discards.append(deck.play(event.seat, deed))

    return follow


def lifted(deck: Deck, cell: Cell, face: Face) -> DeckCard:
    """The path card that lay there."""
    card = deck.laid.pop(cell, None)
    return deck.fresh(None, face) if card is None else card


def taken_away(deck: Deck, seat: SeatId, what: str) -> None:
    """What lay before this seat is discarded."""
    card = deck.before.pop((seat, what), None)
    if card is not None:
        deck.discards.append(card)


def worth(card: DeckCard) -> tuple[int, int]:
    """How loath one is to throw a card away: dead ends go first, open tunnels last."""
    if card.face is not None:
        return (2 if card.face.links else 0, len(card.face.open))
    return (1, card.key)
