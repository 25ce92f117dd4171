"""The table screen plays the seat of somebody without a phone, and gives a phone its own tools."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import begun, code, codes, done, let_in, opened, seat_view, table_view

from companion.live.session import Session
from companion.live.tokens import Joined
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.views.model import SeatViewer, TableViewer


def without_phone(folder: Path, seat: int = 2) -> Session:
    session = begun(folder)
    done(session.release(ByTable(), seat))
    return session


def played_here(session: Session, seat: int = 2) -> str:
    joined = session.play_at_table(ByTable(), seat)
    assert isinstance(joined, Joined), joined
    return joined.token


def phone_at(session: Session, seat: int) -> str:
    """The token of another phone that takes this seat with its code."""
    joined = session.join("", seat=seat, code=seat_view(session, seat).my_code or "")
    assert isinstance(joined, Joined), joined
    return joined.token


def test_a_seat_without_a_phone_is_played_at_the_table_screen_and_everybody_hears_of_it(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    token = played_here(session)
    assert session.viewer_of(token) == SeatViewer(2)
    assert codes(session)[-1] == "played_at_table"
    for viewer in (TableViewer(), SeatViewer(0)):
        seat = session.view(viewer).seats[2]
        assert seat.at_table and not seat.taken and seat.lacks_phone
    assert seat_view(session, 2).role is not None and seat_view(session, 2).my_code is None
    session.close()


def test_the_table_screen_plays_no_seat_that_a_phone_holds_and_none_of_the_app(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.TakeOverSeat(3, simulated=True, name="Chip")))
    for seat, why in ((1, "seat_taken"), (3, "stale"), (9, "no_such_seat")):
        assert code(session.play_at_table(ByTable(), seat)) == why
    assert not any(seat.at_table for seat in table_view(session).seats)
    session.close()


def test_what_the_table_screen_plays_it_plays_after_a_restart_too(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    token = played_here(session)
    session.close()
    again = opened(tmp_path)
    assert again.viewer_of(token) == SeatViewer(2) and table_view(again).seats[2].at_table
    again.close()


def test_when_the_phone_comes_after_all_it_takes_the_seat_with_the_tables_yes(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    token = played_here(session)
    phone = let_in(session, "Cy", 2)
    assert session.viewer_of(phone) == SeatViewer(2)
    assert session.viewer_of(token) == TableViewer()
    seat = table_view(session).seats[2]
    assert seat.taken and seat.new_phone and not seat.at_table
    session.close()


def test_a_second_press_plays_the_same_seat_and_the_first_token_is_dead(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    first, second = played_here(session), played_here(session)
    assert session.viewer_of(first) == TableViewer() and session.viewer_of(second) == SeatViewer(2)
    session.close()


def test_the_table_screen_gets_up_from_a_seat_and_leaves_it_as_it_found_it(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    token = played_here(session)
    done(session.leave(token))
    assert session.viewer_of(token) == TableViewer()
    seat = table_view(session).seats[2]
    assert seat.lacks_phone and not seat.at_table
    session.close()


def test_in_the_lobby_the_table_screen_gets_up_and_the_seat_stays(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    done(session.submit(ByTable(), c.AddSeat("Ana")))
    done(session.leave(played_here(session, 0)))
    assert [seat.name for seat in table_view(session).seats] == ["Ana"]
    session.close()


def test_nobody_waits_for_a_phone_of_a_seat_that_is_played_at_the_table_screen(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    token = played_here(session)
    session.online(token, True)
    session.online(token, False)
    assert not table_view(session).seats[2].gone
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    for seat in (0, 1, 3):
        assert table_view(session).round == 1
        done(session.submit(BySeat(seat), c.SeeResult()))
    assert table_view(session).round == 2
    assert session.viewer_of(token) == SeatViewer(2)
    session.close()


def test_the_app_that_takes_over_a_seat_takes_it_from_the_table_screen(tmp_path: Path) -> None:
    session = without_phone(tmp_path)
    token = played_here(session)
    done(session.submit(ByTable(), c.TakeOverSeat(2, simulated=True, name="Chip")))
    assert session.viewer_of(token) == TableViewer() and not table_view(session).seats[2].at_table
    session.close()


# ---- the remote ---------------------------------------------------------------------------------------------------


def test_a_phone_gets_the_tables_tools_and_keeps_them_over_a_restart(tmp_path: Path) -> None:
    session = begun(tmp_path)
    ana, bo = phone_at(session, 0), phone_at(session, 1)
    assert not session.is_remote(ana)
    done(session.give_remote(ByTable(), 0, yes=True))
    assert session.is_remote(ana) and not session.is_remote(bo) and not session.is_host(ana)
    assert codes(session)[-1] == "remote_given" and table_view(session).seats[0].remote
    session.close()
    again = opened(tmp_path)
    assert again.is_remote(ana) and not again.is_remote(bo)
    again.close()


def test_the_tools_are_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path)
    ana = phone_at(session, 0)
    for _ in range(2):
        done(session.give_remote(ByTable(), 0, yes=True))
    for _ in range(2):
        done(session.give_remote(ByTable(), 0, yes=False))
    assert not session.is_remote(ana) and codes(session)[-2:] == ["remote_given", "remote_taken"]
    session.close()


def test_another_phone_at_the_same_seat_has_no_tools(tmp_path: Path) -> None:
    session = begun(tmp_path)
    old = phone_at(session, 0)
    done(session.give_remote(ByTable(), 0, yes=True))
    new = phone_at(session, 0)
    assert not session.is_remote(old) and not session.is_remote(new)
    assert not table_view(session).seats[0].remote
    session.close()


@pytest.mark.parametrize("played", [True, False], ids=["played at the table", "free"])
def test_a_seat_without_a_phone_gets_no_tools(tmp_path: Path, played: bool) -> None:
    session = without_phone(tmp_path)
    token = played_here(session) if played else None
    assert code(session.give_remote(ByTable(), 2, yes=True)) == "seat_is_free"
    assert not session.is_remote(token) and not session.is_remote(None) and not session.is_remote("guess")
    session.close()


def test_the_tools_stay_with_a_phone_whose_seat_is_moved(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    for name in ("Ana", "Bo", "Cy"):
        joined = session.join(name)
        assert isinstance(joined, Joined)
    done(session.give_remote(ByTable(), 2, yes=True))
    done(session.submit(ByTable(), c.MoveSeat(2, 0)))
    assert session.is_remote(joined.token)
    assert [seat.remote for seat in table_view(session).seats] == [True, False, False]
    session.close()
