"""Serves the app to a room full of phones, and finds the addresses they can use. No pages."""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from flask import Flask
from waitress import wasyncore
from waitress.trigger import trigger

from companion.sight.mistakes import Mistakes
from web.doorkeeper import DoorServer, door_server
from web.secure_door import SecureDoor

MISTAKES = Mistakes(logging.getLogger("companion.web"))
THREADS = 48  # two a stream of 12 seats, table and 4 strangers, and the presses; with 4, 12 streams hung the server


@dataclass
class Server:
    """A running server. `port` is the real one where 0 was asked for."""

    port: int
    _server: DoorServer
    _thread: Thread
    _secure: SecureDoor | None = None

    def open_secure_door(self, host: str, ports: Iterable[int], certificate: Path, key: Path | None = None) -> int:
        """Open the second door on the first free one of these ports, or go on with that certificate; its port.

        Raises OSError where no port is free, or the certificate is none.
        """
        door = self._secure or SecureDoor(_first_free(host, ports), self._server.take)
        try:
            door.open(certificate, key)
        except OSError:
            if self._secure is None:
                door.close()
            raise
        self._secure = door
        return door.port

    def close(self) -> None:
        """Hang up on everybody, streams included, and free the port."""
        if self._secure is not None:
            self._secure.close()
        if not self._thread.is_alive():
            return
        sockets = self._server._map
        wake = next(one for one in list(sockets.values()) if isinstance(one, trigger))
        with suppress(OSError):  # a stream's end may wake the server first, and it has closed this very trigger too
            wake.pull_trigger(lambda: wasyncore.close_all(sockets, ignore_all=True))
        self._thread.join(timeout=5.0)
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=2)

    def wait(self) -> None:
        """Until it is closed. Wakes up now and then, so that Ctrl-C is heard on every system."""
        while self._thread.is_alive():
            self._thread.join(timeout=0.5)


def start(app: Flask, host: str, port: int) -> Server:
    """Serve in a thread. Raises OSError where the port is in use or not allowed."""
    logging.getLogger("waitress").addFilter(_tells_itself)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server = door_server(app, _bound(host, port), THREADS)  # waitress would keep its own where the port is in use
    thread = Thread(target=server.run, name="web", daemon=True)
    thread.start()
    return Server(int(server.effective_port), server, thread)


def _tells_itself(record: logging.LogRecord) -> bool:
    """What escapes a stream, or the server itself, is told as every mistake is, and not with Python's trace."""
    error = sys.exc_info()[1]
    if os.environ.get("COMPANION_DEBUG") or record.levelno < logging.WARNING or not isinstance(error, Exception):
        return True
    MISTAKES.tell("A connection failed", error)
    return False


def can_listen(address: str) -> bool:
    """Whether this machine can listen on that address at all, whatever the port."""
    try:
        _bound(address, 0).close()
    except (OSError, UnicodeError):  # a name that is none
        return False
    return True


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sock = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere it would share a port that is in use
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(place)
    except OSError:
        sock.close()
        raise
    return sock


def _first_free(host: str, ports: Iterable[int]) -> socket.socket:
    trouble = OSError()
    for port in ports:
        try:
            return _bound(host, port)
        except OSError as error:
            trouble = error
    raise trouble


def local_addresses() -> tuple[str, ...]:
    """This machine's IPv4 addresses, the one other devices most likely reach first, then its names.

    Nothing is sent: connecting a datagram socket only asks the system which way it would go.
    """
    found: list[str] = []
    for probe in ("10.255.255.255", "192.168.255.255", "172.16.255.255", "203.0.113.1"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
            try:
                sock.connect((probe, 9))
                found.append(sock.getsockname()[0])
            except OSError:
                continue
    name = socket.gethostname()
    with suppress(OSError):
        try:
            found += [str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)]
        except UnicodeError:  # longer than a name may be, or nothing between two dots: no phone can ask for it either
            name = ""
    real = [address for address in found if not address.startswith(("127.", "169.254.", "0."))]
    names = [name.lower(), f"{name.lower()}.local"] if name else []
    return tuple(dict.fromkeys([*real, "127.0.0.1", *names]))
