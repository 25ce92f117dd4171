"""One table in photographs, each taken from another place: what lies there, and what came and went since the last one.

in     Image after Image of the table at rest, the reader, and what the game knows to lie there
out    Photographed: the SettledBoard with the Reading of that picture, or only the Reading that says why there is none
never  compares pixels of two photographs: only what was read in them
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Candidate, CardKind, InPlay, Reading, SeenCard, quad_px
from companion.sight.settled_board import Photographed, SettledBoard
from vision.arrays import Image
from vision.detection.pyramid import WorkingPicture
from vision.geometry.table_pose import TablePose
from vision.reading.reader import KnownTable, Reader, TableReading, read_table, show_bare
from vision.recognition.taught_deck import TaughtDeck
from vision.tracking.known_places import CardsByCell


@dataclass(frozen=True)
class PhotographsSettings:
    """How much one photograph says against what was known before it."""

    # probability of a face that nothing spoke for before, and of one that this photograph does not offer: so one sure
    # look from another side does not change a card that was read surely, a second one does
    unexpected: float = 0.002
    not_offered: float = 0.01
    doubtful: float = 0.6  # confidence; below it a card that was read surely is asked about
    contradicted: int = 2  # cards that were read surely and are plainly others: the photograph is rather misread
    # of the picture's long side, either way of a tap on the start card: a part with the whole play area if that takes a
    # tenth of the picture, and one in which cards are seen twice as large
    around_tap: tuple[float, ...] = (0.3, 0.2)
    near_tap: float = 0.06  # likewise, of the start card's middle: so badly a thumb hits a card on a phone


PHOTOGRAPHS = PhotographsSettings()
OTHERWISE = Hint("photo.otherwise")
NOT_THERE = Hint("photo.not_there")
NOTHING_KNOWN: Mapping[Cell, SeenCard] = MappingProxyType({})


class Photographs:
    """Remembers the board from photograph to photograph. Not thread-safe."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._board: CardsByCell | None = None
        self._disbelieved: dict[Cell, Face | None] = {}  # what the last photograph showed, where that one was
        self._is_forgotten = False
        self._taken = 0

    def use_deck(self, deck: TaughtDeck | None) -> None:
        self._reader = self._reader.with_deck(deck)

    def use_game(self, in_play: InPlay) -> None:
        self._reader = self._reader.with_game(in_play)

    def forget(self) -> None:
        """Tell the whole board of the next photograph as that one shows it."""
        self._board, self._disbelieved, self._is_forgotten = None, {}, True

    def read(self, image: Image, in_game: Mapping[Cell, SeenCard] = NOTHING_KNOWN) -> Photographed:
        """image : a whole photograph, upright, as large as it came; in_game : the cards of the game's maze"""
        return self._compared(image, read_table(image, reader=self._reader), in_game)

    def read_around(
        self, image: Image, tap: tuple[float, float], in_game: Mapping[Cell, SeenCard] = NOTHING_KNOWN
    ) -> tuple[Image, Photographed]:
        """Read a photograph in which no table was found around its start card, with the part in which it is found.

        tap : where somebody touched the start card, from the picture's upper left corner in shares of its width
        """
        for part, tap_px in parts_around(image, tap):
            read = read_table(part, reader=self._reader)
            if read.table is not None and _starts_near(read.table, tap_px, part, image):
                return part, self._compared(part, read, in_game)
        return image, Photographed(Reading(None, (), (NOT_THERE,)))

    def _compared(self, image: Image, read: TableReading, in_game: Mapping[Cell, SeenCard]) -> Photographed:
        self._taken += 1
        if not read.reading.found or read.table is None:
            return Photographed(read.reading)
        seen = {card.cell: card for card in read.reading.cards}
        before = self._known(in_game)
        if before is None:
            self._board, self._is_forgotten = seen, False
            return Photographed(read.reading, SettledBoard(self._taken, MappingProxyType(seen), anew=True, photo=True))
        # of cards that the game does not have people are asked still, or they are of the round before
        sure = {cell: card for cell, card in before.items() if not in_game or cell in in_game}
        hidden = self._hidden(image, [card for cell, card in before.items() if cell not in seen], read.table)
        against = {cell: card.face for cell, card in seen.items() if cell in sure and contradicts(sure[cell], card)}
        gone = sure.keys() - seen.keys() - hidden.keys()
        against |= {cell: None for cell in sorted(gone) if sure[cell].kind is CardKind.GOAL}  # nobody takes a goal away
        if self._is_misread(against):
            return Photographed(replace(read.reading, hints=(OTHERWISE, *read.reading.hints)), otherwise=(*against,))
        believed = against.keys() if len(against) >= PHOTOGRAPHS.contradicted else ()
        lying = {cell: card if cell in believed else fused(sure.get(cell), card) for cell, card in seen.items()}
        now = hidden | lying
        emptied = frozenset(before.keys() - now.keys())
        new = tuple(sorted(cell for cell, card in now.items() if cell not in before or before[cell].face != card.face))
        self._board = {cell: now[cell] for cell in sorted(now)}
        settled = SettledBoard(self._taken, MappingProxyType(self._board), emptied, emptied | set(new), photo=True)
        return Photographed(
            read.reading, settled, new, tuple(cell for cell in against if now[cell].face != against[cell])
        )

    def _known(self, in_game: Mapping[Cell, SeenCard]) -> CardsByCell | None:
        """What lies there before a photograph: what people agreed on in the game, and what the last one showed."""
        if self._board is None:
            is_begun = any(card.kind is CardKind.PATH for card in in_game.values())
            return dict(in_game) if is_begun and not self._is_forgotten else None
        same = {cell for cell, card in in_game.items() if cell in self._board and self._board[cell].face == card.face}
        return self._board | {cell: card for cell, card in in_game.items() if cell not in same}

    def _is_misread(self, against: dict[Cell, Face | None]) -> bool:
        """Whether a photograph that shows these cards otherwise is not believed, as no other one before it does."""
        is_again = against.items() <= self._disbelieved.items()
        is_misread = len(against) >= PHOTOGRAPHS.contradicted and not is_again
        self._disbelieved = against if is_misread else {}
        return is_misread

    def _hidden(self, image: Image, missing: list[SeenCard], table: KnownTable) -> CardsByCell:
        """Those of the missing cards in whose place no plain table is seen."""
        placed = [_placed(card, table.pose, image) for card in missing]
        bare = show_bare(image, placed, reader=self._reader, known=table) if placed else []
        return {card.cell: card for card, is_bare in zip(placed, bare, strict=True) if not is_bare}


def parts_around(image: Image, tap: tuple[float, float]) -> Iterator[tuple[Image, tuple[float, float]]]:
    """Parts of the picture around the tap, each with where that is in it, pixels."""
    height, width = image.shape[:2]
    x, y = tap[0] * width, tap[1] * width
    for share in PHOTOGRAPHS.around_tap:
        reach = share * max(width, height)
        left, top = int(max(0, x - reach)), int(max(0, y - reach))
        part = image[top : int(min(height, y + reach)), left : int(min(width, x + reach))]
        yield np.ascontiguousarray(part), (x - left, y - top)


def _starts_near(table: KnownTable, tap_px: tuple[float, float], part: Image, image: Image) -> bool:
    start = WorkingPicture.of(part).outward(table.pose.quad(START_CELL)).mean(0)
    return bool(np.linalg.norm(start - tap_px) < PHOTOGRAPHS.near_tap * max(image.shape[:2]))


def _placed(card: SeenCard, pose: TablePose, image: Image) -> SeenCard:
    """The card where its cell is in this photograph."""
    corners = WorkingPicture.of(image).outward(pose.quad(card.cell))
    return replace(card, quad_px=quad_px(corners))


def contradicts(before: SeenCard, now: SeenCard) -> bool:
    """Whether a card that was read surely is now plainly another: what it was is not even possible."""
    if before.uncertain or before.face is None or before.face == now.face:
        return False
    return all(other.face != before.face for other in now.alternatives)


def fused(before: SeenCard | None, now: SeenCard) -> SeenCard:
    """The card as it is seen now, its face by both looks together, after Bayes, where it was read surely before."""
    if before is None or before.uncertain:
        return now
    if before.face is None:  # turned up, if that is plain
        return replace(before, quad_px=now.quad_px) if now.uncertain and None in _shares(now) else now
    was, looks = _shares(before), _shares(now)
    both = {
        face: max(was.get(face, 0.0), PHOTOGRAPHS.unexpected) * max(looks.get(face, 0.0), PHOTOGRAPHS.not_offered)
        for face in (*was, *looks)
    }
    total = sum(both.values())
    best, *others = sorted((Candidate(face, share / total) for face, share in both.items()), key=_likeliest_first)
    is_doubtful = best.confidence < PHOTOGRAPHS.doubtful or (best.face != before.face and now.uncertain)
    return replace(now, face=best.face, confidence=best.confidence, uncertain=is_doubtful, alternatives=tuple(others))


def _shares(card: SeenCard) -> dict[Face | None, float]:
    return {one.face: one.confidence for one in (*card.alternatives, Candidate(card.face, card.confidence))}


def _likeliest_first(candidate: Candidate) -> float:
    return -candidate.confidence
