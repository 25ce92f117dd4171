"""What is laid or turned up in the open is told while somebody is still at work over the rest of the table.

in     pictures, the board as it is known, and a reader
out    SettledBoard with what is new
never  tells what was taken, or of a card in doubt: that waits until all is in sight, see read_trigger
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import START_CELL
from companion.sight.reading import Reading, SeenCard
from companion.sight.settled_board import SettledBoard
from vision.arrays import Image, Mask
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.known_places import CardsByCell, KnownPlaces, is_bumped
from vision.tracking.temporal_filter import TemporalFilter


@dataclass(frozen=True)
class EarlyReadingSettings:
    """When a part of the table is read by itself, and what was laid or turned up there is told."""

    after_s: float = 2.5  # that somebody is over the table: a hand that lays a card has left by then
    still_s: float = 0.3  # without motion in a place: longer than for a whole table at rest
    laid: float = 0.0015  # of the picture that differs in the open: a third of a small card
    in_sight: float = 0.6  # of the cards, and the start card: from fewer it is not told where the others are
    sure: float = 0.9  # confidence; a card less sure waits until nothing casts a shadow over it
    turned: float = 0.12  # of a card's place that differs, where one was turned up
    again_s: float = 0.7  # between two tries that told nothing


EARLY_READING = EarlyReadingSettings()


class EarlyReading:
    """Used by a ReadTrigger, with whose changes and places it works."""

    def __init__(self, changes: ChangeDetector, places: KnownPlaces, read: Callable[[Image], Reading]) -> None:
        self._changes, self._places, self._read = changes, places, read
        self._filter = TemporalFilter(timed=True)
        self._not_before: float | None = None  # clock; None while nobody is over the table

    def forget(self) -> None:
        """Nobody is over the table, or it is seen from elsewhere now."""
        self._not_before = None
        self._filter = TemporalFilter(timed=True)

    @property
    def board(self) -> CardsByCell:
        """As it settled last."""
        return self._filter.board or {}

    def settle(self, frame: int, clock_s: float, image: Image, board: CardsByCell) -> SettledBoard | None:
        limits = EARLY_READING
        if self._not_before is None:
            self._not_before = clock_s + limits.after_s
        if not board or clock_s < self._not_before or not self._changes.remembers:
            return None
        in_open = self._changes.open(limits.still_s)
        if self._changes.share_changed_in(in_open) < limits.laid or not self._is_in_sight(board, in_open):
            return None
        reading = self._read(image)
        told = [] if not reading.found or is_bumped(board, reading) else self._to_tell(reading, board, in_open)
        if not told:
            self._filter.disturb()
            self._not_before = clock_s + limits.again_s
            return None
        self._filter.board = board
        self._filter.add(replace(reading, cards=tuple((board | {card.cell: card for card in told}).values())))
        settled = self._filter.settle(frame, changed=lambda card: self._places.share_changed(card, reading, board))
        if settled is None:
            return None
        told = [card for card in told if card.cell in settled.touched]
        if not told:
            self._not_before = clock_s + limits.again_s
            return None
        self._changes.remember_at(np.array([card.quad_px for card in told]), self._places.size_px)
        return settled

    def _is_in_sight(self, board: CardsByCell, in_open: Mask) -> bool:
        cards = self._places.are_open(board.values(), in_open)
        start = [seen for cell, seen in zip(board, cards, strict=True) if cell == START_CELL]
        return all(start) and bool(np.mean(cards) >= EARLY_READING.in_sight)

    def _to_tell(self, reading: Reading, board: CardsByCell, in_open: Mask) -> list[SeenCard]:
        """The cards in the open that were laid or turned up."""
        shown = self._places.without_phantoms(reading, board).cards
        new = [card for card in shown if _is_sure(card) and (card.cell not in board or self._is_turned(card, board))]
        return [card for card, seen in zip(new, self._places.are_open(new, in_open), strict=True) if seen]

    def _is_turned(self, card: SeenCard, board: CardsByCell) -> bool:
        """Whether it lay face down, and its place looks otherwise now: a back is misread for once."""
        if card.face is None or board[card.cell].face is not None:
            return False
        return self._places.looks_otherwise(card) > EARLY_READING.turned


def _is_sure(card: SeenCard) -> bool:
    return not card.uncertain and card.confidence >= EARLY_READING.sure
