"""Whether a JPEG that somebody sends is whole and small enough to be unpacked. What is drawn in it: see picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class JpegSettings:
    """What no camera makes."""

    most_segments: int = 2000  # a phone's picture with a map of depths has 300, each 64 kB at most
    most_scans: int = 20  # a usual progressive one has ten


JPEG = JpegSettings()
BEGIN, END = b"\xff\xd8\xff", b"\xff\xd9"
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)  # where a segment begins; the others stand within one
_SIZES = {0xC0, 0xC1, 0xC2}  # of the frame's header: baseline, extended, progressive
_SCAN, _END = 0xDA, 0xD9


def jpeg_size_px(data: bytes) -> tuple[int, int] | None:
    """Return width and height as the header claims them; None of what is no JPEG, or none as cameras make them."""
    if not data.startswith(BEGIN):
        return None
    size_px = None
    for number, (kind, at) in enumerate(_segments(data)):
        if number == JPEG.most_segments:
            return None
        if kind in _SIZES and size_px is None and at + 9 <= len(data):
            size_px = int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
    return size_px


def has_many_scans(data: bytes) -> bool:
    """Return whether the picture is gone through too often: a progressive JPEG of a few bytes may ask for thousands."""
    return sum(kind == _SCAN for kind, _ in _segments(data)) > JPEG.most_scans


def _segments(data: bytes) -> Iterator[tuple[int, int]]:
    """The kind of each and where it begins, as libjpeg finds them: what stands between two is passed over."""
    at = 2
    while (found := _MARKER.search(data, at)) and data[found.end() - 1] != _END:
        yield data[found.end() - 1], found.start()
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
