"""Whether a JPEG that somebody sends is whole and small enough to be unpacked. What is drawn in it: see picture."""

from __future__ import annotations

BEGIN, END = b"\xff\xd8\xff", b"\xff\xd9"
_SCAN = b"\xff\xda"
_SIZES = {0xC0, 0xC1, 0xC2}  # markers of the frame's header: baseline, extended, progressive


def jpeg_size_px(data: bytes) -> tuple[int, int] | None:
    """Return width and height as the header claims them; None of what is no JPEG, or breaks off."""
    if not data.startswith(BEGIN) or not data.endswith(END):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        if data[at + 1] in _SIZES:
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def count_scans(data: bytes) -> int:
    """Count how often the whole picture is gone through: a progressive JPEG of a few bytes may ask for thousands."""
    return data.count(_SCAN)
