"""The camera's thread: what is seen is told in order, and the last picture kept for those who want to see it.

in     a Source of Frames, and a reader
out    SettledBoard and CameraEvent, told from the thread; CameraStatus and JPEGs, for any thread
never  decides when to read: see read_trigger
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, Lock, Thread

import cv2
import numpy as np

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.mistakes import Mistakes
from companion.sight.reading import Calibration, Reading, SeenCard
from companion.sight.settled_board import CameraState, Seen, SettledBoard
from vision.arrays import Image
from vision.capture.source import BROKEN, Frame, Source
from vision.reading.overlay import draw_reading
from vision.tracking.read_trigger import ReadTrigger, TableReader
from vision.tracking.tracker import Tracker

MISTAKES = Mistakes(logging.getLogger("companion.camera"))


@dataclass(frozen=True)
class CameraThreadSettings:
    """What pages get to see of the camera."""

    picture_px: int = 960  # wide: enough to recognise cards on a phone, 60 KB
    card_px: int = 480  # wide, the part around one card
    around_card: float = 0.6  # of a card's longer side, shown around the card that is asked about
    jpeg_quality: int = 75
    look_s: float = 0.1  # between two looks whether the board has come that somebody waits for
    stop_s: float = 5.0  # for the picture that is being read when it is stopped


CAMERA_THREAD = CameraThreadSettings()
ENDED = Hint("source.ended")
SEEN_NOTHING = Hint("source.nothing_seen")
STOPPED = Hint("camera.stopped")
STUMBLED = Hint("camera.stumbled")
# One thread draws for all that ask: OpenCV 5 unpacks its fonts anew for every thread that ever wrote a word, 7 MB each,
# and keeps them as long as the thread lives; a web server has 48.
_DRAWING = ThreadPoolExecutor(1, thread_name_prefix="drawing")


@dataclass(frozen=True)
class CameraStatus:
    """What the camera's page shows: the state, what a person could mend, and the board as last settled."""

    frame: int
    state: CameraState
    hints: tuple[Hint, ...]
    cards: tuple[SeenCard, ...]


class CameraThread:
    """Watches a source in a thread of its own and tells what is seen, in order.

    tell : called from that thread; what it raises is logged and forgotten
    """

    def __init__(self, source: Source, tell: Callable[[Seen], None], reader: TableReader | None = None) -> None:
        self._source, self._tell, self._reader = source, tell, reader
        self._trigger: ReadTrigger | None = None
        self._lock = Lock()
        self._last: Frame | None = None
        self._settled: tuple[Image, tuple[SeenCard, ...]] | None = None
        self._silent = False  # no picture comes any more
        self._has_board = False  # one was told
        self._ended: tuple[Hint, ...] = ()  # a film or a folder has been seen to its end; or why not, or nothing in it
        self._unreadable: Hint | None = None  # the last picture that could not be read, if none could
        self._ask_board, self._stopped = Event(), Event()
        self._thread = Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = CAMERA_THREAD.stop_s) -> None:
        self._stopped.set()
        self._source.close()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    @property
    def has_picture(self) -> bool:
        """Whether the last picture is one of this moment: the camera has neither stopped nor been pulled out."""
        return self._last is not None and not self._silent and (self.running or self._thread.ident is None)

    def ask_board(self) -> None:
        """The whole board will be told again, as at the beginning."""
        self._ask_board.set()

    def tells_within(self, seconds: float, looks: int) -> bool:
        """Whether the board that was asked for comes so soon, before so many looks in vain; or a hand lies over it."""
        until = time.monotonic() + seconds
        while self._ask_board.is_set() or self.status().state not in (CameraState.SEEING, CameraState.COVERED):
            if time.monotonic() > until or self._looks_in_vain() >= looks:
                return False
            time.sleep(CAMERA_THREAD.look_s)
        return True

    def _looks_in_vain(self) -> int:
        """For the board that was asked for; a computer may take seconds for one."""
        trigger = self._trigger
        return 0 if trigger is None or self._ask_board.is_set() else trigger.looks_in_vain

    def status(self) -> CameraStatus:
        with self._lock:
            trigger, last = self._trigger, self._last
        if self._thread.ident is not None and not self.running:  # its pictures have ended, or something broke
            return CameraStatus(last.number if last else 0, CameraState.LOST, self._ended or (STOPPED,), ())
        if trigger is None:
            return CameraStatus(0, CameraState.STARTING, (), ())
        cards = tuple(trigger.board.values())
        return CameraStatus(last.number if last else 0, trigger.state, trigger.sight.hints, cards)

    def frame(self) -> Image | None:
        """What is before the camera now as it came, BGR; None before the first.

        So whoever aims the camera sees it move also while a table is looked for in an older picture, for seconds.
        """
        with self._lock:
            last = None if self._last is None else self._last.image
        newest = self._source.newest
        return newest if last is not None and newest is not None and newest.shape == last.shape else last

    def settled(self) -> tuple[Image, tuple[SeenCard, ...]] | None:
        """The picture that settled the board last, BGR, and its cards; None before the first."""
        with self._lock:
            return self._settled

    def picture(self, *, overlay: bool = False, width_px: int = CAMERA_THREAD.picture_px) -> bytes | None:
        """What is before the camera now as JPEG, with what was read drawn on it if asked for; None before the first."""
        return _DRAWING.submit(self._drawn, overlay, width_px).result()

    def _drawn(self, overlay: bool, width_px: int) -> bytes | None:
        image = self.frame()
        if image is None:
            return None
        if overlay:
            image = draw_reading(image, Reading(Calibration.LAYOUT, self.status().cards))
        return _packed(image, width_px)

    def picture_of(self, cell: Cell, *, width_px: int = CAMERA_THREAD.card_px) -> bytes | None:
        """The card in that cell and a little around it, JPEG, nothing drawn on it; None where no card is seen."""
        return _DRAWING.submit(self._drawn_around, cell, width_px).result()

    def _drawn_around(self, cell: Cell, width_px: int) -> bytes | None:
        with self._lock:
            last = self._last
        quad = next((card.quad_px for card in self.status().cards if card.cell == cell), None)
        if last is None or last.image is None or quad is None:
            return None
        xs, ys = zip(*quad, strict=True)
        margin = CAMERA_THREAD.around_card * max(max(xs) - min(xs), max(ys) - min(ys))
        rows = slice(max(0, int(min(ys) - margin)), max(0, int(max(ys) + margin)))
        columns = slice(max(0, int(min(xs) - margin)), max(0, int(max(xs) + margin)))
        part = last.image[rows, columns]
        return None if part.size == 0 else _packed(part, width_px)

    def _run(self) -> None:
        try:
            trigger = ReadTrigger(self._reader or Tracker(), timed=self._source.timed)
            with self._lock:
                self._trigger = trigger
            for frame in self._source.frames():
                self._keep(frame)
                if self._ask_board.is_set():
                    trigger.ask_board()
                    self._ask_board.clear()
                seen = patiently(trigger, frame)
                if self._stopped.is_set():
                    return
                self._pass_on(seen)
            # a live source ends as well where it is closed: what one look said is no fact
            if not self._stopped.is_set():
                self._pass_on(patiently(trigger, None))
                self._ended = self._what_came_of_it(trigger.sight.hints)
        except Exception as error:
            MISTAKES.tell("The camera stopped", error)

    def _what_came_of_it(self, last: tuple[Hint, ...]) -> tuple[Hint, ...]:
        """`last`: of the last picture that was read."""
        if self._has_board:
            return (ENDED,)
        if self._last is None and self._unreadable is not None:
            return (self._unreadable,)
        return (SEEN_NOTHING, *(hint for hint in last if hint != STUMBLED))

    def _keep(self, frame: Frame) -> None:
        with self._lock:
            self._silent = frame.image is None and (frame.hint is None or frame.hint.code != BROKEN)
            if frame.image is not None:
                self._last = frame
            elif frame.hint is not None and frame.hint.code == BROKEN:
                self._unreadable = Hint("source.none_readable", {"name": frame.hint.facts["name"]})

    def _pass_on(self, seen: list[Seen]) -> None:
        for one in seen:
            if isinstance(one, SettledBoard):
                self._settle(one)
            try:
                self._tell(one)
            except Exception as error:
                MISTAKES.tell("What the camera saw was not taken", error)

    def _settle(self, board: SettledBoard) -> None:
        self._has_board = True
        with self._lock:
            if self._last is not None and self._last.image is not None:
                self._settled = self._last.image, tuple(board.board.values())


def drawn(image: Image, reading: Reading, *, width_px: int = CAMERA_THREAD.picture_px) -> bytes:
    """The picture with what was read drawn on it, JPEG."""
    return _DRAWING.submit(lambda: _packed(draw_reading(image, reading), width_px)).result()


def _packed(image: Image, most_px: int) -> bytes:
    """JPEG, at most so wide."""
    scale = min(1.0, most_px / image.shape[1])
    if scale < 1:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, CAMERA_THREAD.jpeg_quality])
    return packed.tobytes()


def patiently(trigger: ReadTrigger, frame: Frame | None) -> list[Seen]:
    """What a frame brings, or that none follows; a picture that the reader stumbles over brings nothing."""
    try:
        return trigger.end() if frame is None else trigger.see(frame)
    except Exception as error:
        MISTAKES.tell("A picture could not be read", error)
        trigger.stumbled(STUMBLED)
        return []
