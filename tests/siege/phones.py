"""Phones of the house while it is besieged: slow senders and new streams without end, and twelve guests who play."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

FORM = "application/x-www-form-urlencoded"
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Screen:
    """A browser without pictures: what it was given as a cookie, it keeps."""

    def __init__(self, port: int) -> None:
        self.port, self.cookies = port, dict[str, str]()

    def press(self, path: str, body: str) -> int:
        return self._ask("POST", path, body)

    def look(self, path: str) -> int:
        return self._ask("GET", path, "")

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _ask(self, method: str, path: str, body: str | bytes, kind: str = FORM) -> int:
        here = f"127.0.0.1:{self.port}"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as line:
            headers = {"Host": here, "Origin": f"http://{here}", "Cookie": self.cookie}
            line.request(method, path, body, {**headers, "Content-Type": kind})
            answer = line.getresponse()
            answer.read()
            for kept in answer.headers.get_all("Set-Cookie", ()):
                name, _, value = kept.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status


class Host(Screen):
    """The table screen. `url`: its address with the key, as the terminal names it."""

    def __init__(self, port: int, url: str) -> None:
        super().__init__(port)
        assert self.look(url[url.index("/table") :]) == 303

    def send_deck(self, file: bytes) -> int:
        head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.deck.zip"\r\n\r\n'
        return self._ask("POST", "/table/decks/file", head + file + b"\r\n--b--\r\n", "multipart/form-data; boundary=b")


class Phone(Screen):
    """A guest who has sat down."""

    def __init__(self, port: int, name: str) -> None:
        super().__init__(port)
        assert self.look("/") == 200
        assert self.press("/join", f"name={name}") == 303, name
        assert self.look("/") == 200

    def hears(self, told: list[tuple[float, int]], stop: threading.Event) -> None:
        """Its open stream: when which version came in; for a thread."""
        with closing(socket.create_connection(("127.0.0.1", self.port), timeout=1)) as line:
            line.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n\r\n" % self.cookie.encode())
            while not stop.is_set():
                with suppress(TimeoutError):
                    data = line.recv(65536)
                    found = re.findall(rb"event: version\ndata: (\d+)", data)
                    told += [(time.perf_counter(), int(version)) for version in found]


@contextmanager
def crowd(port: int, slow: int, streams_per_s: int) -> Iterator[None]:
    """So many connections that send a line now and then, opened again when hung up on, and new streams without end."""
    stop = threading.Event()
    threads = [threading.Thread(target=_slow, args=(port, stop), daemon=True) for _ in range(slow)]
    threads.append(threading.Thread(target=_streams, args=(port, streams_per_s, stop), daemon=True))
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(10)


def _slow(port: int, stop: threading.Event) -> None:
    while not stop.is_set():
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), timeout=5)) as line:
            line.sendall(HEAD)
            while not stop.wait(1.0):
                line.sendall(b"X-More: to come\r\n")
        stop.wait(0.2)


def _streams(port: int, per_s: int, stop: threading.Event) -> None:
    lines: list[socket.socket] = []
    while not stop.wait(1 / per_s):
        with suppress(OSError):
            line = socket.create_connection(("127.0.0.1", port), timeout=5)
            line.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            lines.append(line)
        if len(lines) > 2 * per_s:
            lines.pop(0).close()
    for line in lines:
        line.close()
