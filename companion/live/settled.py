"""What lies on the table as far as the camera has told: its settled changes, summed up. No judgement: see propose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.live.observe import Seen, SeenCard, SeenKind
from companion.maze.geometry import Cell

_CHANGES_ONE = (SeenKind.LAID, SeenKind.TURNED, SeenKind.MOVED)


@dataclass(frozen=True)
class SettledBoard:
    """`cards` is None until the camera has read a whole table once."""

    cards: Mapping[Cell, SeenCard] | None = None
    covered: bool = False
    lost: bool = False

    def after(self, seen: Seen) -> SettledBoard:
        match seen.kind:
            case SeenKind.BOARD:
                return SettledBoard(_frozen({card.cell: card for card in seen.cards}), self.covered, False)
            case SeenKind.COVERED | SeenKind.CLEAR:
                return replace(self, covered=seen.kind is SeenKind.COVERED)
            case SeenKind.LOST | SeenKind.FOUND:
                return replace(self, lost=seen.kind is SeenKind.LOST)
        if self.cards is None:  # a change of a table that was never read says nothing
            return self
        cards = dict(self.cards)
        left = {card.cell for card in seen.cards} if seen.kind is SeenKind.REMOVED else {seen.gone}
        for cell in left - {None}:
            cards.pop(cell, None)  # type: ignore[arg-type]
        if seen.kind in _CHANGES_ONE:
            cards.update({card.cell: card for card in seen.cards})
        return replace(self, cards=_frozen(cards))


def _frozen(cards: dict[Cell, SeenCard]) -> Mapping[Cell, SeenCard]:
    return MappingProxyType(cards)
