"""What a phone shows while the table's computer is away, and that it finds the table again. These tests close a server
of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sample_views import PHONE_VIEWS, LiveFake

from web import create_app
from web.config import WebConfig
from web.serve import Server, start

pytestmark = pytest.mark.browser


@pytest.fixture
def fake() -> LiveFake:
    return LiveFake()


@pytest.fixture
def server(fake: LiveFake, config: WebConfig) -> Iterator[Server]:
    running = start(create_app(fake, config), "127.0.0.1", 0)
    yield running
    fake.close()
    running.close()


def test_a_phone_says_that_it_has_lost_the_table_and_comes_back_by_itself(visit, fake, server):
    page = visit()
    port = server.port
    server.close()
    page.wait_for_selector("#lost:not([hidden])")
    assert "Reconnecting to the game" in page.locator("#lost").inner_text()
    fake.now(phone=PHONE_VIEWS["wait"])
    again = start(create_app(fake, WebConfig(port, demo=True)), "127.0.0.1", port)
    page.wait_for_selector("text=Ana’s turn", timeout=30_000)
    page.wait_for_selector("#lost", state="hidden")
    again.close()


@pytest.mark.parametrize("pressed", ["form[data-plain] button", "a[data-plain]"])
def test_while_the_table_is_away_nothing_leaves_the_page(visit, server, pressed):
    """Who chose his language then was on the browser's own page for the rest of the evening."""
    page = visit()
    server.close()
    page.wait_for_selector("#lost:not([hidden])")
    page.evaluate("pressed => document.querySelector(pressed).click()", pressed)
    with page.expect_event("requestfailed", lambda asked: "/poll" in asked.url):
        pass  # the page is there, and goes on asking for the table
    assert page.locator("nav.acts").count() and page.url.startswith("http://")
