"""Whether the file of a PNG is as it was written, by its own checksums, and how large. What is drawn: see picture."""

from __future__ import annotations

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_AROUND_BYTES = 12  # beside what a chunk holds: its length and name before it, its checksum after it
_SIZE_AT = len(SIGNATURE) + 8  # in the first chunk
_SMALL = 0x20  # bit of a name's first letter: the chunk may be left out, as libpng does where its checksum is wrong


def png_size_px(data: bytes) -> tuple[int, int] | None:
    """Return width and height as the header claims them; None of what is no PNG."""
    if not data.startswith(SIGNATURE) or len(data) < _SIZE_AT + 8:
        return None
    width, height = struct.unpack_from(">II", data, _SIZE_AT)
    return int(width), int(height)


def is_sound_png(data: NDArray[np.uint8]) -> bool:
    """data : the bytes of the file, which begins with the signature

    libpng refuses what breaks off or was changed, too, but with words of its own on standard error, where neither
    OpenCV's settings nor Python hush it.
    """
    file, at = np.ascontiguousarray(data).data, len(SIGNATURE)
    while at + _AROUND_BYTES <= len(file):
        (length,) = struct.unpack_from(">I", file, at)
        name, end = bytes(file[at + 4 : at + 8]), at + 8 + length
        if end + 4 > len(file):
            return False
        if not name[0] & _SMALL and struct.unpack_from(">I", file, end) != (zlib.crc32(file[at + 4 : end]),):
            return False
        if name == b"IEND":
            return True
        at = end + 4
    return False
