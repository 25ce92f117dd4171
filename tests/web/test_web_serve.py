"""How the pages reach the room: addresses, and what is asked of the system only now and then."""

from __future__ import annotations

import gc
import re
import socket
import urllib.request
from contextlib import suppress
from http.client import HTTPException

import pytest
from markupsafe import escape
from sample_views import TABLE_VIEWS, FakeSession
from waitress.trigger import trigger

from web import create_app
from web.config import WebConfig
from web.invite import invitation, table_url
from web.language import Speech
from web.remember import Remembered
from web.serve import can_listen, local_addresses, start


def test_a_slow_answer_is_asked_for_now_and_then_and_not_with_every_page():
    asked, now = [], [0.0]
    addresses = Remembered(lambda: asked.append(now[0]) or (f"10.0.0.{len(asked)}",), 20.0, clock=lambda: now[0])
    assert [addresses() for _ in range(3)] == [("10.0.0.1",)] * 3
    now[0] = 19.0
    assert addresses() == ("10.0.0.1",)
    now[0] = 20.0  # the home network may have handed out a new one meanwhile
    assert addresses() == ("10.0.0.2",)
    assert asked == [0.0, 20.0]


def test_while_one_asks_anew_the_others_go_on_with_the_old_answer():
    now, inside = [0.0], []

    def find() -> int:
        if now[0]:
            inside.append(answer())
        return round(now[0])

    answer = Remembered(find, 20.0, clock=lambda: now[0])
    assert answer() == 0
    now[0] = 30.0
    assert answer() == 30
    assert inside == [0]


@pytest.mark.parametrize("address", ["0.0.0.0", "127.0.0.1", "localhost"])
def test_this_machine_listens_on_its_own_addresses(address):
    assert can_listen(address)


@pytest.mark.parametrize("address", ["203.0.113.9", "127.0.0.1x", "a b", "-" * 70])
def test_an_address_that_is_not_ours_is_told_apart_from_a_port_in_use(address):
    assert not can_listen(address)


def test_a_port_in_use_does_not_make_the_address_unusable():
    with socket.create_server(("127.0.0.1", 0)):
        assert can_listen("127.0.0.1")


@pytest.mark.parametrize("name", ["a" * 64, "my..pc", ".pc", ""])
def test_a_computer_whose_name_is_no_name_is_reached_by_its_addresses(monkeypatch, name):
    """The program did not start on it."""
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    found = local_addresses()
    assert "127.0.0.1" in found
    assert all(re.fullmatch(r"[0-9]+(\.[0-9]+){3}", one) for one in found)


@pytest.mark.parametrize(("here", "url"), [
    ("127.0.0.1", "http://127.0.0.1:8000/table?key=k"), ("192.168.1.7", "http://192.168.1.7:8000/table?key=k"),
    ("::1", "http://[::1]:8000/table?key=k"),
])  # fmt: skip
def test_the_table_screen_is_opened_where_the_pages_are(here, url):
    assert table_url(WebConfig(8000, here=here), "k") == url


def test_phones_are_never_sent_to_themselves_while_there_is_another_address():
    config = WebConfig(8000, addresses=lambda: ("10.8.0.3", "192.168.1.7", "127.0.0.1", "box.local"))
    assert config.phone_addresses() == ("10.8.0.3", "192.168.1.7", "box.local")
    assert config.join_url() == "http://10.8.0.3:8000/"
    assert config.join_url("192.168.1.7") == "http://192.168.1.7:8000/"
    assert config.join_url("127.0.0.1") == config.join_url("203.0.113.9") == config.join_url()
    assert WebConfig(8000).join_url() == "http://127.0.0.1:8000/"


def test_the_terminal_names_every_address_that_phones_may_try():
    config = WebConfig(8000, addresses=lambda: ("10.8.0.3", "192.168.1.7", "127.0.0.1"))
    assert "http://192.168.1.7:8000/" in invitation(config, "k", Speech("en"))
    assert "get through" not in invitation(WebConfig(8000), "k", Speech("en"))


def test_the_host_picks_the_address_that_the_code_names(host, table):
    table.table = TABLE_VIEWS["lobby"]
    before = host.get("/table").text
    assert 'value="gamebox.local"' in before and 'value="127.0.0.1"' not in before
    assert host.post("/table/address", {"address": "gamebox.local"}).status_code == 303
    after = host.get("/table").text
    assert "</small><wbr>gamebox.local:8000" in after and 'value="192.168.1.20"' in after


def test_a_host_whose_guests_find_no_page_reads_under_the_code_what_may_be_in_their_way(host, stranger, table):
    """A firewall that was never told of Python ended the evening: another address was offered, if there was one."""
    table.table = TABLE_VIEWS["lobby"]
    say = Speech("en")
    for key in (
        "join.trouble",
        "join.trouble_wifi",
        "join.trouble_permission",
        "join.trouble_vpn",
        "join.trouble_firewall",
    ):
        assert escape(say(key)) in host.get("/table").text and escape(say(key)) not in stranger.get("/table").text
    assert say("join.trouble_address") in host.get("/table").text


def test_no_foreign_address_gets_into_the_code(host, stranger, table):
    table.table = TABLE_VIEWS["lobby"]
    assert host.post("/table/address", {"address": "evil.example"}).status_code == 400
    assert stranger.post("/table/address", {"address": "gamebox.local"}).status_code == 403
    assert "</small><wbr>192.168.1.20:8000" in host.get("/table").text


def test_pages_are_served_on_any_free_port_and_a_port_in_use_is_refused_without_a_trace(app):
    server = start(app, "127.0.0.1", 0)
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/healthz", timeout=10) as answer:
        assert answer.read() == b"ok"
    with pytest.raises(OSError, match="in use"):
        start(app, "127.0.0.1", server.port)
    gc.collect()  # a socket left open would warn here
    server.close()


@pytest.mark.parametrize("breaks", ["wait", "online"])
def test_an_error_that_escapes_a_stream_is_told_in_one_line_and_not_in_its_own_words(breaks, monkeypatch, caplog):
    """Waitress told it with Python's trace."""

    def fails(*_: object) -> None:
        raise ValueError("the gold lies in the middle")

    monkeypatch.setattr(FakeSession, breaks, fails)
    server = start(create_app(FakeSession(), WebConfig(0)), "127.0.0.1", 0)
    asked = urllib.request.Request(f"http://127.0.0.1:{server.port}/stream", headers={"Cookie": "seat=token-of-one"})
    with suppress(OSError, HTTPException), urllib.request.urlopen(asked, timeout=10) as answer:
        answer.read()
    server.close()
    (told,) = caplog.records
    assert told.getMessage().startswith("A connection failed: ValueError at web/test_web_serve.py:")
    assert "gold" not in told.getMessage() and told.exc_info is None


def test_a_server_that_was_woken_before_it_is_told_to_close_has_closed_all_the_same(app, monkeypatch):
    running, pull = start(app, "127.0.0.1", 0), trigger._physical_pull

    def too_late(self: trigger) -> None:
        pull(self)
        running._thread.join(5.0)
        pull(self)

    monkeypatch.setattr(trigger, "_physical_pull", too_late)
    running.close()
    assert not running._thread.is_alive()
