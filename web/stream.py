"""Tells a page that its view has a new version: Server-Sent Events, with polling beside it. Numbers only, no game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from flask import Blueprint, Response, jsonify, request

from web.app_state import config, session, streams
from web.open_streams import OpenStreams
from web.seats import at_table, held, is_remote, is_table_screen
from web.session import News

SLICE_S = 1.0  # how soon a stream notices that a newer one took its place; a vanished phone holds a thread this long
COME_BACK = "retry: 1000\n\n"  # for one stream too many: it holds no thread meanwhile
LONGEST_S = 1800.0  # a stream ends by itself and is opened again, so that none can be forgotten

blueprint = Blueprint("stream", __name__)


@blueprint.get("/stream")
@blueprint.get("/table/stream")
def stream() -> Response:
    tokens = tuple(one.token for one in held())
    key = _key() or streams().stranger_key()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    events = _events(session(), streams(), key, tokens, gone, config().heartbeat_s)
    return Response(events, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _key() -> str | None:
    """Of the one stream that this phone, its page of the table's tools, or the host's table screen may have; strangers
    have none of their own."""
    if not at_table():
        return f"phone {held()[0].token}" if held() else None
    return "table" if is_table_screen() else f"remote {held()[0].token}" if is_remote() else None


def _events(
    table: News, streams: OpenStreams, key: str, tokens: Sequence[str], gone: Callable[[], bool], heartbeat_s: float
) -> Iterator[str]:
    """tokens : of all seats that this browser holds: whichever it shows, they are there"""
    number = streams.open(key)
    if number is None:
        yield COME_BACK
        return
    for token in tokens:
        table.online(token, True)
    try:
        yield from _versions(table, lambda: streams.is_newest(key, number), gone, heartbeat_s)
        if not streams.is_newest(key, number):
            yield "event: replaced\ndata: -\n\n"
    finally:
        streams.close(key, number)
        for token in tokens:
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
    key = _key()
    return jsonify(version=session().version, free=key is not None and not streams().is_open(key))
