"""Where this machine's Chromium is."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OPTIONS = ("--no-sandbox", "--disable-gpu")
CALM = {"reduced_motion": "reduce"}  # what glows without end is painted again and again, by the processor


def executable(playwright: Any) -> str | None:
    """CHROMIUM names one; else the system's, else the one that playwright installed for itself."""
    named = os.environ.get("CHROMIUM")
    found = next((path for path in (shutil.which(name) for name in NAMES) if path), None)
    path = named or found or str(playwright.chromium.executable_path)
    return path if Path(path).exists() else None
