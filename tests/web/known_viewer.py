"""A browser whose every cookie belongs to one viewer of a real session, and the pages that tests of secrecy ask for."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask
from sample_browser import Browser

from companion.live.session import Session
from companion.views.model import Viewer
from web import create_app
from web.config import WebConfig

PHONE_PAGES = (
    "/",
    "/?do=place&cell=3,0",
    "/?do=rockfall&cell=1,0",
    "/?do=place",
    "/?do=map",
    "/?do=inspect",
    "/?do=swap_hats",
    "/?do=set_toll",
    "/?do=trade",
    "/?do=goal_swap&cell=8,0&other=8,2",
    "/?do=place&cell=3,0&face=EW",
    "/rules",
    "/keepsake.html",
    "/keepsake.txt",
    "/nowhere",
    "/poll",
)
TABLE_PAGES = (
    "/table",
    "/table?do=fix",
    "/table?do=fix-cell&cell=8,0",
    "/table?do=fix-seats",
    "/table?do=fix-phones",
    "/table?do=fix-give-up",
    "/table/rules",
    "/keepsake.txt",
    "/table/poll",
    "/table/nowhere",
)


class Known:
    """A session to which every cookie belongs to the viewer of the test."""

    def __init__(self, session: Session, viewer: Viewer) -> None:
        self._session, self._viewer = session, viewer

    def viewer_of(self, token: str | None) -> Viewer:
        return self._viewer

    def is_host(self, token: str | None) -> bool:
        return token == "host"

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


@lru_cache(maxsize=2)  # the two worlds: to make an app is dearer than to ask it for a page
def app_of(session: Session, viewer: Viewer) -> Flask:
    return create_app(Known(session, viewer), WebConfig(8000, lambda: ("192.168.1.20",)))


def browser(session: Session, viewer: Viewer, cookie: str) -> Browser:
    client = app_of(session, viewer).test_client()
    client.set_cookie(cookie, cookie, domain="192.168.1.20")
    return Browser(client, {"Accept-Language": "en"})
