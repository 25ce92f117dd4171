"""A second, secure door to the same server, opened when asked for: browsers show no page without TLS a camera.

The TLS of each connection ends here, in a thread of its own. What it says goes on to the server through a pair of
sockets, as if the phone had connected there itself: all limits of the server hold, and nobody else can come that way.
"""

from __future__ import annotations

import re
import selectors
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread

from web.doorkeeper import TLS_GREETING


@dataclass(frozen=True)
class SecureDoorSettings:
    connections: int = 64  # one phone films, a browser keeps six; each is a thread
    greeting_s: float = 5.0  # from the first moment to the end of TLS's handshake: a phone needs some tenths
    silent_s: float = 60.0  # a connection on which nothing happens; the server hangs up on it earlier
    look_round_s: float = 0.2  # between two looks whether the door was closed


SECURE_DOOR = SecureDoorSettings()
PIECE_BYTES = 65536
HEAD_BYTES = 4096  # of a request without TLS: enough for the name by which it came
_HOST = re.compile(rb"\r\nHost: *([\w.:\[\]-]{1,200})\r\n", re.IGNORECASE)
_TO_THE_SAME_WITH_TLS = (
    b"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://%s/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
)

Address = tuple[str, int]


@dataclass(eq=False)
class _Line:
    """One connection of a phone."""

    sock: socket.socket
    address: Address
    since: float = field(default_factory=time.monotonic)

    def hang_up(self) -> None:
        """From any thread; whoever waits for it wakes up."""
        with suppress(OSError):
            socket.socket.shutdown(self.sock, socket.SHUT_RDWR)


class SecureDoor:
    """pass_on : serves one end of a pair of sockets to whoever has this address"""

    def __init__(self, sock: socket.socket, pass_on: Callable[[socket.socket, Address], None]) -> None:
        self._sock, self._pass_on = sock, pass_on
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._lines: set[_Line] = set()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._listen, name="secure door", daemon=True)

    def open(self, certificate: Path, key: Path | None = None) -> None:
        """Begin, or go on with another certificate. Raises OSError where it is none, or not the key's."""
        self._context.load_cert_chain(certificate, key)
        if self._thread.ident is None:
            self._sock.listen()
            self._sock.settimeout(SECURE_DOOR.look_round_s)
            self._thread.start()

    @property
    def port(self) -> int:
        return int(self._sock.getsockname()[1])

    def close(self) -> None:
        """Hang up on everybody, and free the port."""
        self._closed = True
        if self._thread.ident is not None:
            self._thread.join(5.0)
        self._sock.close()
        with self._lock:
            for line in self._lines:
                line.hang_up()

    def _listen(self) -> None:
        while not self._closed:
            try:
                sock, address = self._sock.accept()
            except OSError:  # nobody came; or who came has hung up already, or there is no file left for them
                time.sleep(0 if self._closed else SECURE_DOOR.look_round_s / 10)
                continue
            line = _Line(sock, (address[0], address[1]))
            with self._lock:
                self._lines.add(line)
                if len(self._lines) > SECURE_DOOR.connections:
                    self._next_to_go().hang_up()
            Thread(target=self._serve, args=(line,), name="secure line", daemon=True).start()

    def _next_to_go(self) -> _Line:
        """The oldest of the address with the most of them."""
        crowd = Counter(line.address[0] for line in self._lines)
        return max(self._lines, key=lambda line: (crowd[line.address[0]], -line.since))

    def _serve(self, line: _Line) -> None:
        try:
            with suppress(OSError):  # they were slow, spoke something else, or have gone
                secure = self._greeted(line)
                if secure is not None:
                    self._connect(secure, line.address)
        finally:
            with self._lock:
                self._lines.discard(line)
            line.sock.close()

    def _connect(self, secure: ssl.SSLSocket, address: Address) -> None:
        ours, servers = socket.socketpair()
        with closing(ours):
            try:
                self._pass_on(servers, address)
            except OSError:  # it has ended
                servers.close()
                raise
            _carry(secure, ours)

    def _greeted(self, line: _Line) -> ssl.SSLSocket | None:
        """The connection once both speak TLS. Whoever speaks plain HTTP is told where to go."""
        line.sock.settimeout(SECURE_DOOR.greeting_s)
        if line.sock.recv(1, socket.MSG_PEEK) != TLS_GREETING:
            named = _HOST.search(line.sock.recv(HEAD_BYTES))
            if named:
                line.sock.sendall(_TO_THE_SAME_WITH_TLS % named[1])
            return None
        line.sock = secure = self._context.wrap_socket(line.sock, server_side=True, do_handshake_on_connect=False)
        secure.settimeout(max(0.001, line.since + SECURE_DOOR.greeting_s - time.monotonic()))
        secure.do_handshake()
        return secure


def _carry(secure: ssl.SSLSocket, ours: socket.socket) -> None:
    """Hand on what either side says, until one has nothing more to say."""
    for sock in (secure, ours):
        sock.settimeout(SECURE_DOOR.silent_s)
    with selectors.DefaultSelector() as both:
        both.register(secure, selectors.EVENT_READ, ours)
        both.register(ours, selectors.EVENT_READ, secure)
        while True:
            said = [(secure, ours)] if secure.pending() else _ready(both)
            for sock, other in said:
                piece = sock.recv(PIECE_BYTES)
                if not piece:
                    return
                other.sendall(piece)
            if not said:
                return


def _ready(both: selectors.BaseSelector) -> list[tuple[socket.socket, socket.socket]]:
    """Each socket that has something to say, with the one that is to hear it."""
    return [(key.fileobj, key.data) for key, _ in both.select(SECURE_DOOR.silent_s)]  # type: ignore[misc]
