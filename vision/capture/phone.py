"""A phone that films the table and sends one picture after the other, as a live source. How they come here: see web."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty, Full, Queue

import numpy as np
from numpy.typing import NDArray

from companion.sight.hints import FILM_OVER, Hint
from vision.arrays import Image
from vision.capture.jpeg_file import END, has_many_scans, jpeg_size_px
from vision.capture.picture import NO_PICTURE, picture_of
from vision.capture.source import LiveSource, SourceSettings


@dataclass(frozen=True)
class PhoneSettings:
    """What is unpacked of that which a phone sends five times a second."""

    most_px: int = 16_000_000  # the pages send two millions


PHONE = PhoneSettings()
AS_A_CAMERA = SourceSettings()
NO_PHONE = Hint("source.no_phone")
TOO_LARGE = Hint("film.too_large")


class PhoneSource(LiveSource):
    """The newest picture wins; the source goes on where the phone comes back, or another takes its place."""

    def __init__(self, settings: SourceSettings = AS_A_CAMERA) -> None:
        self._sent: Queue[bytes] = Queue(maxsize=1)
        super().__init__(partial(_SentPictures, self._sent, settings.silence_s), NO_PHONE, settings)

    @property
    def is_closed(self) -> bool:
        return self._closed.is_set()

    def take(self, jpeg: bytes) -> Hint | None:
        """Look at this picture next, from any thread; the reason where it is none, or nobody looks any more."""
        if self.is_closed:
            return FILM_OVER
        size_px = jpeg_size_px(jpeg) if jpeg.endswith(END) else None  # or it breaks off
        if size_px is None or 0 in size_px:
            return NO_PICTURE
        if size_px[0] * size_px[1] > PHONE.most_px or has_many_scans(jpeg):
            return TOO_LARGE
        self._put(jpeg)
        return None

    def close(self) -> None:
        super().close()
        self._put(b"")  # whoever waits for the next one wakes up

    def _put(self, sent: bytes) -> None:
        with suppress(Empty):
            self._sent.get_nowait()
        with suppress(Full):  # another was faster
            self._sent.put_nowait(sent)


class _SentPictures:
    """The device: what was sent last, waited for as long as a camera may be silent."""

    def __init__(self, sent: Queue[bytes], silence_s: float) -> None:
        self._sent, self._silence_s = sent, silence_s

    def read(self) -> tuple[bool, NDArray[np.generic] | None]:
        until = time.monotonic() + self._silence_s
        while (left_s := until - time.monotonic()) > 0:
            with suppress(Empty):
                jpeg = self._sent.get(timeout=left_s)
                picture: Image | Hint = picture_of(jpeg)
                if not isinstance(picture, Hint):
                    return True, picture
                if not jpeg:
                    break
        return False, None

    def release(self) -> None:
        """Keep the phone: the next device reads on."""
