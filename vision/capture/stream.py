"""Streams and films as FFmpeg opens them, each picture in its own size; or why they cannot be read.

When to open one is in source, what people type for its address in address.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import HTTPDigestAuthHandler, HTTPPasswordMgrWithDefaultRealm, ProxyHandler, Request, build_opener

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.hints import Hint
from vision.arrays import Grey, Image, Plane
from vision.capture.device import Device, grab, release


@dataclass(frozen=True)
class StreamSettings:
    """What counts as a picture of a stream."""

    broken_most: int = 50  # JPEG pictures in a row that cannot be read: two seconds of a stream
    alike_most: int = 25  # pictures without one different pixel, before it is asked whether they are pictures
    # Grey levels by which nearly all pixels of one picture agree, decoded in colours and in grey: 2 to 11; where OpenCV
    # leaves what the memory held before 55 at least.
    grey_off: float = 25.0
    nearly_all: float = 95.0  # per cent
    part_bytes: int = 50_000_000  # of a picture that comes as a part of an answer; a camera's largest has 20
    lines_most: int = 50  # before a part, which may have a dozen names and values
    line_bytes: int = 1000


STREAM = StreamSettings()
NO_VIDEO = Hint("source.no_video")
INTERLACED = Hint("source.interlaced")
LOGIN = Hint("source.login")
WEB_PAGE = Hint("source.web_page")
_LOGIN_CODES = (401, 403)  # of HTTP
_AS_IT_CAME = -1  # of CAP_PROP_FORMAT: packets, not pictures
_JPEG = cv2.VideoWriter.fourcc(*"MJPG")
_GREY_FIRST = {cv2.VideoWriter.fourcc(*tag) for tag in ("I420", "Y42B", "Y41B", "444P")}  # formats whose grey is 8 bits
_BLACK = 16  # grey of black in most films; 0 in those of JPEGs, as in memory that was never written


def open_stream(address: str, opening_s: float, silence_s: float) -> Device | Hint | None:
    """opening_s : it may take to begin; silence_s : without an answer after that before it counts as gone"""
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(1000 * opening_s)]
    limits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(1000 * silence_s)]
    device = _opened(address, limits)
    if device is not None:
        return _as_it_comes(device, lambda: _opened(address, limits))
    answer = _answer(address, silence_s) if address.startswith(("http:", "https:")) else None
    return JpegParts(answer) if isinstance(answer, HTTPResponse) else answer


def film_hint(path: Path) -> Hint | None:
    """Why a file is no film that can be read; None where it is one."""
    film = cv2.VideoCapture(str(path))
    try:
        first = grab(film)
        if first is None:
            return NO_VIDEO
        return INTERLACED if is_undecoded(film, first, lambda: cv2.VideoCapture(str(path))) else None
    finally:
        film.release()


def is_undecoded(device: cv2.VideoCapture, first: Image, again: Callable[[], cv2.VideoCapture | None]) -> bool:
    """Whether the pictures that come are none: OpenCV decodes no interlaced one, says that it did, and hands over what
    the memory held before, which may be another film. first : the device's, which is asked for its next; again : opens
    it once more
    """
    if _changes(device, first) or int(device.get(cv2.CAP_PROP_CODEC_PIXEL_FORMAT)) not in _GREY_FIRST:
        return False
    other = again()
    if other is None:
        return False
    other.set(cv2.CAP_PROP_CONVERT_RGB, 0)
    grey = grab(other)
    release(other)
    if grey is None or grey.shape != first.shape[:2]:
        return False
    was_never_written = _most_of(first) == 0 and _most_of(grey) < _BLACK / 2
    return (was_never_written and not _is_jpeg(device)) or not _agree(first, grey)


def _changes(device: Device, first: Image) -> bool:
    """Whether one of the next pictures has but one pixel that the first had not."""
    for _ in range(STREAM.alike_most):
        picture = grab(device)
        if picture is None:
            return False
        if not np.array_equal(first, picture):
            return True
    return False


def _agree(picture: Image, grey: Grey) -> bool:
    """Whether nearly all of a picture is as bright in colours as in grey, in full range or as most films have it."""
    full = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    limited = _BLACK + full * (219 / 255)
    return bool(min(_most_of(np.abs(one - grey)) for one in (full, limited)) < STREAM.grey_off)


def _most_of(levels: Plane | Image | Grey) -> float:
    """What nearly all of the levels are below."""
    return float(np.percentile(levels, STREAM.nearly_all))


def _opened(address: str, limits: list[int]) -> cv2.VideoCapture | None:
    try:
        device = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
    except cv2.error:
        return None
    return device if device.isOpened() else None


def _as_it_comes(device: cv2.VideoCapture, again: Callable[[], cv2.VideoCapture | None]) -> Device | Hint:
    if _is_jpeg(device) and device.set(cv2.CAP_PROP_FORMAT, _AS_IT_CAME):
        return JpegStream(device)
    first = grab(device)
    if first is not None and is_undecoded(device, first, again):
        release(device)
        return INTERLACED
    return device


def _is_jpeg(device: cv2.VideoCapture) -> bool:
    return int(device.get(cv2.CAP_PROP_FOURCC)) == _JPEG


class JpegStream:
    """Decodes each JPEG of a stream by itself: OpenCV presses all that follow into the size of the first, also those of
    a phone that was turned.
    """

    def __init__(self, device: Device) -> None:
        self._device = device

    def read(self) -> tuple[bool, NDArray[np.generic] | None]:
        for _ in range(STREAM.broken_most):
            packet = grab(self._device)
            if packet is None:
                break
            picture = cv2.imdecode(packet.ravel(), cv2.IMREAD_COLOR)
            if picture is not None:
                return True, picture
        return False, None

    def release(self) -> None:
        self._device.release()


# ---- what FFmpeg cannot open, asked by ourselves ---------------------------------------------------------------------


def _answer(address: str, silence_s: float) -> HTTPResponse | Hint | None:
    """A stream of pictures, which then lacks its first boundary; what is there instead; None where nothing is told."""
    try:
        answer = _ask(address, silence_s)
    except HTTPError as error:
        error.close()
        return LOGIN if error.code in _LOGIN_CODES else None
    except (OSError, HTTPException, ValueError):
        return None
    kind = answer.headers.get_content_type()
    if kind == "multipart/x-mixed-replace":
        return answer
    answer.close()
    return WEB_PAGE if kind == "text/html" else None


def _ask(address: str, silence_s: float) -> HTTPResponse:
    """Raises as urllib does."""
    url = urlsplit(address)
    plain = url._replace(netloc=url.netloc.rpartition("@")[2]).geturl()
    request, passwords = Request(plain), HTTPPasswordMgrWithDefaultRealm()
    if url.username is not None:
        name, password = unquote(url.username), unquote(url.password or "")
        passwords.add_password(None, plain, name, password)
        basic = b64encode(f"{name}:{password}".encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {basic}")
    opener = build_opener(ProxyHandler({}), HTTPDigestAuthHandler(passwords))
    answer: HTTPResponse = opener.open(request, timeout=silence_s)
    return answer


class JpegParts:
    """The pictures of an answer in parts, each with its length before it, whatever stands or lacks between them: small
    cameras leave out the first boundary (ESP32), and FFmpeg then takes none.
    """

    def __init__(self, answer: HTTPResponse) -> None:
        self._answer = answer

    def read(self) -> tuple[bool, NDArray[np.generic] | None]:
        try:
            packet = np.frombuffer(self._answer.read(self._length()), np.uint8)
        except (OSError, HTTPException, ValueError):
            return False, None
        picture = cv2.imdecode(packet, cv2.IMREAD_COLOR) if packet.size else None
        return picture is not None, picture

    def _length(self) -> int:
        """Bytes of the next part, whose lines before it are read; 0 where none follows."""
        length = 0
        for _ in range(STREAM.lines_most):
            line = self._answer.readline(STREAM.line_bytes)
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = min(int(value), STREAM.part_bytes)
            if not line or (length and not line.strip()):
                break
        return length

    def release(self) -> None:
        self._answer.close()
