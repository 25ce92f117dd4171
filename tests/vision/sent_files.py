"""Files that phones send, and files that somebody makes to keep the computer busy."""

from __future__ import annotations

import struct

import cv2
import numpy as np

from vision.capture.jpeg_file import JPEG


def jpeg(level: int = 120, size: tuple[int, int] = (64, 48), *more: int) -> bytes:
    picture = np.full((size[1], size[0], 3), level, np.uint8)
    return cv2.imencode(".jpg", picture, list(more))[1].tobytes()


def claiming(width: int, height: int) -> bytes:
    """A small file that says of itself to be so large."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


def of_many_scans(between: bytes = b"") -> bytes:
    """A small file whose picture is gone through again and again."""
    data = jpeg(1, (64, 48), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    last = data[data.rindex(b"\xff\xda") : -2]
    return data[:-2] + (between + last) * JPEG.most_scans + data[-2:]
