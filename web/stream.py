"""Tells a page that its view has a new version: Server-Sent Events, with polling beside it. Numbers only, no game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, jsonify, request

from companion.views.model import SeatViewer
from web.app_state import config, session, streams
from web.open_streams import OpenStreams
from web.seats import SEAT, at_table, is_host, kept_token, viewer
from web.session import News

SLICE_S = 1.0  # how soon a stream notices that a newer one took its place; a vanished phone holds a thread this long
COME_BACK = "retry: 1000\n\n"  # for one stream too many: it holds no thread meanwhile
LONGEST_S = 1800.0  # a stream ends by itself and is opened again, so that none can be forgotten

blueprint = Blueprint("stream", __name__)


@blueprint.get("/stream")
@blueprint.get("/table/stream")
def stream() -> Response:
    token = _seated()
    key = _key(token) or streams().stranger_key()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    events = _events(session(), streams(), key, token, gone, config().heartbeat_s)
    return Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _seated() -> str | None:
    """The token of a phone that has a seat."""
    return kept_token(SEAT) if isinstance(viewer(), SeatViewer) else None


def _key(token: str | None) -> str | None:
    """Of the one stream that this phone, or the host's table screen, may have; strangers have none of their own."""
    return f"phone {token}" if token else "table" if at_table() and is_host() else None


def _events(
    table: News, streams: OpenStreams, key: str, token: str | None, gone: Callable[[], bool], heartbeat_s: float
) -> Iterator[str]:
    number = streams.open(key)
    if number is None:
        yield COME_BACK
        return
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


def _versions(table: News, wanted: Callable[[], bool], gone: Callable[[], bool], heartbeat_s: float) -> Iterator[str]:
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
    """For phones whose stream does not get through: answers at once. `free`: no other page of this phone has its stream
    any more, so that one that was replaced may open it again."""
    key = _key(_seated())
    return jsonify(version=session().version, free=key is not None and not streams().is_open(key))
