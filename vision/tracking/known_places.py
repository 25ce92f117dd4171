"""What happened in the places of the board's cards: they changed, are bare again, or are seen from elsewhere.

in     the board, as cards by cell, a Reading, and the small pictures of a ChangeDetector
out    shares of a card's place; the board carried along with a camera that was pushed
never  says when to read, or what to believe
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from companion.sight.reading import CardKind, Reading, SeenCard
from vision.arrays import Flags, Mask, Quads
from vision.tracking.bare_table import BareTable, covered
from vision.tracking.camera_shift import SizePx, carried_along, is_in_place
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.temporal_filter import CardsByCell


@dataclass(frozen=True)
class KnownPlacesSettings:
    """Shares of a card's place, or of the cards."""

    all_changed: float = 0.12  # of the middle card's place: a bump changes them all so far, a hand but a few
    like_bare: float = 0.05  # looks otherwise than the bare table: cards 0.2 at least, most 0.7, tables 0.00
    hidden: float = 0.5  # likewise: more is no table, whatever it looks like
    overhung: float = 0.2  # of the table around a place: heads over it 0.5 at least, cards taken from it 0.00
    sure: float = 0.9  # confidence of a card that was overlooked before, and of few that are none


KNOWN_PLACES = KnownPlacesSettings()
_NEVER_TAKEN = (CardKind.START, CardKind.GOAL)  # by the rules; of no other place is it certain that a card lies there


class KnownPlaces:
    """size_px : of the full picture, across and down; all quads are in its pixels"""

    def __init__(self, changes: ChangeDetector, settings: KnownPlacesSettings = KNOWN_PLACES) -> None:
        self._changes, self._settings = changes, settings
        self._bare = BareTable()
        self.size_px: SizePx = (0, 0)

    def forget(self) -> None:
        """How the table looks bare: who looks now looks from elsewhere."""
        self._bare.forget()

    def learn(self, board: CardsByCell, reading: Reading) -> None:
        """The board has settled; what lies beside it is bare table, unless a card was read there all the same."""
        self._changes.remember()
        self._bare.learn(self._changes.small, self._small([*board.values(), *reading.cards]))

    def all_changed(self, board: CardsByCell) -> bool:
        """Whether the cards' places look different than when the board was settled."""
        shares = self._changes.shares_changed(_quads(board.values()), self.size_px)
        return float(np.median(shares)) > self._settings.all_changed

    def redrawn(self, board: CardsByCell) -> bool:
        """Whether what is drawn in one of the cards' places differs, whatever the light."""
        return self._changes.redraws_any(list(_quads(board.values())), self.size_px)

    def looks_bare(self, card: SeenCard, reading: Reading) -> bool | None:
        """Whether a card's place looks as it did when it was bare; None where that cannot be told.

        It does not where something else is seen there, or over the table around it, that hides the place as well.
        """
        place, others = self._small([card])[0], self._small(one for one in reading.cards if one.cell != card.cell)
        share = self._bare.share_otherwise(self._changes.small, place, others)
        if share is not None and share <= self._settings.like_bare:
            return True
        around = self._bare.share_around(self._changes.small, place, others)
        overhung = card.kind in _NEVER_TAKEN if around is None else around > self._settings.overhung
        return False if overhung or (share is not None and share >= self._settings.hidden) else None

    def are_open(self, cards: Iterable[SeenCard], open_: Mask) -> Flags:
        """(n,) whether the cards lie wholly there. open_ : of the small picture"""
        return np.array([open_[covered(open_.shape, quad[None], 0)].all() for quad in self._small(cards)], bool)

    def without_phantoms(self, reading: Reading, board: CardsByCell) -> Reading:
        """The reading, but for new cards in places that look as they did when they were bare."""
        doubtful = [card for card in reading.cards if card.cell not in board and card.confidence < self._settings.sure]
        phantoms = {card.cell for card in doubtful if self.looks_bare(card, reading)}
        return replace(reading, cards=tuple(card for card in reading.cards if card.cell not in phantoms))

    def share_changed(self, card: SeenCard, reading: Reading, board: CardsByCell) -> float:
        """The share of a card's place that looks otherwise than before it came or went. board : before"""
        if self.looks_bare(card, reading):
            return 1.0 if card.cell in board else 0.0
        return self._changes.share_changed(np.array(card.quad_px), self.size_px)

    def follow_camera(self, board: CardsByCell) -> CardsByCell | None:
        """Where the picture shows the same from elsewhere, the board as it lies there; None where it does not.

        What is remembered is carried along: nothing seems to lie over the table then, and only what changed is told.
        """
        if not board or not self.all_changed(board):
            return None
        way = self._changes.camera_shift(_quads(board.values()), self.size_px)
        there = None if way is None else carried_along(board, way)
        if way is None or there is None or is_in_place(board, there):
            return None
        self._changes.carry_along(way, self.size_px)
        self._bare.carry_along(self._changes.in_small(way, self.size_px))
        return there

    def _small(self, cards: Iterable[SeenCard]) -> Quads:
        scale = float(self._changes.small.shape[1] / self.size_px[0])
        return _quads(cards) * scale


def _quads(cards: Iterable[SeenCard]) -> Quads:
    return np.array([card.quad_px for card in cards], float).reshape((-1, 4, 2))
