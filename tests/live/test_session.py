"""One writer: what is pressed twice is done once, what is taken back stays known, what is kept survives."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import card_words as w
import pytest
from at_table import begun, code, codes, done, let_in, maze, opened, place, seat_view, table_view
from demo_night import opened_demo

from companion.live.journal import FILE_NAME
from companion.live.session import Session
from companion.live.settings import DISK_TRIED_S
from companion.live.tokens import Joined
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable, Tool
from companion.views.model import SeatViewer, Stage, TableViewer

GOAL = Cell(8, 0)


# ---- seats and tokens ---------------------------------------------------------------------------------------------


def test_a_token_holds_its_seat_over_a_restart(tmp_path: Path) -> None:
    session = opened(tmp_path)
    joined = session.join("Ana")
    assert isinstance(joined, Joined)
    host = session.host_token()
    session.close()
    again = opened(tmp_path)
    assert again.viewer_of(joined.token) == SeatViewer(0)
    assert again.is_host(host) and not again.is_host(joined.token) and not again.is_host(None)
    assert table_view(again).seats[0].taken
    again.close()


@pytest.mark.parametrize("token", [None, "", "guess", "\udcff"])
def test_an_unknown_token_sees_what_the_table_sees(tmp_path: Path, token: str | None) -> None:
    session = opened(tmp_path)
    assert session.viewer_of(token) == TableViewer()
    assert not session.is_host(token)
    session.close()


def test_a_seat_that_was_freed_goes_to_another_phone_and_the_old_token_is_dead(tmp_path: Path) -> None:
    session = begun(tmp_path)
    old = session.join("Zoe", seat=0)
    assert code(old) == "seat_taken"
    done(session.release(ByTable(), 0))
    assert not table_view(session).seats[0].taken
    new = let_in(session, "Zoe", 0)
    assert session.viewer_of(new) == SeatViewer(0)
    assert table_view(session).seats[0].name == "Zoe"
    done(session.release(ByTable(), 0))
    assert session.viewer_of(new) == TableViewer()
    assert code(session.release(ByTable(), 0)) == "seat_is_free"
    session.close()


def test_everybody_hears_that_a_seat_was_freed_and_taken_also_after_a_restart(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.release(ByTable(), 2))
    let_in(session, "Cy", 2)  # under the old name: the lines tell all the same
    session.close()
    again = opened(tmp_path)
    for viewer in (TableViewer(), *(SeatViewer(seat) for seat in range(4))):
        said = [(line.code, line.facts["seat"]) for line in again.view(viewer).lines if "seat" in line.facts]
        assert said[-2:] == [("seat_freed_in_play", 2), ("seat_taken", 2)]
    again.close()


def test_tokens_follow_their_seats_around_the_table(tmp_path: Path) -> None:
    session = opened(tmp_path)
    tokens = [joined.token for name in "ABCD" if isinstance(joined := session.join(name), Joined)]
    done(session.submit(ByTable(), c.MoveSeat(0, 2)))
    done(session.submit(ByTable(), c.RemoveSeat(1)))
    names = [seat.name for seat in table_view(session).seats]
    assert names == ["B", "A", "D"]
    viewers = [session.viewer_of(token) for token in tokens]
    assert viewers == [SeatViewer(1), SeatViewer(0), TableViewer(), SeatViewer(2)]
    session.close()


@pytest.mark.parametrize(
    ("name", "refusal"),
    [("", "name_empty"), ("ANA", "names_taken"), ("x" * 60, "name_too_long"), ("a\u202eb", "name_unreadable")],
)
def test_a_bad_name_is_refused_and_no_seat_is_made(tmp_path: Path, name: str, refusal: str) -> None:
    session = opened(tmp_path)
    session.join("Ana")
    assert code(session.join(name)) == refusal
    assert len(table_view(session).seats) == 1
    session.close()


def test_a_phone_takes_over_a_simulated_seat_in_the_middle_of_a_round(tmp_path: Path) -> None:
    session = opened_demo(tmp_path)
    for name in "ABC":
        done(session.submit(ByTable(), c.AddSeat(name, simulated=True)))
    done(session.submit(ByTable(), c.StartGame(0)))
    token = let_in(session, "Eva", 1)
    view = seat_view(session, 1)
    assert (view.me.simulated, view.me.taken, view.me.name) == (False, True, "Eva")  # type: ignore[union-attr]
    assert len(view.hand_cards or ()) == view.me.hand  # type: ignore[union-attr]
    done(session.submit(ByTable(), c.TakeOverSeat(1, True, "Robot")))
    assert session.viewer_of(token) == TableViewer()
    session.close()


# ---- presses ------------------------------------------------------------------------------------------------------


def test_a_press_that_comes_twice_is_done_once_also_after_a_restart(tmp_path: Path) -> None:
    session = begun(tmp_path)
    first = done(session.submit(BySeat(0), place(1, 0), command_id="x"))
    assert session.submit(BySeat(0), place(1, 0), command_id="x") == first
    session.close()
    again = opened(tmp_path)
    assert again.submit(BySeat(0), place(1, 0), command_id="x") == first
    assert len(maze(again)) == 5
    assert table_view(again).turn == 1
    again.close()


def test_a_refused_press_that_comes_again_is_not_done_later(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert code(session.submit(BySeat(1), place(2, 0), command_id="x")) == "not_your_turn"
    done(session.submit(BySeat(0), place(1, 0)))
    assert code(session.submit(BySeat(1), place(2, 0), command_id="x")) == "not_your_turn"
    done(session.submit(BySeat(1), place(2, 0), command_id="y"))
    session.close()


def test_a_press_that_was_done_before_a_pause_is_done_once_also_in_it(tmp_path: Path) -> None:
    """Its answer was lost on a bad Wi-Fi, so the phone sends it again."""
    session = begun(tmp_path)
    done(session.submit(BySeat(0), c.Pass()))
    first = done(session.undo(BySeat(0), command_id="x"))
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    assert session.undo(BySeat(0), command_id="x") == first
    assert code(session.undo(BySeat(0), command_id="y")) == "paused"
    session.close()


def test_in_a_pause_a_phone_is_not_offered_to_take_back_what_the_table_may(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), c.Pass()))
    for paused in (True, False):
        done(session.submit(ByTable(), c.SetPause(paused)))
        assert seat_view(session, 0).offers.undo == (not paused) and table_view(session).offers.undo
    session.close()


def test_a_press_that_a_pause_refused_is_done_when_it_comes_again_after_it(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    assert code(session.submit(BySeat(0), c.Pass(), command_id="x")) == "paused"
    done(session.submit(ByTable(), c.SetPause(paused=False)))
    done(session.submit(BySeat(0), c.Pass(), command_id="x"))
    session.close()


def test_the_same_id_from_another_phone_is_another_press(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), place(1, 0), command_id="1"))
    done(session.submit(BySeat(1), place(2, 0), command_id="1"))
    assert table_view(session).turn == 2
    session.close()


def test_a_press_on_a_page_that_is_out_of_date_is_refused(tmp_path: Path) -> None:
    session = begun(tmp_path)
    seen = session.version
    done(session.submit(BySeat(0), c.Pass(), seen=seen))
    assert code(session.submit(BySeat(1), c.Pass(), seen=seen)) == "stale"
    done(session.submit(BySeat(1), c.Pass(), seen=session.version))
    session.close()


def test_what_does_not_matter_makes_no_press_stale(tmp_path: Path) -> None:
    session = begun(tmp_path)
    phone = another_phone(session, 2)
    seen = session.version
    session.online(phone, True)
    session.camera("seeing", (Hint("table.too_dark"),), True)
    done(session.submit(ByTable(), c.RenameSeat(3, "Dora")))
    done(session.submit(BySeat(0), c.Pass(), seen=seen))
    session.close()


def test_a_page_from_before_the_restart_is_not_stale(tmp_path: Path) -> None:
    session = begun(tmp_path)
    seen = session.version
    session.close()
    again = opened(tmp_path)
    assert again.version > seen
    done(again.submit(BySeat(0), c.Pass(), seen=seen))
    again.close()


def test_a_seat_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert code(session.submit(BySeat(9), c.Pass())) == "no_such_seat"
    assert code(session.join("Zoe", seat=9)) == "no_such_seat"
    session.close()


def another_phone(session: Session, seat: int) -> str:
    """The token of a phone that takes over the seat of one that is gone."""
    done(session.release(ByTable(), seat))
    return let_in(session, f"Guest {seat}", seat)


def test_a_phone_stays_online_when_its_seat_gets_another_number(tmp_path: Path) -> None:
    session = opened(tmp_path)
    done(session.submit(ByTable(), c.AddSeat("gone soon")))
    joined = session.join("Ana")
    assert isinstance(joined, Joined)
    session.online(joined.token, True)
    done(session.submit(ByTable(), c.RemoveSeat(0)))
    assert [(seat.name, seat.online) for seat in table_view(session).seats] == [("Ana", True)]
    session.online(joined.token, False)
    assert not table_view(session).seats[0].online
    session.close()


def test_waiting_ends_when_something_is_to_be_seen(tmp_path: Path) -> None:
    session = begun(tmp_path)
    phone = another_phone(session, 0)
    seen, woken = session.version, []
    waiter = threading.Thread(target=lambda: woken.append(session.wait(seen, 30)))
    waiter.start()
    session.online(phone, True)
    waiter.join(30)
    assert woken and woken[0] != seen
    assert session.wait(session.version, 0.01) == session.version
    session.close()


def test_whoever_waits_when_the_night_is_closed_is_told(tmp_path: Path) -> None:
    session = opened(tmp_path)
    waiting = threading.Thread(target=session.wait, args=(session.version, 60.0))
    waiting.start()
    assert not session.closed
    session.close()
    waiting.join(timeout=10.0)
    assert session.closed and not waiting.is_alive()


def test_presses_from_many_threads_are_done_one_after_the_other(tmp_path: Path) -> None:
    session = begun(tmp_path, 5)

    def press(seat: int) -> None:
        deadline = time.monotonic() + 60
        for turn in range(3):
            while (
                session.submit(BySeat(seat), c.Pass(), command_id=f"{turn}/{time.monotonic()}").__class__.__name__
                != "Done"
            ):
                assert time.monotonic() < deadline

    threads = [threading.Thread(target=press, args=(seat,)) for seat in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    view = table_view(session)
    assert (view.turn, view.discards) == (0, 15)
    session.close()


# ---- taking back --------------------------------------------------------------------------------------------------


def test_a_step_taken_back_leaves_a_line_that_says_who(tmp_path: Path) -> None:
    session = begun(tmp_path)
    before = table_view(session)
    done(session.submit(BySeat(0), place(1, 0)))
    assert seat_view(session, 0).offers.undo and table_view(session).offers.undo
    assert not seat_view(session, 1).offers.undo
    assert code(session.undo(BySeat(1))) == "not_your_step"
    done(session.undo(BySeat(0)))
    after = table_view(session)
    assert (after.maze, after.turn, after.seats) == (before.maze, before.turn, before.seats)
    assert after.lines[-1].code == "undone_by_seat" and after.lines[-1].facts == {"seat": 0}
    session.close()
    assert table_view(opened(tmp_path)).lines == after.lines


def test_a_phone_takes_its_own_move_back_until_the_next_player_acts(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), c.Pass()))
    assert seat_view(session, 0).offers.undo
    done(session.submit(BySeat(1), place(1, 0)))
    assert not seat_view(session, 0).offers.undo and seat_view(session, 1).offers.undo
    session.close()


def test_what_the_table_put_right_is_no_phones_to_take_back(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.SetPile(20)))
    assert table_view(session).offers.undo
    assert not any(seat_view(session, seat).offers.undo for seat in range(4))
    assert code(session.undo(BySeat(0))) == "not_your_step"
    session.close()


def test_taking_back_never_deals_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    roles = [seat_view(session, seat).role for seat in range(4)]
    for _ in range(3):
        done(session.submit(ByTable(), c.Pass()))
    for _ in range(3):
        done(session.undo(ByTable()))
    assert code(session.undo(ByTable())) == "nothing_to_undo"
    assert [seat_view(session, seat).role for seat in range(4)] == roles
    session.close()


def test_a_peek_taken_back_shows_no_second_goal(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), w.UseMap(GOAL)))
    seen = seat_view(session, 0).peek
    assert seen is not None and seen.kind is not None
    assert table_view(session).peek is not None and table_view(session).peek.kind is None  # type: ignore[union-attr]
    done(session.submit(BySeat(0), c.ClosePeek()))
    done(session.undo(ByTable()))
    assert table_view(session).turn == 0 and seat_view(session, 0).peek is None
    session.close()
    session = opened(tmp_path)
    assert code(session.submit(BySeat(0), w.UseMap(Cell(8, 2)))) == "map_was_used"
    done(session.submit(BySeat(0), w.UseMap(GOAL)))
    assert seat_view(session, 0).peek == seen
    session.close()


def test_an_open_peek_can_be_taken_back_too(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), w.UseMap(GOAL)))
    done(session.undo(ByTable()))
    assert table_view(session).stage is Stage.PLAY and table_view(session).turn == 0
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(BySeat(1), w.UseMap(Cell(8, 2))))  # the other seat has seen nothing yet
    session.close()


def test_a_round_whose_roles_are_shown_cannot_be_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path, 3)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    assert table_view(session).seats[0].role is not None
    assert code(session.undo(ByTable())) == "roles_are_shown"
    assert not table_view(session).offers.undo
    session.close()


def test_joining_and_renaming_do_not_stand_in_the_way_of_taking_back(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), w.BreakTool(1, Tool.LAMP)))
    done(session.submit(BySeat(1), c.RenameSeat(1, "Bob")))
    done(session.undo(BySeat(0)))
    assert table_view(session).seats[1].broken == ()
    assert table_view(session).seats[1].name == "Bob"
    session.close()


# ---- putting right ------------------------------------------------------------------------------------------------


def entry_of(session: Session, cell: Cell) -> int:
    shown = table_view(session).maze
    entry = next(card.entry for card in shown.cards if card.cell == cell) if shown else None
    assert entry is not None
    return entry


def test_an_older_misread_is_put_right_and_the_rest_is_played_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    for seat, x in ((0, 1), (1, 2), (2, 3)):
        done(session.submit(BySeat(seat), place(x, 0)))
    done(session.amend(ByTable(), entry_of(session, Cell(2, 0)), Face.parse("NESW")))
    assert maze(session)[Cell(2, 0)] == "NESW" and maze(session)[Cell(3, 0)] == "EW"
    assert table_view(session).turn == 3
    assert codes(session)[-1] == "amended_by_table"
    after = table_view(session)
    session.close()
    again = opened(tmp_path)
    assert table_view(again).maze == after.maze and table_view(again).lines == after.lines
    done(again.undo(ByTable()))
    assert Cell(3, 0) not in maze(again) and maze(again)[Cell(2, 0)] == "NESW"
    again.close()


def test_later_cards_that_no_longer_fit_are_forced_as_they_do_lie_there(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(BySeat(1), place(2, 0)))
    done(session.amend(ByTable(), entry_of(session, Cell(1, 0)), Face.parse("E|W")))
    assert maze(session)[Cell(1, 0)] == "E|W" and Cell(2, 0) in maze(session)
    assert "path_forced" in codes(session)
    session.close()


def test_a_card_names_the_step_that_laid_it_and_no_earlier_one(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), place(1, 0)))
    first = entry_of(session, Cell(1, 0))
    done(session.submit(BySeat(1), w.Rockfall(Cell(1, 0))))
    done(session.submit(BySeat(2), place(1, 0, "NESW")))
    assert entry_of(session, Cell(1, 0)) > first
    for _ in range(8):
        for seat in (3, 0, 1, 2):
            session.submit(BySeat(seat), c.Pass(1))
    done(session.amend(ByTable(), entry_of(session, Cell(1, 0)), Face.parse("EW")))  # its line is long out of sight
    assert maze(session)[Cell(1, 0)] == "EW"
    session.close()


def test_a_card_that_the_table_has_set_by_hand_is_no_step_to_amend(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(ByTable(), c.Resync((c.TableCard(Cell(1, 0), Face.parse("NESW"), "path"),))))
    shown = table_view(session).maze
    assert shown and {card.cell: card.entry for card in shown.cards}[Cell(1, 0)] is None
    session.close()


def test_only_a_placement_of_this_round_can_be_put_right(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), place(1, 0)))
    entry = entry_of(session, Cell(1, 0))
    assert code(session.amend(ByTable(), entry, Face.parse("EW"))) == "same_card"
    assert code(session.amend(ByTable(), entry + 99, Face.parse("NS"))) == "not_a_placement"
    assert code(session.amend(ByTable(), 1, Face.parse("NS"))) == "not_a_placement"
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    assert code(session.amend(ByTable(), entry, Face.parse("NESW"))) == "roles_are_shown"
    session.close()


# ---- trouble ------------------------------------------------------------------------------------------------------


def test_a_full_disk_stops_the_press_and_not_the_night(tmp_path: Path) -> None:
    session = begun(tmp_path)
    before = table_view(session)
    database = session._ledger.journal._database
    database.execute("PRAGMA query_only=1")
    assert code(session.submit(BySeat(0), place(1, 0), command_id="x")) == "folder_read_only"
    assert code(session.undo(ByTable())) in ("folder_read_only", "nothing_to_undo")
    told = table_view(session)
    assert told.version > before.version and told.trouble is not None and told.trouble.code == "folder_read_only"
    assert replace(told, version=before.version, trouble=None) == before
    code(session.submit(BySeat(0), place(1, 0), command_id="z"))
    assert table_view(session).version == told.version  # the same trouble is told once
    database.execute("PRAGMA query_only=0")
    done(session.submit(BySeat(0), place(1, 0), command_id="y"))
    assert table_view(session).trouble is None
    session.close()


def test_once_the_disk_has_room_again_the_trouble_is_over_though_nobody_presses(tmp_path: Path) -> None:
    """Whoever made room read on that there was none."""
    session = begun(tmp_path)
    database = session._ledger.journal._database
    database.execute("PRAGMA query_only=1")
    assert code(session.submit(BySeat(0), place(1, 0))) == "folder_read_only"
    session.join("Zoe")
    told = session.wait(session.version, 0.0)
    assert table_view(session).trouble is not None
    database.execute("PRAGMA query_only=0")
    assert session.wait(told, 0.0) == told  # a sick disk is not tried for everybody who waits
    session._ledger._clock = lambda: time.monotonic() + DISK_TRIED_S
    assert session.wait(told, 0.0) > told
    assert table_view(session).trouble is None
    session.close()
    again = opened(tmp_path)
    assert table_view(again).newcomers == ("Zoe",)  # what was to be remembered meanwhile
    done(again.submit(BySeat(0), place(1, 0)))
    again.close()


def test_a_journal_that_makes_no_sense_is_put_aside_and_told(tmp_path: Path) -> None:
    session = begun(tmp_path)
    last = session._ledger.journal.entries()[-1]
    nonsense = replace(last, seq=last.seq + 1, command_id=None, events='[{"is": "Nonsense"}]')
    assert session._ledger.journal.write((nonsense,)) is None
    session.close()
    again = opened(tmp_path)
    assert table_view(again).stage is Stage.LOBBY and table_view(again).seats == ()
    (line,) = table_view(again).lines
    assert (line.code, line.facts["file"]) == ("journal_put_aside", f"{FILE_NAME}.damaged-1")
    assert (tmp_path / f"{FILE_NAME}.damaged-1").exists()
    again.close()
    assert [line.code for line in table_view(opened(tmp_path)).lines] == ["journal_put_aside"]


def test_a_night_that_was_begun_under_other_numbers_goes_on_and_says_so(tmp_path: Path) -> None:
    session = begun(tmp_path)
    before = table_view(session)
    session.close()
    session = opened(tmp_path)
    assert codes(session) == [line.code for line in before.lines]
    session._ledger.journal.write(settings={"rules": "anniversary-2024 of another year"})
    session.close()
    again = opened(tmp_path)
    assert codes(again) == [*(line.code for line in before.lines), "rules_changed"]
    assert table_view(again).seats == before.seats
    again.close()


def test_chance_does_not_come_from_outside(tmp_path: Path) -> None:
    session = begun(tmp_path)
    with pytest.raises(ValueError, match="chance"):
        session.submit(c.ByDealer(), c.Pass())
    session.close()


def test_a_second_session_on_the_folder_is_refused(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert code(Session.open(tmp_path)) == "folder_in_use"
    session.close()


def test_a_night_that_is_dealt_from_a_set_seed_says_so_to_everybody_and_for_ever(tmp_path: Path) -> None:
    for folder, seed, later, said in (("set", 7, None, True), ("own", None, 7, False)):
        session = opened(tmp_path / folder, seed=seed)
        session.join("Ada")
        session.close()
        again = opened(tmp_path / folder, seed=later)
        assert [view.seed_is_set for view in (table_view(again), seat_view(again, 0))] == [said, said]
        again.close()


def test_what_pages_were_told_is_counted_by_the_ledger_alone(tmp_path: Path) -> None:
    session = opened(tmp_path)
    with pytest.raises(AttributeError):
        session._ledger.version += 1
    session.close()
