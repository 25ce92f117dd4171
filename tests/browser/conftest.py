"""A real browser, where there is one. Tests that need it are marked `browser`; without it they are skipped, and
where CI is set they fail, so that a checkout is never called sound by tests that did not run. And what serves pages to
it: a session that only remembers, or a whole night of cards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from find_chromium import CALM, OPTIONS, executable
from screens import PHONE

from web import create_app
from web.config import WebConfig
from web.serve import Server, start

sys.path.append(str(Path(__file__).parents[1] / "web"))

pytest.register_assert_rewrite(
    "card_night", "card_phones", "digger", "evening", "moves", "page_reader", "people", "readers", "thumb"
)

PATIENCE_MS = 15_000
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
def fake() -> Any:
    """What the pages are served from; a test module that needs another session has a `fake` of its own."""
    from sample_views import FakeSession

    return FakeSession()


@pytest.fixture
def server(fake: Any) -> Iterator[Server]:
    running = start(create_app(fake, WebConfig(0, demo=True, resync=lambda: None)), "127.0.0.1", 0)
    yield running
    fake.close()  # or the server waits for the streams, and they for news
    running.close()


@pytest.fixture
def visit(chromium: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Opens a page as a phone with a seat, or as the table screen; fails the test for whatever the console says."""
    said: list[str] = []
    contexts = []

    def open_page(path: str = "/", *, size: dict[str, int] = PHONE, language: str = "en", **options: Any) -> Any:
        base = f"http://127.0.0.1:{server.port}"
        context = chromium.new_context(viewport=size, locale=language, **CALM, **options)
        context.add_cookies([{"name": "seat", "value": "token-of-one", "url": base}])
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("request", lambda request: said.append(request.url) if not request.url.startswith(base) else None)
        page.goto(base + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in said if not text.startswith("Failed to load resource")] == []


@pytest.fixture
def night(chromium: object, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Begins a night of cards; where no edition is said, it stops in the lobby. Its pages may not complain."""
    from card_night import CardNight, Deal

    nights: list[CardNight] = []

    def begin(deal: Deal, edition: str = "", *modules: str, players: int = 3, seed: int | None = 7) -> CardNight:
        nights.append(CardNight(chromium, tmp_path / "night", deal, players=players, seed=seed))
        if edition:
            nights[-1].begin(edition, *modules)
        return nights[-1]

    yield begin
    complaints = [text for one in nights for text in one.complaints()]
    for one in nights:
        one.close()
    assert complaints == []
