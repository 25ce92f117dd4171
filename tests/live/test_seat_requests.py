"""A seat that was dealt a role is given to a phone by the table alone, and everybody can see that it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import begun, code, done, let_in, opened, seat_view, table_view

from companion.live.session import Session
from companion.live.settings import COMES_S
from companion.live.tokens import Joined, SeatAsked
from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import SeatViewer, TableViewer


def freed(folder: Path, seat: int = 2) -> Session:
    session = begun(folder)
    done(session.release(ByTable(), seat))
    return session


def asked(session: Session, name: str, seat: int) -> SeatAsked:
    answer = session.join(name, seat=seat)
    assert isinstance(answer, SeatAsked), answer
    return answer


def asked_seat(session: Session, phone: SeatAsked) -> int | None:
    request = session.asked_for(phone.token)
    return request.seat if request else None


def test_who_asks_for_a_seat_in_mid_round_sees_nothing_before_the_table_says_yes(tmp_path: Path) -> None:
    session = freed(tmp_path)
    phone = asked(session, "Mallory", 2)
    assert session.viewer_of(phone.token) == TableViewer()
    assert asked_seat(session, phone) == 2
    (request,) = table_view(session).seat_requests
    assert (request.seat, request.name) == (2, "Mallory")
    done(session.admit(ByTable(), request.key, yes=True))
    assert session.viewer_of(phone.token) == SeatViewer(2)
    assert session.asked_for(phone.token) is None
    assert table_view(session).seat_requests == ()
    session.close()


@pytest.mark.parametrize(
    ("name", "why"), [("ana", "names_taken"), ("\u202eevil", "name_unreadable"), ("x" * 40, "name_too_long")]
)
def test_who_asks_under_a_name_that_cannot_be_is_told_himself_and_the_table_is_not_asked(
    tmp_path: Path, name: str, why: str
) -> None:
    session = freed(tmp_path)
    assert code(session.join(name, seat=2)) == why
    assert table_view(session).seat_requests == ()
    session.close()


def test_nobody_asks_under_the_name_of_somebody_who_asks_for_another_seat_or_comes_next(tmp_path: Path) -> None:
    """Both were accepted, and who was admitted second was told that his name is taken."""
    session = freed(tmp_path)
    done(session.release(ByTable(), 1))
    asked(session, " Zed ", 2)
    assert code(session.join("zed", seat=1)) == "names_taken"
    assert code(session.join("ZED", seat=None)) == "names_taken"
    assert isinstance(session.join("Yo", seat=None), SeatAsked)
    assert code(session.join("yo", seat=1)) == "names_taken"
    assert [(request.seat, request.name) for request in table_view(session).seat_requests] == [(2, "Zed")]
    session.close()


def test_a_no_leaves_the_seat_as_it_was_and_the_phone_with_nothing(tmp_path: Path) -> None:
    session = freed(tmp_path)
    before = table_view(session).seats
    phone = asked(session, "Mallory", 2)
    (request,) = table_view(session).seat_requests
    done(session.admit(ByTable(), request.key, yes=False))
    assert session.viewer_of(phone.token) == TableViewer()
    assert session.asked_for(phone.token) is None
    assert table_view(session).seats == before
    assert code(session.admit(ByTable(), request.key, yes=True)) == "nobody_asks"
    session.close()


def test_a_phone_that_asked_for_the_wrong_seat_takes_it_back_and_asks_for_another(tmp_path: Path) -> None:
    """It waited for the table's answer, and all other seats were gone from its page."""
    session = freed(tmp_path)
    done(session.release(ByTable(), 1))
    phone, other = asked(session, "Bob", 2), asked(session, "Cy", 2)
    before = session.version
    done(session.leave(phone.token))
    assert session.version > before and session.asked_for(phone.token) is None
    assert [request.name for request in table_view(session).seat_requests] == ["Cy"]
    assert asked_seat(session, other) == 2
    assert asked_seat(session, asked(session, "Bob", 1)) == 1
    session.close()


def test_a_stranger_who_asks_first_keeps_the_true_guest_out_of_nothing(tmp_path: Path) -> None:
    """Each phone shows the number that the table reads beside its name, as both may call themselves Cy."""
    session = freed(tmp_path)
    stranger, guest = asked(session, "Cy", 2), asked(session, "Cy", 2)
    numbers = [request.key for request in table_view(session).seat_requests]
    mine = session.asked_for(guest.token)
    assert mine is not None and numbers.index(mine.key) == 1
    asked(session, "Cy", 2)
    assert code(session.join("Cy", seat=2)) == "seat_asked_for"
    done(session.admit(ByTable(), mine.key, yes=True))
    assert session.viewer_of(guest.token) == SeatViewer(2)
    assert session.viewer_of(stranger.token) == TableViewer()
    assert session.asked_for(stranger.token) is None and table_view(session).seat_requests == ()
    session.close()


def computers(folder: Path) -> Session:
    """One guest among three computer players; the roles are dealt."""
    session = opened(folder, seed=1)
    assert isinstance(session.join("Ana"), Joined)
    for name in ("Bit", "Chip", "Dot"):
        done(session.submit(ByTable(), c.AddSeat(name, simulated=True)))
    done(session.submit(ByTable(), c.StartGame(0)))
    return session


def test_three_phones_read_no_roles_of_computer_players_before_the_table_says_yes(tmp_path: Path) -> None:
    """Each sat down at once, and one stranger read three of the four roles in mid-round."""
    session = computers(tmp_path)
    phones = [asked(session, f"Mallory {seat}", seat) for seat in (1, 2, 3)]
    assert [session.viewer_of(phone.token) for phone in phones] == [TableViewer()] * 3
    assert all(seat.simulated and not seat.taken for seat in table_view(session).seats[1:])
    assert [(one.seat, one.name) for one in table_view(session).seat_requests] == [
        (1, "Mallory 1"), (2, "Mallory 2"), (3, "Mallory 3"),
    ]  # fmt: skip
    done(session.admit(ByTable(), table_view(session).seat_requests[1].key, yes=True))
    assert [session.viewer_of(phone.token) for phone in phones] == [TableViewer(), SeatViewer(2), TableViewer()]
    session.close()


def test_a_computer_players_seat_is_free_before_roles_are_dealt_and_once_they_are_shown(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    for name in ("Ada", "Bit", "Chip"):
        done(session.submit(ByTable(), c.AddSeat(name, simulated=True)))
    assert isinstance(session.join("Ana", seat=0), Joined)
    done(session.submit(ByTable(), c.StartGame(0)))
    asked(session, "Bo", 1)
    done(session.submit(ByTable(), c.BeginPlay()))
    asked(session, "Bo too", 1)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    assert isinstance(session.join("Cy", seat=2), Joined)
    done(session.submit(ByTable(), c.NextRound()))
    asked(session, "Bo", 1)
    session.close()


def test_a_seat_that_the_app_took_from_a_guest_in_this_round_is_not_handed_out_unasked(tmp_path: Path) -> None:
    session = freed(tmp_path)
    done(session.submit(ByTable(), c.TakeOverSeat(2, simulated=True, name="Cy")))
    spy = asked(session, "Spy", 2)
    assert session.viewer_of(spy.token) == TableViewer()
    session.close()


def test_a_seat_that_somebody_holds_cannot_even_be_asked_for(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert code(session.join("Mallory", seat=1)) == "seat_taken"
    session.close()


def test_in_the_lobby_a_free_seat_knows_nothing_and_is_anybodys(tmp_path: Path) -> None:
    session = opened(tmp_path)
    done(session.submit(ByTable(), c.AddSeat("Ada")))
    assert isinstance(session.join("Ada", seat=0), Joined)
    session.close()


def test_that_a_phone_took_over_stays_in_sight_for_the_whole_round_and_over_a_restart(tmp_path: Path) -> None:
    session = freed(tmp_path)
    assert not any(seat.new_phone for seat in table_view(session).seats)
    let_in(session, "Cy", 2)
    for _ in range(30):
        session.submit(c.BySeat(table_view(session).turn or 0), c.Pass())
    session.close()
    again = opened(tmp_path)
    for view in (table_view(again), seat_view(again, 0)):
        assert [seat.new_phone for seat in view.seats] == [False, False, True, False]
    again.close()


def test_what_a_phone_asked_for_is_still_asked_when_the_program_comes_back(tmp_path: Path) -> None:
    session = freed(tmp_path)
    phone = asked(session, "Cy", 2)
    session.close()
    again = opened(tmp_path)
    assert again.asked_for(phone.token) == table_view(again).seat_requests[0]
    assert code(again.join("cy", seat=1)) in ("seat_taken", "names_taken")
    again.close()


def test_a_number_that_a_phone_has_shown_is_no_other_phones_for_the_whole_night(tmp_path: Path) -> None:
    """After a restart numbers began anew, and whoever read an old page let another phone in."""
    session = freed(tmp_path)
    phone = asked(session, "Mallory", 2)
    (first,) = table_view(session).seat_requests
    done(session.leave(phone.token))
    session.close()
    again = opened(tmp_path)
    asked(again, "Cy", 2)
    assert code(again.admit(ByTable(), first.key, yes=True)) == "nobody_asks"
    assert table_view(again).seat_requests[0].key == first.key + 1
    again.close()


LOOK_ALIKE = {
    "one Cyrillic letter": ("Dee", "D\u0435e"),
    "and other capitals": ("DEE", "d\u0435\u0435"),
    "all Cyrillic": ("Pop", "\u0420\u043e\u0440"),
    "Greek": ("Noe", "\u039d\u03bf\u0435"),
    "with an accent": ("Zo\u00eb", "Zo\u0451"),
    "a letter of Cyrillic that is on no list": ("Yan", "\u04aean"),
    "a letter of Cherokee": ("Dee", "\u13a0ee"),
    "wide letters": ("Dee", "\uff24\uff45\uff45"),
    "capitals of one script": ("\u0412\u043e\u0432\u0430", "\u0412\u041e\u0412\u0410"),
}
LOOK_OTHERWISE = [
    ("\u0411\u043e\u0440\u044f", "Borja"),
    ("\u0410\u043d\u044f", "\u0410\u043d\u043d\u0430"),
    ("Ren\u00e9", "Rene"),
    ("Ken\u3055\u3093", "Kenny"),
    ("\u039d\u03af\u03ba\u03bf\u03c2", "Nikos"),
]


@pytest.mark.parametrize("how", LOOK_ALIKE)
def test_a_name_that_looks_like_anothers_is_refused_as_the_same(tmp_path: Path, how: str) -> None:
    """A Cyrillic letter between Latin ones, and two guests read the same on every page."""
    session, (name, other) = opened(tmp_path), LOOK_ALIKE[how]
    assert isinstance(session.join(name), Joined)
    assert code(session.join(other)) == "names_taken"
    session.close()


@pytest.mark.parametrize(("name", "other"), LOOK_OTHERWISE)
def test_names_that_look_different_are_two(tmp_path: Path, name: str, other: str) -> None:
    session = opened(tmp_path)
    assert isinstance(session.join(name), Joined) and isinstance(session.join(other), Joined)
    session.close()


def test_nobody_waits_under_a_name_that_looks_like_that_of_another_who_waits(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert isinstance(session.join("Dee"), SeatAsked)
    assert code(session.join("D\u0435e")) == "names_taken"
    session.close()


def full_lobby(folder: Path) -> tuple[Session, list[float]]:
    """A lobby that a script has filled: not one of its phones has come for its page."""
    session, now = opened(folder), [0.0]
    session._phones._clock = lambda: now[0]
    guest = session.join("Ada")
    assert isinstance(guest, Joined) and session.viewer_of(guest.token) == SeatViewer(0)
    session.came(guest.token)
    while isinstance(joined := session.join(f"x{len(table_view(session).seats)}"), Joined):
        pass
    assert code(joined) == "table_full"
    return session, now


def test_seats_whose_phones_never_came_make_room_in_a_full_lobby(tmp_path: Path) -> None:
    session, now = full_lobby(tmp_path)
    most = len(table_view(session).seats)
    now[0] = COMES_S + 1
    for name in ("Bo", "Cy"):
        joined = session.join(name)
        assert isinstance(joined, Joined)
        assert session.viewer_of(joined.token) == SeatViewer(joined.seat)
        session.came(joined.token)
    assert len(table_view(session).seats) == most
    names = [seat.name for seat in table_view(session).seats]
    assert (names[0], names[-2:]) == ("Ada", ["Bo", "Cy"])
    session.close()


def test_a_guest_who_has_come_for_his_page_keeps_his_seat(tmp_path: Path) -> None:
    session, now = full_lobby(tmp_path)
    now[0] = COMES_S + 1
    while isinstance(joined := session.join(f"guest {now[0]}"), Joined):
        session.came(joined.token)
        now[0] += 1
    assert code(joined) == "table_full"
    assert table_view(session).seats[0].name == "Ada"
    session.close()
