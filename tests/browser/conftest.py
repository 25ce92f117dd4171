"""A real browser, where there is one. Tests that need it are marked `browser`; without it they are skipped, and
where CI is set they fail, so that a checkout is never called sound by tests that did not run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from find_chromium import OPTIONS, executable

pytest.register_assert_rewrite("card_night", "card_phones", "digger", "evening", "moves", "page_reader", "people")

NONE_HERE = "no Chromium on this machine (python -m playwright install chromium)"


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    missing = pytest.fail if os.environ.get("CI") else pytest.skip
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no playwright on this machine (python -m pip install '.[test]')")
    with sync_playwright() as playwright:
        path = executable(playwright)
        if path is None:
            missing(NONE_HERE)
        browser = playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture
def night(chromium: object, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Begins a night of cards; where no edition is said, it stops in the lobby. Its pages may not complain."""
    from card_night import CardNight, Deal

    nights: list[CardNight] = []

    def begin(deal: Deal, edition: str = "", *modules: str, players: int = 3) -> CardNight:
        nights.append(CardNight(chromium, tmp_path / "night", deal, players=players))
        if edition:
            nights[-1].begin(edition, *modules)
        return nights[-1]

    yield begin
    complaints = [text for one in nights for text in one.complaints()]
    for one in nights:
        one.close()
    assert complaints == []
