"""Photographs of the table: who may send one, what its page says of it, and what a closed page is told."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from types import MappingProxyType

import pytest
from sample_views import PHONE_VIEWS, TABLE_VIEWS, seats

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration, CardKind, Reading, SeenCard
from companion.sight.settled_board import Photographed, SettledBoard
from companion.views.model import CameraView
from web.app_state import state_of
from web.guard import FORM_BYTES

CELL = Cell(1, 0)
CARD = SeenCard(CELL, CardKind.PATH, Face.parse("EW"), 0.97, False, ((0, 0), (1, 0), (1, 1), (0, 1)))
FOUND = Photographed(
    Reading(Calibration.LAYOUT, (CARD,)), SettledBoard(2, MappingProxyType({CELL: CARD}), photo=True), (CELL,)
)
DARK = Photographed(Reading(None, (), (Hint("table.too_dark"),)))


@pytest.fixture
def sent(app):
    """The files that came; `answers`: what is read of the next ones."""
    files = []
    answers = [FOUND]

    def photograph(data):
        files.append(data)
        return answers[min(len(files), len(answers)) - 1]

    state = state_of(app)

    def around(tap, number):
        photograph.taps.append((tap, number))
        return FOUND if number == photograph.last else Hint("photo.another")

    state.config = replace(
        state.config,
        photograph=photograph,
        photograph_around=around,
        photo=lambda: b"\xff\xd8 drawn on",
        demo=False,
    )
    photograph.files, photograph.answers, photograph.taps, photograph.last = files, answers, [], 0
    return photograph


def send(visitor, data=b"\xff\xd8 a photo", page="/photo"):
    return visitor.post(page, {"photo": (BytesIO(data), "photo.jpg")})


def test_a_seats_phone_and_the_host_send_photographs_and_nobody_else(sent, phone, host, stranger):
    assert (send(phone).status_code, send(host, page="/table/photo").status_code) == (303, 303)
    assert len(sent.files) == 2
    for visitor, page in ((stranger, "/photo"), (stranger, "/table/photo"), (phone, "/table/photo"), (host, "/photo")):
        assert send(visitor, page=page).status_code == 403
        assert visitor.get(f"{page}.jpg").status_code == 403
    assert len(sent.files) == 2


def test_a_phone_that_does_what_the_table_screen_can_sends_photographs_from_there_too(sent, table, phone):
    table.remotes = ("token-of-one",)
    assert send(phone, page="/table/photo").status_code == send(phone).status_code == 303
    assert len(sent.files) == 2 and phone.get("/table/photo.jpg").status_code == 200
    table.remotes = ()
    assert send(phone, page="/table/photo").status_code == 403


def test_of_two_seats_in_a_browser_the_one_that_is_shown_sends_it(sent, app, table, browser):
    table.tokens, table.phones = {"first": 1, "second": 2}, {1: PHONE_VIEWS["play"], 2: PHONE_VIEWS["play"]}
    for tokens in ("first.second", "second.first"):
        send(browser(seat=tokens))
    assert list(state_of(app).photos.answers) == ["first", "second"]


def test_the_page_says_how_many_cards_were_read_and_which_is_new(sent, phone):
    send(phone)
    page = phone.get("/photo?answer").text
    assert "1 card read" in page and "This one is new" in page and 'src="/photo.jpg?2"' in page
    assert phone.get("/photo.jpg").data == b"\xff\xd8 drawn on"


def test_a_photograph_without_a_table_says_why_and_what_to_do(sent, phone):
    sent.answers[:] = [DARK]
    send(phone)
    page = phone.get("/photo?answer").text
    assert "could not be read" in page and "too dark" in page and "<img" not in page


def test_the_next_turns_page_does_not_begin_with_the_last_answer(sent, phone):
    answered = send(phone).location
    assert "1 card read" in phone.get(answered).text
    page = phone.get("/photo").text
    assert "card read" not in page and "Lay your card first" in page


def test_a_photograph_that_contradicts_what_is_known_asks_for_another_and_says_why(sent, phone):
    reading = Reading(Calibration.LAYOUT, (CARD,), (Hint("photo.otherwise"),))
    sent.answers[:] = [Photographed(reading, otherwise=(CELL,)), replace(FOUND, new=(), otherwise=(CELL,))]
    send(phone)
    page = phone.get("/photo?answer").text
    assert "does not fit" in page and "from another side" in page and "card read" not in page
    send(phone)
    page = phone.get("/photo?answer").text
    assert "1 card read" in page and "looks different" in page


def test_where_no_table_is_found_a_tap_on_the_start_card_reads_around_it(sent, phone, host):
    sent.answers[:] = [Photographed(Reading(None, (), (Hint("table.not_found"),)))]
    send(phone)
    page = phone.get("/photo?answer").text
    assert "Where is the start card?" in page and 'src="/photo.jpg"' in page
    answered = phone.post("/photo/start", {"at.x": "96", "at.y": "30", "wide": "192"})
    assert sent.taps == [((0.5, 0.15625), 0)]
    assert "1 card read" in phone.get(answered.location).text
    assert host.post("/table/photo/start", {"at.x": "0", "at.y": "0", "wide": "9"}).location == "/table/photo?answer"


def test_a_tap_is_read_in_the_photograph_that_its_page_showed_and_in_no_other(sent, phone):
    nothing = Photographed(Reading(None, (), (Hint("table.not_found"),)), number=3)
    sent.answers[:] = [nothing]
    send(phone)
    assert 'name="number" value="3"' in phone.get("/photo?answer").text
    tap = {"at.x": "5", "at.y": "1", "wide": "10", "number": "3"}
    sent.last = 4  # somebody else's
    page = phone.get(phone.post("/photo/start", tap).location).text
    assert "Someone else’s photo came first" in page and "Where is the start card?" not in page
    sent.last = 3
    assert "1 card read" in phone.get(phone.post("/photo/start", tap).location).text
    assert [number for _, number in sent.taps] == [3, 3]
    assert 'name="number" value="3"' in phone.post("/photo/start", {"number": "3"}).text


def test_a_tap_is_asked_for_only_where_a_table_may_lie_and_by_whom_the_photograph_is(sent, phone, stranger):
    sent.answers[:] = [DARK]
    send(phone)
    assert "Where is the start card?" not in phone.get("/photo?answer").text
    for data in ({}, {"at.x": "nan", "at.y": "1", "wide": "9"}, {"at.x": "5", "at.y": "1", "wide": "0"}):
        assert phone.post("/photo/start", data).status_code == 400
    assert stranger.post("/photo/start", {"at.x": "1", "at.y": "1", "wide": "9"}).status_code == 403
    assert not sent.taps


def test_no_file_and_no_picture_are_told_kindly(sent, phone):
    assert phone.post("/photo", {}).status_code == 303
    assert "No picture was chosen" in phone.get("/photo?answer").text
    sent.answers[:] = [Hint("picture.none")]
    send(phone, b"text")
    assert "readable picture" in phone.get("/photo?answer").text


def test_a_page_that_the_phone_closed_meanwhile_says_that_no_picture_came(sent, phone):
    assert "No picture came" not in phone.get("/photo").text
    assert phone.post("/photo/due").status_code == 204
    assert "No picture came" in phone.get("/photo").text
    assert "No picture came" not in phone.get("/photo").text
    phone.post("/photo/due")
    send(phone)
    assert "No picture came" not in phone.get("/photo").text


def test_one_phone_cannot_keep_the_computer_reading(sent, phone):
    answers = [send(phone).status_code for _ in range(8)]
    assert answers[:6] == [303] * 6 and answers[-1] == 429
    assert len(sent.files) < 8
    assert "then send the next photo" in phone.get("/photo?answer").text  # the page's script comes for it there


def test_a_photograph_may_be_larger_than_a_form_and_has_its_limit(sent, phone, monkeypatch):
    large = b"\xff\xd8" + bytes(4 * FORM_BYTES)
    assert send(phone, large).status_code == 303
    monkeypatch.setattr("web.photo.FILE_BYTES", 3 * FORM_BYTES)
    assert send(phone, large).status_code == 413
    assert len(sent.files) == 1


def test_photographs_are_offered_where_no_camera_sees_the_table(sent, table, phone, host):
    for state, offered in (("off", True), ("lost", True), ("photos", True), ("seeing", False), ("covered", False)):
        view = replace(PHONE_VIEWS["play"], seats=seats(1, broken=()))
        table.phones = {1: replace(view, camera=CameraView(state), hand_cards=None)}
        assert ('href="/photo"' in phone.get("/").text) == offered
        table.table = replace(TABLE_VIEWS["play"], camera=CameraView(state))
        assert ('href="/table/photo"' in host.get("/table?do=fix").text) == offered


def test_at_the_demo_table_nobody_is_sent_to_a_page_that_is_not_there(table, host):
    table.table = replace(TABLE_VIEWS["play"], camera=CameraView("lost"))
    assert 'href="/table/photo"' not in host.get("/table?do=fix").text
    assert host.get("/table/photo").status_code == 404
