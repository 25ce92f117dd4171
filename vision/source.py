"""Where pictures come from: a camera, a stream, a video file, a folder, a simulated table. Not what they show."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Protocol

import cv2
import numpy as np

from companion.live.observe import Hint
from vision.device import Connect, grab, open_camera, open_stream, release
from vision.settings import SOURCE, SourceSettings

NO_CAMERA = Hint("source.no_camera", "The camera gives no picture. Is it plugged in, and does no other program use it?")
NO_STREAM = Hint(
    "source.no_stream", "That address gives no picture. Is the phone's camera app running, in the same network?"
)
NO_FILE = Hint("source.no_file", "There is no picture, video or folder of that name.")
NO_PICTURES = Hint("source.no_pictures", "There is no picture in that folder.")
NO_VIDEO = Hint("source.no_video", "That file is no video that can be read.")
BROKEN = Hint("source.broken_picture", "A picture could not be read and was passed over: {name}")


PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"}


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture, or a moment without one: then `hint` says why.

    number : counts up from 0; of a folder, the place of the picture among its pictures
    time_s : seconds on the source's own clock
    image : BGR uint8, or None where there is no picture
    """

    number: int
    time_s: float
    image: np.ndarray | None
    hint: Hint | None = None


class Source(Protocol):
    """`timed` is true where the frames' times count for stillness, false where they are pictures without a time.

    `frames` ends where there is nothing more to come, never raises, and may be asked for once; `close` ends it early.
    """

    timed: bool

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


def open_source(text: str | Source, settings: SourceSettings = SOURCE) -> Source | Hint:
    """A camera's number, a stream's address, a video, a picture or a folder of pictures; or why it is none of them.

    A camera or stream that does not answer now is still a source: it may be plugged in later.
    """
    if not isinstance(text, str):
        return text
    text = text.strip()
    if text.isdecimal():
        return LiveSource(lambda: open_camera(int(text), settings), NO_CAMERA, settings)
    if re.match(r"[a-z]+://", text, re.IGNORECASE):
        return LiveSource(lambda: open_stream(text, settings), NO_STREAM, settings)
    path = Path(text).expanduser()
    if path.is_dir():
        names = sorted(file for file in _files(path) if file.suffix.lower() in PICTURES)
        return FolderSource(tuple(names)) if names else NO_PICTURES
    if not path.is_file():
        return LiveSource(lambda: open_camera(text, settings), NO_CAMERA, settings) if _is_device(path) else NO_FILE
    if path.suffix.lower() in PICTURES:
        return FolderSource((path,))
    return VideoSource(path) if _is_video(path) else NO_VIDEO


class FolderSource:
    """Pictures in name order; one that cannot be read is passed over with a hint."""

    timed = False

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._files = files
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            if self._closed:
                return
            image = read_image(file)
            hint = Hint(BROKEN.code, BROKEN.text.format(name=file.name)) if image is None else None
            yield Frame(number, float(number), image, hint)

    def close(self) -> None:
        self._closed = True


class VideoSource:
    """A video file from its beginning to its end, as fast as it is asked for."""

    timed = True

    def __init__(self, path: Path) -> None:
        self._path = path
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        video = cv2.VideoCapture(str(self._path))
        rate = video.get(cv2.CAP_PROP_FPS) or 25.0
        number = 0
        try:
            while not self._closed and (image := grab(video)) is not None:
                yield Frame(number, number / rate, image)
                number += 1
        finally:
            video.release()

    def close(self) -> None:
        self._closed = True


class LiveSource:
    """A camera or stream that is opened again by itself whenever it falls silent. The newest picture wins.

    connect : opens the device and returns it, or None while it does not answer
    """

    timed = True

    def __init__(self, connect: Connect, silent: Hint, settings: SourceSettings = SOURCE) -> None:
        self._connect, self._silent, self._settings = connect, silent, settings
        self._closed = Event()
        self._newest: Queue[np.ndarray] = Queue(maxsize=1)

    def frames(self) -> Iterator[Frame]:
        Thread(target=self._pump, name="camera", daemon=True).start()
        number, patience_s = 0, self._settings.opening_s
        while not self._closed.is_set():
            due = time.monotonic() + 1 / self._settings.frames_per_s
            image = self._wait(patience_s)
            if self._closed.is_set():
                return
            yield Frame(number, time.monotonic(), image, None if image is not None else self._silent)
            number, patience_s = number + 1, self._settings.silence_s
            self._closed.wait(max(0.0, due - time.monotonic()))

    def close(self) -> None:
        self._closed.set()

    def _wait(self, patience_s: float) -> np.ndarray | None:
        end = time.monotonic() + patience_s
        while not self._closed.is_set() and time.monotonic() < end:
            with suppress(Empty):
                return self._newest.get(timeout=0.1)
        return None

    def _pump(self) -> None:
        """Empties the device as fast as it fills, so that a picture is never older than one frame."""
        device = None
        while not self._closed.is_set():
            device = device or self._connect()
            image = grab(device) if device else None
            if image is None:
                device = release(device)
                self._closed.wait(self._settings.retry_s)
                continue
            with suppress(Empty):
                self._newest.get_nowait()
            with suppress(Full):
                self._newest.put_nowait(image)
        release(device)


def read_image(path: Path) -> np.ndarray | None:
    """A picture file, also under a name that OpenCV cannot open; None where it is none."""
    try:
        packed = np.frombuffer(path.read_bytes(), np.uint8)
        return cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    except (OSError, cv2.error):
        return None


def _is_video(path: Path) -> bool:
    video = cv2.VideoCapture(str(path))
    try:
        return grab(video) is not None
    finally:
        video.release()


def _is_device(path: Path) -> bool:
    return path.is_char_device()


def _files(folder: Path) -> list[Path]:
    try:
        return [file for file in folder.iterdir() if file.is_file()]
    except OSError:
        return []
