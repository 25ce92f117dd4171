"""Helpers that tests of several rooms share can be imported by their name."""

from __future__ import annotations

import sys
from pathlib import Path

for room in (".", "live", "rules"):
    sys.path.append(str(Path(__file__).parent / room))
