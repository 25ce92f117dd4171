"""When to read a live table and when to wait: hands, bumps, lost cameras.

in     Frame after Frame, from one thread
out    SettledBoard once one has settled, CameraEvent when the view of the table is lost or comes back
never  reads a card itself: see tracker
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import Reading, SeenCard
from companion.sight.settled_board import CameraState, Seen, SettledBoard
from vision.arrays import Image
from vision.capture.source import BROKEN, Frame
from vision.detection.pyramid import Pyramid
from vision.tracking import known_places
from vision.tracking.change_detector import Change, ChangeDetector
from vision.tracking.early_reading import EarlyReading
from vision.tracking.known_places import CardsByCell, KnownPlaces, SizePx
from vision.tracking.picture_alignment import moved_along, resized
from vision.tracking.picture_difference import light_of
from vision.tracking.table_sight import TableSight, told_of_push
from vision.tracking.temporal_filter import TemporalFilter

ELSEWHERE = Hint("table.elsewhere")  # one of two looks is wrong, and nobody but the host can tell which
FLICKERS = Hint("table.flickers")


@dataclass(frozen=True)
class ReadTriggerSettings:
    """When a picture is read. Live sources are timed, folders and files are counted."""

    still_s: float = 0.2  # without motion before a live picture is read: a card slides a little when let go
    first_still_s: float = 0.8  # likewise before the first reading: a hand that rests cannot be told from the table yet
    cover_s: float = 4.0  # whatever lies still that long is no hand any more: a bag, a sleeve, a shadow
    cover_frames: int = 4
    again_s: float = 0.7  # between two tries to find a lost table; longer by as much after each, while nothing moves
    most_agains: int = 8  # a search in vain takes a second and more of a core, which would never rest
    refresh_s: float = 12.0  # a quiet table is read again, should a change have been missed
    doubted_s: float = 0.7  # likewise, while a card looks gone of which nobody saw that it was taken
    relit: float = 1.5  # times as light as at the last look, on the whole: what the dark hid may be seen now


READ_TRIGGER = ReadTriggerSettings()


class TableReader(Protocol):
    """What live reading asks of a reader."""

    def read(self, image: Image) -> Reading: ...

    def bare(self, image: Image, cards: Sequence[SeenCard]) -> Sequence[bool]:
        """For each card's place in the picture: it is in sight and shows plain table."""
        ...

    def doubt(self) -> None:
        """The last reading cannot be right: what was learnt from it is forgotten."""
        ...


class ReadTrigger:
    """timed : the frames' times count for stillness; else (a folder of pictures) each picture counts"""

    def __init__(self, reader: TableReader, *, timed: bool) -> None:
        self._reader, self._timed = reader, timed
        self.sight = TableSight(timed=timed)
        self._filter = TemporalFilter(timed=timed)
        self._changes = ChangeDetector()
        self._places = KnownPlaces(self._changes)
        self._early = EarlyReading(self._changes, self._places, lambda image: reader.read(image))
        self._clock = self._then = 0.0  # of this picture and of the one before it
        self._frame = 0
        self._size_px: SizePx = (0, 0)  # of the last picture
        self._resized = False  # and not yet known where in the pictures of this size the cards are
        self._still_since: float | None = None
        self._over_since: float | None = None  # something lies over the table, but does not move
        self._last_read, self._light_read = float("-inf"), float("inf")  # clock, and light, of the last look
        self._due = True  # the table may have changed since it was settled
        self._unread: Image | None = None  # the last picture of a film, in which it may, though it was not read
        self.looks_in_vain = 0  # for it, since something moved, more light fell or the board was asked for

    @property
    def board(self) -> CardsByCell:
        return self._filter.board or {}

    @property
    def state(self) -> CameraState:
        return self.sight.state(has_board=self._filter.board is not None)

    def see(self, frame: Frame) -> list[Seen]:
        """The settled board, if this frame settles it, and what befalls the view of it."""
        self._frame = frame.number
        if frame.image is not None:
            self._measure((frame.image.shape[1], frame.image.shape[0]))
        clock = frame.time_s if self._timed else float(frame.number)
        self._then, self._clock = self._clock if self._changes.has_picture else clock, clock
        if frame.image is None:
            return self._no_picture(frame.hint)
        change = self._changes.detect(Pyramid(frame.image), clock if self._timed else None)
        pushed = self._follow_camera(change)
        change = self._changes.change() if pushed else change
        is_busy = self._is_busy(change)
        self._unread = None if is_busy and self.board else frame.image
        if is_busy:
            return pushed + self._wait(change) + self._read_early(frame.image)
        seen = self._uncovered() + pushed
        if not self._is_time_to_read(change):
            return seen
        return seen + self._read(frame.image)

    def ask_board(self) -> None:
        """The whole table is told again as soon as it is read, and looked for at once where it is lost."""
        self._filter.disturb()
        self._filter.board, self._due, self.looks_in_vain = None, True, 0
        self._places.forget()

    def stumbled(self, why: Hint) -> None:
        """The reader could make nothing of the last frame, though it may of the next."""
        self.sight.hints = (why,)

    def end(self) -> list[Seen]:
        """No frame will follow: what lies there in a film's last picture is told, and what the readings so far say."""
        if self._timed and self._due and self._unread is not None:
            return self._read(self._unread, is_last=True)
        settled = self._filter.settle(self._frame, force=True)
        return [] if settled is None else [settled]

    def _measure(self, size_px: SizePx) -> None:
        """Of another size where the phone was turned, or the stream made finer: the table is looked for anew."""
        if size_px == self._size_px:
            return
        if self._filter.board:
            self._filter.board, self._resized = resized(self._filter.board, self._size_px, size_px), True
        self._start_afresh()
        self._size_px = self._places.size_px = size_px

    def _start_afresh(self) -> None:
        """No picture from before is compared with those to come."""
        self._filter.disturb()
        self._changes.start_afresh()
        self._places.forget()
        self._still_since, self._over_since, self._due = None, None, True

    def _is_busy(self, change: Change) -> bool:
        """Whether somebody is at work over the table, or something lies over it that has not lain there long."""
        if self._timed and change.is_moving:
            self._over_since = None
            return True
        if not change.reaches_in or self._is_no_arm(change):
            self._over_since = None
            return not self._timed and change.is_moving and self._filter.board is None
        if self._over_since is None or change.is_moving:
            self._over_since = self._clock
        patience = READ_TRIGGER.cover_s if self._timed else READ_TRIGGER.cover_frames
        return self._clock - self._over_since < patience

    def _is_no_arm(self, change: Change) -> bool:
        """A lamp or a shadow reaches in, under which each card shows; or bare table, where something lay."""
        is_only_light = not change.is_redrawn and not self._places.redrawn(self.board)
        return is_only_light or self._places.is_cleared()

    def _follow_camera(self, change: Change) -> list[Seen]:
        """What is told where a still picture shows the board from elsewhere: the camera was pushed."""
        if (self._timed and change.is_moving) or not change.has_changed:
            return []
        before, board = self.board, self._places.follow_camera(self.board)
        if board is None:
            return []
        self._filter.disturb()
        self._early.forget()
        self._filter.board, self._due = board, True
        there = SettledBoard(self._frame, self._filter.as_told(board))
        is_tremble = self.sight.is_lost or not known_places.is_carried_far(before, board)
        return [there] if is_tremble else told_of_push(self._frame, [there])

    def _wait(self, change: Change) -> list[Seen]:
        seen: list[Seen] = [] if self._timed else self.end()
        self._filter.disturb()
        self._still_since, self._due = None, True
        self.sight.hints = self._with_light(self.sight.hints)
        if change.is_hand and self.state is CameraState.SEEING:
            seen.append(self.sight.cover(self._frame))
        return seen

    def _read_early(self, image: Image) -> list[Seen]:
        """The cards that lie in the open already, while somebody is at work elsewhere."""
        if not self._timed or self.sight.is_lost or self._resized:
            return []
        settled = self._early.settle(self._frame, self._clock, image, self.board)
        if settled is None:
            return []
        self._filter.board = self._early.board
        return [settled]

    def _uncovered(self) -> list[Seen]:
        if self._still_since is None:
            self._still_since, self.looks_in_vain = self._then, 0  # nothing has moved since the picture before
            self._early.forget()
        return [self.sight.clear(self._frame)] if self.sight.is_covered else []

    def _is_time_to_read(self, change: Change) -> bool:
        waited = self._clock - self._last_read
        if light_of(self._changes.small) > READ_TRIGGER.relit * self._light_read:
            self._due, self.looks_in_vain = True, 0
        refresh_s = READ_TRIGGER.doubted_s if self._filter.doubts_a_card else READ_TRIGGER.refresh_s
        if change.has_changed or (self._timed and waited > refresh_s):
            self._due = True
        if not self._timed:
            return self._due
        assert self._still_since is not None
        still_s = READ_TRIGGER.still_s if self._changes.remembers else READ_TRIGGER.first_still_s
        again_s = READ_TRIGGER.again_s * min(max(self.looks_in_vain, 1), READ_TRIGGER.most_agains)
        rests = self._clock - self._still_since >= still_s
        return self._due and rests and (self.sight.missed_since is None or waited >= again_s)

    def _read(self, image: Image, *, is_last: bool = False) -> list[Seen]:
        self._unread = None
        self._last_read, self._light_read = self._clock, light_of(self._changes.small)
        reading = self._reader.read(image)
        if not reading.found:
            return self._not_found(self._with_light(reading.hints))
        self.sight.hints = self._with_light(reading.hints)
        bumped = known_places.is_bumped(self.board, reading)
        is_completed = known_places.is_completed(self.board, reading)
        if bumped and not is_completed and not self._places.all_changed(self.board):
            self._reader.doubt()
            return self._not_found((ELSEWHERE,))
        seen = self._found(reading, bumped)
        reading, before = self._places.without_phantoms(reading, self.board), self.board
        self._filter.add(reading, self._bare_cells(image, reading))
        settled = self._filter.settle(
            self._frame,
            changed=lambda card: self._places.share_changed(card, reading, before),
            laid_over=self._places.laid_over(before),
            force=is_last,
        )
        if settled is None:
            return seen
        self._due = False
        self._places.learn(self.board, reading)
        return [*seen, settled]

    def _with_light(self, hints: tuple[Hint, ...]) -> tuple[Hint, ...]:
        """The same, and before them that the light flickers, as long as it does."""
        others = tuple(hint for hint in hints if hint != FLICKERS)
        return (FLICKERS, *others) if self._changes.flickers else others

    def _bare_cells(self, image: Image, reading: Reading) -> list[Cell]:
        """The cells that a card has left: their places look as they did before it lay there, or like plain table."""
        missing = () if self._resized else self._filter.missing(reading)
        known = self._places.have_left(missing, reading, self.board)
        doubtful = [card for card in missing if known[card.cell] is None]
        plain = self._reader.bare(image, doubtful) if doubtful else ()
        known |= {card.cell: is_plain for card, is_plain in zip(doubtful, plain, strict=True)}
        return [cell for cell, is_bare in known.items() if is_bare]

    def _not_found(self, hints: tuple[Hint, ...]) -> list[Seen]:
        self._filter.disturb()
        self.looks_in_vain += 1
        return self.sight.miss(self._frame, self._clock, hints, has_board=self._filter.board is not None)

    def _no_picture(self, hint: Hint | None) -> list[Seen]:
        if hint is not None and hint.code == BROKEN:
            return []  # one bad file among good ones
        self._start_afresh()
        self.sight.is_covered = False
        return self.sight.lose(self._frame, self._clock, (hint,) if hint else ())

    def _found(self, reading: Reading, bumped: bool) -> list[Seen]:
        if not (bumped or self._resized or self.sight.missed_since is not None):
            return []
        there: list[SettledBoard] = []
        if bumped:
            self._filter.disturb()
            self._changes.forget()
            self._places.forget()
        if (bumped or self._resized) and known_places.enough_in_common(self.board, reading):
            self._filter.board, self._resized = moved_along(self.board, reading), False
            there = [SettledBoard(self._frame, self._filter.as_told(self.board))]
        return self.sight.find(self._frame, there, bumped=bumped)
