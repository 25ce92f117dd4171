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
from find_chromium import CALM, OPTIONS, UNPAINTED, executable
from flask import Flask
from screens import PHONE
from swap import USUAL_PX, Frame

from web import create_app
from web.app_state import AppState
from web.config import WebConfig
from web.serve import Server, start

sys.path.append(str(Path(__file__).parents[1] / "web"))

pytest.register_assert_rewrite(
    "card_night",
    "card_phones",
    "digger",
    "evening",
    "filmed_night",
    "moves",
    "page_reader",
    "people",
    "readers",
    "thumb",
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


@pytest.fixture(scope="session")
def webkit() -> Iterator[object]:
    """The other engine, with what of Playwright's words a night of people needs."""
    missing = pytest.fail if os.environ.get("CI") else pytest.skip
    try:
        from webkit import Browser, lacking, unseen_screen
    except ImportError:
        missing("no selenium on this machine (python -m pip install '.[test]')")
    if lacking():
        missing(lacking())
    with unseen_screen() as display:
        yield Browser(display)


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
def config(demo: bool) -> WebConfig:
    """What pages know of the place; a module that needs a camera or a school has a `config` of its own."""
    return WebConfig(0, demo=demo, read_again=lambda: None)


@pytest.fixture(scope="session")
def house() -> Iterator[tuple[Flask, Server]]:
    """One app behind one server for all tests of a worker; each puts its own session into it."""
    from sample_views import FakeSession

    app = create_app(FakeSession(), WebConfig(0))
    running = start(app, "127.0.0.1", 0)
    yield app, running
    running.close()


@pytest.fixture
def server(house: tuple[Flask, Server], fake: Any, config: WebConfig) -> Iterator[Server]:
    """It serves the test's session, with nothing left of those before; who closes it needs one of their own."""
    app, running = house
    AppState(fake, config).put_on(app)
    yield running
    fake.close()  # ends the streams, which wait for news


class Visits:
    """What one test opens. `said`: whatever the console says that it should not, and what is asked of another place."""

    def __init__(self, base: str) -> None:
        self.base, self.said = base, list[str]()
        self._listening: list[tuple[Any, str, Callable[..., None]]] = []

    def go(self, page: Any, path: str) -> None:
        self.come(page)
        page.goto(self.base + path)

    def come(self, page: Any) -> None:
        """With the seat of the tests' phone, and whatever the page says is heard."""
        page.context.add_cookies([{"name": "seat", "value": "token-of-one", "url": self.base}])
        self._listen(page, "console", lambda message: self.said.append(message.text))
        self._listen(page, "pageerror", lambda error: self.said.append(str(error)))
        self._listen(page, "request", lambda asked: None if asked.url.startswith(self.base) else self._notice(asked))

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
    context.add_init_script(UNPAINTED)
    return context.new_page()


@pytest.fixture(scope="session")
def browsers(chromium: Any) -> Iterator[dict[tuple[str, int], Any]]:
    """By language and by which of a test's visitors it is: their empty pages, which keep their processes."""
    kept: dict[tuple[str, int], Any] = {}
    yield kept
    for page in kept.values():
        page.context.close()


def forget(empty: Any, url: str) -> None:
    """Its visitor's pages are closed, and nothing is kept of what they kept: cookies, and what scripts store."""
    empty.context.clear_cookies()
    memory = empty.context.new_cdp_session(empty)
    memory.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "local_storage"})
    memory.detach()
    for page in empty.context.pages:
        if page is not empty:
            page.close()


@pytest.fixture
def visit(chromium: Any, server: Server, browsers: dict[tuple[str, int], Any]) -> Iterator[Callable[..., Any]]:
    """Opens a page as a phone with a seat, or as the table screen; fails the test for whatever the console says.

    Each is in a browser of its own: with options in a new one, else in one that has forgotten who used it before.
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
            ends.append(partial(forget, empty, visits.base))
        visits.go(page, path)
        return page

    yield open_page
    for end in ends:
        end()
    assert visits.complaints() == []


@pytest.fixture(scope="session")
def frames(chromium: Any) -> Iterator[dict[tuple[str, int], Frame]]:
    """By kind of page, whose style sheets and scripts are not the same (phone or table), and size of letters."""
    kept: dict[tuple[str, int], Frame] = {}
    yield kept
    for frame in kept.values():
        frame.page.context.close()


@pytest.fixture
def look(chromium: Any, server: Server, frames: dict[tuple[str, int], Frame]) -> Iterator[Callable[..., Any]]:
    """As `visit`, where things lie: a phone and a table screen at most, that hear no news. For a third of the time."""
    visits, used = Visits(f"http://127.0.0.1:{server.port}"), dict[str, Any]()

    def open_page(
        path: str = "/", *, size: dict[str, int] = PHONE, language: str = "en", letters_px: int = USUAL_PX
    ) -> Any:
        kind = "table" if path.startswith("/table") else "phone"
        assert kind not in used, "the page that is looked at would be gone"
        key = kind, letters_px
        frame = frames[key] = frames.get(key) or Frame(window(chromium, size, "en"), letters_px)
        used[kind] = page = frame.page
        page.set_viewport_size(size)
        page.context.clear_cookies()
        visits.come(page)
        frame.show(visits.base, path, language)
        return page

    yield open_page
    visits.end()
    for page in used.values():
        page.mouse.move(0, 0)
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
