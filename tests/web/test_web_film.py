"""A phone films the table: who is shown the way, whose pictures are taken; and the secure door has nothing else."""

from __future__ import annotations

import logging
import os
import re
from dataclasses import replace

import cv2
import numpy as np
import pytest
from resvg_py import svg_to_bytes
from sample_browser import Browser
from sample_views import TABLE_VIEWS

from companion.sight.hints import Hint
from companion.views.model import CameraView
from web import create_app
from web.app_state import state_of
from web.filming import Filming
from web.language import Speech
from web.settings import FILM_KEPT_S, FRAME_BYTES, LINK_S

SECURE = "https://192.168.1.20:8443"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile Safari/604.1"
JPEG = b"\xff\xd8\xff a picture \xff\xd9"
CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
SAY = Speech("en")


class FakeFilm:
    """What is filmed; `trouble` is answered to the next pictures."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.trouble: Hint | None = None
        self.is_looked_through = False

    def begin(self) -> Hint | None:
        self.is_looked_through = True
        return None

    def take(self, jpeg: bytes) -> Hint | None:
        self.frames.append(jpeg)
        return self.trouble

    def end(self) -> None:
        self.is_looked_through = False


class Phone:
    """A phone's browser before the secure door."""

    def __init__(self, app, agent: str = SAFARI) -> None:
        self.client, self.agent = app.test_client(), agent

    def get(self, path: str, base: str = SECURE):
        return self.client.get(path, base_url=base, headers={"User-Agent": self.agent})

    def post(self, path: str, data=None, origin: str = SECURE, **more):
        headers = {"User-Agent": self.agent, "Origin": origin}
        return self.client.post(path, base_url=SECURE, data=data, headers=headers, **more)

    def pair(self, token: str):
        return self.post("/film/pair", {"token": token})

    def frame(self, jpeg: bytes = JPEG):
        return self.post("/film/frame", jpeg, content_type="image/jpeg")


@pytest.fixture
def film() -> FakeFilm:
    return FakeFilm()


@pytest.fixture
def clock() -> list[float]:
    return [1000.0]


@pytest.fixture
def app(app, table, film, clock, tmp_path):
    table.table = replace(TABLE_VIEWS["play"], camera=CameraView("seeing", (), True))
    config = replace(
        state_of(app).config, demo=False, film=film, open_secure_door=lambda: 8443, corners=lambda: CORNERS,
        use_camera=lambda source: None,
    )  # fmt: skip
    app = create_app(table, config)
    state_of(app).filming = Filming(tmp_path / "filming.json", lambda: clock[0])
    return app


@pytest.fixture
def spare(app) -> Phone:
    return Phone(app)


def token(app, host: Browser) -> str:
    """Of the link that the host's press has made."""
    assert host.post("/table/film").status_code == 303
    link = state_of(app).filming.link
    assert link
    return link


def filming(app, host: Browser) -> Phone:
    phone = Phone(app)
    assert phone.pair(token(app, host)).status_code == 204
    return phone


def test_only_the_host_shows_the_way_and_ends_the_film(app, phone, stranger, host, film):
    for visitor in (phone, stranger):
        assert visitor.get("/table/film").status_code == 403
        assert visitor.post("/table/film").status_code == 403
        assert visitor.post("/table/film/end").status_code == 403
    assert state_of(app).filming.link is None
    assert host.get("/table/film").status_code == 200


def test_the_door_is_opened_by_the_press_alone(app, table, host):
    opened = []
    state_of(app).config = replace(state_of(app).config, open_secure_door=lambda: opened.append(1) or 8443)
    host.get("/table/film")
    host.get("/table?do=fix-camera")
    assert not opened
    host.post("/table/film")
    assert opened


def test_the_code_is_shown_to_the_host_and_its_token_stands_on_no_page(app, host, stranger):
    made = token(app, host)
    page = host.get("/table/film").text
    assert 'class="qr"' in page and made not in page
    assert len(made) >= 22 and state_of(app).config.film_url("", 8443, made) == f"{SECURE}/film#{made}"
    for path in ("/table", "/", "/table/rules"):
        assert made not in stranger.get(path).text


def test_the_code_that_is_shown_leads_to_the_secure_door(app, host):
    made = token(app, host)
    drawn = re.search('<svg class="qr".*?</svg>', host.get("/table/film").text, re.DOTALL)[0]
    drawn = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    picture = np.frombuffer(bytes(svg_to_bytes(svg_string=drawn, width=600)), np.uint8)
    read = cv2.QRCodeDetector().detectAndDecode(cv2.imdecode(picture, cv2.IMREAD_COLOR))[0]
    assert read == f"{SECURE}/film#{made}"


def test_the_warning_is_explained_with_pictures_before_it_comes(host):
    page = host.get("/table/film").text
    assert "Show Details" in page and "Advanced" in page and page.count("<figure><svg") == 2


def test_a_door_that_cannot_be_opened_is_told(app, host):
    state_of(app).config = replace(
        state_of(app).config, open_secure_door=lambda: Hint("film.door_shut", {"reason": "No space left on device"})
    )
    answer = host.post("/table/film")
    assert answer.status_code == 409 and "No space left on device" in answer.text
    assert state_of(app).filming.link is None


def test_the_link_becomes_a_cookie_that_tls_and_this_name_alone_get(app, host, spare):
    answer = spare.pair(token(app, host))
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert answer.status_code == 204 and cookie.startswith("__Host-camera=")
    for part in ("Secure", "HttpOnly", "SameSite=Strict", "Path=/"):
        assert part in cookie
    assert "Domain" not in cookie


def test_a_phone_films_and_is_told_what_the_camera_sees(app, host, film, table):
    phone = filming(app, host)
    told = phone.frame()
    assert film.frames == [JPEG]
    assert told.json == {"state": "seeing", "said": [SAY("camera.seeing")], "corners": CORNERS}
    table.table = replace(TABLE_VIEWS["play"], camera=CameraView("lost", (Hint("table.cut_off"),), True))
    assert phone.frame().json["said"] == [SAY.hint(Hint("table.cut_off"))]


@pytest.mark.parametrize("sent", ["", "a guess", "ü" * 30, "x" * 5000])
def test_a_guessed_token_is_told_kindly_and_lets_nobody_in(app, host, spare, film, sent):
    token(app, host)
    answer = spare.pair(sent)
    assert answer.status_code == 403 and answer.json["said"] == [SAY.hint(Hint("film.link_used"))]
    assert spare.frame().status_code == 410
    assert not film.frames and not film.is_looked_through


def test_a_token_works_once_and_soon(app, host, spare, clock):
    used = token(app, host)
    assert (spare.pair(used).status_code, spare.pair(used).status_code) == (204, 403)
    late = token(app, host)
    clock[0] += LINK_S
    assert spare.pair(late).status_code == 403
    assert token(app, host) not in (used, late)


def test_two_hosts_who_press_at_once_show_the_same_code(app, host, browser, spare, clock):
    """The one whose code was shown a moment longer led phones to a closed door."""
    first = token(app, host)
    clock[0] += LINK_S - 1
    assert token(app, browser(host="the-host")) == first
    clock[0] += LINK_S - 1
    assert spare.pair(first).status_code == 204


def test_an_expired_code_is_not_shown_any_more(app, host, clock):
    token(app, host)
    clock[0] += LINK_S
    assert 'class="qr"' not in host.get("/table/film").text


def test_a_newer_phone_takes_over_and_the_older_one_is_told(app, host, film):
    first = filming(app, host)
    second = filming(app, host)
    assert first.frame().status_code == 410 and first.frame().json["said"] == [SAY.hint(Hint("film.over"))]
    assert second.frame().status_code == 200
    assert len(film.frames) == 1


def test_the_host_sees_which_phone_films_and_ends_it(app, host, film):
    phone = filming(app, host)
    assert "iPhone · 127.0.0.1" in host.get("/table/film").text
    assert host.post("/table/film/end").status_code == 303
    assert phone.frame().status_code == 410 and not film.is_looked_through
    assert "iPhone" not in host.get("/table/film").text


def test_of_what_a_phone_says_of_itself_no_word_is_shown(app, host):
    phone = Phone(app, "<b>Evil</b> of the Android kind")
    phone.pair(token(app, host))
    page = host.get("/table/film").text
    assert "Evil" not in page and "Android · 127.0.0.1" in page


def test_where_another_camera_was_chosen_the_phone_is_told_and_the_host_sees_none(app, host, tmp_path):
    phone = filming(app, host)
    assert host.post("/table/camera", {"source": "0"}).status_code == 303
    assert phone.frame().status_code == 410
    assert "iPhone" not in host.get("/table/film").text
    assert not (tmp_path / "filming.json").exists()  # nor does the next start look for it


def test_what_is_no_picture_and_what_is_too_large_is_told(app, host, film):
    phone = filming(app, host)
    film.trouble = Hint("picture.none")
    answer = phone.frame(b"hello")
    assert answer.status_code == 400 and answer.json["said"] == [SAY.hint(Hint("picture.none"))]
    taken = len(film.frames)
    answer = phone.frame(bytes(FRAME_BYTES + 1))
    assert answer.status_code == 413 and "<h1>" in answer.text and len(film.frames) == taken


def test_another_page_cannot_let_the_phone_send(app, host, film):
    phone = filming(app, host)
    answer = phone.post("/film/frame", JPEG, origin="https://evil.example", content_type="image/jpeg")
    assert answer.status_code == 403 and not film.frames


@pytest.mark.parametrize("path", ["/", "/table", "/table/film", "/rules", "/photo", "/stream", "/nowhere"])
def test_the_secure_door_has_the_cameras_pages_only(spare, path):
    answer = spare.get(path)
    assert answer.status_code == 303 and answer.headers["Location"] == "/film"


@pytest.mark.parametrize("path", ["/join", "/table/undo", "/do/place", "/table/film", "/language"])
def test_no_press_goes_through_the_secure_door(app, host, path):
    phone = filming(app, host)
    phone.client.set_cookie("host", "the-host", domain="192.168.1.20")
    phone.client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    assert phone.post(path, {"name": "Eve"}).status_code == 403


def test_the_cameras_pages_are_behind_the_secure_door_only(phone, host):
    assert phone.get("/film").status_code == 303
    assert phone.post("/film/frame", {}).status_code == 403
    assert host.post("/film/pair", {"token": "x"}).status_code == 403


@pytest.mark.parametrize("held", ["token-of-one", "token-of-two.token-of-one"], ids=["one", "two"])
def test_a_phone_that_holds_a_seat_is_told_to_use_a_spare_one_and_keeps_its_seat(app, host, spare, held):
    assert SAY("film.seated") not in spare.get("/film").text
    spare.client.set_cookie("seat", held, domain="192.168.1.20")
    answers = [spare.get("/film"), spare.get("/"), spare.pair(token(app, host)), spare.frame()]
    assert SAY("film.seated") in answers[0].text
    assert not [text for one in answers for text in one.headers.getlist("Set-Cookie") if text.startswith("seat")]


def test_a_page_that_comes_back_knows_that_it_films(app, host):
    phone = filming(app, host)
    assert " data-films" in phone.get("/film").text
    assert " data-films" not in Phone(app).get("/film").text


def test_after_a_start_on_the_same_evening_the_phone_still_films(app, host, film, clock, tmp_path):
    phone = filming(app, host)
    file = tmp_path / "filming.json"
    assert os.name != "posix" or file.stat().st_mode & 0o777 == 0o600
    state_of(app).filming = Filming(file, lambda: clock[0])
    assert phone.frame().status_code == 200
    clock[0] += FILM_KEPT_S + 1
    assert phone.frame().status_code == 410
    assert Filming(file, lambda: clock[0]).phone is None


@pytest.mark.parametrize("text", ["", "{}", "[1, 2, 3]", '["a", "b", "c"]', "\x00", '["a"]'])
def test_a_damaged_memory_of_the_phone_is_none(tmp_path, text):
    (tmp_path / "filming.json").write_text(text)
    assert Filming(tmp_path / "filming.json").phone is None


def test_no_token_and_no_key_is_logged_or_kept(app, host, caplog, capfd, tmp_path):
    caplog.set_level(logging.DEBUG)
    made = token(app, host)
    phone = Phone(app)
    answer = phone.pair(made)
    credential = re.match("__Host-camera=([^;]+)", answer.headers["Set-Cookie"])[1]
    phone.frame()
    phone.pair("a guess")
    kept = (
        (tmp_path / "filming.json").read_text()
        + caplog.text
        + "".join(capfd.readouterr())
        + repr(state_of(app).filming)
    )
    assert made not in kept and credential not in kept


def test_the_demo_table_is_filmed_by_nobody(table, browser):
    from web.config import WebConfig

    app = create_app(table, WebConfig(8000, addresses=lambda: ("192.168.1.20",), demo=True))
    host = app.test_client()
    host.set_cookie("host", "the-host", domain="192.168.1.20")
    assert Browser(host, {}).get("/table/film").status_code == 404
    assert Browser(host, {}).post("/table/film").status_code == 404


def test_the_host_finds_the_way_where_a_camera_is_chosen(host, stranger):
    assert 'href="/table/film"' in host.get("/table?do=fix-camera").text
