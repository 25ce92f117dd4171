"""Whether SQLite plays back all that its `-wal` was given: at the first damaged frame it stops, and says nothing.

The format: sqlite.org/fileformat2.html#the_write_ahead_log.
"""

from __future__ import annotations

import struct
from pathlib import Path

_HEAD, _FRAME = 32, 24  # bytes before the frames, and before each frame's page
_MAGIC = 0x377F0682  # one more where the sums are made of big-endian words
_Sum = tuple[int, int]


def is_cut_short(log: Path) -> bool:
    """Whether something whole was written into it that is not played back."""
    try:
        data = log.read_bytes()
    except OSError:
        return False
    if len(data) <= _HEAD:
        return False
    magic, _, page, _, *salts, first, second = struct.unpack(">8I", data[:_HEAD])
    order = ">" if magic & 1 else "<"
    total = _summed((0, 0), data[: _HEAD - 8], order)
    if magic | 1 != _MAGIC | 1 or total != (first, second):
        return True
    is_sound = True
    for start in range(_HEAD, len(data) - _FRAME - page + 1, _FRAME + page):
        one, two, *total_then = struct.unpack(">4I", data[start + 8 : start + _FRAME])
        if is_sound:
            total = _summed(total, data[start : start + 8] + data[start + _FRAME : start + _FRAME + page], order)
            is_sound = (one, two, *total) == (*salts, *total_then)
        if not is_sound and (one == salts[0] or two == salts[1]):  # what an earlier log left there has neither
            return True
    return False


def _summed(before: _Sum, data: bytes, order: str) -> _Sum:
    one, two = before
    for first, second in struct.iter_unpack(f"{order}2I", data):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
