"""When to look at a live table and when to wait: hands, bumps, lost cameras. Reading is not here, see follow."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np

from companion.live.observe import Hint, Reading, Seen, SeenCard, SeenKind
from vision.motion import Motion, Stir
from vision.moved import SizePx, enough_in_common, moved_along, resized, shifted
from vision.settings import MOTION, SETTLE, MotionSettings, SettleSettings
from vision.settle import Board, Settle
from vision.source import BROKEN, Frame

BUMPED = Hint("camera.bumped", "The camera moved. The table is found again.")


class Reads(Protocol):
    """What live reading asks of a reader."""

    def read(self, image: np.ndarray) -> Reading: ...

    def bare(self, image: np.ndarray, cards: Sequence[SeenCard]) -> Sequence[bool]:
        """For each card's place in the picture: it is in sight and shows plain table."""
        ...

    def doubt(self) -> None:
        """The last reading cannot be right: what was learnt from it is forgotten."""
        ...


class State(StrEnum):
    """What the camera's page says."""

    STARTING = "starting"
    WATCHING = "watching"
    COVERED = "covered"
    LOST = "lost"


class Attention:
    """Frames in, settled changes out; one frame after the other, from one thread.

    timed : the frames' times count for stillness; else (a folder of pictures) each picture counts
    """

    def __init__(
        self, reader: Reads, *, timed: bool, settings: SettleSettings = SETTLE, motion: MotionSettings = MOTION
    ) -> None:
        looks = (settings.looks_live, settings.looks_bare) if timed else (settings.looks_file, settings.looks_file)
        self._reader, self._timed, self._settings, self._thresholds = reader, timed, settings, motion
        self._settle = Settle(*looks, settings)
        self._motion = Motion(motion)
        self._clock = self._then = 0.0  # of this picture and of the one before it
        self._frame = 0
        self._size_px: SizePx = (0, 0)  # of the last picture
        self._resized = False  # and not yet known where in the pictures of this size the cards are
        self._still_since: float | None = None
        self._over_since: float | None = None  # something lies over the table, but does not move
        self._lost_since: float | None = None  # no table was found, though it was not said yet
        self._last_look = float("-inf")
        self._due = True  # the table may have changed since it was settled
        self._covered = self._lost = False
        self.hints: tuple[Hint, ...] = ()

    @property
    def board(self) -> Board:
        return self._settle.board or {}

    @property
    def state(self) -> State:
        if self._lost:
            return State.LOST
        if self._covered:
            return State.COVERED
        return State.WATCHING if self._settle.board is not None else State.STARTING

    def see(self, frame: Frame) -> list[Seen]:
        """The settled changes that this frame brings."""
        self._frame = frame.number
        if frame.image is not None:
            self._measure((frame.image.shape[1], frame.image.shape[0]))
        clock = frame.time_s if self._timed else float(frame.number)
        self._then, self._clock = self._clock if self._motion.sees else clock, clock
        if frame.image is None:
            return self._no_picture(frame.hint)
        stir = self._motion.see(frame.image, clock if self._timed else None)
        if self._is_busy(stir):
            return self._wait(stir)
        seen = self._cleared()
        if not self._time_to_look(stir):
            return seen
        return seen + self._look(frame.image)

    def ask_board(self) -> None:
        """The whole table is told again as soon as it is read."""
        self._settle.board, self._due = None, True

    def end(self) -> list[Seen]:
        """No frame will follow: what the looks so far say is told."""
        return self._settle.settle(self._frame, force=True) or []

    def _measure(self, size_px: SizePx) -> None:
        """Of another size where the phone was turned, or the stream made finer: the table is looked for anew."""
        if size_px == self._size_px:
            return
        if self._settle.board:
            self._settle.board, self._resized = resized(self._settle.board, self._size_px, size_px), True
        self._start_afresh()
        self._size_px = size_px

    def _start_afresh(self) -> None:
        """No picture from before is compared with those to come."""
        self._settle.disturb()
        self._motion.close_eyes()
        self._still_since, self._over_since, self._due = None, None, True

    def _is_busy(self, stir: Stir) -> bool:
        limits = self._thresholds
        moving = stir.moved > limits.moving
        over = limits.reaching < stir.reaching < limits.everywhere and not self._only_light(stir)
        if self._timed and moving:
            self._over_since = None
            return True
        if not over:
            self._over_since = None
            return not self._timed and moving and self._settle.board is None
        if self._over_since is None or moving:
            self._over_since = self._clock
        patience = self._settings.cover_s if self._timed else self._settings.cover_frames
        return self._clock - self._over_since < patience

    def _only_light(self, stir: Stir) -> bool:
        """A lamp or a shadow reaches over the table: what is drawn there can still be seen, each card above all."""
        limit = self._thresholds.redrawn
        if stir.redrawn >= limit:
            return False
        places = [np.array(card.quad_px) for card in self.board.values()]
        return all(share < limit for share in self._motion.redrawn_at(places, self._size_px))

    def _wait(self, stir: Stir) -> list[Seen]:
        seen = [] if self._timed else self.end()
        self._settle.disturb()
        self._still_since, self._due = None, True
        hand = stir.reaching > self._thresholds.reaching or stir.moved > 4 * self._thresholds.moving
        if hand and not self._covered and not self._lost and self._settle.board is not None:
            self._covered = True
            seen.append(Seen(self._frame, SeenKind.COVERED))
        return seen

    def _cleared(self) -> list[Seen]:
        if self._still_since is None:
            self._still_since = self._then  # nothing has moved since the picture before
        if not self._covered:
            return []
        self._covered = False
        return [Seen(self._frame, SeenKind.CLEAR)]

    def _time_to_look(self, stir: Stir) -> bool:
        settings = self._settings
        waited = self._clock - self._last_look
        if stir.changed > self._thresholds.moving or (self._timed and waited > settings.refresh_s):
            self._due = True
        if not self._timed:
            return self._due
        assert self._still_since is not None
        patience = settings.still_s if self._motion.remembers else settings.first_still_s
        still = self._clock - self._still_since >= patience
        return self._due and still and (self._lost_since is None or waited >= settings.again_s)

    def _look(self, image: np.ndarray) -> list[Seen]:
        self._last_look = self._clock
        reading = self._reader.read(image)
        self.hints = reading.hints
        if not reading.found:
            return self._not_found(reading.hints)
        bumped = shifted(self.board, reading) > self._settings.shift
        if bumped and not self._lost and not self._all_changed():
            self._reader.doubt()
            return []
        seen = self._found(reading, bumped)
        missing = () if self._resized else self._settle.missing(reading)
        bare = self._reader.bare(image, missing) if missing else ()
        self._settle.add(reading, [card.cell for card, plain in zip(missing, bare, strict=True) if plain])
        settled = self._settle.settle(
            self._frame, changed=lambda card: self._motion.changed_at(np.array(card.quad_px), self._size_px)
        )
        if settled is None:
            return seen
        self._due = False
        self._motion.remember()
        return seen + settled

    def _not_found(self, hints: tuple[Hint, ...]) -> list[Seen]:
        self._settle.disturb()
        if self._lost_since is None:
            self._lost_since = self._clock
        patience = self._settings.lost_s if self._timed else self._settings.lost_frames - 1
        if self._lost or self._clock - self._lost_since < patience:
            return []
        self._lost = True
        return [Seen(self._frame, SeenKind.LOST, hints=hints)]

    def _no_picture(self, hint: Hint | None) -> list[Seen]:
        if hint is not None and hint.code == BROKEN.code:
            return []  # one bad file among good ones
        self._start_afresh()
        self.hints = (hint,) if hint else ()
        self._covered = False
        self._lost_since = self._clock if self._lost_since is None else self._lost_since
        if self._lost:
            return []
        self._lost = True
        return [Seen(self._frame, SeenKind.LOST, hints=self.hints)]

    def _all_changed(self) -> bool:
        """Whether the cards' places look different than they did: a bump changes them all, a hand but a few."""
        places = [self._motion.changed_at(np.array(card.quad_px), self._size_px) for card in self.board.values()]
        return float(np.median(places)) > self._settings.changed_face

    def _found(self, reading: Reading, bumped: bool) -> list[Seen]:
        self._lost_since = None
        lost = [Seen(self._frame, SeenKind.LOST, hints=(BUMPED,))] if bumped and not self._lost else []
        if bumped:
            self._settle.disturb()
            self._motion.forget()
        if (bumped or self._resized) and enough_in_common(self.board, reading):
            self._settle.board, self._resized = moved_along(self.board, reading), False
        if not self._lost and not bumped:
            return []
        self._lost = False
        return [*lost, Seen(self._frame, SeenKind.FOUND)]
