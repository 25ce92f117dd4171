"""A guest who gets up: his own seat and nobody else's, before the game only, and nothing else is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from at_table import NAMES, begun, code, done, opened, seat_view, table_view

from companion.live.ledger import Done
from companion.live.session import Session
from companion.live.tokens import Joined
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer, Stage, TableViewer


def sat_down(folder: Path, players: int = 4) -> tuple[Session, list[str]]:
    """In the lobby, with everybody's token."""
    session, tokens = opened(folder, seed=1), []
    for name in NAMES[:players]:
        joined = session.join(name)
        assert isinstance(joined, Joined)
        tokens.append(joined.token)
    return session, tokens


def names(session: Session) -> tuple[str, ...]:
    return tuple(seat.name for seat in table_view(session).seats)


def test_who_leaves_before_the_game_sits_there_no_more(tmp_path: Path) -> None:
    session, tokens = sat_down(tmp_path)
    done(session.leave(tokens[1], seen=session.version))
    assert names(session) == ("Ana", "Cy", "Di")
    assert session.viewer_of(tokens[1]) == TableViewer() and session.viewer_of(tokens[2]) == SeatViewer(1)
    session.close()


def test_two_who_leave_together_throw_nobody_else_out(tmp_path: Path) -> None:
    """Both pages were there before either pressed, and the seats behind the first have moved up."""
    session, tokens = sat_down(tmp_path)
    seen = session.version
    done(session.leave(tokens[0], seen=seen))
    done(session.leave(tokens[1], seen=seen))
    assert names(session) == ("Cy", "Di")
    done(session.leave(tokens[1], seen=seen))  # a second press: there is nothing to leave any more
    assert names(session) == ("Cy", "Di")
    session.close()


NAMES_A_SEAT: dict[str, Callable[[Session, int], Done | Refusal]] = {
    "freed": lambda session, seen: session.release(ByTable(), 1, seen=seen),
    "renamed": lambda session, seen: session.submit(ByTable(), c.RenameSeat(1, "Zoe"), seen=seen),
    "played by the app": lambda session, seen: session.submit(
        ByTable(), c.TakeOverSeat(1, simulated=True, name="Rob"), seen=seen
    ),
}
MOVES: dict[str, Callable[[Session], Done | Refusal]] = {
    "one left": lambda session: session.submit(ByTable(), c.RemoveSeat(0)),
    "one was moved": lambda session: session.submit(ByTable(), c.MoveSeat(0, 2)),
}


@pytest.mark.parametrize("press", NAMES_A_SEAT.values(), ids=NAMES_A_SEAT)
@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
def test_a_press_on_a_page_of_before_meets_nobody_who_has_that_number_now(
    tmp_path: Path, press: Callable[[Session, int], Done | Refusal], moves: Callable[[Session], Done | Refusal]
) -> None:
    """On the host's other device Bo was pressed, and Cy was thrown out, renamed or played by the app."""
    session, tokens = sat_down(tmp_path)
    seen = session.version
    done(moves(session))
    before = table_view(session).seats
    assert code(press(session, seen)) == "stale"
    assert table_view(session).seats == before and session.viewer_of(tokens[2]) == SeatViewer(1)
    seen = session.version
    done(session.submit(ByTable(), c.AddSeat("Lu")))  # that moves nobody
    done(press(session, seen))
    session.close()


def test_a_seat_that_is_freed_by_a_press_which_comes_again_is_freed_once(tmp_path: Path) -> None:
    """In a bad Wi-Fi a press is sent until it is answered, and the host read that the seat was already free."""
    session, _ = sat_down(tmp_path)
    for _ in range(2):
        done(session.release(ByTable(), 1, command_id="a"))
    assert code(session.release(ByTable(), 1, command_id="b")) == "seat_is_free"
    session.close()


def test_who_sat_down_where_the_last_one_left_is_not_met_by_a_press_of_the_round_before(tmp_path: Path) -> None:
    session, _ = sat_down(tmp_path)
    done(session.submit(ByTable(), c.StartGame(0)))
    done(session.submit(ByTable(), c.BeginPlay()))
    seen = session.version
    done(session.submit(ByTable(), c.SetPresence(3, c.Attendance.LEFT)))
    session.join("Zoe")
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    done(session.submit(ByTable(), c.NextRound()))
    assert names(session) == ("Ana", "Bo", "Cy", "Zoe")
    assert code(session.release(ByTable(), 3, seen=seen)) == "stale"
    session.close()


def test_in_a_game_the_seat_stays_where_it_is(tmp_path: Path) -> None:
    session, tokens = sat_down(tmp_path)
    done(session.submit(ByTable(), c.StartGame(0)))
    done(session.leave(tokens[1], seen=session.version))
    assert names(session) == NAMES[:4] and session.viewer_of(tokens[1]) == SeatViewer(1)
    session.close()


def test_whoever_leaves_in_the_middle_of_a_game_is_named_once_and_nobody_who_goes_after_it(tmp_path: Path) -> None:
    """By mistake, say: the table wondered whose turn nobody took."""
    session, tokens = sat_down(tmp_path)
    for command in (c.StartGame(0), c.BeginPlay()):
        done(session.submit(ByTable(), command))
    for _ in range(2):
        for who in (1, 2):
            done(session.leave(tokens[who], seen=session.version))
    for view in (table_view(session), seat_view(session, 0)):
        told = [line.facts["seat"] for line in view.lines if line.code == "phone_left"]
        assert sorted(told) == [1, 2]
    for command in 3 * (c.BeginPlay(), c.EndRound(forced=True), c.NextRound()):
        session.submit(ByTable(), command)
    assert table_view(session).stage is Stage.GAME_OVER
    version = session.version
    done(session.leave(tokens[2], seen=version))
    assert session.version == version
    session.close()


def test_a_game_given_up_by_mistake_goes_on_though_a_guest_has_left_meanwhile(tmp_path: Path) -> None:
    session, tokens = sat_down(tmp_path)
    for command in (c.StartGame(0), c.BeginPlay(), c.NewGame()):
        done(session.submit(ByTable(), command))
    done(session.submit(BySeat(2), c.RenameSeat(2, "Zoe")))
    assert seat_view(session, 1).may_go_on  # what the phone says of leaving
    done(session.leave(tokens[1], seen=session.version))
    assert names(session) == ("Ana", "Bo", "Zoe", "Di")
    done(session.undo(ByTable()))
    assert table_view(session).stage is Stage.PLAY
    session.close()


def test_who_leaves_once_that_game_cannot_go_on_sits_there_no_more(tmp_path: Path) -> None:
    session, tokens = sat_down(tmp_path)
    for command in (c.StartGame(0), c.NewGame(), c.AddSeat("Zoe")):
        done(session.submit(ByTable(), command))
    assert not seat_view(session, 1).may_go_on
    done(session.leave(tokens[1], seen=session.version))
    assert names(session) == ("Ana", "Cy", "Di", "Zoe")
    session.close()


@pytest.mark.parametrize("meanwhile", [(c.StartGame(0),), (c.StartGame(0), c.NewGame())])
def test_a_page_that_is_a_game_behind_leaves_no_seat(tmp_path: Path, meanwhile: tuple[c.Command, ...]) -> None:
    session, tokens = sat_down(tmp_path)
    seen = session.version
    for command in meanwhile:
        done(session.submit(ByTable(), command))
    assert code(session.leave(tokens[1], seen=seen)) == "stale"
    assert session.viewer_of(tokens[1]) == SeatViewer(1)
    session.close()


def test_who_cannot_leave_as_the_disk_is_full_still_sits_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, tokens = sat_down(tmp_path)
    monkeypatch.setattr(session._ledger.journal, "write", lambda *_, **__: Refusal("disk_full"))
    assert code(session.leave(tokens[1])) == "disk_full"
    assert names(session) == NAMES[:4] and session.viewer_of(tokens[1]) == SeatViewer(1)
    session.close()


def test_a_phone_without_a_seat_leaves_nothing(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.leave(None))
    done(session.leave("no such token", seen=0))
    assert names(session) == NAMES[:4]
    session.close()
