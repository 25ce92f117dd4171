"""From a file or an array of any kind to a picture that can be read, or the reason why not. It sees no table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.hints import Hint
from vision.arrays import Image
from vision.capture.jpeg_file import BEGIN, has_many_scans, jpeg_size_px
from vision.capture.png_file import SIGNATURE, is_sound_png, png_size_px


@dataclass(frozen=True)
class PictureSettings:
    """What is too large to be opened. How many pixels a file may claim: see vision."""

    largest_file_bytes: int = 200_000_000  # a phone's largest picture has 50 million
    most_sent_px: int = 64_000_000  # of a photograph that somebody sends; phones' cameras make 12 to 50 millions


PICTURE = PictureSettings()
NO_PICTURE = Hint("picture.none")
INCOMPLETE = Hint("picture.incomplete")
NO_MEMORY = Hint("picture.too_large")
FOLDER = Hint("picture.folder")
FILM = Hint("picture.film")
EMPTY = Hint("picture.empty")
HEIC = Hint("picture.heic")
_PICTURE = re.compile(  # how one begins, whatever becomes of it: jpg, png, bmp, webp, tif
    rb"\xff\xd8\xff|\x89PNG\r\n\x1a\n|BM....\0{4}|RIFF....WEBP|II\*\0|MM\0\*", re.DOTALL
)
_FILM = re.compile(  # likewise: mp4 and mov, but for the pictures that are packed as they are; avi; mkv and webm
    rb"....(?:ftyp(?!he|mif1|msf1|avi|crx |jxl )|moov|mdat|wide)|RIFF....AVI |\x1aE\xdf\xa3", re.DOTALL
)
_HEIC = re.compile(rb"....ftyp(?:he|mif1|msf1)", re.DOTALL)  # likewise: as iPhones keep them; OpenCV cannot
_BEGINNING_BYTES = 16  # as many as either looks at


def load_picture(path: Path) -> Image | Hint:
    """The picture in a file, upright, of a moving picture the first; or why it cannot be read."""
    try:
        if path.is_dir():
            return FOLDER
        if path.exists() and not path.is_file():  # a device that never ends
            return Hint("picture.no_file")
        with path.open("rb") as file:
            beginning = file.read(_BEGINNING_BYTES)
        if _FILM.match(beginning):
            return FILM
        if path.stat().st_size > PICTURE.largest_file_bytes:
            return NO_MEMORY
        data = np.fromfile(path, np.uint8)
    except (OSError, ValueError) as error:
        return Hint("picture.unreadable", {"reason": str(getattr(error, "strerror", None) or error)})
    except MemoryError:
        return NO_MEMORY
    return _unpacked(data) if data.size else EMPTY


def picture_of(data: bytes) -> Image | Hint:
    """The picture in a file's bytes, upright; or why it cannot be read."""
    if _FILM.match(data[:_BEGINNING_BYTES]):
        return FILM
    try:
        return _unpacked(np.frombuffer(data, np.uint8)) if data else EMPTY
    except MemoryError:
        return NO_MEMORY


def photograph_of(data: bytes) -> Image | Hint:
    """The picture in a file that somebody sends, upright; or why not.

    Only a JPEG or PNG no larger than cameras make them is unpacked: a file of 700 bytes may claim 200 million pixels.
    """
    size_px = jpeg_size_px(data) or png_size_px(data)
    if size_px is None:
        return _why_none(data)
    if size_px[0] * size_px[1] > PICTURE.most_sent_px or (data.startswith(BEGIN) and has_many_scans(data)):
        return NO_MEMORY
    return picture_of(data)


def _why_none(data: bytes) -> Hint:
    """Why a file that is neither a JPEG nor a PNG, or has no header, is not unpacked."""
    beginning = data[:_BEGINNING_BYTES]
    if not data:
        return EMPTY
    if _FILM.match(beginning):
        return FILM
    if _HEIC.match(beginning):
        return HEIC
    return INCOMPLETE if data.startswith((BEGIN, SIGNATURE)) else NO_PICTURE


def _unpacked(data: NDArray[np.uint8]) -> Image | Hint:
    """data : the bytes of a picture file"""
    beginning = data[:_BEGINNING_BYTES].tobytes()
    if beginning.startswith(SIGNATURE) and not is_sound_png(data):
        return INCOMPLETE
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "MAX_IMAGE" in str(error) or "Insufficient" in str(error):
            return NO_MEMORY
        image = None
    except MemoryError:
        return NO_MEMORY
    if image is None and _HEIC.match(beginning):
        return HEIC
    if image is None:
        return INCOMPLETE if _PICTURE.match(beginning) else NO_PICTURE
    return as_picture(image)


def as_picture(image: object) -> Image | Hint:
    """BGR uint8 from grey, with alpha, of 16 bits or floating; or why it is no picture."""
    if not isinstance(image, np.ndarray) or image.ndim not in (2, 3) or not image.size:
        return NO_PICTURE
    picture = image[..., None] if image.ndim == 2 else image
    if picture.shape[2] not in (1, 3, 4) or picture.dtype.kind not in "uifb":
        return NO_PICTURE
    picture = _eight_bits(picture)
    if picture.shape[2] == 1:
        picture = np.repeat(picture, 3, 2)
    return np.ascontiguousarray(picture[..., :3])


def _eight_bits(picture: NDArray[np.generic]) -> NDArray[np.uint8]:
    if picture.dtype == np.uint8:
        return picture.astype(np.uint8, copy=False)
    if picture.dtype == np.uint16:
        return (picture.astype(np.uint16, copy=False) >> 8).astype(np.uint8)
    if picture.dtype == bool:
        return picture.astype(np.uint8) * 255
    levels = np.nan_to_num(picture.astype(np.float32), nan=0.0, posinf=255.0, neginf=0.0)
    scale = 255.0 if picture.dtype.kind == "f" and levels.max() <= 1.0 else 1.0
    eight: NDArray[np.uint8] = np.clip(levels * scale, 0, 255).astype(np.uint8)
    return eight
