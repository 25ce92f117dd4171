"""No single address fills the lobby: bots that do all that a phone does find a few seats, and guests find the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from sample_browser import HERE

from companion.live.session import Session
from companion.live.settings import COMES_S
from companion.live.tokens import Joined
from companion.state.commands import AddSeat, ByTable, RemoveSeat
from companion.views.model import TableViewer
from web.app_state import state_of
from web.config import is_loopback
from web.settings import JOINS

BOTS, GUEST, LAPTOP = "192.168.1.66", "192.168.1.30", "127.0.0.1"


@pytest.fixture
def join(app: Flask) -> Callable[..., object]:
    """Another browser at that address, which looks at the page first, sits down, and comes back for its page."""

    def sit(address: str, name: str, language: str = "en", **form: str):
        phone, asks = app.test_client(), {"base_url": HERE, "environ_overrides": {"REMOTE_ADDR": address}}
        phone.get("/", **asks)
        answer = phone.post(
            "/join", data={"name": name, **form}, headers={"Origin": HERE, "Accept-Language": language}, **asks
        )
        phone.get("/", **asks)
        return answer

    return sit


def names(table: Session) -> list[str]:
    return [seat.name for seat in table.view(TableViewer()).seats]


def test_bots_that_look_at_the_page_first_leave_seats_for_guests(join, table):
    statuses = [join(BOTS, f"Bot {number}").status_code for number in range(30)]
    assert statuses == [303] * JOINS.at_once + [409] * (30 - JOINS.at_once)
    assert join(GUEST, "Ana").status_code == 303
    assert names(table)[-1] == "Ana" and len(names(table)) == JOINS.at_once + 1


def test_who_has_come_for_his_page_keeps_his_seat_when_a_full_lobby_makes_room(join, table):
    now = [0.0]
    table._phones._clock = lambda: now[0]
    join(GUEST, "Ana")
    while isinstance(table.join(f"Bot {len(names(table))}"), Joined):
        pass
    now[0] = COMES_S + 1
    assert join(GUEST, "Bo").status_code == 303
    assert (names(table)[0], names(table)[-1]) == ("Ana", "Bo") and "Bot 1" not in names(table)


def test_a_stranger_whom_the_host_takes_out_does_not_sit_down_again_at_once(join, table):
    for number in range(JOINS.at_once):
        join(BOTS, f"Bot {number}")
    table.submit(ByTable(), RemoveSeat(0))
    assert join(BOTS, "Bot again").status_code == 409
    assert join(GUEST, "Ana").status_code == 303


@pytest.mark.parametrize(("language", "words"), [("en", "in 2 min"), ("es", "dentro de 2 min")])
def test_the_seventh_of_a_family_behind_one_phone_is_told_when_and_how(join, table, language, words):
    for number in range(JOINS.at_once):
        assert join(BOTS, f"Child {number}").status_code == 303
    answer = join(BOTS, "Grandma", language)
    assert answer.status_code == 409
    assert words in answer.text and 'value="Grandma"' in answer.text


def test_who_the_host_has_written_down_finds_the_seat_also_behind_a_crowded_address(join, table):
    for number in range(JOINS.at_once):
        join(BOTS, f"Child {number}")
    table.join("Grandma")
    table.release(ByTable(), JOINS.at_once)
    assert join(BOTS, "", seat=str(JOINS.at_once)).status_code == 303


def test_a_seat_of_the_apps_own_keeps_its_name_when_a_guest_types_none(join, table):
    table.submit(ByTable(), AddSeat("Rosa", simulated=True))
    assert join(GUEST, "", seat="0").status_code == 303
    (seat,) = table.view(TableViewer()).seats
    assert (seat.name, seat.simulated, seat.taken) == ("Rosa", False, True)


def test_after_a_while_one_more_guest_sits_down_from_the_same_address(app, join, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(state_of(app).joins, "_clock", lambda: now[0])
    for number in range(JOINS.at_once):
        join(BOTS, f"Bot {number}")
    now[0] += JOINS.every_s
    assert [join(BOTS, name).status_code for name in ("Ana", "Bo")] == [303, 409]


def test_a_name_that_is_refused_costs_nothing(join):
    assert join(GUEST, "Ana").status_code == 303
    assert [join(GUEST, "Ana").status_code for _ in range(20)] == [409] * 20
    assert join(GUEST, "Bo").status_code == 303


def test_the_host_passes_any_number_of_seats_from_this_computer(join, table):
    assert [join(LAPTOP, f"Guest {number}").status_code for number in range(10)] == [303] * 10


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.27", False),
        ("::ffff:10.0.0.1", False),
    ],
)
def test_this_computer_is_told_from_others(address, here):
    assert is_loopback(address) is here
