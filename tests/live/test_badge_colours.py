"""A badge keeps its colour and shape for the evening, whoever comes, goes or sits elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import NAMES, done, opened, table_view

from companion.live.session import Session
from companion.live.tokens import SeatAsked
from companion.state import commands as c
from companion.state.commands import Attendance, ByTable

TWELVE = (*NAMES, "Kim", "Lou")


def colours(session: Session) -> dict[str, int]:
    seats = table_view(session).seats
    assert len({seat.colour for seat in seats}) == len(seats)
    return {seat.name: seat.colour for seat in seats}


def next_round(session: Session) -> None:
    done(session.submit(ByTable(), c.BeginPlay()))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    done(session.submit(ByTable(), c.NextRound()))


def test_of_twelve_everybody_keeps_his_colour_when_some_leave_and_who_comes_gets_a_free_one(tmp_path: Path) -> None:
    """Whoever sat behind a guest that left was somebody else's blue from then on."""
    session = opened(tmp_path, seed=1)
    done(session.submit(ByTable(), c.Configure("s2-anniversary")))
    for name in TWELVE:
        session.join(name)
    before = colours(session)
    assert sorted(before.values()) == list(range(12))
    done(session.submit(ByTable(), c.StartGame(0)))
    for seat in (1, 7):
        done(session.submit(ByTable(), c.SetPresence(seat, Attendance.LEFT)))
    next_round(session)
    staying = {name: colour for name, colour in before.items() if name not in ("Bo", "Hanna")}
    assert colours(session) == staying
    assert isinstance(session.join("Zoe"), SeatAsked)
    session.close()
    again = opened(tmp_path)
    assert colours(again) == staying
    next_round(again)
    assert colours(again) == {**staying, "Zoe": before["Bo"]}
    done(again.submit(ByTable(), c.NewGame()))
    assert {name: colours(again)[name] for name in staying} == staying
    again.close()


def test_whoever_comes_back_has_his_colour_again_and_where_it_is_somebodys_another_one(tmp_path: Path) -> None:
    """Who came while he was gone got it, and he somebody else's."""
    session = opened(tmp_path, seed=1)
    for name in NAMES[:4]:
        session.join(name)
    before = colours(session)
    for name in ("Bo", "Cy"):
        gone = next(seat.seat for seat in table_view(session).seats if seat.name == name)
        done(session.submit(ByTable(), c.RemoveSeat(gone)))
    session.join("Zoe")
    session.join("bo")
    assert colours(session) == {"Ana": 0, "Di": before["Di"], "Zoe": 4, "bo": before["Bo"]}
    done(session.submit(ByTable(), c.RenameSeat(3, "Bob")))
    session.join("Bo")
    assert colours(session)["Bob"] == before["Bo"] and colours(session)["Bo"] == 5
    done(session.submit(ByTable(), c.StartGame(0)))
    done(session.submit(ByTable(), c.SetPresence(2, Attendance.LEFT)))
    next_round(session)
    done(session.submit(ByTable(), c.NewGame()))
    session.close()
    again = opened(tmp_path)
    again.join("Cy")
    again.join("Zoe")
    assert (colours(again)["Cy"], colours(again)["Zoe"]) == (before["Cy"], 4)
    again.close()


MOVES = {
    "moved": (c.MoveSeat(0, 2), ["Bo", "Cy", "Ana", "Di"]),
    "renamed": (c.RenameSeat(2, "Zoe"), ["Ana", "Bo", "Zoe", "Di"]),
    "taken over": (c.TakeOverSeat(1, simulated=True, name="Rob"), ["Ana", "Rob", "Cy", "Di"]),
    "removed": (c.RemoveSeat(1), ["Ana", "Cy", "Di"]),
}


@pytest.mark.parametrize(("command", "names"), MOVES.values(), ids=MOVES)
def test_before_the_game_too_a_badge_goes_with_its_seat(tmp_path: Path, command: c.Command, names: list[str]) -> None:
    session = opened(tmp_path, seed=1)
    for name in NAMES[:4]:
        session.join(name)
    before = colours(session)
    done(session.submit(ByTable(), command))
    after = colours(session)
    assert list(after) == names
    assert all(colour == before.get(name, colour) for name, colour in after.items())
    assert set(after.values()) <= set(before.values())
    session.close()
