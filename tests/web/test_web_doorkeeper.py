"""One stranger cannot freeze the evening: slow, silent, crowding and senseless senders, on a real server."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

import pytest

from web import create_app, doorkeeper
from web.allowance import Allowance, Buckets
from web.config import WebConfig
from web.decks import FILE_PAGE
from web.doorkeeper import DOOR, REFUSALS, REQUESTS
from web.serve import Server, start

HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SMALL = replace(DOOR, connections=20, head_s=0.3, silent_s=5.0, look_round_s=0.1, file_bytes=2_000_000)


@pytest.fixture
def server(table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(doorkeeper, "DOOR", SMALL)
    running = start(create_app(table, WebConfig(0)), "127.0.0.1", 0)
    yield running
    running.close()


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=5)


def status(
    server: Server,
    method: str = "GET",
    path: str = "/healthz",
    body: bytes | None = None,
    host: str = "",
    seat: str = "",
) -> int:
    cookie = f"host={host}; seat={seat}"
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as browser:
        browser.request(method, path, body, {"Origin": f"http://127.0.0.1:{server.port}", "Cookie": cookie})
        return browser.getresponse().status


def said(server: Server, sent: bytes) -> str:
    """All that comes back until the server hangs up, which it may do before it has read everything."""
    found = []
    with closing(connected(server)) as line, suppress(ConnectionError):
        with suppress(ConnectionError):
            line.sendall(sent)
        while part := line.recv(65536):
            found.append(part)
    return b"".join(found).decode("utf-8", "replace")


def is_hung_up(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_a_request_that_never_ends_is_hung_up_on(server):
    with closing(connected(server)) as line:
        line.sendall(HEAD)
        began = time.monotonic()
        while time.monotonic() - began < SMALL.head_s + 1:
            try:
                line.sendall(b"X-More: to come\r\n")
            except ConnectionError:
                break
            select.select([line], [], [], 0.05)  # until it is hung up on
        assert is_hung_up(line)


def test_with_every_connection_taken_the_longest_silent_makes_room_and_a_press_is_answered(server):
    with ExitStack() as lines:
        silent = [lines.enter_context(closing(connected(server))) for _ in range(3 * SMALL.connections)]
        assert status(server) == 200
        assert is_hung_up(silent[0])
        silent[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            silent[-1].recv(1)


def test_a_connection_that_is_being_answered_does_not_make_room(server):
    with ExitStack() as lines:
        stream = lines.enter_context(closing(connected(server)))
        stream.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"200 OK" in stream.recv(65536)
        for _ in range(3 * SMALL.connections):
            lines.enter_context(closing(connected(server)))
        assert status(server) == 200
        stream.settimeout(0.2)
        with pytest.raises(TimeoutError):
            while True:
                assert stream.recv(65536)


@pytest.mark.parametrize("garbage", [
    b"\x17\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"GET / HTTP/9\r\n\r\n", b"\x00" * 40 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nbroken header\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nConnection: close\r\n\r\n",
    b"GET /%ff%00 HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
])  # fmt: skip
def test_what_is_no_request_gets_a_kind_page_and_nothing_is_printed(server, garbage, capfd, caplog):
    answer = said(server, garbage)
    assert answer.startswith("HTTP/1.") and answer[9] == "4", answer[:200]
    assert "<h1>" in answer and "waitress" not in answer and "Traceback" not in answer
    assert caplog.records == []
    assert capfd.readouterr() == ("", "")
    assert status(server) == 200


def test_a_browser_that_tries_https_is_told_at_once_that_there_is_none(server):
    """It waited until it was hung up on, and Firefox showed a white page meanwhile."""
    with closing(connected(server)) as line, pytest.raises(ssl.SSLError) as refused:
        ssl.create_default_context().wrap_socket(line, server_hostname="gamebox.local")
    assert refused.value.reason == "SSLV3_ALERT_HANDSHAKE_FAILURE"
    assert status(server) == 200


def test_what_is_no_request_is_answered_in_the_language_of_who_sent_it(server):
    assert 'lang="es"' in said(server, b"GET / HTTP/9\r\nHost: 127.0.0.1\r\nCookie: lang=es\r\n\r\n")
    head = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: lang=es\r\nContent-Length: 2000000\r\n\r\n"
    assert 'lang="es"' in said(server, head + bytes(2_000_000))


def test_only_the_page_for_files_takes_large_bodies(server):
    large = bytes(DOOR.form_bytes + 1)
    assert status(server, "POST", "/join", large) == 413
    assert status(server, "POST", FILE_PAGE, large, host="a guess") == 413
    assert status(server, "POST", FILE_PAGE, large, host="the-host") == 404  # read whole; nothing is taught here


def test_a_seat_sends_large_photographs_and_is_asked_once_who_it_is(server, table):
    """Who sends was looked up anew with every piece of the picture."""
    asked, viewer_of = [], table.viewer_of
    table.viewer_of = lambda token: asked.append(token) or viewer_of(token)
    large = 2 * DOOR.form_bytes
    for seat, answered in (("a-guess", b" 413 "), ("token-of-one", b" 404 ")):  # 404: nobody reads them here
        asked.clear()
        head = f"POST /photo HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: seat={seat}\r\nContent-Length: {large}\r\n"
        with closing(connected(server)) as line:
            line.sendall(f"{head}Origin: http://127.0.0.1\r\nConnection: close\r\n\r\n".encode() + bytes(large))
            assert answered in line.makefile("rb").readline()
        assert 0 < len(asked) <= 4


@pytest.mark.parametrize("path, of", [("/join", SMALL.form_bytes), (FILE_PAGE, SMALL.file_bytes)])
def test_who_sends_too_much_is_heard_out_and_then_told_so(server, path, of):
    """Hung up on, the sender's system threw the answer away, and the browser said that the connection was reset."""
    large = 3 * of
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: host=the-host\r\nContent-Length: {large}\r\n\r\n"
    with closing(connected(server)) as line:
        line.sendall(head.encode() + bytes(large))
        assert line.makefile("rb").read().startswith(b"HTTP/1.1 413 ")  # and the line ends with no error


def test_a_large_body_in_pieces_is_no_way_around_it(server):
    pieces = b"".join(b"10000\r\n" + bytes(0x10000) + b"\r\n" for _ in range(20)) + b"0\r\n\r\n"
    answer = said(server, b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces)
    assert " 413 " in answer.split("\r\n")[0]


@pytest.fixture
def flooded(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Besieged by a computer that is not this one and has asked for all pages that it may have. Time stands still."""
    monkeypatch.setattr(doorkeeper, "is_loopback", lambda address: False)
    server._server.requests = Buckets(replace(REQUESTS, every_s=60.0), clock=lambda: 0.0)
    server._server.refusals = Buckets(REFUSALS, clock=lambda: 0.0)
    assert [status(server) for _ in range(REQUESTS.at_once)] == [200] * REQUESTS.at_once
    return server


def test_an_address_that_asks_without_end_is_told_to_wait(flooded):
    answer = said(flooded, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: es\r\n\r\n")
    assert answer.startswith("HTTP/1.1 429 ") and "\r\nRetry-After: 60\r\n" in answer
    assert '<html lang="es"' in answer and "error.429" not in answer


@pytest.mark.parametrize("version", [b"1.1", b"9"])  # what is no request at all is answered with a page as well
def test_a_flood_makes_the_server_draw_no_pages_without_end(flooded, version):
    asked = b"GET / HTTP/" + version + b"\r\nHost: 127.0.0.1\r\n\r\n"
    answers = [said(flooded, asked) for _ in range(REFUSALS.at_once + 5)]
    assert all(" 429 " in answer.split("\r\n")[0] for answer in answers)
    assert "<h1>" in answers[0] and "<h1>" not in answers[-1] and "\r\nRetry-After: " in answers[-1]


def test_a_flood_from_one_address_shuts_out_no_seat_and_no_table_screen_even_there(flooded):
    assert status(flooded) == 429
    assert status(flooded, seat="a guess", host="a guess") == 429
    assert status(flooded, "GET", "/", seat="token-of-one") == 200
    assert status(flooded, "GET", "/table", host="the-host") == 200


def test_a_seat_that_asks_without_end_waits_as_well_and_the_others_do_not(flooded):
    asked = [status(flooded, seat="token-of-one") for _ in range(REQUESTS.at_once + 1)]
    assert asked == [200] * REQUESTS.at_once + [429]
    assert status(flooded, host="the-host") == 200


def test_another_address_does_not_notice_a_flood(flooded):
    assert status(flooded) == 429
    assert flooded._server.too_many("192.168.1.30", {}) is None


def test_this_computer_may_ask_without_end(server):
    server._server.requests = Buckets(Allowance(1, every_s=60.0))
    assert [status(server) for _ in range(5)] == [200] * 5
