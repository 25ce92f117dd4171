"""The camera's thread, and the lines of the command `watch`. When to look is in attend, what to see in follow."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any

import cv2
import numpy as np

from companion.live.observe import Calibration, Hint, Reading, Seen, SeenCard, SeenKind, card_json
from companion.maze.geometry import Cell
from vision.attend import Attention, Reads, State
from vision.follow import Follower
from vision.overlay import draw_reading
from vision.settings import WATCH
from vision.source import BROKEN, Frame, Source, open_source

LOG = logging.getLogger("companion.camera")
STOPPED = Hint("camera.stopped", "The camera has stopped. Choose it again on the table screen.")
STUMBLED = Hint("camera.stumbled", "A picture could not be read. The camera goes on with the next one.")


class SourceError(Exception):
    """The source cannot be used; the text says why, in a sentence."""


@dataclass(frozen=True)
class Sight:
    """What the camera's page shows: the state, what a person could mend, and the board as last settled."""

    frame: int
    state: State
    hints: tuple[Hint, ...]
    cards: tuple[SeenCard, ...]


class Watch:
    """Looks at a source in a thread of its own and tells every settled change, in order.

    tell : called from that thread; what it raises is logged and forgotten
    """

    def __init__(self, source: Source, tell: Callable[[Seen], None], reader: Reads | None = None) -> None:
        self._source, self._tell, self._reader = source, tell, reader
        self._attention: Attention | None = None
        self._lock = Lock()
        self._last: Frame | None = None
        self._silent = False  # no picture comes any more
        self._ask_board, self._stopped = Event(), Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
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

    def sight(self) -> Sight:
        with self._lock:
            attention, last = self._attention, self._last
        if self._thread.ident is not None and not self.running:  # its pictures have ended, or something broke
            return Sight(last.number if last else 0, State.LOST, (STOPPED,), ())
        if attention is None:
            return Sight(0, State.STARTING, (), ())
        cards = tuple(attention.board.values())
        return Sight(last.number if last else 0, attention.state, attention.hints, cards)

    def frame(self) -> np.ndarray | None:
        """The last picture as it came, BGR; None before the first."""
        with self._lock:
            return None if self._last is None else self._last.image

    def picture(self, *, overlay: bool = False, width_px: int = WATCH.picture_px) -> bytes | None:
        """The last picture as JPEG, with what was read drawn on it if asked for; None before the first."""
        with self._lock:
            last = self._last
        if last is None or last.image is None:
            return None
        image = last.image
        if overlay:
            image = draw_reading(image, Reading(Calibration.LAYOUT, self.sight().cards))
        return _packed(image, width_px)

    def picture_of(self, cell: Cell, *, width_px: int = WATCH.picture_px // 2) -> bytes | None:
        """The card in that cell and a little around it, JPEG, nothing drawn on it; None where no card is seen."""
        with self._lock:
            last = self._last
        quad = next((card.quad_px for card in self.sight().cards if card.cell == cell), None)
        if last is None or last.image is None or quad is None:
            return None
        xs, ys = zip(*quad, strict=True)
        margin = WATCH.around_card * max(max(xs) - min(xs), max(ys) - min(ys))
        rows = slice(max(0, int(min(ys) - margin)), max(0, int(max(ys) + margin)))
        columns = slice(max(0, int(min(xs) - margin)), max(0, int(max(xs) + margin)))
        part = last.image[rows, columns]
        return None if part.size == 0 else _packed(part, width_px)

    def _run(self) -> None:
        try:
            attention = Attention(self._reader or Follower(), timed=self._source.timed)
            with self._lock:
                self._attention = attention
            for frame in self._source.frames():
                self._keep(frame)
                if self._ask_board.is_set():
                    self._ask_board.clear()
                    attention.ask_board()
                self._pass_on(_patiently(attention, frame))
                if self._stopped.is_set():
                    return
            self._pass_on(attention.end())
        except Exception as error:
            LOG.error("The camera stopped: %s", error)
            LOG.debug("The camera stopped.", exc_info=True)

    def _keep(self, frame: Frame) -> None:
        with self._lock:
            self._silent = frame.image is None and (frame.hint is None or frame.hint.code != BROKEN.code)
            if frame.image is not None:
                self._last = frame

    def _pass_on(self, seen: list[Seen]) -> None:
        for one in seen:
            try:
                self._tell(one)
            except Exception as error:
                LOG.error("What the camera saw was not taken: %s", error)
                LOG.debug("What the camera saw was not taken.", exc_info=True)


def _packed(image: np.ndarray, most_px: int) -> bytes:
    """JPEG, at most so wide."""
    scale = min(1.0, most_px / image.shape[1])
    if scale < 1:
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, WATCH.jpeg_quality])
    return packed.tobytes()


def _patiently(attention: Attention, frame: Frame) -> list[Seen]:
    """What a frame brings; a picture that the reader stumbles over brings nothing."""
    try:
        return attention.see(frame)
    except Exception as error:
        LOG.warning("Picture %d could not be read: %s", frame.number, error)
        LOG.debug("Picture %d could not be read.", frame.number, exc_info=True)
        attention.hints = (STUMBLED,)
        return []


def watch_source(text: str | Source, reader: Reads | None = None) -> Iterator[dict[str, Any]]:
    """The lines of `watch`, each as a dictionary. Raises SourceError where the source cannot be used."""
    source = open_source(text)
    if isinstance(source, Hint):
        raise SourceError(source.text)
    attention = Attention(reader or Follower(), timed=source.timed)
    told, pictures = False, 0
    try:
        for frame in source.frames():
            if frame.image is None and not pictures and source.timed:
                raise SourceError(frame.hint.text if frame.hint else "The source gives no picture.")
            pictures += frame.image is not None
            for seen in _patiently(attention, frame):
                told = told or seen.kind is SeenKind.BOARD
                if told:
                    yield seen_json(seen)
        for seen in attention.end():
            yield seen_json(seen)
    finally:
        source.close()


def seen_json(seen: Seen) -> dict[str, Any]:
    """One line of `watch`."""
    line: dict[str, Any] = {"frame": seen.frame, "event": seen.kind.value}
    if seen.kind is SeenKind.BOARD:
        return {**line, "cells": [card_json(card) for card in seen.cards]}
    return {**line, "cell": card_json(seen.cards[0])} if seen.cards else line
