"""Tells a page that its view has a new version: Server-Sent Events, with polling beside it. Numbers only, no game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from threading import Lock
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from companion.views.model import SeatViewer
from web.seats import SEAT_COOKIE, at_table, is_host, session, viewer

SLICE_S = 1.0  # how soon a stream notices that a newer one took its place; a vanished phone holds a thread this long
STRANGERS = 4  # streams for screens without a seat; more of them poll
LONGEST_S = 1800.0  # a stream ends by itself and is opened again, so that none can be forgotten

blueprint = Blueprint("stream", __name__)


class Streams:
    """One stream per phone, the newest wins, or vanished phones would eat up the server's threads."""

    def __init__(self) -> None:
        self._newest: dict[str, int] = {}
        self._numbers = count(1)
        self._lock = Lock()

    def open(self, key: str) -> int:
        with self._lock:
            self._newest[key] = number = next(self._numbers)
            return number

    def is_newest(self, key: str, number: int) -> bool:
        with self._lock:
            return self._newest.get(key) == number

    def close(self, key: str, number: int) -> None:
        with self._lock:
            if self._newest.get(key) == number:
                del self._newest[key]

    def stranger_key(self) -> str:
        with self._lock:
            return f"stranger{next(self._numbers) % STRANGERS}"


@blueprint.get("/stream")
@blueprint.get("/table/stream")
def stream() -> Response:
    streams: Streams = current_app.extensions["streams"]
    token = request.cookies.get(SEAT_COOKIE) if isinstance(viewer(), SeatViewer) else None
    key = f"phone {token}" if token else "table" if at_table() and is_host() else streams.stranger_key()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    heartbeat_s = current_app.extensions["web_config"].heartbeat_s
    events = _events(session(), streams, key, token, gone, heartbeat_s)
    return Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _events(
    table: Any, streams: Streams, key: str, token: str | None, gone: Callable[[], bool], heartbeat_s: float
) -> Iterator[str]:
    number = streams.open(key)
    if token is not None:
        table.online(token, True)
    try:
        yield from _versions(table, lambda: streams.is_newest(key, number), gone, heartbeat_s)
        if not streams.is_newest(key, number):
            yield "event: replaced\ndata: -\n\n"
    finally:
        streams.close(key, number)
        if token is not None:
            table.online(token, False)  # the session counts streams, so each one that was opened is told once


def _versions(table: Any, wanted: Callable[[], bool], gone: Callable[[], bool], heartbeat_s: float) -> Iterator[str]:
    told = table.version
    yield f"retry: 2000\nevent: version\ndata: {told}\n\n"
    began = beat = time.monotonic()
    while wanted() and not gone() and not table.closed and time.monotonic() - began < LONGEST_S:
        version = table.wait(told, min(SLICE_S, heartbeat_s))
        if version != told:
            told = version
            yield f"event: version\ndata: {told}\n\n"
        elif time.monotonic() - beat >= heartbeat_s:
            beat = time.monotonic()
            yield "event: beat\ndata: -\n\n"


@blueprint.get("/poll")
@blueprint.get("/table/poll")
def poll() -> Response:
    """For phones whose stream does not get through: answers at once."""
    return jsonify(version=session().version)
