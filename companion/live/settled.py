"""What lies on the table as far as the camera has told: its settled changes, summed up. No judgement: see propose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.live.observe import Seen, SeenCard, SeenKind
from companion.maze.geometry import Cell

_CHANGES_ONE = (SeenKind.LAID, SeenKind.TURNED, SeenKind.MOVED)


@dataclass(frozen=True)
class SettledBoard:
    """`cards` is None until the camera has read a whole table once.

    removed : cells seen to be emptied; a card that is merely not read is not among them
    """

    cards: Mapping[Cell, SeenCard] | None = None
    removed: frozenset[Cell] = frozenset()
    covered: bool = False
    lost: bool = False

    def after(self, seen: Seen) -> SettledBoard:
        if seen.kind is SeenKind.BOARD:
            cards = {card.cell: card for card in seen.cards}
            return SettledBoard(_frozen(cards), self.removed - cards.keys())
        if self.cards is None or not touched(seen):  # a change of a table that was never read says nothing
            return self
        here = seen.cards[:1] if seen.kind in _CHANGES_ONE else ()
        came = {card.cell: card for card in here}
        left = frozenset(card.cell for card in seen.cards[len(here) :]) - came.keys()
        cards = {cell: card for cell, card in self.cards.items() if cell not in left} | came
        return replace(self, cards=_frozen(cards), removed=(self.removed | left) - came.keys())


def touched(seen: Seen) -> frozenset[Cell]:
    """The cells where something was seen to happen; reading the whole table again is no happening."""
    if seen.kind is not SeenKind.REMOVED and seen.kind not in _CHANGES_ONE:
        return frozenset()
    return frozenset(card.cell for card in seen.cards)


def _frozen(cards: dict[Cell, SeenCard]) -> Mapping[Cell, SeenCard]:
    return MappingProxyType(cards)
