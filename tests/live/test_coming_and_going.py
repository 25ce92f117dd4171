"""Guests who come late, lose their phones and come back, or do not: the session with real tokens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from at_table import begun, code, codes, done, let_in, opened, seat_view, table_view

from companion.live.ledger import Done
from companion.live.session import Session
from companion.live.settings import CODE_TRIES, GONE_S
from companion.live.tokens import Joined, SeatAsked, seat_code, token_hash
from companion.state import commands as c
from companion.state.commands import Attendance, BySeat, ByTable
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer, Stage, TableViewer


def code_of(session: Session, seat: int) -> str:
    shown = seat_view(session, seat).my_code
    assert shown is not None
    return shown


def test_a_seats_code_is_shown_to_its_own_phone_and_to_nobody_else(tmp_path: Path) -> None:
    session = begun(tmp_path)
    shown = [code_of(session, seat) for seat in range(4)]
    assert len(set(shown)) == 4 and {len(one) for one in shown} == {6}
    assert table_view(session).my_code is None
    session.close()


def test_with_its_code_a_seat_comes_back_to_another_phone_at_once_and_everybody_can_see_it(tmp_path: Path) -> None:
    session = begun(tmp_path)
    before, role = code_of(session, 2), seat_view(session, 2).role
    joined = session.join("", seat=2, code=f" {before.lower()} ")
    assert isinstance(joined, Joined) and session.viewer_of(joined.token) == SeatViewer(2)
    after = seat_view(session, 2)
    assert after.role is not None and role is not None and after.role.role == role.role
    assert table_view(session).seats[2].new_phone and "seat_taken" in codes(session)
    assert code_of(session, 2) != before
    assert code(session.join("", seat=2, code=before)) == "wrong_code"
    session.close()


def test_after_a_hundred_wrong_codes_only_the_table_lets_somebody_sit_there(tmp_path: Path) -> None:
    """Its owner as well, whose right code the refusal must send to the table."""
    session = begun(tmp_path)
    for _ in range(CODE_TRIES):
        assert code(session.join("", seat=1, code="AAAAAA")) == "wrong_code"
    assert code(session.join("", seat=1, code=code_of(session, 1))) == "code_tried_too_often"
    assert isinstance(session.join("", seat=2, code=code_of(session, 2)), Joined)  # of that seat only
    done(session.release(ByTable(), 1))
    let_in(session, "Bo", 1)
    assert isinstance(session.join("", seat=1, code=code_of(session, 1)), Joined)  # the new code is not locked
    session.close()


def test_a_phone_that_listens_is_not_thrown_out_before_the_table_says_that_it_is_meant(tmp_path: Path) -> None:
    session = opened(tmp_path)
    phones = [one.token for one in map(session.join, ("Ana", "Ben")) if isinstance(one, Joined)]
    session.online(phones[0], True)
    refusal = session.release(ByTable(), 0)
    assert refusal == Refusal("phone_is_there", {"seat": 0}, can_force=True)
    assert session.viewer_of(phones[0]) == SeatViewer(0)
    done(session.release(ByTable(), 1))  # it does not listen
    done(session.release(ByTable(), 0, forced=True))
    assert [session.viewer_of(phone) for phone in phones] == [TableViewer()] * 2
    session.close()


def test_a_seat_is_freed_once_and_who_has_come_meanwhile_stays(tmp_path: Path) -> None:
    """Whoever pressed "Yes, another phone" on a second screen as well threw the new phone out again."""
    session = begun(tmp_path)
    seen = session.version
    done(session.release(ByTable(), 1, forced=True, command_id="yes", seen=seen))
    token = let_in(session, "Bo", 1)
    assert code(session.release(ByTable(), 1, forced=True, command_id="yes again", seen=seen)) == "stale"
    take_over = c.TakeOverSeat(1, simulated=True, name="Bo")
    assert code(session.submit(ByTable(), take_over, command_id="simulated", seen=seen)) == "stale"
    assert session.viewer_of(token) == SeatViewer(1)
    done(session.release(ByTable(), 1, command_id="of the new one", seen=session.version))
    session.close()


def test_a_guest_whose_phone_listens_is_not_taken_off_the_list_before_the_table_says_that_it_is_meant(
    tmp_path: Path,
) -> None:
    """One press on the cross beside the wrong name, and he was gone without a question."""
    session = opened(tmp_path)
    phones = [one.token for one in map(session.join, ("Ana", "Ben", "Cy")) if isinstance(one, Joined)]
    session.online(phones[0], True)
    refusal = session.submit(ByTable(), c.RemoveSeat(0))
    assert refusal == Refusal("guest_is_there", {"seat": 0}, can_force=True)
    assert [seat.name for seat in table_view(session).seats] == ["Ana", "Ben", "Cy"]
    done(session.submit(ByTable(), c.RemoveSeat(1)))  # its phone does not listen
    done(session.submit(ByTable(), c.RemoveSeat(0, forced=True)))
    assert [seat.name for seat in table_view(session).seats] == ["Cy"]
    assert session.viewer_of(phones[0]) == TableViewer()
    session.close()


def test_in_a_round_nobody_is_asked_whether_a_guest_is_to_be_taken_off_the_list(tmp_path: Path) -> None:
    session = begun(tmp_path, 3)
    joined = session.join("", seat=0, code=code_of(session, 0))
    assert isinstance(joined, Joined)
    session.online(joined.token, True)
    assert code(session.submit(ByTable(), c.RemoveSeat(0))) == "not_now"
    session.close()


def test_a_code_outlives_a_restart_and_nothing_of_it_lies_in_the_folder(tmp_path: Path) -> None:
    session = begun(tmp_path)
    shown = code_of(session, 0)
    session.close()
    assert not any(shown.encode() in file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    again = opened(tmp_path)
    assert code_of(again, 0) == shown
    again.close()


def test_a_code_tells_nothing_of_another_token() -> None:
    assert seat_code(token_hash("one")) != seat_code(token_hash("two"))


def test_who_comes_late_watches_and_is_dealt_in_by_himself(tmp_path: Path) -> None:
    session = begun(tmp_path)
    zoe = session.join("Zoe")
    assert isinstance(zoe, SeatAsked) and zoe.seat is None
    assert session.viewer_of(zoe.token) == TableViewer() and session.is_newcomer(zoe.token)
    assert table_view(session).newcomers == ("Zoe",)
    assert code(session.join("zoe")) == "names_taken"
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    done(session.submit(ByTable(), c.NextRound()))
    assert session.viewer_of(zoe.token) == SeatViewer(4)
    assert seat_view(session, 4).role is not None and not session.is_newcomer(zoe.token)
    assert [seat.name for seat in table_view(session).seats][-1] == "Zoe"
    session.close()


def with_a_simulated_player(folder: Path) -> Session:
    session = opened(folder, seed=1)
    for name in ("Ada", "Bo"):
        assert isinstance(session.join(name), Joined)
    done(session.submit(ByTable(), c.AddSeat("Rob", simulated=True)))
    done(session.submit(ByTable(), c.StartGame(0)))
    done(session.submit(ByTable(), c.BeginPlay()))
    return session


def next_round(session: Session) -> list[str]:
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    done(session.submit(ByTable(), c.NextRound()))
    return [seat.name for seat in table_view(session).seats]


def test_one_who_came_late_and_cannot_sit_down_takes_nobody_elses_chair_away(tmp_path: Path) -> None:
    """With one whose name somebody had taken meanwhile all others were forgotten."""
    session = with_a_simulated_player(tmp_path)
    dora, emil = session.join("Dora"), session.join("Emil")
    assert isinstance(dora, SeatAsked) and isinstance(emil, SeatAsked)
    done(session.submit(ByTable(), c.RenameSeat(2, "Dora")))
    assert next_round(session) == ["Ada", "Bo", "Dora", "Emil"]
    assert session.viewer_of(emil.token) == SeatViewer(3)
    assert session.viewer_of(dora.token) == TableViewer() and not session.is_newcomer(dora.token)
    session.close()


def test_who_came_late_may_ask_for_a_seat_under_the_same_name_and_comes_once(tmp_path: Path) -> None:
    """They came with the next round as well, on a chair that no phone had, and the table waited for it."""
    session = with_a_simulated_player(tmp_path)
    later = session.join("Dora")
    assert isinstance(later, SeatAsked)
    now = session.join("Dora", seat=2, phone=later.token)
    assert isinstance(now, SeatAsked) and table_view(session).newcomers == ()
    done(session.admit(ByTable(), table_view(session).seat_requests[0].key, yes=True))
    assert next_round(session) == ["Ada", "Bo", "Dora"]
    session.close()


def test_whose_other_wish_is_refused_still_comes_with_the_next_round(tmp_path: Path) -> None:
    session = with_a_simulated_player(tmp_path)
    dora, emil = session.join("Dora"), session.join("Emil")
    assert isinstance(dora, SeatAsked) and isinstance(emil, SeatAsked)
    assert code(session.join("Emil", seat=2, phone=dora.token)) == "names_taken"
    assert table_view(session).newcomers == ("Dora", "Emil")
    assert next_round(session) == ["Ada", "Bo", "Rob", "Dora", "Emil"]
    session.close()


def test_who_waits_and_who_asks_are_still_known_when_the_program_was_killed(tmp_path: Path) -> None:
    """His phone said that somebody else had his seat, and he missed the next round."""
    session = begun(tmp_path)
    done(session.release(ByTable(), 1))
    zoe, max_, eva = session.join("Zoe"), session.join("Max", seat=1), session.join("Eva")
    assert isinstance(zoe, SeatAsked) and isinstance(max_, SeatAsked) and isinstance(eva, SeatAsked)
    done(session.leave(eva.token))
    again = killed(session, tmp_path)
    assert table_view(again).newcomers == ("Zoe",) and again.is_newcomer(zoe.token)
    (request,) = table_view(again).seat_requests
    assert again.asked_for(max_.token) == request
    done(again.admit(ByTable(), request.key, yes=True))
    assert next_round(again)[-1] == "Zoe" and again.viewer_of(zoe.token) == SeatViewer(4)
    last = killed(again, tmp_path)
    assert (table_view(last).newcomers, table_view(last).seat_requests) == ((), ())
    assert last.viewer_of(zoe.token) == SeatViewer(4) and last.viewer_of(max_.token) == SeatViewer(1)
    last.close()


@pytest.mark.parametrize("text", ["{", "[]", "[[[1]], []]", "[[], 3]", "null"])
def test_what_cannot_be_read_of_who_waited_is_nobody(tmp_path: Path, text: str) -> None:
    session = begun(tmp_path)
    session._ledger.remember({"waiting": text})
    again = killed(session, tmp_path)
    assert (table_view(again).newcomers, table_view(again).seat_requests) == ((), ())
    again.close()


def killed(session: Session, folder: Path) -> Session:
    """Another program, begun while nothing of the first was put in order."""
    session._ledger.journal._let_go()
    return opened(folder)


def test_who_waits_for_the_next_round_may_think_better_of_it(tmp_path: Path) -> None:
    session = with_a_simulated_player(tmp_path)
    later = session.join("Dora")
    assert isinstance(later, SeatAsked)
    version = session.version
    done(session.leave(later.token))
    assert table_view(session).newcomers == () and session.version > version
    assert next_round(session) == ["Ada", "Bo", "Rob"]
    session.close()


def test_who_came_late_still_comes_when_a_game_that_was_given_up_goes_on_after_all(tmp_path: Path) -> None:
    """Going on forgot him, and he would have watched the next round too."""
    session = begun(tmp_path)
    done(session.release(ByTable(), 1))
    zoe, max_ = session.join("Zoe"), session.join("Max", seat=1)
    assert isinstance(zoe, SeatAsked) and isinstance(max_, SeatAsked)
    done(session.submit(ByTable(), c.NewGame()))
    assert (table_view(session).newcomers, table_view(session).seat_requests) == ((), ())
    assert not session.is_newcomer(zoe.token) and session.asked_for(max_.token) is None
    done(session.undo(ByTable()))
    assert table_view(session).newcomers == ("Zoe",) and session.is_newcomer(zoe.token)
    assert [one.name for one in table_view(session).seat_requests] == ["Max"]
    session.close()


def test_a_new_game_does_not_wait_for_who_came_late_to_the_one_that_was_given_up(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert isinstance(session.join("Zoe"), SeatAsked)
    done(session.submit(ByTable(), c.NewGame()))
    assert isinstance(session.join("Zoe"), Joined)
    done(session.submit(ByTable(), c.StartGame(0)))
    assert table_view(session).newcomers == () and len(table_view(session).seats) == 5
    session.close()


def test_the_next_round_begins_when_every_phone_has_seen_the_result(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    for seat in (0, 1, 2):
        done(session.submit(BySeat(seat), c.SeeResult()))
        assert table_view(session).stage is Stage.ROUND_OVER
        assert not seat_view(session, seat).offers.see_result
    assert code(session.submit(BySeat(0), c.NextRound())) == "only_the_table"
    done(session.submit(BySeat(3), c.SeeResult()))
    assert table_view(session).round == 2
    session.close()


def test_nobody_waits_for_the_result_to_be_seen_by_who_is_away(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    done(session.submit(ByTable(), c.SetPresence(3, Attendance.AWAY)))
    for seat in (0, 1, 2):
        done(session.submit(BySeat(seat), c.SeeResult()))
    assert table_view(session).round == 2
    session.close()


NOT_WAITED_FOR: dict[str, Callable[[Session], Done | Refusal]] = {
    "away": lambda session: session.submit(ByTable(), c.SetPresence(3, Attendance.AWAY)),
    "left": lambda session: session.submit(ByTable(), c.SetPresence(3, Attendance.LEFT)),
    "without a phone": lambda session: session.release(ByTable(), 3),
    "played by the app": lambda session: session.submit(ByTable(), c.TakeOverSeat(3, simulated=True, name="Di")),
}


@pytest.mark.parametrize("goes", NOT_WAITED_FOR.values(), ids=NOT_WAITED_FOR)
def test_the_next_round_begins_also_when_the_last_who_has_not_seen_the_result_is_no_more_waited_for(
    tmp_path: Path, goes: Callable[[Session], Done | Refusal]
) -> None:
    """All others had pressed, and the round stood still."""
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    for seat in (0, 1):
        done(session.submit(BySeat(seat), c.SeeResult()))
    done(session.submit(ByTable(), c.SetPresence(2, Attendance.AWAY)))
    assert table_view(session).stage is Stage.ROUND_OVER
    assert done(goes(session)).version == session.version
    assert table_view(session).round == 2
    session.close()


def test_during_a_pause_no_round_begins_and_after_it_the_one_does_that_all_had_waited_for(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    for seat in (0, 1, 2):
        done(session.submit(BySeat(seat), c.SeeResult()))
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    done(session.submit(ByTable(), c.SetPresence(3, Attendance.AWAY)))
    assert (table_view(session).stage, table_view(session).round) == (Stage.ROUND_OVER, 1)
    done(session.submit(ByTable(), c.SetPause(paused=False)))
    assert table_view(session).round == 2
    session.close()


def test_where_nobody_has_seen_the_result_nothing_goes_on_when_a_phone_goes(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    for seat in (1, 2, 3):
        done(session.release(ByTable(), seat))
    done(session.submit(ByTable(), c.SetPresence(0, Attendance.AWAY)))
    assert (table_view(session).stage, table_view(session).round) == (Stage.ROUND_OVER, 1)
    done(session.submit(ByTable(), c.SetPresence(0, Attendance.HERE)))
    done(session.submit(BySeat(0), c.SeeResult()))
    assert table_view(session).round == 2
    session.close()


def test_in_the_middle_of_a_round_nobody_who_goes_ends_it(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.SetPresence(3, Attendance.AWAY)))
    done(session.release(ByTable(), 2))
    assert (table_view(session).stage, table_view(session).round) == (Stage.PLAY, 1)
    session.close()


def test_after_somebody_left_every_phone_finds_its_own_seat_and_nobody_anothers(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    tokens = {}
    for name in ("Ana", "Bo", "Cy", "Di", "Eva"):
        joined = session.join(name)
        assert isinstance(joined, Joined)
        tokens[name] = joined.token
    done(session.submit(ByTable(), c.StartGame(0)))
    done(session.submit(ByTable(), c.BeginPlay()))
    done(session.submit(ByTable(), c.SetPresence(1, Attendance.LEFT)))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    zoe = session.join("Zoe")
    assert isinstance(zoe, SeatAsked)
    done(session.submit(ByTable(), c.NextRound()))
    session.close()
    again = opened(tmp_path)
    assert again.viewer_of(tokens["Bo"]) == TableViewer()
    for name, token in {**tokens, "Zoe": zoe.token}.items():
        viewer = again.viewer_of(token)
        if isinstance(viewer, SeatViewer):
            me = again.view(viewer).me
            assert me is not None and me.name == name
    assert [seat.name for seat in table_view(again).seats] == ["Ana", "Cy", "Di", "Eva", "Zoe"]
    again.close()


def test_a_phone_that_is_not_heard_of_for_a_while_is_gone_and_everybody_is_told(tmp_path: Path) -> None:
    session, now = opened(tmp_path), [0.0]
    session._phones._clock = lambda: now[0]
    joined = session.join("Ada")
    assert isinstance(joined, Joined)
    session.online(joined.token, True)
    session.online(joined.token, False)
    session.wait(-1, 0.0)
    assert not table_view(session).seats[0].gone
    now[0] = GONE_S + 1
    version = session.version
    assert session.wait(version, 0.0) > version
    assert table_view(session).seats[0].gone
    session.online(joined.token, True)
    assert not table_view(session).seats[0].gone
    session.close()


def test_a_phone_that_has_just_sat_down_is_not_away_before_it_is_gone(tmp_path: Path) -> None:
    session, now = opened(tmp_path), [0.0]
    session._phones._clock = lambda: now[0]
    ada, bo = session.join("Ada"), session.join("Bo")
    assert isinstance(ada, Joined) and isinstance(bo, Joined)
    for token in (ada.token, bo.token):
        session.came(token)
    assert [seat.online for seat in table_view(session).seats] == [True, True]
    session.online(ada.token, True)
    session.online(ada.token, False)
    assert [seat.online for seat in table_view(session).seats] == [False, True]
    session.wait(-1, 0.0)
    now[0] = GONE_S + 1
    session.wait(session.version, 0.0)
    assert [seat.online for seat in table_view(session).seats] == [False, False]
    session.close()


def test_in_a_pause_no_phone_takes_back_either(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), c.Pass()))
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    assert code(session.undo(BySeat(0))) == "paused" and table_view(session).paused
    done(session.submit(ByTable(), c.SetPause(paused=False)))
    done(session.undo(BySeat(0)))
    session.close()
