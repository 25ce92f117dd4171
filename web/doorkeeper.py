"""Whom the server listens to, and whom it hangs up on: one stranger must not freeze the evening. No pages.

Waitress answers whole requests only and hands each to a thread, so a slow sender holds a connection and no thread.
What it lacks is taken care of here: connections that send nothing, or a byte now and then, are hung up on; where all
are taken, whoever has been silent longest makes room, from the address with the most of them; what is no request at
all gets a kind page, and so does an address that asks without end, before a page is made for it.
"""

from __future__ import annotations

import copy
import math
import select
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from flask import Flask, Response
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask
from waitress.utilities import Error, RequestEntityTooLarge

from web.allowance import Allowance, Buckets
from web.config import is_loopback
from web.decks import FILE_BYTES, FILE_PAGE
from web.guard import error_response, is_hosts, known_browser
from web.photo import FILE_BYTES as PHOTO_BYTES
from web.photo import PAGES as PHOTO_PAGES


@dataclass(frozen=True)
class DoorSettings:
    connections: int = 400  # twelve phones keep six each; Windows can wait for 512 at once
    head_s: float = 5.0  # from a request's first byte to the end of its head: a phone sends it in one packet
    body_s: float = 120.0  # for all of it: a deck of 40 MB from a phone far away; a longer one is hung up on
    silent_s: float = 30.0  # a connection on which nothing happens; browsers open a new one without a word
    look_round_s: float = 1.0  # between two looks at who is slow or silent: short beside head_s, next to no work
    form_bytes: int = 1_000_000  # to any page; what is over web.guard's limit still gets its page there
    file_bytes: int = 2 * FILE_BYTES  # to the page that takes files, likewise
    photo_bytes: int = 2 * PHOTO_BYTES


DOOR = DoorSettings()
TLS_GREETING = b"\x16"  # with this byte every TLS connection begins (RFC 8446, 5.1), and no request of HTTP
NO_TLS = b"\x15\x03\x03\x00\x02\x02\x28"  # a fatal alert, handshake_failure: the browser tries http at once
REQUESTS = Allowance(150, every_s=0.1)  # of one address: fifteen phones behind it open a page at once
REFUSALS = Allowance(10, every_s=1.0)  # pages that tell one address to wait; drawing more would help whoever floods


class _Request(HTTPRequestParser):
    """Only the host may send large files, and whoever sits at the table photographs, each to the page that takes
    them, or every stranger could fill the disk.

    unheard : bytes still to come of a body of announced length that is too large. They are kept nowhere, but heard out:
        who hangs up on a sender has his answer thrown away by the sender's system (RFC 9112, 9.6), and no page says
        what was wrong. A body in pieces, which no browser sends, ends where it is too large
    """

    path = ""  # waitress asks for it also where none could be read
    most = 0  # bytes that its body may have, once its head is read
    error: Error | None = None
    unheard = 0

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address that cannot be taken apart
            raise ParsingError("Start line is invalid") from error

    def received(self, data: bytes) -> int:
        if self.unheard:
            heard = min(len(data), self.unheard)
            self.unheard -= heard
            self.completed = not self.unheard
            return heard
        consumed: int = super().received(data)
        if self.headers_finished and not self.most:
            self.most = self._most_bytes()
        if self.error is None and max(self.content_length, self.body_bytes_received) >= (self.most or DOOR.form_bytes):
            self.error = RequestEntityTooLarge("")
            self.unheard = max(0, self.content_length - self.body_bytes_received)
            self.completed = not self.unheard
        return consumed

    def _most_bytes(self) -> int:
        """Ask once who sends it: a large body comes in hundreds of pieces."""
        if self.path == FILE_PAGE and self.adj.is_host(self.headers):
            return DOOR.file_bytes
        return DOOR.photo_bytes if self.path in PHOTO_PAGES and self.adj.is_known(self.headers) else DOOR.form_bytes


class _TooManyRequests(Error):
    """`is_told`: whether a page says so; else the bare status does."""

    code, reason = 429, "Too Many Requests"

    def __init__(self, wait_s: float, *, is_told: bool) -> None:
        super().__init__("")
        self.wait_s, self.is_told = wait_s, is_told


class _KindError(ErrorTask):
    """What is not let in: a page in the visitor's language, and no word of what went wrong inside."""

    def execute(self) -> None:
        error = self.request.error
        self.status, body = f"{error.code} {error.reason}", b""
        if isinstance(error, _TooManyRequests):
            self.response_headers.append(("Retry-After", str(math.ceil(error.wait_s))))
        if not isinstance(error, _TooManyRequests) or error.is_told:
            response = self.channel.server.kind_error(error.code, self.request.headers)
            self.status, body = response.status, response.get_data()
            self.response_headers.extend(response.headers.to_wsgi_list())
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Channel(HTTPChannel):
    """A connection that knows since when its present request is on its way."""

    error_task_class = _KindError
    parser_class = _Request
    coming_since: float | None = None

    def received(self, data: bytes) -> bool:
        if data.startswith(TLS_GREETING) and self.request is None and not self.is_served:
            self.send(NO_TLS)
            self.will_close = True
            return False
        if self.coming_since is None:
            self.coming_since = time.time()
        taken: bool = super().received(data)
        if self.request is None:
            self.coming_since = None
        return taken

    def service(self) -> None:
        """In a thread of its own, before the request gets a page."""
        request = self.requests[0]
        request.error = self.server.too_many(self.addr[0], request.headers) or request.error
        super().service()

    @property
    def is_served(self) -> bool:
        return bool(self.requests) or bool(self.total_outbufs_len)

    def is_too_slow(self, now: float) -> bool:
        if self.request is None or self.coming_since is None:
            return False
        patience_s = DOOR.body_s if self.request.headers_finished else DOOR.head_s
        return now - self.coming_since > patience_s


class DoorServer(TcpWSGIServer):
    """Waitress's server for one socket, with a door that never stays shut."""

    channel_class = _Channel
    kind_error: Callable[[int, Mapping[str, str]], Response]  # a status and the headers that came with it to a page
    known_browser: Callable[[Mapping[str, str]], str | None]
    requests: Buckets
    refusals: Buckets
    secure_adj: Adjustments  # as its own, for connections that were secure on their way here

    def too_many(self, address: str, headers: Mapping[str, str]) -> Error | None:
        """Whether the sender has to wait. Whose seat is known is not kept waiting by others at his address."""
        wait_s = 0.0 if is_loopback(address) else self.requests.wait_s(address)
        known = self.known_browser(headers) if wait_s else None
        wait_s = self.requests.wait_s(known) if known else wait_s
        return _TooManyRequests(wait_s, is_told=not self.refusals.wait_s(known or address)) if wait_s else None

    def handle_accept(self) -> None:
        super().handle_accept()
        self._make_room()

    def take(self, sock: socket.socket, address: tuple[str, int]) -> None:
        """Serve a connection whose TLS ends in web.secure_door, as one of this address. For any thread."""
        self.trigger.pull_trigger(partial(self._take, sock, address))

    def _take(self, sock: socket.socket, address: tuple[str, int]) -> None:
        self.channel_class(self, sock, address, self.secure_adj, map=self._map)
        self._make_room()

    def _make_room(self) -> None:
        while len(self.active_channels) > DOOR.connections:
            self._longest_silent().handle_close()

    def maintenance(self, now: float) -> None:
        super().maintenance(now)
        for channel in list(self.active_channels.values()):
            if channel.is_too_slow(now):
                channel.will_close = True  # with the next round: at this moment sockets are being gathered to wait for

    def _longest_silent(self) -> _Channel:
        """The next to make room: nobody who is being answered, as long as there is anybody else."""
        channels: list[_Channel] = list(self.active_channels.values())
        idle = [channel for channel in channels if not channel.is_served] or channels
        crowd = Counter(channel.addr[0] for channel in idle)
        return max(idle, key=lambda channel: (crowd[channel.addr[0]], -channel.last_activity))


def door_server(app: Flask, sock: socket.socket, threads: int) -> DoorServer:
    """A server on a socket that is bound already."""
    settings = Adjustments(
        sockets=[sock],
        threads=threads,
        connection_limit=2 * DOOR.connections,  # the door makes room long before
        channel_timeout=DOOR.silent_s,
        cleanup_interval=DOOR.look_round_s,
        channel_request_lookahead=1,  # notices that a phone has gone while its stream is open
        max_request_body_size=sys.maxsize,  # _Request knows how large a body may be, and of whom
        log_socket_errors=False,  # that somebody hung up on us is no news
        asyncore_use_poll=hasattr(select, "poll"),  # where there is one; select fails at the thousandth file
        ident=None,
    )
    settings.is_host, settings.is_known = partial(is_hosts, app), partial(known_browser, app)
    secure = copy.copy(settings)
    secure.url_scheme = "https"
    where = (sock.family, sock.type, sock.proto, sock.getsockname())
    server = DoorServer(app, {}, True, sock, adj=settings, bind_socket=False, sockinfo=where)
    server.kind_error, server.known_browser = partial(error_response, app), partial(known_browser, app)
    server.requests, server.refusals = Buckets(REQUESTS), Buckets(REFUSALS)
    server.secure_adj = secure
    return server
