"""Helpers that tests of several rooms share can be imported by their name."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

# One thread a worker, and a worker a core: two workers with two threads each only wait for one another.
os.environ.update(OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")

for room in (".", "live", "demo", "rules"):
    sys.path.append(str(Path(__file__).parent / room))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long begin first, or one worker would still be at its last when the others are done."""
    long = {item.path for item in items if item.get_closest_marker("browser") or item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in long)
