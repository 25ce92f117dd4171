"""Reads one table again and again: goes on from where the cards lay, and starts anew where that fails.

in     Image: one picture of the table after the other
out    Reading, as from a reader, in pixels of the picture that came however small it is worked with
never  settles what it read: see temporal_filter
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import START_CELL, Cell
from companion.sight.reading import Calibration, InPlay, Reading, SeenCard
from vision.arrays import Flags, Floats, Image, Quad, Quads
from vision.detection.card_detector import detect_from_above
from vision.detection.card_probe import (
    CardProbes,
    NetworkProbe,
    Where,
    both,
    colour_probe,
    detection_probe,
    either,
    network_probe,
    remembering,
)
from vision.detection.pyramid import Pyramid, WorkingPicture, birds_eye_of
from vision.geometry.card_pose import corners_of, widths_moved
from vision.geometry.table_pose import TablePose
from vision.reading.card_reading import as_it_came
from vision.reading.hints import OF_LOOK, PASSING, hints_of_look
from vision.reading.reader import KnownTable, Reader, TableReading, read_table, show_bare
from vision.recognition.table_context import without_tiles
from vision.recognition.taught_deck import TaughtDeck
from vision.registration.dragged_corners import corners_in_size
from vision.registration.located_card import LocatedCard, refined_pose, reposed, still_there
from vision.registration.maze_growth import everywhere, grow_maze
from vision.tracking.change_detector import Change, ChangeDetector


@dataclass(frozen=True)
class TrackerSettings:
    """Going on from the places the cards had."""

    kept: float = 0.6  # of the cards; with fewer the camera was bumped or a new round begun
    carried: float = 0.04  # of a card's width: with less the camera stands where it stood
    rounded_mm: float = 0.01  # a card that kept its place keeps it but for the way from table to picture and back
    shifted: float = 0.2  # of the cards that lie elsewhere; fewer were nudged, and the camera stands where it stood
    changed: float = 0.02  # of a card's place, before it is read again: six pixels of those that are compared
    laid: float = 0.3  # of a place, before a card may lie there though none was detected: on a carpet they look alike
    most_changed: float = 0.4  # of the cards; where more look otherwise it was the light or the camera
    in_vain: int = 4  # looks, of which in one a table that lacks a goal is looked for anew: 0.3 s of work
    partly: int = 3  # pictures in a row of which only what changed is read; the next is read as a whole


TRACKER = TrackerSettings()


@dataclass(frozen=True, eq=False)
class DraggedCorners:
    """Told once, each time anew; None finds the table without any."""

    corners: Quad | None


class Tracker:
    """A reader with a memory of where the cards lay a moment ago: finding the table anew is most of the work.

    What it is told by another thread, one at a time, lies ready until it begins with the next picture.
    """

    def __init__(self, reader: Reader | None = None, corners: Quad | None = None) -> None:
        self._reader = self._told_reader = reader or Reader.load()
        self._dragged = self._told_corners = DraggedCorners(corners)
        self._corners = corners
        self._size_px: tuple[int, int] | None = None  # of the picture in which the corners are
        self._working_px = (0, 0)  # size of the picture that is read, as it is worked with
        self._last: TableReading | None = None
        self._before: TableReading | None = None
        self._changes = ChangeDetector()  # remembers the last picture in which every card was read
        self._change: Change | None = None  # since then
        self._in_vain = 0  # looks at a table without one of its goals
        self._partly = 0  # how many pictures were read since, in which only some were
        self._shown: set[Cell] | None = None  # to the face network since; None where the table was just found

    def use_deck(self, deck: TaughtDeck | None) -> None:
        """From the next picture on."""
        self._told_reader = self._told_reader.with_deck(deck)

    def use_game(self, in_play: InPlay) -> None:
        """Likewise. Where the goals lie is part of finding the table, so it is found anew."""
        self._told_reader = self._told_reader.with_game(in_play)

    def use_corners(self, corners: Quad | None) -> None:
        """The play area's corners as a person dragged them, until the camera moves; None finds the table itself."""
        self._told_corners = DraggedCorners(corners)

    @property
    def has_corners(self) -> bool:
        """Dragged by hand, and not dropped since as the table was seen elsewhere."""
        told = self._told_corners
        return (self._corners if told is self._dragged else told.corners) is not None

    def read(self, image: Image) -> Reading:
        self._take_up()
        self._fit_corners((image.shape[1], image.shape[0]))
        working = WorkingPicture.of(image)
        self._working_px = working.size_px
        picture = Pyramid(working.image)
        self._change = self._changes.detect(picture)
        again = self._again(picture)
        read = self._anew(working) if again is None else self._or_whole(again, working)
        if read.table is not None and read.table.cards:  # else it lies where it lay, and somebody leans over it
            self._before, self._last = self._last, read
        return as_it_came(read.reading, working)

    def _take_up(self) -> None:
        """What was told since the last picture began."""
        reader, dragged = self._told_reader, self._told_corners
        if dragged is not self._dragged:
            self._size_px, self._corners, self._last, self._before = None, dragged.corners, None, None
        if reader.in_play is not self._reader.in_play:
            self._last, self._before = None, None
        self._reader, self._dragged = reader, dragged

    def _fit_corners(self, size_px: tuple[int, int]) -> None:
        corners, before_px = self._corners, self._size_px
        if corners is not None and before_px is not None and before_px != size_px:
            self._corners = corners_in_size(corners, before_px, size_px)
        self._size_px = size_px

    def doubt(self) -> None:
        """The last reading cannot be right: go on from the one before it."""
        self._last, self._before = self._before, None
        self._changes.forget()

    def bare(self, image: Image, cards: Sequence[SeenCard]) -> list[bool]:
        """For each card's place in the picture: it is in sight and shows plain table, by its colours as well."""
        return show_bare(image, cards, reader=self._reader, known=self._last.table if self._last else None)

    def _anew(self, working: WorkingPicture) -> TableReading:
        by_hand = None if self._corners is None else working.inward(self._corners)
        read = read_table(working.image, reader=self._reader, corners=by_hand)
        if read.table is not None and read.table.cards:  # else what changes is what changed since the last table
            self._remember()
            self._shown = None
        if read.reading.calibration not in (None, Calibration.CORNERS):
            self._corners = None  # the table was found, but not there: the camera has moved, or they were dragged amiss
            self._last = read  # gone on from, as it found the table without them
        return read

    def _again(self, picture: Pyramid) -> TableReading | None:
        """The table read from the places it had, or None where they do not hold any more."""
        last = self._last
        if last is None or last.table is None or not last.table.cards or last.table.pose.size_px != self._working_px:
            return None
        changed, known = self._changed(last.table), self._without_phantoms(last.table, last.reading.cards)
        self._partly += changed is not None
        table = self._followed(picture, self._carried_along(known) if changed is None else known, changed)
        if table is None:
            return None
        read = self._reader.cards(picture, table.cards, table.estimates, table.signs)
        cards = without_tiles(read, {card.cell for card in last.reading.cards})
        hints = tuple(hint for hint in last.reading.hints if hint not in PASSING)
        if changed is None:
            self._remember()
        if self._change is not None and not self._change.has_changed:
            hints = (*hints_of_look(picture, cards), *(hint for hint in hints if hint not in OF_LOOK))
        how = last.reading.calibration or Calibration.LAYOUT
        return TableReading(Reading(how, cards, hints), table)

    def _or_whole(self, again: TableReading, working: WorkingPicture) -> TableReading:
        """A table that lacks a goal may lie otherwise than it was taken to: every few looks it is found anew."""
        table, goals = again.table, {*self._reader.in_play.goals}
        if table is None or table.cards.keys() >= goals or self._partly or self._corners is not None:
            return again
        self._in_vain += 1
        anew = read_table(working.image, reader=self._reader) if self._in_vain % TRACKER.in_vain == 1 else again
        found = anew.table.cards if anew.table else {}
        if not (found.keys() >= goals and len(found) >= len(table.cards)):
            return again
        self._shown = None
        return anew

    def _without_phantoms(self, table: KnownTable, read: Sequence[SeenCard]) -> KnownTable:
        """The table without what was no card when it was `read` and looks otherwise now: a card that is laid there lies
        as its neighbours do, not as a flower of the cloth does. What a finger hid for a moment is gone on from."""
        held = {START_CELL, *self._reader.in_play.goals, *(card.cell for card in read)}
        gone = self._touched({cell: card for cell, card in table.cards.items() if cell not in held})
        return replace(table, cards={cell: card for cell, card in table.cards.items() if cell not in gone})

    def _carried_along(self, table: KnownTable) -> KnownTable:
        """The table where it lies now, if most of it is drawn elsewhere in the picture than when all was read."""
        quads = np.array([card.quad_px for card in table.cards.values()], np.float32)
        if not self._changes.remembers or self._has_changed(quads).mean() <= TRACKER.most_changed:
            return table
        way = self._changes.camera_shift(quads, self._working_px)
        if way is None:
            return table
        moved = np.asarray(cv2.perspectiveTransform(quads.reshape(1, -1, 2), way), float).reshape(-1, 4, 2)
        if np.median(widths_moved(quads, moved)) < TRACKER.carried:
            return table
        cards = {card.cell: replace(card, quad_px=quad) for card, quad in zip(table.cards.values(), moved, strict=True)}
        pose = refined_pose(table.pose, list(cards.values()))
        return replace(table, pose=pose, cards=reposed(pose, cards))

    def _followed(self, picture: Pyramid, before: KnownTable, changed: set[Cell] | None) -> KnownTable | None:
        """The table as it lies now; None where too few cards lie where they lay. changed : the cells to read again"""
        probe = remembering(network_probe(picture, self._reader.network))
        untouched = {cell: card for cell, card in before.cards.items() if changed is not None and cell not in changed}
        touched = {cell: card for cell, card in before.cards.items() if cell not in untouched}
        kept = untouched | still_there(probe, before.pose, touched)
        anchored = START_CELL in kept or kept.keys() >= {*before.pose.goals}  # a napkin may lie on the start card
        if not anchored or len(kept) < TRACKER.kept * len(before.cards):
            return None
        pose = before.pose
        if _shifted(before.cards, kept):
            pose = refined_pose(pose, list(kept.values()))
            kept = reposed(pose, kept)
        cards = self._grown(picture, probe, pose, kept, everywhere if changed is None else self._has_changed)
        known = {cell: estimates for cell, estimates in before.estimates.items() if cell in untouched}
        to_read = {cell: card for cell, card in cards.items() if cell not in known}
        estimates = known | self._reader.estimates(picture, probe, to_read)
        now = KnownTable(pose, cards, estimates, {})
        return replace(now, signs=self._signs(picture, before, now, changed is None))

    def _signs(self, picture: Pyramid, before: KnownTable, now: KnownTable, whole: bool) -> dict[Cell, Floats]:
        """Of the cards there are now. Also as a whole only those are asked for that look otherwise or were in passing,
        and all that were as the table was found, as the focus may; so 45 cards take two thirds of the work."""
        again = {*now.cards} if whole and self._shown is None else self._touched(now.cards) | (self._shown or set())
        known = {cell: signs for cell, signs in before.signs.items() if cell in now.cards and cell not in again}
        to_show = {cell: card for cell, card in now.cards.items() if cell not in known}
        if self._shown is not None:
            self._shown |= to_show.keys()
        return known | self._reader.signs(picture, to_show, now.estimates)

    def _grown(
        self, picture: Pyramid, probe: NetworkProbe, pose: TablePose, kept: Mapping[Cell, LocatedCard], where: Where
    ) -> Mapping[Cell, LocatedCard]:
        """The cards that were kept and those beside them; searched again where these lead beyond what was seen."""
        located, seen = kept, None
        while (birds_eye := birds_eye_of(pose, _faces_up(located))) != seen:
            seen, detections = birds_eye, detect_from_above(self._reader.detector, picture, birds_eye)
            closely = both(self._has_changed, either(detections.have_traces, self._may_be_laid))
            located = grow_maze(
                CardProbes(detection_probe(detections), probe, colour_probe(picture)),
                pose,
                located.values(),
                where,
                closely,
            )
        return located

    def _remember(self) -> None:
        """Every card is read in this picture."""
        self._changes.remember()
        self._partly, self._shown = 0, set()

    def _changed(self, table: KnownTable) -> set[Cell] | None:
        """The cells whose cards look otherwise than when all were read; None where all are to be read again:
        every so often; where nothing has changed, as somebody has a reason to ask; and where the light has.
        """
        nothing = self._change is None or not self._change.has_changed or not self._changes.remembers
        if nothing or self._partly >= TRACKER.partly:
            return None
        touched = self._touched(table.cards)
        return None if len(touched) > TRACKER.most_changed * len(table.cards) else touched

    def _touched(self, cards: Mapping[Cell, LocatedCard]) -> set[Cell]:
        """Where the picture is another one than when all were read; everywhere, if that was never."""
        quads = np.array([card.quad_px for card in cards.values()]).reshape(-1, 4, 2)
        return {cell for cell, changed in zip(cards, self._has_changed(quads), strict=True) if changed}

    def _has_changed(self, quads_px: Quads) -> Flags:
        return self._changes.shares_changed(quads_px, self._working_px) > TRACKER.changed

    def _may_be_laid(self, quads_px: Quads) -> Flags:
        return self._changes.shares_changed(quads_px, self._working_px) > TRACKER.laid


def _faces_up(located: Mapping[Cell, LocatedCard]) -> Quads:
    """Pixels: nothing is laid beside a card that lies face down."""
    return np.array([card.quad_px for card in located.values() if not card.is_back]).reshape(-1, 4, 2)


def _shifted(before: Mapping[Cell, LocatedCard], kept: Mapping[Cell, LocatedCard]) -> bool:
    """Whether so many cards lie elsewhere that it was the camera; fitting the pose takes as long as finding cards."""
    now, then = (corners_of([cards[cell].pose for cell in kept]) for cards in (kept, before))
    return float(np.mean(np.abs(now - then).max((1, 2)) > TRACKER.rounded_mm)) > TRACKER.shifted
