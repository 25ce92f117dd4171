"""How the system's allocator gives back what was freed. What the program itself keeps is not here."""

from __future__ import annotations

import ctypes
import sys

MAPPED_FROM_BYTES = 1 << 22  # a picture of the table is smaller and comes with every frame, a painted table is larger
_M_MMAP_THRESHOLD = -3  # from glibc's malloc.h


def give_large_blocks_back() -> None:
    """Let glibc map each large block by itself, so that its memory is the system's again once it is freed.

    Of itself it does so only until the first large block is freed: then blocks of that size, up to 32 MB, come from the
    heaps that threads share (mallopt(3), M_MMAP_THRESHOLD), whose holes between what is kept nobody gets back.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, MAPPED_FROM_BYTES)
