"""The token in the cookie is who you are, and nothing else is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_views import TABLE_VIEWS

from companion.state.commands import BySeat, ByTable
from companion.state.refusals import Refusal
from companion.views.model import Stage


def cookies(answer) -> dict[str, str]:
    return {line.split("=")[0]: line for line in answer.headers.getlist("Set-Cookie")}


def test_joining_hands_out_a_cookie_that_scripts_and_other_sites_cannot_use(stranger, table):
    answer = stranger.post("/join", {"name": "  Ana  "})
    assert (answer.status_code, answer.location) == (303, "/")
    assert table.asked == [("join", "Ana", None)]
    cookie = cookies(answer)["seat"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "Secure" not in cookie  # a phone on plain http would drop it


def test_a_phone_takes_the_seat_it_chose(stranger, table):
    stranger.post("/join", {"name": "Ana", "seat": "4"})
    assert table.asked == [("join", "Ana", 4)]


def test_a_refused_name_is_said_and_kept_in_the_form(stranger, table):
    table.outcome = Refusal("names_taken", {"name": "Ana"})
    answer = stranger.post("/join", {"name": "Ana"})
    assert answer.status_code == 409
    assert "There is already somebody called Ana." in answer.text
    assert 'value="Ana"' in answer.text


def test_without_a_token_a_phone_sees_the_way_in(stranger):
    assert 'action="/join"' in stranger.get("/").text


def test_an_unknown_token_is_nobody(browser, table):
    phone = browser(seat="token-of-two")
    assert 'action="/join"' in phone.get("/").text
    assert phone.post("/do/pass", {"discards": "1"}).status_code == 409
    assert table.asked == []


@pytest.mark.parametrize(("language", "words"), [
    ("en", "This phone has no seat any more"), ("es", "Este móvil ya no tiene asiento"),
])  # fmt: skip
def test_a_phone_that_was_replaced_hears_so_and_finds_the_way_in(browser, table, language, words):
    phone, newcomer = browser(seat="token-of-two", language=language), browser(language=language)
    for answer in (phone.get("/"), phone.post("/do/pass", {"discards": "1"})):
        assert words in answer.text and 'action="/join"' in answer.text
    assert words not in newcomer.get("/").text
    assert newcomer.post("/do/pass", {"discards": "1"}).status_code == 403
    table.table = replace(table.table, stage=Stage.LOBBY)  # another evening: nobody has taken anything from him
    assert words not in phone.get("/").text
    assert table.asked == []


def test_a_second_press_on_the_way_in_makes_no_second_seat(phone, table):
    answer = phone.post("/join", {"name": "Ana"})
    assert (answer.status_code, answer.location) == (303, "/")
    assert table.asked == []


def test_an_empty_name_is_asked_for(stranger, table):
    assert "Please write your name." in stranger.post("/join", {"name": "  "}).text
    assert table.asked == []


def test_the_seat_comes_from_the_token_and_never_from_the_form(phone, table):
    phone.post("/do/pass", {"discards": "1", "seat": "0", "by": "table"})
    assert table.asked[0][1] == BySeat(1)


def test_the_host_key_leaves_the_address_at_once(stranger):
    answer = stranger.get("/table?key=the-host")
    assert (answer.status_code, answer.location) == (303, "/table")
    assert "HttpOnly" in cookies(answer)["host"]


def test_a_wrong_key_opens_nothing(stranger):
    answer = stranger.get("/table?key=guess")
    assert answer.status_code == 403
    assert "Set-Cookie" not in answer.headers


def test_a_guest_may_look_at_the_table_screen_but_finds_no_tools(stranger, host):
    assert 'action="/table/undo"' in host.get("/table").text
    page = stranger.get("/table").text
    assert "Bartholomew" in page
    assert "<form" not in page


def test_a_guest_cannot_press_the_hosts_buttons(phone, table):
    for path in (
        "/table/do/set-pile",
        "/table/undo",
        "/table/resync",
        "/table/release",
        "/table/cell",
        "/table/review/answer",
    ):
        assert (
            phone.post(path, {"cards": "3", "seat": "1", "cell": "1,0", "face": "NS", "proposal": "p"}).status_code
            == 403
        )
    assert table.asked == []


def test_the_host_presses_as_the_table_even_with_a_seat_of_his_own(browser, table):
    both = browser(seat="token-of-one", host="the-host")
    both.post("/table/do/set-pile", {"cards": "30"})
    both.post("/do/pass", {"discards": "1"})
    assert [call[1] for call in table.asked] == [ByTable(), BySeat(1)]


def test_the_hosts_cookie_adds_tools_and_no_knowledge(browser, table):
    table.phones[1] = table.phones[1]
    page = browser(seat="token-of-one", host="the-host").get("/table").text
    assert "Saboteur</b>" not in page and "data-hold" not in page


def test_the_camera_picture_is_for_those_who_sit_at_the_table(phone, host, stranger):
    assert host.get("/table/picture.jpg").mimetype == "image/jpeg"
    assert phone.get("/picture.jpg").mimetype == "image/jpeg"
    assert stranger.get("/picture.jpg").status_code == 403
    assert stranger.get("/table/picture.jpg").status_code == 403


def test_leaving_forgets_the_seat_on_this_phone_only(phone, table):
    answer = phone.post("/leave")
    assert "Expires=Thu, 01 Jan 1970" in cookies(answer)["seat"]
    assert table.asked == []


def test_while_a_seat_has_no_phone_the_table_screen_keeps_showing_the_way_in(host, browser, table):
    seats = table.table.seats
    table.table = replace(table.table, seats=tuple(replace(seat, taken=True) for seat in seats))
    assert "No phone yet" not in host.get("/table").text
    table.table = replace(table.table, seats=(replace(seats[0], taken=False, simulated=False), *table.table.seats[1:]))
    assert f"No phone yet: {seats[0].name}." in host.get("/table").text
    assert "No phone yet" not in browser().get("/table").text  # only where the host looks


def test_whoever_takes_his_own_seat_on_another_phone_need_not_type_his_name(stranger, table):
    freed = tuple(replace(seat, taken=seat.taken and seat.seat != 2) for seat in table.table.seats)
    table.table = replace(table.table, seats=freed)
    page = stranger.get("/").text
    assert re.search(r'name="seat" value="2" formnovalidate data-key="mine-2">I am Chloé<', page)
    assert "I am Eva María" not in page  # the app plays her: whoever comes has a name of his own
    stranger.post("/join", {"name": "", "seat": "2"})
    assert table.asked == [("join", "Chloé", 2)]


def test_a_player_of_the_apps_own_has_no_name_to_inherit(stranger, table):
    answer = stranger.post("/join", {"name": "", "seat": "4"})
    assert answer.status_code == 409 and table.asked == []


def test_the_host_finds_how_another_phone_takes_a_seat(host, phone, table):
    assert 'href="/table?do=fix-phones"' in host.get("/table?do=fix").text
    page = host.get("/table?do=fix-phones").text
    form = page.split('action="/table/release"')[1].split("</form>")[0]
    assert re.findall(r'name="seat" value="(\d)"', form) == ["0", "1", "2", "3"]
    assert "Another phone for a player" in phone.get("/").text


def test_trouble_with_the_disk_is_told_on_the_table_screen_where_nobody_presses(stranger, table):
    assert "disk" not in stranger.get("/table").text
    for view in (TABLE_VIEWS["play"], TABLE_VIEWS["round-over"], TABLE_VIEWS["lobby"]):
        table.table = replace(view, trouble=Refusal("disk_full"))
        assert "The disk is full: the game stands still" in stranger.get("/table").text
