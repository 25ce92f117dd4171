"""The token in the cookie is who you are, and nothing else is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_browser import HERE
from sample_views import NAMES, PHONE_VIEWS, TABLE_VIEWS

from companion.state.commands import BySeat, ByTable
from companion.state.refusals import Refusal
from companion.views.model import AskView, SeatRequestView, Stage
from web import create_app
from web.config import WebConfig
from web.language import Speech


def cookies(answer) -> dict[str, str]:
    return {line.split("=")[0]: line for line in answer.headers.getlist("Set-Cookie")}


def test_joining_hands_out_a_cookie_that_scripts_and_other_sites_cannot_use(stranger, table):
    answer = stranger.post("/join", {"name": "  Ana  "})
    assert (answer.status_code, answer.location) == (303, "/")
    assert table.asked == [("join", "Ana", None)]
    cookie = cookies(answer)["seat"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "Secure" not in cookie  # a phone on plain http would drop it


@pytest.mark.parametrize("path", ["/join", "/come-back"])
def test_a_phone_that_keeps_no_cookies_takes_no_seat_and_is_told_why(app, table, path):
    """It took a seat, came back to an empty way in, and the seat waited for nobody."""
    phone = app.test_client(use_cookies=False)
    phone.get("/", base_url=HERE)
    answer = phone.post(path, base_url=HERE, data={"name": "Ana", "seat": "4"}, headers={"Origin": HERE})
    assert answer.status_code == 409 and "This browser blocks cookies" in answer.text
    assert table.asked == []


def test_a_phone_that_brings_a_cookie_back_sits_down_at_once(app, table):
    phone = app.test_client()
    phone.get("/", base_url=HERE)
    answer = phone.post("/join", base_url=HERE, data={"name": "Ana"}, headers={"Origin": HERE})
    assert answer.status_code == 303 and table.asked == [("join", "Ana", None)]


def test_a_phone_takes_the_seat_it_chose(stranger, table):
    stranger.post("/join", {"name": "Ana", "seat": "4"})
    assert table.asked == [("join", "Ana", 4)]


def test_a_refused_name_is_said_and_kept_in_the_form(stranger, table):
    table.outcome = Refusal("names_taken", {"name": "Ana"})
    answer = stranger.post("/join", {"name": "Ana"})
    assert answer.status_code == 409
    assert "Someone is already called Ana." in answer.text
    table.outcome = Refusal("table_full")
    assert 'value="Ana"' in stranger.post("/join", {"name": "Ana"}).text


def test_a_name_that_somebody_has_is_not_sent_along_with_the_seat_that_is_pressed_next(stranger, table):
    table.outcome = Refusal("names_taken", {"name": "Ana"})
    answer = stranger.post("/join", {"name": "Ana", "seat": "4"})
    assert "Someone is already called Ana." in answer.text
    assert 'value="Ana"' not in answer.text


def test_without_a_token_a_phone_sees_the_way_in(stranger):
    assert 'action="/join"' in stranger.get("/").text


def test_an_unknown_token_is_nobody(browser, table):
    phone = browser(seat="token-of-two")
    assert 'action="/join"' in phone.get("/").text
    assert phone.post("/do/pass", {"discards": "1"}).status_code == 409
    assert table.asked == []


@pytest.mark.parametrize(("language", "words"), [
    ("en", "This phone has lost its seat"), ("es", "Este teléfono ya no tiene asiento"),
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
    assert "Please enter your name." in stranger.post("/join", {"name": "  "}).text
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
    assert 'name="seen" value="41"' in phone.get("/").text.partition('action="/leave"')[2]
    answer = phone.post("/leave", {"seen": "41"})
    assert "Expires=Thu, 01 Jan 1970" in cookies(answer)["seat"]
    assert table.asked == [("leave", "token-of-one", {"seen": 41})]


def test_who_leaves_before_the_game_is_told_that_he_sits_there_no_more(phone, table):
    """A guest who had mistyped his name kept the seat under it, and read of a button that the lobby has not."""
    table.phones = {1: PHONE_VIEWS["lobby"]}
    assert Speech("en")("leave.text.lobby") in phone.get("/").text and "Fix a mistake" not in phone.get("/").text


def test_who_leaves_while_a_given_up_game_may_go_on_is_told_that_his_seat_stays(phone, table):
    """He read that it is free then: nobody could sit down there, and the host was not told to free it."""
    table.phones = {1: replace(PHONE_VIEWS["lobby"], may_go_on=True)}
    page = phone.get("/").text
    assert Speech("en")("leave.text.given_up") in page and Speech("en")("leave.text.lobby") not in page


@pytest.mark.parametrize("why", ["disk_full", "stale"])
def test_who_may_not_leave_keeps_his_seat_and_reads_why(phone, table, why):
    table.outcome = Refusal(why)
    answer = phone.post("/leave", {"seen": "3"})
    assert answer.status_code == 409 and "seat" not in cookies(answer)
    assert Speech("en")(f"refusal.{why}") in answer.text


def test_while_a_seat_has_no_phone_the_table_screen_keeps_showing_the_way_in(host, browser, table):
    seats = table.table.seats
    table.table = replace(table.table, seats=tuple(replace(seat, taken=True) for seat in seats))
    assert "No phone yet" not in host.get("/table").text
    table.table = replace(table.table, seats=(replace(seats[0], taken=False, simulated=False), *table.table.seats[1:]))
    assert f"No phone yet: {seats[0].name}." in host.get("/table").text
    assert "No phone yet" not in browser().get("/table").text  # only where the host looks


CODE_BESIDE_IT = re.compile(r'Scan this code to take the seat\.</p><svg class="qr"')


def without_phone(seat, **change):
    seats = tuple(replace(one, taken=one.seat != seat, simulated=False) for one in change.pop("seats"))
    return {"seats": seats, **change}


@pytest.mark.parametrize(("name", "change"), [
    ("draft", {}), ("peek", {}), ("play", {"stage": Stage.ASK, "ask": AskView("theft", 1, (1,), False)}),
])  # fmt: skip
def test_who_has_no_phone_where_only_a_phone_can_answer_holds_nobody_up(host, table, name, change):
    """A guest whom the host had typed in was to choose his gold: the table screen said so, and no more."""
    view = TABLE_VIEWS[name]
    table.table = replace(view, **without_phone(1, seats=view.seats, **change))
    page = host.get("/table").text.partition('data-key="gone-1"')[2].partition("</section>")[0]
    assert f"{NAMES[1]} has no phone yet" in page and CODE_BESIDE_IT.search(page)
    assert all(Speech("en")(f"gone.{way}") in page for way in ("skip", "take_out"))
    assert 'action="/table/release"' not in page  # there is no phone whose seat could be freed
    table.table = replace(view, **change)
    assert 'data-key="gone-' not in host.get("/table").text


def test_at_his_turn_the_table_plays_for_who_has_no_phone(host, table):
    table.table = replace(TABLE_VIEWS["play"], **without_phone(1, seats=TABLE_VIEWS["play"].seats))
    page = host.get("/table").text
    assert 'data-key="gone-' not in page and f"No phone yet: {NAMES[1]}" in page
    assert CODE_BESIDE_IT.search(page)  # it ended with a colon, and nothing behind it


def test_while_others_share_their_gold_the_way_in_is_shown_to_who_has_no_phone(host, table):
    view = TABLE_VIEWS["draft"]
    table.table = replace(view, **without_phone(2, seats=view.seats))
    page = host.get("/table").text
    assert f"No phone yet: {NAMES[2]}" in page and 'data-key="gone-' not in page


def test_whoever_takes_his_own_seat_on_another_phone_need_not_type_his_name(stranger, table):
    freed = tuple(replace(seat, taken=seat.taken and seat.seat != 2) for seat in table.table.seats)
    table.table = replace(table.table, seats=freed)
    page = stranger.get("/").text
    assert re.search(r'name="seat" value="2" formnovalidate data-key="mine-2">.*class="badge .*I’m Chloé<', page)
    assert "I’m Eva María" not in page  # the app plays her: whoever comes has a name of his own
    stranger.post("/join", {"name": "", "seat": "2"})
    assert table.asked == [("join", "Chloé", 2)]


@pytest.mark.parametrize("name", ["", "  "])
def test_a_seat_of_the_apps_own_is_taken_under_its_present_name_where_none_is_typed(stranger, table, name):
    assert re.search(r'name="seat" value="4" formnovalidate data-key="take-4">', stranger.get("/").text)
    answer = stranger.post("/join", {"name": name, "seat": "4"})
    assert answer.status_code == 303 and table.asked == [("join", "Eva María", 4)]


@pytest.mark.parametrize(("free", "words"), [(1, "Or take this seat"), (2, "Or take one of these seats")])
def test_whoever_comes_reads_whether_one_seat_or_several_are_free(stranger, table, free, words):
    seats = tuple(replace(seat, taken=number >= free) for number, seat in enumerate(table.table.seats))
    table.table = replace(table.table, stage=Stage.LOBBY, seats=seats)
    assert f"<h2>{words}</h2>" in stranger.get("/").text


def test_the_host_finds_how_another_phone_takes_a_seat(host, phone, table):
    assert 'href="/table?do=fix-phones"' in host.get("/table?do=fix").text
    page = host.get("/table?do=fix-phones").text
    form = page.split('action="/table/release"')[1].split("</form>")[0]
    assert re.findall(r'name="seat" value="(\d)"', form) == ["0", "1", "2", "3"]
    assert "Change a player’s phone" in phone.get("/").text


def test_trouble_with_the_disk_is_told_on_the_table_screen_where_nobody_presses(stranger, table):
    assert "disk" not in stranger.get("/table").text
    for view in (TABLE_VIEWS["play"], TABLE_VIEWS["round-over"], TABLE_VIEWS["lobby"], TABLE_VIEWS["game-over"]):
        table.table = replace(view, trouble=Refusal("disk_full"))
        assert "The disk is full. Free up some space" in stranger.get("/table").text


def test_two_nights_on_one_computer_keep_their_phones_apart(table):
    """Browsers keep one jar for all ports of a machine: the second server took the first one's seats."""
    jar: dict[str, str] = {}
    for night in ("aaaa1111", "bbbb2222"):
        client = create_app(table, WebConfig(8000, lambda: ("192.168.1.20",), night=night)).test_client()
        client.get("/", base_url=HERE)
        answer = client.post("/join", base_url=HERE, data={"name": f"Guest of {night}"}, headers={"Origin": HERE})
        assert answer.status_code == 303
        jar |= cookies(answer)
    assert {"seat-aaaa1111", "seat-bbbb2222"} <= set(jar)


def test_a_seat_of_an_earlier_versions_cookie_is_still_known(table):
    client = create_app(table, WebConfig(8000, lambda: ("192.168.1.20",), night="aaaa1111")).test_client()
    client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    assert client.post("/join", base_url=HERE, data={"name": "x"}, headers={"Origin": HERE}).status_code == 303
    assert ("join", "x", None) not in table.asked


def test_a_phone_that_asked_for_a_seat_reads_that_the_table_is_asked(browser, table):
    table.table = TABLE_VIEWS["play"]
    table.asking = {"asked-token": SeatRequestView(5, 2, "Ann")}
    page = browser(seat="asked-token").get("/").text
    assert "Asking the host to let you in as" in page and NAMES[2] in page
    assert 'action="/join"' not in page and "lost-seat" not in page
    assert 'action="/leave"' in page.partition('data-key="asked-for"')[2].partition("</section>")[0]


def test_a_phone_that_takes_back_what_it_asked_for_finds_the_seats_again(browser, table):
    answer = browser(seat="asked-token").post("/leave", {})
    assert table.asked == [("leave", "asked-token", {"seen": None})]
    assert answer.location == "/" and "Expires=Thu, 01 Jan 1970" in cookies(answer)["seat"]


@pytest.mark.parametrize(("name", "asked"), [
    (NAMES[2], f"Someone wants to join as {NAMES[2]}"), ("Max", f"Max wants to take over {NAMES[2]}’s seat"),
])  # fmt: skip
def test_the_host_reads_no_name_twice_where_a_phone_asks_for_a_seat(host, table, name, asked):
    table.table = replace(TABLE_VIEWS["play"], seat_requests=(SeatRequestView(5, 2, name),))
    assert asked in host.get("/table").text


def test_the_table_lets_a_phone_in_or_does_not(host, table):
    table.table = replace(TABLE_VIEWS["play"], seat_requests=(SeatRequestView(5, 2, "Mallory"),))
    page = host.get("/table").text
    assert "Mallory" in page and 'action="/table/admit"' in page
    for yes in ("1", "0"):
        assert host.post("/table/admit", {"key": "5", "yes": yes}).status_code == 303
    assert table.asked == [("admit", ByTable(), 5, True), ("admit", ByTable(), 5, False)]


def test_only_the_host_lets_a_phone_in(phone, stranger, table):
    table.table = replace(TABLE_VIEWS["play"], seat_requests=(SeatRequestView(5, 2, "Mallory"),))
    assert 'action="/table/admit"' not in stranger.get("/table").text
    for who in (phone, stranger):
        assert who.post("/table/admit", {"key": "5", "yes": "1"}).status_code == 403
    assert table.asked == []


def test_the_name_stands_before_the_languages_and_the_own_seat_before_those_of_others(stranger, table):
    seats = (replace(table.table.seats[0], taken=True), *(replace(one, taken=False) for one in table.table.seats[1:]))
    table.table = replace(table.table, seats=seats)
    page = stranger.get("/").text
    marks = ("<h1>", "Get your seat back", 'action="/join"', 'class="languages"', ">English<", ">Español<")
    found = [page.index(mark) for mark in marks]
    assert found == sorted(found) and page.count('class="languages"') == 1
