"""One table in photographs, each taken from another place: what lies there, and what came and went since the last one.

in     Image after Image of the table at rest, and the reader
out    Photographed: the SettledBoard with the Reading of that picture, or only the Reading that says why there is none
never  compares pixels of two photographs: only what was read in them
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.sight.reading import InPlay, SeenCard, quad_px
from companion.sight.settled_board import Photographed, SettledBoard
from vision.arrays import Image
from vision.detection.pyramid import WorkingPicture
from vision.geometry.table_pose import TablePose
from vision.reading.reader import Reader, read_table, show_bare
from vision.recognition.taught_deck import TaughtDeck
from vision.tracking.known_places import CardsByCell


class Photographs:
    """Remembers the board from photograph to photograph. Not thread-safe."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._board: CardsByCell | None = None
        self._taken = 0

    def use_deck(self, deck: TaughtDeck | None) -> None:
        self._reader = self._reader.with_deck(deck)

    def use_game(self, in_play: InPlay) -> None:
        self._reader = self._reader.with_game(in_play)

    def forget(self) -> None:
        """Tell the whole board of the next photograph."""
        self._board = None

    def read(self, image: Image) -> Photographed:
        """image : a whole photograph, upright, as large as it came"""
        self._taken += 1
        read = read_table(image, reader=self._reader)
        if not read.reading.found or read.table is None:
            return Photographed(read.reading)
        seen = {card.cell: card for card in read.reading.cards}
        before = self._board
        if before is None:
            self._board = seen
            return Photographed(read.reading, SettledBoard(self._taken, MappingProxyType(seen), anew=True, photo=True))
        missing = [_placed(card, read.table.pose, image) for cell, card in before.items() if cell not in seen]
        bare = show_bare(image, missing, reader=self._reader, known=read.table) if missing else []
        hidden = {card.cell: card for card, is_bare in zip(missing, bare, strict=True) if not is_bare}
        now = hidden | {cell: believed(before.get(cell), card) for cell, card in seen.items()}
        emptied = frozenset(before.keys() - now.keys())
        new = tuple(sorted(cell for cell, card in now.items() if cell not in before or before[cell].face != card.face))
        self._board = {cell: now[cell] for cell in sorted(now)}
        settled = SettledBoard(self._taken, MappingProxyType(self._board), emptied, emptied | set(new), photo=True)
        return Photographed(read.reading, settled, new)


def _placed(card: SeenCard, pose: TablePose, image: Image) -> SeenCard:
    """The card where its cell is in this photograph."""
    corners = WorkingPicture.of(image).outward(pose.quad(card.cell))
    return replace(card, quad_px=quad_px(corners))


def believed(before: SeenCard | None, now: SeenCard) -> SeenCard:
    """What was read surely is not given up for a doubtful look from another side that leaves it possible."""
    if before is None or before.face == now.face or before.uncertain or not now.uncertain:
        return now
    possible = any(other.face == before.face for other in now.alternatives)
    return replace(before, quad_px=now.quad_px) if possible else now
