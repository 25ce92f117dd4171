"""Where pictures come from: a camera, a stream, a video file, a folder, a simulated table. Not what they show."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Protocol
from urllib.parse import unquote

import cv2

from companion.sight.hints import Hint
from vision.arrays import Image
from vision.capture.address import stream_address
from vision.capture.device import Connect, Device, grab, open_camera, release
from vision.capture.film_clock import FilmClock
from vision.capture.picture import HEIC, load_picture
from vision.capture.stream import film_hint, open_stream


def broken_picture(file: Path) -> Hint:
    """Say that one picture of a folder cannot be read."""
    return Hint(BROKEN, {"name": file.name})


@dataclass(frozen=True)
class SourceSettings:
    """How often a camera or stream is looked through, and when it counts as gone."""

    frames_per_s: float = 10.0  # looked at; a laid card is told within 0.4 s, and an idle core stays cool
    opening_s: float = 8.0  # a webcam may take some seconds to give its first picture, a stream to its next key frame
    slow_opening_s: float = 20.0  # likewise while it is just being opened: some USB cameras take 12
    silence_s: float = 2.0  # without a picture before the camera counts as gone
    retry_s: float = 1.0  # between two tries to open it again
    longest_name: int = 1000  # letters of a file's name or a stream's address; what is longer is neither


SOURCE = SourceSettings()
NO_CAMERA = Hint("source.no_camera")
NO_STREAM = Hint("source.no_stream")
NO_SOURCE = Hint("source.none")
NO_FILE = Hint("source.no_file")
NO_PICTURES = Hint("source.no_pictures")
FORBIDDEN = "source.forbidden"
BROKEN = "source.broken_picture"  # one of a folder, passed over

EMPTY_S = 0.05  # between two tries to get the first picture of a device that is open
PUMP = "camera"  # the name of the thread that empties a camera
UNREADABLE = {".heic", ".heif"}  # pictures that are named, and passed over
PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff", *UNREADABLE}


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture, or a moment without one: then `hint` says why.

    number : counts up from 0; of a folder, the place of the picture among its pictures
    time_s : seconds on the source's own clock
    image : None where there is no picture
    """

    number: int
    time_s: float
    image: Image | None
    hint: Hint | None = None


class Source(Protocol):
    """`timed` is true where the frames' times count for stillness, false where they are pictures without a time.

    `frames` ends where there is nothing more to come, never raises, and may be asked for once; `close` ends it early.
    `newest` came last, though nobody has looked at it yet; None where each picture waits until the next is asked for.
    """

    timed: bool

    @property
    def newest(self) -> Image | None: ...

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


def open_source(text: str | Source, settings: SourceSettings = SOURCE) -> Source | Hint:
    """A camera's number, a stream's address, a video, a picture or a folder of pictures; or why it is none of them.

    Files may be named by a path or, as a browser does, by a file URL.
    A camera or stream that does not answer now is still a source: it may be plugged in later.
    """
    if not isinstance(text, str):
        return text
    text = path_in_url(text.strip())
    if len(text) > settings.longest_name:
        return NO_FILE
    if text.isdecimal():
        return LiveSource(lambda: open_camera(int(text)), NO_CAMERA, settings)
    address = stream_address(text)
    names_scheme = "://" in text
    if not text or (names_scheme and address is None):
        return NO_SOURCE
    try:
        if address is not None and (names_scheme or not Path(text).exists()):
            connect = partial(open_stream, address, settings.opening_s, settings.silence_s)
            return LiveSource(connect, NO_STREAM, settings)
        return _source_of_files(Path(text).expanduser(), settings)
    except PermissionError as error:
        return Hint(FORBIDDEN, {"reason": error.strerror or str(error)})
    except (OSError, RuntimeError, ValueError):  # no name that this system could give to a file
        return NO_FILE


def path_in_url(text: str) -> str:
    """The path that a file URL names, also one of Windows, such as file:///C:/a%20b.mp4; any other text as it is."""
    url = re.match(r"file:(?://)?(?:localhost)?(?=/+[^/])(.*)", text, re.IGNORECASE | re.DOTALL)
    return re.sub(r"^/+(?=[a-z]:)", "", unquote(url[1]), flags=re.IGNORECASE) if url else text


def _source_of_files(path: Path, settings: SourceSettings) -> Source | Hint:
    """Raises PermissionError where it is there and may not be looked at."""
    path.stat()  # Python 3.14 answers what is forbidden as it answers what is not there
    if path.is_dir():
        names = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURES and file.is_file())
        if names and all(file.suffix.lower() in UNREADABLE for file in names):
            return HEIC
        return FolderSource(tuple(names)) if names else NO_PICTURES
    if not path.is_file():
        connect = partial(open_camera, str(path))
        return LiveSource(connect, NO_CAMERA, settings) if _is_device(path) else NO_FILE
    path.open("rb").close()
    if path.suffix.lower() in PICTURES:
        picture = load_picture(path) if path.suffix.lower() in UNREADABLE else None
        return picture if picture is HEIC else FolderSource((path,))
    return film_hint(path) or VideoSource(path)


class FolderSource:
    """Pictures in name order; one that cannot be read is passed over with a hint."""

    timed = False
    newest = None

    def __init__(self, files: tuple[Path, ...]) -> None:
        self._files = files
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            if self._closed:
                return
            image = load_picture(file)
            if isinstance(image, Hint):
                yield Frame(number, float(number), None, broken_picture(file))
            else:
                yield Frame(number, float(number), image)

    def close(self) -> None:
        self._closed = True


class VideoSource:
    """A video file from its beginning to its end, as fast as it is asked for."""

    timed = True
    newest = None

    def __init__(self, path: Path) -> None:
        self._path = path
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        video = cv2.VideoCapture(str(self._path))
        clock = FilmClock(video.get(cv2.CAP_PROP_FPS))
        number = 0
        try:
            while not self._closed and (image := grab(video)) is not None:
                yield Frame(number, clock.tell(video.get(cv2.CAP_PROP_POS_MSEC) / 1000), image)
                number += 1
        finally:
            video.release()

    def close(self) -> None:
        self._closed = True


class LiveSource:
    """A camera or stream that is opened again by itself whenever it falls silent. The newest picture wins.

    connect : opens the device and returns it, or why there is none, or None while it does not answer
    silent : why no picture comes, where the device says nothing better
    """

    timed = True

    def __init__(self, connect: Connect, silent: Hint, settings: SourceSettings = SOURCE) -> None:
        self._connect, self._settings = connect, settings
        self._silent, self._why = silent, silent
        self._closed = Event()
        self._opening = Event()  # the device is just being opened, or has not given its first picture yet
        self._waiting: Queue[Image] = Queue(maxsize=1)  # to be looked at
        self.newest: Image | None = None

    def frames(self) -> Iterator[Frame]:
        pump = Thread(target=self._pump, name=PUMP, daemon=True)
        pump.start()
        try:
            yield from self._pumped()
        finally:  # a thread inside OpenCV while Python ends takes the whole program down with a crash
            self._closed.set()
            pump.join(self._settings.opening_s + self._settings.silence_s)

    def _pumped(self) -> Iterator[Frame]:
        settings = self._settings
        number, patience_s, most_s = 0, settings.opening_s, max(settings.opening_s, settings.slow_opening_s)
        while not self._closed.is_set():
            due = time.monotonic() + 1 / settings.frames_per_s
            image = self._wait(patience_s, most_s)
            if self._closed.is_set():
                return
            yield Frame(number, time.monotonic(), image, None if image is not None else self._why)
            number, patience_s, most_s = number + 1, settings.silence_s, settings.silence_s
            self._closed.wait(max(0.0, due - time.monotonic()))

    def close(self) -> None:
        self._closed.set()

    def _wait(self, patience_s: float, most_s: float) -> Image | None:
        """most_s : as long as the device is just being opened"""
        begin = time.monotonic()
        while not self._closed.is_set():
            is_last = time.monotonic() - begin >= (most_s if self._opening.is_set() else patience_s)
            with suppress(Empty):  # also at the end: a picture may have come a moment before
                return self._waiting.get(timeout=0.1)
            if is_last:
                break
        return None

    def _pump(self) -> None:
        """Empties the device as fast as it fills, so that a picture is never older than one frame."""
        device: Device | None = None
        while not self._closed.is_set():
            image = None if device is None else grab(device)
            if device is None:
                self._opening.set()
                device, image = self._open()
            if image is None:
                release(device)
                device = None
                self._opening.clear()
                self._closed.wait(self._settings.retry_s)
                continue
            self.newest = image
            with suppress(Empty):
                self._waiting.get_nowait()
            with suppress(Full):
                self._waiting.put_nowait(image)
            self._opening.clear()
        release(device)

    def _open(self) -> tuple[Device | None, Image | None]:
        """The device with its first picture; some give none at once."""
        answer = self._connect()
        self._why = answer if isinstance(answer, Hint) else self._silent
        device = None if isinstance(answer, Hint) else answer
        if device is None:
            return None, None
        until = time.monotonic() + self._settings.silence_s
        while (image := grab(device)) is None and time.monotonic() < until and not self._closed.is_set():
            self._closed.wait(EMPTY_S)
        return device, image


def _is_device(path: Path) -> bool:
    return path.is_char_device()
