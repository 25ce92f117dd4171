"""The lines of the command `watch`: what changed from one settled board to the next, as JSON. Reads no picture itself.

in     a source, or what was seen in it: settled boards and camera events
out    dictionaries, one a line, each with the number of its "frame" and an "event":
       board, with all "cells", when a table was found; then, one by one, laid, removed, turned or moved, with the
       "cell", and of a moved one "from" where; covered, clear, lost or found for the view of it. A cell is as
       companion.sight.reading_json writes it
never  a line before the first board
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import CardKind, SeenCard
from companion.sight.reading_json import card_json
from companion.sight.settled_board import CameraEvent, Seen
from vision.capture.source import BROKEN, NO_CAMERA, Source, open_source
from vision.registration.table_clues import NO_TABLE
from vision.service.camera_thread import patiently
from vision.tracking.read_trigger import ReadTrigger, TableReader
from vision.tracking.tracker import Tracker

Line = dict[str, Any]


class NothingToWatch(Exception):
    """No line can be told, for the reason in `hint`."""

    def __init__(self, hint: Hint) -> None:
        super().__init__(hint.code)
        self.hint = hint


class SourceError(NothingToWatch):
    """The source cannot be used."""


class NoTableSeen(NothingToWatch):
    """The source has ended and no table was found in it."""


class ChangeKind(StrEnum):
    REMOVED = "removed"
    MOVED = "moved"
    TURNED = "turned"
    LAID = "laid"


@dataclass(frozen=True)
class BoardChange:
    """card : as it lies now; a removed one as it lay. came_from : the cell that a moved card has left"""

    kind: ChangeKind
    card: SeenCard
    came_from: Cell | None = None

    @property
    def json(self) -> Line:
        line: Line = {"event": self.kind.value, "cell": card_json(self.card)}
        return line | {"from": {"x": self.came_from.x, "y": self.came_from.y}} if self.came_from else line


class WatchLines:
    """Remembers the last board, as each line says what is new."""

    def __init__(self) -> None:
        self._board: Mapping[Cell, SeenCard] | None = None

    def of(self, seen: Seen) -> list[Line]:
        if isinstance(seen, CameraEvent):
            return [] if self._board is None else [{"frame": seen.frame, "event": seen.kind.value}]
        before, self._board = self._board, seen.board
        if before is None or seen.anew:
            cells = [card_json(card) for card in seen.board.values()]
            return [{"frame": seen.frame, "event": "board", "cells": cells}]
        return [{"frame": seen.frame} | change.json for change in changes(before, seen.board)]

    @property
    def has_begun(self) -> bool:
        """A board was told."""
        return self._board is not None


def watch_source(
    text: str | Source, reader: TableReader | None = None, are_read: Callable[[], bool] = lambda: True
) -> Iterator[Line]:
    """The lines of `watch`, each as a dictionary, as long as they are read. Raises SourceError where the source cannot
    be used, and NoTableSeen at the end of one that has shown none."""
    source = open_source(text)
    if isinstance(source, Hint):
        raise SourceError(source)
    trigger, lines = ReadTrigger(reader or Tracker(), timed=source.timed), WatchLines()
    pictures, why, broken = 0, NO_TABLE, None
    try:
        for frame in source.frames():
            if not are_read():
                return
            if frame.image is None and not pictures and source.timed:
                raise SourceError(frame.hint or NO_CAMERA)
            pictures += frame.image is not None
            for seen in patiently(trigger, frame):
                yield from lines.of(seen)
            if frame.hint is not None and frame.hint.code == BROKEN:  # it is passed over
                broken = frame.hint
            else:
                why = frame.hint or next(iter(trigger.sight.hints), why)
        if broken is not None and not pictures:
            raise SourceError(Hint("source.none_readable", {"name": broken.facts["name"]}))
        for seen in patiently(trigger, None):
            yield from lines.of(seen)
        if not lines.has_begun:
            raise NoTableSeen(next(iter(trigger.sight.hints), why))
    finally:
        source.close()


def changes(before: Mapping[Cell, SeenCard], now: Mapping[Cell, SeenCard]) -> list[BoardChange]:
    """From one board to the next: removed, moved, turned, laid, each in the order of the cells.

    A card that left one cell for another has moved; another card in the same cell is one removed and one laid.
    """
    turned = {cell for cell in before.keys() & now.keys() if _is_turned(before[cell], now[cell])}
    other = {cell for cell in before.keys() & now.keys() if before[cell].face != now[cell].face} - turned
    gone, new = (before.keys() - now.keys()) | other, (now.keys() - before.keys()) | other
    moved = _moves({cell: before[cell] for cell in gone}, {cell: now[cell] for cell in sorted(new)})
    return [
        *(BoardChange(ChangeKind.REMOVED, before[cell]) for cell in sorted(gone - set(moved.values()))),
        *(BoardChange(ChangeKind.MOVED, now[to], came_from) for to, came_from in moved.items()),
        *(BoardChange(ChangeKind.TURNED, now[cell]) for cell in sorted(turned)),
        *(BoardChange(ChangeKind.LAID, now[cell]) for cell in sorted(new - moved.keys())),
    ]


def _moves(gone: Mapping[Cell, SeenCard], new: Mapping[Cell, SeenCard]) -> dict[Cell, Cell]:
    """New cell to old cell, where one card alone can have gone from there to here."""
    moves = {}
    for cell, card in new.items():
        same = [old for old, left in gone.items() if left.face is not None and left.face == card.face]
        rivals = [other for other in new.values() if other.face == card.face]
        if len(same) == 1 and len(rivals) == 1:
            moves[cell] = same[0]
    return moves


def _is_turned(old: SeenCard, new: SeenCard) -> bool:
    """The same card shows another side or lies the other way up; a goal always stays the same card."""
    if old.face == new.face:
        return False
    if old.face is None or new.face is None or CardKind.GOAL in (old.kind, new.kind) or old.uncertain:
        return True
    return old.face.half_turn() == new.face
