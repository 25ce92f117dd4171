"""The codes for guests at the table screen: the Wi-Fi, which no other page and no log tells, and a TV that only
watches."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask
from known_viewer import PHONE_PAGES, TABLE_PAGES
from sample_browser import Browser

from companion.live.guest_wifi import GuestWifi
from companion.live.session import Session
from companion.state import commands as c
from companion.state.commands import ByTable
from web import create_app
from web.config import WebConfig
from web.language import Speech

NAME, PASSWORD = 'Ana; "home"', "gold:under,coal"  # what a code must quote
TYPED = {"network": NAME, "password": PASSWORD}
IN_CODE = r"WIFI:T:WPA;S:Ana\; \"home\";P:gold\:under\,coal;;"
ADDRESSES = ("192.168.1.20", "gamebox.local")


@pytest.fixture
def wifi(tmp_path: Path) -> GuestWifi:
    return GuestWifi(tmp_path / "wifi.json")


@pytest.fixture
def app(table: Session, wifi: GuestWifi) -> Flask:
    return create_app(table, WebConfig(8000, lambda: ADDRESSES, wifi=wifi))


@pytest.fixture
def host(table, browser) -> Browser:
    return browser(host=table.host_token())


@pytest.fixture
def others(table, browser) -> dict[str, Browser]:
    """Everybody but the table screen, the phone that may do what it does among them."""
    tokens = [table.join(name).token for name in ("Ana", "Bo", "Cy")]
    table.give_remote(ByTable(), 0, yes=True)
    return {"remote": browser(seat=tokens[0]), "phone": browser(seat=tokens[1]), "stranger": browser()}


def codes(page: str) -> list[str]:
    """What a phone's camera reads on this page."""
    return [_scanned(code) for code in re.findall(r'<svg class="qr".*?</svg>', page, re.S)]


def _scanned(svg: str) -> str:
    start, side = map(int, re.search(r'viewBox="(-?\d+) -?\d+ (\d+)', svg).groups())
    drawn = np.full((side, side), 255, np.uint8)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", svg):
        drawn[int(y) - start, int(x) - start] = 0
    large = cv2.resize(drawn, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    text, *_ = cv2.QRCodeDetector().detectAndDecode(large)
    return text


def sent(one: Browser) -> list[object]:
    answers = [one.get(path) for path in (*TABLE_PAGES, *PHONE_PAGES, "/how-to-play", "/table/how-to-play")]
    return [(answer.status_code, sorted(answer.headers.items()), answer.data) for answer in answers]


def test_the_host_types_the_wifi_once_and_guests_scan_it_before_the_game(host):
    assert codes(host.get("/table").text) == ["http://192.168.1.20:8000/", "http://192.168.1.20:8000/table"]
    assert host.post("/table/wifi", TYPED).status_code == 303
    page = host.get("/table").text
    assert codes(page) == [IN_CODE, "http://192.168.1.20:8000/", "http://192.168.1.20:8000/table"]
    assert PASSWORD not in page and 'name="password"' not in page
    assert host.post("/table/wifi/forget").status_code == 303
    assert IN_CODE not in codes(host.get("/table").text)


def test_a_wifi_without_a_password_says_so_to_the_phone(host):
    host.post("/table/wifi", {"network": "Open to all", "password": ""})
    assert codes(host.get("/table").text)[0] == "WIFI:T:nopass;S:Open to all;;"


@pytest.mark.parametrize("keep", [{}, {"keep": "0"}, {"keep": "1"}])
def test_it_is_kept_only_where_the_host_ticks_that(host, tmp_path, keep):
    host.post("/table/wifi", {**TYPED, **keep})
    asked = keep == {"keep": "1"}
    assert (tmp_path / "wifi.json").exists() == asked
    holding = [file.name for file in tmp_path.iterdir() if PASSWORD.encode() in file.read_bytes()]
    assert holding == (["wifi.json"] if asked else [])


def test_it_is_on_the_page_of_the_table_screen_alone(table, host, others):
    """Everybody else is sent what they would be without it, to the byte."""
    for begun in (False, True):
        if begun:
            table.submit(ByTable(), c.StartGame(0))
        before = {who: sent(one) for who, one in others.items()}
        host.post("/table/wifi", TYPED)
        assert {who: sent(one) for who, one in others.items()} == before
        host.post("/table/wifi/forget")


def test_nobody_else_types_or_forgets_it(wifi, host, others):
    host.post("/table/wifi", TYPED)
    for who, one in others.items():
        assert one.post("/table/wifi", {"network": "another"}).status_code == 403, who
        assert one.post("/table/wifi/forget").status_code == 403, who
    assert wifi.now.name == NAME


def test_no_log_and_no_refusal_tells_what_was_typed(host, wifi, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    for form in (TYPED, {"network": NAME, "password": PASSWORD * 9}, {"network": "", "password": PASSWORD}):
        answer = host.post("/table/wifi", form)
        assert PASSWORD not in answer.text and PASSWORD not in str(answer.headers)
    monkeypatch.setattr(wifi, "show", lambda *_, **__: 1 / 0)  # a mistake of ours
    assert host.post("/table/wifi", TYPED).status_code == 500
    assert "ZeroDivisionError" in caplog.text and PASSWORD not in caplog.text


@pytest.mark.parametrize("code, form", [("wifi_name", {"network": "n" * 33}), ("wifi_password", {"password": "short"})])
def test_what_no_network_has_is_refused_in_words(host, code, form):
    answer = host.post("/table/wifi", {**TYPED, **form})
    assert answer.status_code == 409 and Speech("en")(f"refusal.{code}") in answer.text


def test_where_no_wifi_can_be_shown_none_is_asked_for(table):
    client = create_app(table, WebConfig(8000, lambda: ADDRESSES)).test_client()
    client.set_cookie("host", table.host_token(), domain="192.168.1.20")
    host = Browser(client, {"Accept-Language": "en"})
    page = host.get("/table").text
    assert "/table/wifi" not in page and Speech("en")("tv.title") in page
    assert host.post("/table/wifi", TYPED).status_code == 404


def test_the_tvs_address_shows_the_table_without_the_hosts_tools(table, host, others, browser):
    """It is typed with a remote control, so it is short, and the key is not in it."""
    page = host.get("/table").text
    address = codes(page)[-1]
    assert address == "http://192.168.1.20:8000/table" and "192.168.1.20:8000/table" in page
    assert table.host_token() not in page
    for begun in (False, True):
        if begun:
            table.submit(ByTable(), c.StartGame(0))
        tv = browser().get("/table").text
        assert "Ana" in tv and re.findall(r'action="(/table/[^"]*)"', tv) == []
        assert Speech("en")("tv.title") not in tv


def test_the_tvs_address_is_the_one_that_the_host_has_chosen_for_phones(host):
    host.post("/table/address", {"address": "gamebox.local"})
    assert codes(host.get("/table").text) == ["http://gamebox.local:8000/", "http://gamebox.local:8000/table"]
