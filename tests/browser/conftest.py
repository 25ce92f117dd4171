"""A real browser, where there is one. Tests that need it are marked `browser` and skipped without it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """CHROMIUM names one; else the system's, else the one that playwright installed for itself."""
    named = os.environ.get("CHROMIUM")
    found = next((path for path in (shutil.which(name) for name in NAMES) if path), None)
    return named or found


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        path = executable() or playwright.chromium.executable_path
        if not Path(path).exists():
            pytest.skip("no Chromium on this machine (python -m playwright install chromium)")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
