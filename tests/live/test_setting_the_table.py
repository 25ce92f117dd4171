"""Before each round the table is set: what the camera sees of it, when that is enough, and what old cards do."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import NAMES, asked, code, codes, done, lays, let_in, maze, opened, seat_view, shows, table_view, takes
from open_table import OpenTable, seen_card

from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import CardKind
from companion.sight.settled_board import SettledBoard
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable, Supply
from companion.state.refusals import Refusal
from companion.views.model import SeenTableView, SettingView, Stage

WAY = tuple(Cell(x, 0) for x in (1, 2, 3, 4))


def began(folder: Path, configure: c.Configure | None = None, players: int = 4) -> Session:
    """Round one of a game at a table with cards, which nobody has looked at yet."""
    session = opened(folder, seed=1)
    if configure is not None:
        done(session.submit(ByTable(), configure))
    for name in NAMES[:players]:
        assert not isinstance(session.join(name), Refusal)
    session.camera("seeing", has_picture=True)
    done(session.submit(ByTable(), c.StartGame(0, at_table=True)))
    return session


def sees(session: Session, *cells: Cell) -> None:
    """A camera that has read the whole table anew sees these of the layout."""
    board = {cell: card for cell, card in OpenTable().board().board.items() if cell in cells}
    session.observe(SettledBoard(1, board, anew=True))


def laid_out(session: Session) -> None:
    sees(session, START_CELL, *GOAL_CELLS)


def setting(session: Session) -> SettingView:
    found = table_view(session).setting
    assert found is not None
    return found


def by_key(session: Session) -> dict[str, bool]:
    """What is done of the list, by hand or as the camera sees it."""
    return {line.key: line.ticked or line.seen for line in setting(session).lines}


def in_round_two(folder: Path) -> Session:
    """The cards of round one lie there still."""
    session = began(folder)
    laid_out(session)
    done(session.submit(ByTable(), c.BeginPlay()))
    for cell in WAY:
        lays(session, *cell)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    while table_view(session).stage is Stage.DRAFT:
        done(session.submit(BySeat(table_view(session).waiting_for[0]), c.TakeGold(0)))
    done(session.submit(ByTable(), c.NextRound()))
    return session


# ---- the camera ---------------------------------------------------------------------------------------------------


def test_an_empty_table_is_seen_as_that(tmp_path: Path) -> None:
    session = began(tmp_path)
    assert table_view(session).stage is Stage.SETTING
    assert setting(session).table == SeenTableView(False, 0, 0)
    sees(session)
    assert setting(session).table == SeenTableView(False, 0, 0)
    assert not any(by_key(session).values())


def test_what_lies_there_is_ticked_by_the_camera_card_by_card(tmp_path: Path) -> None:
    session = began(tmp_path)
    sees(session, START_CELL)
    assert setting(session).table == SeenTableView(True, 0, 0) and by_key(session)["start"]
    sees(session, START_CELL, *GOAL_CELLS[:2])
    assert setting(session).table == SeenTableView(True, 2, 0) and not by_key(session)["goals"]


def test_once_all_of_it_lies_there_the_step_passes_and_nobody_has_pressed(tmp_path: Path) -> None:
    session = began(tmp_path)
    before = session.version
    laid_out(session)
    view = table_view(session)
    assert view.stage is Stage.ROLES and session.version > before
    assert view.setting is not None and view.setting.table is None and len(view.setting.lines) > 3


def test_a_table_that_is_set_in_the_lobby_costs_nobody_a_press(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    for name in NAMES[:4]:
        session.join(name)
    laid_out(session)
    done(session.submit(ByTable(), c.StartGame(0, at_table=True)))
    assert table_view(session).stage is Stage.ROLES


def test_a_camera_that_does_not_look_ticks_nothing(tmp_path: Path) -> None:
    session = began(tmp_path)
    sees(session, START_CELL)
    session.camera("lost", (Hint("table.not_found"),), has_picture=True)
    assert setting(session).table == SeenTableView(False, 0, 0) and not by_key(session)["start"]
    session.camera("lost", (Hint("source.no_camera"),))
    assert setting(session).table is None
    session.camera("off")
    assert setting(session).table is None


def test_what_is_ticked_by_hand_and_what_the_camera_sees_count_together(tmp_path: Path) -> None:
    session = began(tmp_path)
    sees(session, START_CELL, *GOAL_CELLS[:2])
    for line in setting(session).lines:
        if not line.seen:
            assert table_view(session).stage is Stage.SETTING
            done(session.submit(ByTable(), c.TickLine(line.key)))
    assert table_view(session).stage is Stage.ROLES


def test_in_a_pause_the_step_does_not_pass_and_after_it_it_does(tmp_path: Path) -> None:
    session = began(tmp_path)
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    laid_out(session)
    assert table_view(session).stage is Stage.SETTING
    done(session.submit(ByTable(), c.SetPause(paused=False)))
    assert table_view(session).stage is Stage.ROLES


def test_nothing_is_asked_while_the_table_is_set(tmp_path: Path) -> None:
    session = began(tmp_path)
    shows(session, *(seen_card(cell, Face.parse("EW")) for cell in WAY))
    assert table_view(session).proposals == ()
    assert setting(session).table == SeenTableView(False, 0, 4)


def test_chests_have_to_lie_there_too(tmp_path: Path) -> None:
    session = began(tmp_path, c.Configure("anniversary-2024", ("treasure-chests",)))
    laid_out(session)
    assert table_view(session).stage is Stage.SETTING and not by_key(session)["chests"]
    chests = [card.cell for card in table_view(session).maze.cards if card.kind == "covered"]  # type: ignore[union-attr]
    shows(session, *(seen_card(cell, None, CardKind.COVERED) for cell in chests))
    assert table_view(session).stage is Stage.ROLES


def test_a_card_that_was_drawn_for_half_way_is_no_old_card_and_lies_there_then(tmp_path: Path) -> None:
    session = began(tmp_path, c.Configure("tournament"), players=5)
    shows(session, seen_card(Cell(4, 0), Face.parse("NESW")))
    assert setting(session).table == SeenTableView(False, 0, 0)
    shows(session, *OpenTable().board().board.values())
    for seat in range(5):
        session.submit(BySeat(seat), c.RoleSeen())
    assert table_view(session).stage is Stage.PLAY and maze(session)[Cell(4, 0)] == "NESW"


def test_the_card_half_way_of_the_last_round_is_not_taken_for_the_new_one(tmp_path: Path) -> None:
    session = began(tmp_path, c.Configure("tournament"), players=5)
    shows(session, *OpenTable().board().board.values(), seen_card(Cell(4, 0), Face.parse("NESW")))
    done(session.submit(ByTable(), c.BeginPlay()))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    done(session.submit(ByTable(), c.NextRound()))
    assert setting(session).table == SeenTableView(True, 3, 1)
    takes(session, 4, 0)
    assert table_view(session).stage is Stage.ROLES


# ---- a later round ------------------------------------------------------------------------------------------------


def test_cards_of_the_last_round_are_counted_until_they_are_collected(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    assert setting(session).table == SeenTableView(True, 3, 4)
    assert table_view(session).proposals == () and not by_key(session)["collect"]
    takes(session, *WAY[0])
    assert setting(session).table == SeenTableView(True, 3, 3)
    for cell in WAY[1:]:
        takes(session, *cell)
    assert table_view(session).stage is Stage.ROLES and table_view(session).proposals == ()


def test_a_goal_that_lies_open_still_is_an_old_card_too(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    shows(session, seen_card(GOAL_CELLS[0], Face.parse("NE"), CardKind.GOAL), gone=WAY)
    assert setting(session).table == SeenTableView(True, 2, 1)
    shows(session, seen_card(GOAL_CELLS[0], None, CardKind.GOAL))
    assert table_view(session).stage is Stage.ROLES


def test_printed_goals_of_the_last_round_are_shuffled_which_no_camera_sees(tmp_path: Path) -> None:
    session = began(tmp_path, c.Configure("anniversary-2024", goals=Supply.CARDS))
    laid_out(session)
    done(session.submit(ByTable(), c.BeginPlay()))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    while table_view(session).stage is Stage.DRAFT:
        done(session.submit(BySeat(table_view(session).waiting_for[0]), c.TakeGold(0)))
    done(session.submit(ByTable(), c.NextRound()))
    assert table_view(session).stage is Stage.SETTING
    assert by_key(session)["collect"] and not by_key(session)["goals"]
    done(session.submit(ByTable(), c.SetTable()))
    assert table_view(session).stage is Stage.ROLES


def test_who_starts_anyway_is_still_told_to_collect_them_and_nothing_of_them_is_played(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    done(session.submit(ByTable(), c.SetTable()))
    proposal = asked(session)
    assert (proposal.what, proposal.problem) == ("layout_differs", "leftover")
    assert [one.legal for one in proposal.candidates] == [False]  # before anybody plays there is no maze to take
    done(session.submit(ByTable(), c.BeginPlay()))
    assert (asked(session).problem, [one.legal for one in asked(session).candidates]) == ("leftover", [True])
    assert maze(session).keys() == {START_CELL, *GOAL_CELLS}
    for cell in WAY:
        takes(session, *cell)
    assert table_view(session).proposals == ()
    lays(session, 1, 0)
    assert Cell(1, 0) in maze(session)


def test_who_starts_anyway_is_told_what_the_camera_misses_until_a_card_is_laid(tmp_path: Path) -> None:
    session = began(tmp_path)
    sees(session)
    done(session.submit(ByTable(), c.SetTable()))
    assert setting(session).table == SeenTableView(False, 0, 0)
    before = session.version
    sees(session, START_CELL)
    assert setting(session).table == SeenTableView(True, 0, 0) and session.version > before
    laid_out(session)
    assert setting(session).table is None
    sees(session)
    done(session.submit(ByTable(), c.BeginPlay()))
    assert setting(session).table == SeenTableView(False, 0, 0)
    done(session.submit(BySeat(0), c.PlacePath(Cell(1, 0), Face.parse("EW"))))
    assert setting(session).table is None


def test_the_first_tunnel_of_the_round_is_no_old_card_also_where_it_is_read_unsurely(tmp_path: Path) -> None:
    session = began(tmp_path)
    sees(session, START_CELL)
    done(session.submit(ByTable(), c.SetTable()))
    done(session.submit(ByTable(), c.BeginPlay()))
    tunnel = seen_card(Cell(1, 0), Face.parse("EW"), CardKind.PATH, 0.5, ("NESW", 0.4))
    start = OpenTable().board().board[START_CELL]
    session.observe(SettledBoard(2, {START_CELL: start, tunnel.cell: tunnel}, frozenset(), frozenset({tunnel.cell})))
    assert setting(session).table == SeenTableView(True, 0, 0)


def test_one_old_card_that_was_nudged_is_an_old_card_all_the_same(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    shows(session, seen_card(WAY[0], Face.parse("NESW")), gone=WAY[1:])
    done(session.submit(ByTable(), c.SetTable()))
    done(session.submit(ByTable(), c.BeginPlay()))
    assert asked(session).problem == "leftover" and WAY[0] not in maze(session)


def test_old_cards_are_told_from_new_ones_after_the_program_was_started_again(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    done(session.submit(ByTable(), c.SetTable()))
    session.close()
    session = opened(tmp_path)
    shows(session, *(seen_card(cell, Face.parse("EW")) for cell in WAY))
    assert asked(session).problem == "leftover"
    done(session.submit(ByTable(), c.BeginPlay()))
    assert asked(session).problem == "leftover"


def test_a_round_that_lies_there_is_used_where_the_table_says_so(tmp_path: Path) -> None:
    """A film that begins in mid-round."""
    session = began(tmp_path)
    shows(session, *OpenTable().board().board.values(), *(seen_card(cell, Face.parse("EW")) for cell in WAY))
    assert table_view(session).stage is Stage.SETTING
    assert code(session.resync(BySeat(0))) == "only_the_table"
    done(session.resync(ByTable()))
    assert table_view(session).stage is Stage.ROLES
    assert set(WAY) <= maze(session).keys() and table_view(session).proposals == ()
    done(session.submit(ByTable(), c.BeginPlay()))
    assert table_view(session).proposals == ()
    lays(session, 5, 0, "NESW")
    assert Cell(5, 0) in maze(session)


# ---- people -------------------------------------------------------------------------------------------------------


def test_no_phone_shows_a_role_before_the_table_is_set(tmp_path: Path) -> None:
    session = began(tmp_path)
    assert all(seat_view(session, seat).role is None for seat in range(4))
    assert all(seat_view(session, seat).setting is not None for seat in range(4))
    assert code(session.submit(BySeat(1), c.RoleSeen())) == "not_now"
    assert code(session.submit(BySeat(1), c.SetTable())) == "not_allowed"
    laid_out(session)
    assert all(seat_view(session, seat).role is not None for seat in range(4))


def test_who_takes_a_seat_meanwhile_asks_the_table_as_its_role_is_dealt(tmp_path: Path) -> None:
    session = began(tmp_path)
    done(session.release(ByTable(), 2, forced=True))
    let_in(session, "Zoe", 2)
    assert table_view(session).seats[2].name == "Zoe" and seat_view(session, 2).role is None


def test_ticks_are_kept_over_a_start_of_the_program_and_go_with_the_round(tmp_path: Path) -> None:
    session = began(tmp_path)
    done(session.submit(ByTable(), c.TickLine("deal")))
    session.close()
    session = opened(tmp_path)
    assert [line.key for line in setting(session).lines if line.ticked] == ["deal"]


def test_a_tick_outdates_no_other_press(tmp_path: Path) -> None:
    session = began(tmp_path)
    seen = table_view(session).version
    done(session.submit(ByTable(), c.TickLine("deal"), seen=seen))
    done(session.submit(ByTable(), c.TickLine("start"), seen=seen))
    done(session.submit(ByTable(), c.SetTable(), seen=seen))
    assert code(session.submit(ByTable(), c.TickLine("goals"), seen=seen)) == "not_now"


def test_nothing_of_the_step_is_taken_back(tmp_path: Path) -> None:
    """A line that was ticked is unticked by the same press; the list can be read all round."""
    session = began(tmp_path)
    done(session.submit(ByTable(), c.TickLine("deal")))
    assert not table_view(session).offers.undo
    done(session.submit(ByTable(), c.SetTable()))
    assert code(session.undo(ByTable())) == "nothing_to_undo"


def test_a_game_that_was_given_up_meanwhile_goes_on_with_its_ticks(tmp_path: Path) -> None:
    session = began(tmp_path)
    done(session.submit(ByTable(), c.TickLine("deal")))
    done(session.submit(ByTable(), c.NewGame()))
    done(session.undo(ByTable()))
    assert table_view(session).stage is Stage.SETTING and by_key(session)["deal"]
    assert codes(session)[-1] == "game_goes_on"


@pytest.mark.parametrize("presence", [c.Attendance.AWAY, c.Attendance.LEFT])
def test_who_goes_meanwhile_is_not_waited_for(tmp_path: Path, presence: c.Attendance) -> None:
    session = began(tmp_path)
    done(session.submit(ByTable(), c.SetPresence(3, presence)))
    laid_out(session)
    assert table_view(session).waiting_for == (0, 1, 2)
