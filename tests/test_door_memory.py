"""What is freed goes back to the system; the allocator kept it in holes that nothing else fitted into."""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from companion.door.memory import MAPPED_FROM_BYTES

ROOT = Path(__file__).parent.parent
PROGRAM = f"""
import ctypes, sys
from companion.door.memory import give_large_blocks_back

if sys.argv[1:] == ["back"]:
    give_large_blocks_back()
freed = bytearray(30_000_000)
del freed
block = bytearray({MAPPED_FROM_BYTES})
place = ctypes.addressof(ctypes.c_char.from_buffer(block))
for line in open("/proc/self/maps"):
    begin, end = (int(at, 16) for at in line.split()[0].split("-"))
    if begin <= place < end:
        print("heap" if "[heap]" in line else "apart")
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has a threshold that rises by itself")
@pytest.mark.parametrize(("told", "where"), [([], "heap"), (["back"], "apart")])
def test_a_large_block_lies_apart_from_the_heap_also_after_another_was_freed(told, where):
    program = [sys.executable, "-c", PROGRAM, *told]
    assert subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=60).stdout.strip() == where
