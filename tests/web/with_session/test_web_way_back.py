"""Whoever has lost his seat's cookie, or left, and types his own name again is told how he gets his seat back."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from flask import Flask
from sample_browser import HERE, Browser

from companion.live import places
from companion.live.session import Session
from companion.live.tokens import Joined
from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import SeatViewer, TableViewer
from web.app_state import state_of
from web.language import Speech, languages
from web.settings import CODES

NAMES = ("Ana", "Bo", "Cleo")
STRANGER = "192.168.1.66"


@pytest.fixture
def tokens(table: Session) -> list[str]:
    return [one.token for one in map(table.join, NAMES) if isinstance(one, Joined)]


def code_of(table: Session, seat: int) -> str:
    code = table.view(SeatViewer(seat)).my_code
    assert code is not None
    return code


def told(page: str) -> str:
    return html.unescape(page.partition('<section class="notice">')[2].partition("</section>")[0])


def is_open(page: str) -> bool:
    return re.search(r'data-key="come-back" open>', page) is not None


@pytest.mark.parametrize("stage", ["lobby", "game"])
@pytest.mark.parametrize("language", list(languages()))
def test_who_types_his_own_name_reads_of_his_seats_code_and_of_the_host(table, tokens, browser, stage, language):
    if stage == "game":
        table.submit(ByTable(), c.StartGame(0))
    page = browser(language=language).post("/join", {"name": "bo"})
    say = Speech(language)
    assert page.status_code == 409 and is_open(page.text)
    assert say(f"same_name.{stage}") in told(page.text)
    assert (say("fix.phones") in told(page.text)) == (stage == "game")
    assert not is_open(browser().get("/").text) and 'data-key="come-back"' in browser().get("/").text


def test_with_a_noted_code_a_seat_is_got_back_before_the_game_too(table, tokens, browser):
    assert f"<b>{code_of(table, 1)}</b>" in browser(seat=tokens[1]).get("/").text
    guest = browser()
    assert guest.post("/come-back", {"seat": "1", "code": code_of(table, 1)}).status_code == 303
    assert "<b>Bo</b>" in guest.get("/").text.partition('<header class="strip">')[2].partition("</header>")[0]
    assert [seat.name for seat in table.view(TableViewer()).seats] == list(NAMES)
    assert 'action="/join"' in browser(seat=tokens[1]).get("/").text


def test_a_wrong_code_before_the_game_leaves_the_form_open_and_too_many_send_him_to_the_host(
    table, tokens, browser, monkeypatch
):
    monkeypatch.setattr(places, "CODE_TRIES", 5)
    guest = browser()
    for code in ["wrong_code"] * 5 + ["code_tried_too_often"]:
        answer = guest.post("/come-back", {"seat": "1", "code": "AAAAAA"})
        assert answer.status_code == 409 and is_open(answer.text)
        assert Speech("en")(f"refusal.{code}", seat="Bo") in told(answer.text)


@pytest.fixture
def come_back(app: Flask) -> Callable[..., object]:
    """Another browser at that address, which types a code."""

    def come(address: str, seat: int, code: str, language: str = "en"):
        asks = {"base_url": HERE, "environ_overrides": {"REMOTE_ADDR": address}}
        form, headers = {"seat": str(seat), "code": code}, {"Origin": HERE, "Accept-Language": language}
        phone = app.test_client()
        phone.get("/", **asks)
        return phone.post("/come-back", data=form, headers=headers, **asks)

    return come


def test_a_guest_who_types_wrong_codes_all_evening_keeps_nobody_from_his_own(
    app, table, tokens, come_back, monkeypatch
):
    """With five for each seat nobody could come back any more who had lost his phone."""
    now = [1000.0]
    monkeypatch.setattr(state_of(app).codes, "_clock", lambda: now[0])
    for seat in range(len(NAMES)):
        for _ in range(20):
            assert come_back(STRANGER, seat, "AAAAAA").status_code == 409
        now[0] += 10 * CODES.every_s
    assert come_back(STRANGER, 0, code_of(table, 0)).status_code == 303  # he has as many again by now
    for seat in (1, 2):
        assert come_back(f"192.168.1.3{seat}", seat, code_of(table, seat)).status_code == 303


@pytest.mark.parametrize("language", list(languages()))
def test_who_has_typed_many_wrong_codes_is_told_how_long_he_has_to_wait(table, tokens, come_back, language):
    for _ in range(CODES.at_once):
        answer = come_back(STRANGER, 1, "AAAAAA", language)
        assert Speech(language)("refusal.wrong_code", seat="Bo") in told(answer.text)
    for code in ("AAAAAA", code_of(table, 1)):
        answer = come_back(STRANGER, 1, code, language)
        assert answer.status_code == 409 and is_open(answer.text)
        assert Speech(language)("refusal.wrong_codes_from_here", minutes=2) in told(answer.text)


def test_right_codes_are_not_counted_however_many_come_back_from_one_address(table, tokens, come_back):
    for _ in range(2 * CODES.at_once):
        assert come_back(STRANGER, 1, code_of(table, 1)).status_code == 303


@pytest.mark.parametrize("stage", ["lobby", "game"])
def test_a_seat_that_the_host_has_freed_is_to_be_taken_below(table, tokens, browser, stage):
    if stage == "game":
        table.submit(ByTable(), c.StartGame(0))
    table.release(ByTable(), 1)
    page = browser().post("/join", {"name": "Bo"}).text
    assert Speech("en")("same_name.free") in told(page) and not is_open(page)
    assert "Then take that seat below." in told(page)
    assert 'name="seat" value="1"' in page


@pytest.mark.parametrize("language", list(languages()))
def test_a_phone_that_was_taken_off_the_list_is_told_so_kindly_and_joins_again(table, tokens, browser, language):
    """It found the way in as if it had never sat there, and no word of what had happened."""
    bo, say = browser(seat=tokens[1], language=language), Speech(language)
    table.submit(ByTable(), c.RemoveSeat(1))
    page = html.unescape(bo.get("/").text)
    assert say("join.lost.lobby") in page and say("join.lost") not in page and not is_open(page)
    assert say("join.lost.lobby") not in html.unescape(browser(language=language).get("/").text)
    assert bo.post("/join", {"name": "Bo"}).status_code == 303
    assert say("join.lost.lobby") not in html.unescape(bo.get("/").text)


def test_whose_seat_was_freed_in_a_round_presses_who_she_is_before_any_form_with_the_names_of_others(
    table, tokens, browser
):
    """A code was asked for first, with everybody's name but hers."""
    table.submit(ByTable(), c.StartGame(0))
    table.release(ByTable(), 1)
    page = browser(seat=tokens[1]).get("/").text
    marks = ('data-key="lost-seat"', "I’m Bo", 'data-key="come-back"')
    assert [page.index(mark) for mark in marks] == sorted(page.index(mark) for mark in marks) and not is_open(page)
    assert isinstance(table.join("", seat=0, code=code_of(table, 0)), Joined)  # Ana's seat is another phone's now
    ana = browser(seat=tokens[0]).get("/").text
    assert not is_open(ana) and 'data-key="come-back"' in ana
    bo = table.join("Bo", seat=1)
    (request,) = table.view(TableViewer()).seat_requests
    table.admit(ByTable(), request.key, yes=True)
    assert bo and is_open(browser(seat=tokens[0]).get("/").text)  # no seat is free: then only the code helps


@pytest.mark.parametrize("language", list(languages()))
def test_in_a_round_each_seat_without_a_phone_is_offered_once_with_its_badge(table, browser, language):
    """Every name stood there twice, first without its badge, then as free."""
    for name in NAMES:
        table.submit(ByTable(), c.AddSeat(name))
    table.submit(ByTable(), c.StartGame(0))
    guest, say = browser(language=language), Speech(language)
    page = html.unescape(guest.get("/").text)
    form = page.partition('class="panel join"')[2].partition("</form>")[0]
    offered = re.findall(r'name="seat" value="(\d)".*?class="badge seat-(\d).*?<b>(.*?)</b>', form)
    assert offered == [(str(seat), str(seat), say("join.i_am", name=name)) for seat, name in enumerate(NAMES)]
    assert form.count('name="seat"') == len(NAMES) and say("join.in_place") in form and say("join.free") not in form
    assert guest.post("/join", {"name": "Gil", "seat": "1"}).status_code == 303  # under his own name, he asks for it
    assert [one.name for one in table.view(TableViewer()).seat_requests] == ["Gil"]


def test_a_phone_that_the_table_did_not_let_in_reads_that_this_may_be_why_it_has_no_seat(table, tokens, browser):
    """It read only that its seat was freed, or taken by another phone, and had never had one."""
    table.submit(ByTable(), c.StartGame(0))
    table.release(ByTable(), 1)
    guest = browser()
    guest.post("/join", {"name": "Bo", "seat": "1"})
    (request,) = table.view(TableViewer()).seat_requests
    table.admit(ByTable(), request.key, yes=False)
    page = html.unescape(guest.get("/").text)
    assert 'data-key="lost-seat"' in page and "or the host didn’t let you in" in page
    assert "I’m Bo" in page


def test_a_name_that_only_somebody_who_waits_has_says_no_more(table, tokens, browser: Callable[..., Browser]):
    table.submit(ByTable(), c.StartGame(0))
    browser().post("/join", {"name": "Zoe"})
    page = browser().post("/join", {"name": "Zoe"}).text
    assert "Someone is already called Zoe." in told(page) and "Is that you?" not in page


def test_who_waits_for_the_next_round_may_ask_for_a_seat_instead_or_wait_no_longer(table, tokens, browser):
    """They came twice, on two chairs; and there was nothing to press for who would rather not come."""
    table.submit(ByTable(), c.AddSeat("Rob", simulated=True))
    table.submit(ByTable(), c.StartGame(0))
    zoe, max_ = browser(), browser()
    for guest, name in ((zoe, "Zoe"), (max_, "Max")):
        guest.post("/join", {"name": name})
        page = guest.get("/").text
        assert 'data-key="next-round"' not in page  # that he waits for already
        before, _, panel = page.partition('data-key="newcomer"')
        assert 'action="/leave"' in panel.partition("</section>")[0]
        assert 'action="/join"' not in before  # what he waits for is said before he is asked for a name again
    assert zoe.post("/join", {"name": "Zoe", "seat": "3"}).status_code == 303
    assert "Asking the host to let you take over Rob’s seat" in zoe.get("/").text
    assert table.view(TableViewer()).newcomers == ("Max",)
    max_.post("/leave", {})
    assert table.view(TableViewer()).newcomers == ()
    assert 'data-key="newcomer"' not in max_.get("/").text
    table.admit(ByTable(), table.view(TableViewer()).seat_requests[0].key, yes=True)
    assert "<b>Zoe</b>" in zoe.get("/").text
