"""A running app over a session that only remembers, and browsers as the tests need them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from sample_browser import Browser
from sample_views import FakeSession

from web import create_app
from web.config import WebConfig

PICTURE = b"\xff\xd8 a picture \xff\xd9"


@pytest.fixture
def table() -> FakeSession:
    return FakeSession()


@pytest.fixture
def app(table: FakeSession) -> Flask:
    config = WebConfig(
        8000, addresses=lambda: ("192.168.1.20", "127.0.0.1", "gamebox.local"), latest_jpeg=lambda: PICTURE, demo=True,
        read_again=lambda: table.asked.append(("camera", "read_again")), heartbeat_s=0.01,
    )  # fmt: skip
    return create_app(table, config)


@pytest.fixture
def browser(app: Flask) -> Callable[..., Browser]:
    def make(*, seat: str | None = None, host: str | None = None, language: str = "en") -> Browser:
        client = app.test_client()
        for name, value in (("trial", "1"), ("seat", seat), ("host", host)):
            if value:
                client.set_cookie(name, value, domain="192.168.1.20")
        return Browser(client, {"Accept-Language": language})

    return make


@pytest.fixture
def phone(browser: Callable[..., Browser]) -> Browser:
    return browser(seat="token-of-one")


@pytest.fixture
def host(browser: Callable[..., Browser]) -> Browser:
    return browser(host="the-host")


@pytest.fixture
def stranger(browser: Callable[..., Browser]) -> Browser:
    return browser()
