"""A real browser, where there is one. Tests that need it are marked `browser`; without it they are skipped, and
where CI is set they fail, so that a checkout is never called sound by tests that did not run. And what serves pages to
it: a session that only remembers, or a whole night of cards."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
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
def demo() -> bool:
    """Whether the cards are simulated; a module whose people lay out their own has a `demo` that says so."""
    return True


@pytest.fixture
def server(fake: Any, demo: bool) -> Iterator[Server]:
    running = start(create_app(fake, WebConfig(0, demo=demo, read_again=lambda: None)), "127.0.0.1", 0)
    yield running
    fake.close()  # or the server waits for the streams, and they for news
    running.close()


class Visits:
    """What one test opens. `said`: whatever the console says that it should not, and what is asked of another place."""

    def __init__(self, base: str) -> None:
        self.base, self.said = base, list[str]()
        self._listening: list[tuple[Any, str, Callable[..., None]]] = []

    def go(self, page: Any, path: str) -> None:
        """With the seat of the tests' phone."""
        page.context.add_cookies([{"name": "seat", "value": "token-of-one", "url": self.base}])
        self._listen(page, "console", lambda message: self.said.append(message.text))
        self._listen(page, "pageerror", lambda error: self.said.append(str(error)))
        self._listen(page, "request", lambda asked: None if asked.url.startswith(self.base) else self._notice(asked))
        page.goto(self.base + path)

    def end(self) -> None:
        for page, event, heard in self._listening:
            page.remove_listener(event, heard)

    def complaints(self) -> list[str]:
        return [text for text in self.said if not text.startswith("Failed to load resource")]

    def _listen(self, page: Any, event: str, heard: Callable[..., None]) -> None:
        page.on(event, heard)
        self._listening.append((page, event, heard))

    def _notice(self, asked: Any) -> None:
        self.said.append(asked.url)


def window(chromium: Any, size: dict[str, int], language: str, **options: Any) -> Any:
    context = chromium.new_context(viewport=size, locale=language, **CALM, **options)
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


@pytest.fixture(scope="session")
def browsers(chromium: Any) -> Iterator[dict[tuple[str, int], Any]]:
    """By language and by which of a test's visitors it is: their empty pages, which keep their processes."""
    kept: dict[tuple[str, int], Any] = {}
    yield kept
    for page in kept.values():
        page.context.close()


def forget(empty: Any) -> None:
    """Its visitor's pages are closed, and nobody is sitting there any more."""
    empty.context.clear_cookies()
    for page in empty.context.pages:
        if page is not empty:
            page.close()


@pytest.fixture
def visit(chromium: Any, server: Server, browsers: dict[tuple[str, int], Any]) -> Iterator[Callable[..., Any]]:
    """Opens a page as a phone with a seat, or as the table screen; fails the test for whatever the console says.

    Each is in a browser of its own: with options in a new one, else in one that has forgotten who used it before. What
    pages keep there is kept by address, and each test's server has another.
    """
    visits, ends, visitors = Visits(f"http://127.0.0.1:{server.port}"), list[Callable[[], None]](), count()

    def open_page(path: str = "/", *, size: dict[str, int] = PHONE, language: str = "en", **options: Any) -> Any:
        if options:
            page = window(chromium, size, language, **options)
            ends.append(page.context.close)
        else:
            key = (language, next(visitors))
            empty = browsers[key] = browsers.get(key) or window(chromium, size, language)
            page = empty.context.new_page()
            page.set_viewport_size(size)
            ends.append(partial(forget, empty))
        visits.go(page, path)
        return page

    yield open_page
    for end in ends:
        end()
    assert visits.complaints() == []


@pytest.fixture(scope="session")
def windows(chromium: Any) -> Iterator[dict[str, Any]]:
    """By language: to open one costs twice as much as to go to a page in one that is open."""
    kept: dict[str, Any] = {}
    yield kept
    for page in kept.values():
        page.context.close()


@pytest.fixture
def look(chromium: Any, server: Server, windows: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    """As `visit`, in a window that others have looked through before, one page at a time: for tests that look at where
    things lie and change nothing that a page gone to anew would remember."""
    visits, used = Visits(f"http://127.0.0.1:{server.port}"), set()

    def open_page(path: str = "/", *, size: dict[str, int] = PHONE, language: str = "en") -> Any:
        page = windows[language] = windows.get(language) or window(chromium, size, language)
        assert language not in used, "the page that is looked at would be gone"
        used.add(language)
        page.set_viewport_size(size)
        visits.go(page, path)
        return page

    yield open_page
    visits.end()
    for language in used:
        windows[language].mouse.move(0, 0)
        windows[language].goto("about:blank")  # ends its stream
        windows[language].context.clear_cookies()
    assert visits.complaints() == []


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
