"""The door with TLS: it serves as the first one does, and nobody who is slow, silent or senseless keeps it shut."""

from __future__ import annotations

import http.client
import socket
import ssl
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from web import create_app, doorkeeper, film, secure_door
from web.allowance import Allowance, Buckets
from web.bundles import style_of
from web.certificate import certificate_file
from web.config import WebConfig
from web.doorkeeper import DOOR
from web.secure_door import SECURE_DOOR
from web.serve import Server, start

SMALL = replace(SECURE_DOOR, connections=20, greeting_s=0.5, silent_s=5.0)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> Path:
    return certificate_file(tmp_path_factory.mktemp("data"), ("127.0.0.1",))


@pytest.fixture
def app(table):
    app = create_app(table, WebConfig(0))
    app.add_url_rule("/scheme", "scheme", lambda: f"{_request().scheme} {_request().remote_addr}")
    return app


def _request():
    from flask import request

    return request


@pytest.fixture
def server(app, certificate, monkeypatch) -> Iterator[Server]:
    monkeypatch.setattr(secure_door, "SECURE_DOOR", SMALL)
    monkeypatch.setattr(film, "SECURE", film.SECURE | {"scheme"})
    monkeypatch.setattr(doorkeeper, "DOOR", replace(DOOR, head_s=0.3, look_round_s=0.1))
    running = start(app, "127.0.0.1", 0)
    running.secure_port = running.open_secure_door("127.0.0.1", [0], certificate)
    yield running
    running.close()


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.secure_port), timeout=5)


def trusting(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


def ask(server: Server, certificate: Path, path: str = "/healthz", method: str = "GET", body: bytes | None = None):
    with closing(
        http.client.HTTPSConnection("127.0.0.1", server.secure_port, timeout=5, context=trusting(certificate))
    ) as line:
        line.request(method, path, body, {"Origin": f"https://127.0.0.1:{server.secure_port}"})
        answer = line.getresponse()
        return answer.status, answer.read(), answer.headers


def said(line: socket.socket) -> bytes:
    """All that comes until the door hangs up."""
    found = []
    with suppress(ConnectionError):
        while part := line.recv(65536):
            found.append(part)
    return b"".join(found)


def test_the_server_answers_through_tls_and_knows_that_it_does(server, certificate):
    assert ask(server, certificate, "/scheme")[:2] == (200, b"https 127.0.0.1")
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)) as plain:
        plain.request("GET", "/scheme")
        assert plain.getresponse().read() == b"http 127.0.0.1"


def test_nobody_is_told_to_come_with_tls_for_ever(server, certificate):
    """It would shut the table's other pages, on another port of the same name, for a year."""
    assert "Strict-Transport-Security" not in ask(server, certificate)[2]


def test_a_large_page_and_a_large_body_come_through_whole(server, certificate):
    status, page, headers = ask(server, certificate, style_of("table").address)
    assert status == 200 and len(page) == int(headers["Content-Length"]) > 50_000
    assert ask(server, certificate, "/film/pair", "POST", bytes(500_000))[0] == 413


def test_the_limits_of_the_first_door_hold_by_the_phones_own_address(server, certificate, monkeypatch):
    monkeypatch.setattr(doorkeeper, "is_loopback", lambda address: False)
    server._server.requests = Buckets(Allowance(3, every_s=60))
    assert [ask(server, certificate)[0] for _ in range(5)] == [200, 200, 200, 429, 429]


def test_sixty_silent_connections_keep_nobody_out(server, certificate):
    with ExitStack() as lines:
        for _ in range(60):
            lines.enter_context(closing(connected(server)))
        assert ask(server, certificate)[0] == 200


@pytest.mark.skipif(sys.platform != "linux", reason="this computer has but one address of its own")
def test_a_crowd_from_one_address_ends_no_line_of_another(server, certificate):
    with ExitStack() as lines:
        phone = socket.create_connection(("127.0.0.1", server.secure_port), timeout=5, source_address=("127.0.0.2", 0))
        phone = lines.enter_context(trusting(certificate).wrap_socket(phone, server_hostname="127.0.0.1"))
        for _ in range(60):
            lines.enter_context(closing(connected(server)))
        phone.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert said(phone).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    "begun", [b"", b"\x16", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x16" + bytes(400), b"?"]
)
def test_who_does_not_greet_to_the_end_is_hung_up_on(server, certificate, begun):
    with closing(connected(server)) as line:
        line.sendall(begun)
        said(line)
    assert ask(server, certificate)[0] == 200


def test_a_body_that_stops_is_hung_up_on(server, certificate, monkeypatch):
    monkeypatch.setattr(doorkeeper, "DOOR", replace(DOOR, body_s=0.3, look_round_s=0.1))
    with trusting(certificate).wrap_socket(connected(server), server_hostname="127.0.0.1") as line:
        line.sendall(b"POST /film/frame HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n" + bytes(500))
        assert said(line) == b""


def test_a_browser_without_tls_is_led_to_the_same_address_with_it(server):
    with closing(connected(server)) as line:
        line.sendall(b"GET /film HTTP/1.1\r\nHost: 192.168.1.20:8443\r\nAccept: */*\r\n\r\n")
        answer = said(line)
    assert answer.startswith(b"HTTP/1.1 307 ") and b"\r\nLocation: https://192.168.1.20:8443/\r\n" in answer


def test_nothing_of_strangers_is_printed_or_logged(server, certificate, caplog, capfd):
    for begun in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x05hello"):
        with closing(connected(server)) as line:
            line.sendall(begun)
            said(line)
    with suppress(ssl.SSLError), closing(connected(server)) as line:  # a browser that asks its owner first
        ssl.create_default_context().wrap_socket(line, server_hostname="127.0.0.1")
    assert ask(server, certificate)[0] == 200
    assert (caplog.records, capfd.readouterr()) == ([], ("", ""))


def test_the_program_ends_with_connections_open(server, certificate):
    with (
        connected(server) as silent,
        trusting(certificate).wrap_socket(connected(server), server_hostname="127.0.0.1") as greeted,
    ):
        greeted.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert greeted.recv(100)
        server.close()
        assert (said(silent), said(greeted)[:0]) == (b"", b"")
    with pytest.raises(ConnectionRefusedError):
        connected(server)


def test_a_second_press_opens_no_second_door_and_takes_another_certificate(server, certificate, tmp_path):
    other = certificate_file(tmp_path, ("127.0.0.1",))
    assert server.open_secure_door("127.0.0.1", [0], other) == server.secure_port
    assert ask(server, other)[0] == 200
    with pytest.raises(ssl.SSLCertVerificationError):
        ask(server, certificate)


def test_what_is_no_certificate_and_a_port_in_use_are_refused_without_a_trace(app, certificate, tmp_path):
    server = start(app, "127.0.0.1", 0)
    nothing = tmp_path / "nothing.pem"
    nothing.write_text("nothing")
    with pytest.raises(OSError):
        server.open_secure_door("127.0.0.1", [0], nothing)
    with pytest.raises(OSError):
        server.open_secure_door("127.0.0.1", [server.port], certificate)
    assert server.open_secure_door("127.0.0.1", [server.port, 0], certificate) != server.port
    server.close()
