"""A browser that holds several seats shows one of them, presses for that one alone, and gives up one at a time."""

from __future__ import annotations

import html
import re

import pytest
from sample_browser import Browser

from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import SeatViewer, Stage, TableViewer
from web.language import Speech

NAMES = ("Ana", "Bo", "Cy", "Di")
GRANDMA = 3


@pytest.fixture
def phones(table) -> list[str]:
    """The tokens of three; the fourth has no phone, and the game has begun."""
    tokens = [table.join(name).token for name in NAMES[:GRANDMA]]
    table.submit(ByTable(), c.AddSeat(NAMES[GRANDMA]))
    table.submit(ByTable(), c.StartGame(0))
    return tokens


@pytest.fixture
def host(table, browser) -> Browser:
    return browser(host=table.host_token())


def kept(one: Browser, name: str = "seat") -> str:
    cookie = one.client.get_cookie(name, domain="192.168.1.20")
    return cookie.value if cookie else ""


def shown(one: Browser) -> str:
    """Whose page it is."""
    return re.search(r'<header class="strip">\s*<span class="who[^>]*>.*?<b>(\w+)</b>', one.get("/").text)[1]


def pressed(one: Browser, path: str, **fields: str) -> int:
    """What the form with this address on the page sends, with these fields."""
    form = re.search(rf'<form method="post" action="{path}".*?</form>', one.get("/").text, re.S)[0]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    return one.post(path, {**hidden, **fields}).status_code


def test_the_table_screen_opens_the_page_of_a_seat_without_a_phone_and_comes_back(table, phones, host):
    assert f'name="seat" value="{GRANDMA}"' in host.get("/table").text.partition('action="/table/play"')[2]
    answer = host.post("/table/play", {"seat": str(GRANDMA)})
    assert (answer.status_code, answer.location) == (303, "/")
    page = host.get("/").text
    assert shown(host) == "Di" and Speech("en")("look_away.table") in page and 'data-plain href="/table"' in page
    done = host.post("/do/role-seen", {"seen": str(table.version)})
    assert (done.status_code, done.location) == (303, "/table")  # the move is over
    assert table.view(SeatViewer(GRANDMA)).role.seen


def test_it_opens_the_same_seat_again_with_the_token_that_it_has(table, phones, host):
    host.post("/table/play", {"seat": str(GRANDMA)})
    token, version = kept(host), table.version
    host.post("/table/play", {"seat": str(GRANDMA)})
    assert (kept(host), table.version) == (token, version)


def test_only_the_table_screen_itself_plays_for_others_and_never_where_a_phone_is(table, phones, host, browser):
    table.give_remote(ByTable(), 0, yes=True)
    for one in (browser(), browser(seat=phones[1]), browser(seat=phones[0])):
        assert one.post("/table/play", {"seat": str(GRANDMA)}).status_code == 403
        assert 'action="/table/play"' not in one.get("/table").text
    assert host.post("/table/play", {"seat": "0"}).status_code == 409
    assert kept(host) == "" and not any(seat.at_table for seat in table.view(TableViewer()).seats)


def test_whose_phone_comes_after_all_is_let_in_and_the_table_screen_has_the_seat_no_more(table, phones, host, browser):
    host.post("/table/play", {"seat": str(GRANDMA)})
    phone = browser()
    phone.post("/join", {"seat": str(GRANDMA)})
    assert "Your phone is number 1" in phone.get("/").text
    host.post("/table/admit", {"key": "1", "yes": "1"})
    assert shown(phone) == "Di" and 'action="/join"' in host.get("/").text


def test_a_phone_takes_a_second_seat_with_the_tables_yes_and_switches_between_them(table, phones, host, browser):
    bo = browser(seat=phones[1])
    assert pressed(bo, "/also", seat=str(GRANDMA)) == 303
    page = html.unescape(bo.get("/").text)
    assert Speech("en")("also.asked", name="Di") in page and shown(bo) == "Bo"
    assert 'action="/switch"' not in page
    host.post("/table/admit", {"key": "1", "yes": "1"})
    switch = bo.get("/").text.partition('action="/switch"')[2].partition("</form>")[0]
    assert re.findall(r"</span><b>(\w+)</b>", switch) == ["Bo", "Di"]
    assert pressed(bo, "/switch", to=str(table.view(TableViewer()).seats[GRANDMA].colour)) == 303
    assert shown(bo) == "Di" and Speech("en")("look_away.phone", name="Di") in bo.get("/").text
    assert len(kept(bo).split(".")) == 2


def test_before_the_game_a_second_seat_is_taken_at_once(table, browser):
    phone = browser(seat=table.join("Ana").token)
    table.submit(ByTable(), c.AddSeat("Di"))
    assert pressed(phone, "/also", seat="1") == 303
    assert [seat.taken for seat in table.view(TableViewer()).seats] == [True, True] and shown(phone) == "Ana"


@pytest.fixture
def shared(table, phones, browser) -> Browser:
    """Bo's phone, on which Di plays, too."""
    both = table.play_at_table(ByTable(), GRANDMA).token
    return browser(seat=f"{phones[1]}.{both}")


def test_a_press_on_a_page_of_the_seat_that_is_shown_no_more_does_nothing(table, shared):
    """Bo's page is still open when Di's was opened in another tab."""
    stale = {"as": str(table.view(TableViewer()).seats[1].colour), "seen": str(table.version)}
    pressed(shared, "/switch", to=str(table.view(TableViewer()).seats[GRANDMA].colour))
    for path in ("/do/role-seen", "/leave", "/undo", "/hand/lay", "/review/answer", "/also"):
        answer = shared.post(path, {**stale, "seat": "0"})
        assert answer.status_code == 409 and "This page now shows Di." in answer.text, path
    assert (
        not any(table.view(SeatViewer(seat)).role.seen for seat in (1, GRANDMA)) and len(kept(shared).split(".")) == 2
    )
    assert pressed(shared, "/do/role-seen") == 303
    assert [table.view(SeatViewer(seat)).role.seen for seat in (1, GRANDMA)] == [False, True]


def test_the_same_press_for_two_seats_is_two_presses_and_for_one_is_one(table, shared):
    press = {"cid": "one-id", "seen": str(table.version)}
    for _ in range(2):
        assert shared.post("/do/role-seen", press).status_code == 303
    pressed(shared, "/switch", to=str(table.view(TableViewer()).seats[GRANDMA].colour))
    assert shared.post("/do/role-seen", press).status_code == 303
    assert all(table.view(SeatViewer(seat)).role.seen for seat in (1, GRANDMA))


def test_who_leaves_one_of_two_seats_keeps_the_other(table, phones, shared):
    assert pressed(shared, "/leave") == 303
    assert shown(shared) == "Di" and phones[1] not in kept(shared)


def test_a_switch_to_a_seat_that_this_browser_does_not_hold_shows_its_own(table, phones, browser):
    bo = browser(seat=phones[1])
    for to in ("0", "77"):
        assert bo.post("/switch", {"to": to}).status_code == 303
        assert shown(bo) == "Bo"


def test_a_seat_that_was_freed_is_forgotten_and_the_other_is_shown(table, phones, shared):
    table.release(ByTable(), 1, forced=True)
    assert shown(shared) == "Di"


def test_every_form_of_a_phones_page_says_which_seat_it_is_for(table, phones, shared):
    """But the one that shows another seat, and what is the whole phone's: its language, and how the mine lies."""
    for _ in range(2):
        page = shared.get("/").text
        forms = re.findall(r'<form method="post" action="([^"]+)"(.*?)</form>', page, re.S)
        assert {path for path, form in forms if 'name="as"' not in form} <= {"/switch", "/language", "/turn-mine"}
        assert len(forms) > 3
        table.submit(ByTable(), c.BeginPlay())
    assert table.view(TableViewer()).stage is Stage.PLAY


def test_both_seats_of_a_phone_are_there_whichever_it_shows(table, phones, shared):
    stream = shared.client.get("/stream", base_url="http://192.168.1.20:8000", buffered=False)
    next(iter(stream.response))
    assert table.view(TableViewer()).seats[1].online
    assert table._phones._streams.total() == 2
    stream.close()
    assert table._phones._streams.total() == 0


def test_a_cookie_can_be_full_of_nonsense(table, phones, browser):
    for nonsense in ("....", "." * 3000, ".".join(map(str, range(500))), f"guess.{phones[0]}"):
        assert browser(seat=nonsense).get("/").status_code == 200
    assert shown(browser(seat=f"guess.{phones[0]}")) == "Ana"
