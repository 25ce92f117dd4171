"""With printed dwarves the app has nothing to show at the end of a round, so a wrong press there can be put right."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import begun, code, done, opened, place, seat_view, table_view

from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import BySeat, ByTable, GoalKind, Supply
from companion.state.game import Game
from companion.state.pending import TellingRoles
from companion.views.model import Stage

PRINTED = c.Configure("revised", roles=Supply.CARDS, goals=Supply.CARDS, gold=Supply.CARDS)
GOLD = c.TellGoal(Cell(8, 0), GoalKind.GOLD, Face.parse("NESW"))
APPS_GOLD = c.Configure("revised", roles=Supply.CARDS, goals=Supply.CARDS)
AT_THE_END = c.EndRound(forced=True)


def game(session: Session) -> Game:
    return session._ledger.story.game


def at_the_goal(folder: Path, configure: c.Configure = PRINTED) -> Session:
    """Seat 2 has laid the seventh tunnel and is asked what the goal is."""
    session = begun(folder, 4, configure)
    for x in range(1, 8):
        done(session.submit(BySeat((x - 1) % 4), place(x, 0)))
    return session


def test_gold_pressed_instead_of_coal_is_taken_back_on_the_phone_that_pressed_it(tmp_path: Path) -> None:
    session = at_the_goal(tmp_path)
    before = game(session)
    done(session.submit(BySeat(2), GOLD))
    assert table_view(session).stage is Stage.ROUND_OVER
    assert table_view(session).offers.undo
    assert [seat for seat in range(4) if seat_view(session, seat).offers.undo] == [2]
    assert code(session.undo(BySeat(0))) == "not_your_step"
    done(session.undo(BySeat(2)))
    assert game(session) == before
    done(session.submit(BySeat(2), c.TellGoal(Cell(8, 0), GoalKind.COAL, Face.parse("NW"))))
    assert (table_view(session).stage, table_view(session).turn) == (Stage.PLAY, 3)
    session.close()


def test_a_round_that_the_table_ended_by_mistake_goes_on(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, PRINTED)
    done(session.submit(BySeat(0), place(1, 0)))
    before = game(session)
    done(session.submit(ByTable(), AT_THE_END))
    assert not any(seat_view(session, seat).offers.undo for seat in range(4))
    done(session.undo(ByTable()))
    assert game(session) == before
    session.close()


def test_who_has_seen_the_result_does_not_stand_in_the_way_and_is_asked_again(tmp_path: Path) -> None:
    session = at_the_goal(tmp_path)
    before = game(session)
    done(session.submit(BySeat(2), GOLD))
    done(session.submit(BySeat(0), c.SeeResult()))
    done(session.submit(BySeat(3), c.SeeResult()))
    assert code(session.undo(BySeat(3))) == "not_your_step"
    done(session.undo(BySeat(2)))
    assert game(session) == before
    done(session.submit(BySeat(2), GOLD))
    assert not any(seat.ready for seat in table_view(session).seats)
    session.close()


@pytest.mark.parametrize("again", [False, True], ids=["taken back", "ended anew"])
def test_a_night_that_was_killed_after_it_goes_on_as_it_was(tmp_path: Path, again: bool) -> None:
    session = at_the_goal(tmp_path)
    done(session.submit(BySeat(2), GOLD))
    done(session.submit(BySeat(0), c.SeeResult()))
    done(session.submit(BySeat(1), c.RenameSeat(1, "Bob")))
    done(session.undo(BySeat(2)))
    if again:
        done(session.submit(BySeat(2), GOLD))
        done(session.submit(BySeat(3), c.SeeResult()))
    before = game(session)
    session.close()
    session = opened(tmp_path)
    assert game(session) == before
    done(session.undo(ByTable()))
    assert game(session).results == ()
    session.close()


def test_who_leaves_after_a_wrong_end_is_back_before_the_round_goes_on(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, PRINTED)
    before = game(session)
    done(session.submit(ByTable(), AT_THE_END))
    done(session.submit(BySeat(2), c.SeeResult()))
    seen = game(session)
    done(session.submit(ByTable(), c.SetPresence(0, c.Attendance.LEFT)))
    done(session.submit(BySeat(3), c.SeeResult()))
    done(session.undo(ByTable()))
    assert game(session).seats == seen.seats and table_view(session).stage is Stage.ROUND_OVER
    done(session.undo(ByTable()))
    assert game(session) == before
    session.close()


def test_the_misread_card_that_ended_a_round_is_put_right_though_some_have_seen_the_result(tmp_path: Path) -> None:
    session = at_the_goal(tmp_path)
    done(session.submit(BySeat(2), GOLD))
    done(session.submit(BySeat(0), c.SeeResult()))
    last = session._ledger.story.entries[Cell(7, 0)]
    done(session.amend(ByTable(), last, Face.parse("NW")))
    assert (table_view(session).stage, table_view(session).turn) == (Stage.PLAY, 3)
    assert game(session).results == ()
    session.close()


def test_once_the_next_round_has_begun_the_last_one_stays_as_it_is(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, PRINTED)
    for _ in range(3):
        done(session.submit(ByTable(), AT_THE_END))
        done(session.submit(ByTable(), c.NextRound()))
        assert not table_view(session).offers.undo
    assert table_view(session).stage is Stage.TELL
    assert code(session.undo(ByTable())) == "roles_are_shown"
    session.close()


@pytest.mark.parametrize("gold", Supply)
def test_dwarves_that_the_app_has_turned_over_are_not_turned_back(tmp_path: Path, gold: Supply) -> None:
    session = at_the_goal(tmp_path, c.Configure("revised", goals=Supply.CARDS, gold=gold))
    done(session.submit(BySeat(2), GOLD))
    assert code(session.undo(ByTable())) == "roles_are_shown"
    session.close()


# ---- the app has the gold, and is told who was what ---------------------------------------------------------------


def all_told(folder: Path, *, last: int = 3) -> Session:
    """Seats 0 to `last` have told their roles; the gold was reached."""
    session = at_the_goal(folder, APPS_GOLD)
    done(session.submit(BySeat(2), GOLD))
    for seat, role in enumerate(("miner", "saboteur", "miner", "miner")[: last + 1]):
        done(session.submit(BySeat(seat), c.TellRole(seat, role)))
    return session


def test_the_slip_of_the_last_one_who_tells_is_put_right_before_gold_goes_round(tmp_path: Path) -> None:
    session = all_told(tmp_path)
    assert (table_view(session).stage, table_view(session).waiting_for) == (Stage.TELL, ())
    assert all(seat_view(session, seat).offers.agree_roles for seat in range(4))
    done(session.submit(BySeat(1), c.TellRole(1, "miner")))
    done(session.submit(BySeat(3), c.TellRole(3, "saboteur")))
    session.close()
    session = opened(tmp_path)  # a night that was killed there waits for the same
    done(session.submit(BySeat(0), c.AgreeRoles()))
    assert table_view(session).stage is Stage.DRAFT
    assert [seat.role for seat in table_view(session).seats] == ["miner", "miner", "miner", "saboteur"]
    assert code(session.undo(ByTable())) == "roles_are_shown"
    session.close()


def test_nobody_agrees_to_a_role_that_was_told_while_he_read_another(tmp_path: Path) -> None:
    session = all_told(tmp_path)
    seen = session.version
    done(session.submit(BySeat(3), c.TellRole(3, "miner"), seen=seen))
    done(session.submit(BySeat(2), c.TellRole(2, "miner"), seen=seen))  # two may tell at the same time
    assert code(session.submit(BySeat(0), c.AgreeRoles(), seen=seen)) == "stale"
    done(session.submit(BySeat(0), c.AgreeRoles(), seen=session.version))
    assert code(session.submit(BySeat(1), c.AgreeRoles(), seen=seen)) == "stale"
    session.close()


def test_until_somebody_agrees_the_misread_card_that_ended_the_round_is_put_right(tmp_path: Path) -> None:
    session = all_told(tmp_path)
    last = session._ledger.story.entries[Cell(7, 0)]
    assert code(session.amend(ByTable(), last, Face.parse("NW"))) == "amend_breaks_later"  # roles are told
    assert code(session.undo(ByTable())) == "nothing_to_undo"
    done(session.amend(ByTable(), session._ledger.story.entries[Cell(6, 0)], Face.parse("NESW")))
    assert game(session).pending == TellingRoles(())
    session.close()


def test_a_night_in_which_the_last_role_was_followed_by_the_gold_at_once_goes_on(tmp_path: Path) -> None:
    """So an older program wrote it."""
    session = all_told(tmp_path, last=2)
    last, roles = c.TellRole(3, "miner"), ("miner", "saboteur", "miner", "miner")
    done(session._ledger.keep(BySeat(3), last, (e.RoleTold(3, "miner"), e.RolesShown(roles), e.GoldDue(4)), None))
    before = game(session)
    session.close()
    session = opened(tmp_path)
    assert game(session) == before and table_view(session).stage is Stage.DRAFT
    assert code(session.submit(ByTable(), c.AgreeRoles())) == "not_now"
    assert code(session.undo(ByTable())) == "roles_are_shown"
    laid = session._ledger.story.entries[Cell(6, 0)]
    assert code(session.amend(ByTable(), laid, Face.parse("NESW"))) == "roles_are_shown"
    while table_view(session).stage is Stage.DRAFT:
        done(session.submit(BySeat(table_view(session).waiting_for[0]), c.TakeGold(0)))
    assert table_view(session).stage is Stage.ROUND_OVER
    session.close()
