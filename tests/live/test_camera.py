"""What the table does about what the camera sees: a clear card is played, a doubt is asked, nothing is overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import card_words as w
import pytest
from at_table import (
    FRAMES,
    asked,
    begun,
    code,
    codes,
    done,
    lays,
    maze,
    opened,
    place,
    seat_view,
    shows,
    table_view,
    takes,
    turns,
    watch,
)
from open_table import OpenTable, seen_card

from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind
from companion.sight.settled_board import CameraEvent, CameraEventKind, SettledBoard
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable, GoalKind, Supply, Tool
from companion.views.model import Stage


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """Seat 0 is on turn, and the camera has read the empty maze."""
    session = begun(tmp_path)
    watch(session)
    return session


# ---- cards that come ----------------------------------------------------------------------------------------------


def test_a_clear_card_is_played_by_itself_for_the_seat_on_turn(session: Session) -> None:
    lays(session, 1, 0)
    assert maze(session)[Cell(1, 0)] == "EW"
    assert table_view(session).turn == 1
    assert table_view(session).lines[-1].facts["seat"] == 0
    assert table_view(session).proposals == ()


def test_an_unsure_card_is_asked_with_its_likeliest_readings_first(session: Session) -> None:
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3), ("N|S", 0.15), ("NS", 0.001))
    proposal = asked(session)
    assert (proposal.what, proposal.problem, proposal.cell) == ("laid", "unsure", Cell(1, 0))
    assert [(one.face, one.percent, one.legal) for one in proposal.candidates] == [
        ("EW", 50, True),
        ("NESW", 30, True),
        ("N|S", 15, False),
    ]
    assert proposal.candidates[2].reasons == ("edge_mismatch", "not_connected")
    assert [seat_view(session, seat).proposals[0].mine for seat in range(4)] == [True, False, False, False]
    assert proposal.mine  # at the table screen
    assert code(session.answer(BySeat(2), proposal.id, 0)) == "not_your_turn"
    done(session.answer(BySeat(0), proposal.id, 1))
    assert maze(session)[Cell(1, 0)] == "NESW"
    assert table_view(session).proposals == ()
    assert code(session.answer(BySeat(0), proposal.id, 1)) == "proposal_gone"


def test_where_something_lies_over_a_card_the_question_says_so_until_it_is_taken_away(session: Session) -> None:
    """One press less: whoever reads why the camera doubts takes his mug away, and the card is played by itself."""
    card = seen_card(Cell(1, 0), Face.parse("EW"), CardKind.PATH, 0.5, ("NESW", 0.3))
    shows(session, replace(card, occluded=True))
    assert asked(session).problem == "occluded"
    lays(session, 1, 0)
    assert table_view(session).proposals == () and maze(session)[Cell(1, 0)] == "EW"


def test_the_question_about_a_goal_says_so_too(tmp_path: Path) -> None:
    session = begun(tmp_path, configure=c.Configure("anniversary-2024", goals=Supply.CARDS))
    watch(session)
    reach_middle(session)
    goal = seen_card(Cell(8, 0), Face.parse("NESW"), CardKind.GOAL, 0.5)
    shows(session, replace(goal, uncertain=True, occluded=True))
    assert (asked(session).what, asked(session).problem) == ("goal", "occluded")


def test_a_card_under_something_that_is_sure_all_the_same_is_played_by_itself(session: Session) -> None:
    shows(session, replace(seen_card(Cell(1, 0), Face.parse("EW")), occluded=True))
    assert table_view(session).proposals == () and maze(session)[Cell(1, 0)] == "EW"


def test_a_near_tie_is_never_decided(session: Session) -> None:
    lays(session, 1, 0, "EW", 0.9, ("NESW", 0.55))
    assert asked(session).problem == "unsure"


def test_readings_that_the_box_does_not_hold_are_not_offered(session: Session) -> None:
    lays(session, 1, 0, "EW", 0.5, ("EWb", 0.4), ("NESW*", 0.06), ("NESW", 0.04))
    assert [one.face for one in asked(session).candidates] == ["EW", "NESW"]


def test_a_reading_that_the_box_does_not_hold_is_doubted_and_never_replaced(session: Session) -> None:
    lays(session, 1, 0, "NESW*", 0.97, ("NESW", 0.03))
    assert asked(session).problem == "unsure"
    assert [one.face for one in asked(session).candidates] == ["NESW*", "NESW"]


def test_an_illegal_card_is_shown_with_its_reasons_until_it_is_taken_back(session: Session) -> None:
    lays(session, 5, 0)
    proposal = asked(session)
    assert (proposal.problem, proposal.refusal.code) == ("illegal", "illegal_placement")  # type: ignore[union-attr]
    assert proposal.candidates[0].reasons == ("no_neighbour", "not_connected")
    takes(session, 5, 0)
    assert table_view(session).proposals == ()
    assert Cell(5, 0) not in maze(session)


def test_the_table_may_agree_to_an_illegal_card(session: Session) -> None:
    lays(session, 2, 0)
    proposal = asked(session)
    assert code(session.answer(ByTable(), proposal.id, 0)) == "illegal_placement"
    done(session.answer(ByTable(), proposal.id, 0, forced=True))
    assert maze(session)[Cell(2, 0)] == "EW"
    assert codes(session)[-1] == "path_forced"


def test_another_card_than_all_those_offered_can_be_named(session: Session) -> None:
    lays(session, 1, 0, "N|S", 0.96)
    done(session.correct(BySeat(0), asked(session).id, Cell(1, 0), Face.parse("EW")))
    assert maze(session)[Cell(1, 0)] == "EW"
    assert table_view(session).proposals == ()


def test_a_card_laid_with_a_broken_tool_is_not_played(session: Session) -> None:
    done(session.submit(BySeat(0), w.BreakTool(1, Tool.LAMP)))
    lays(session, 1, 0)
    assert asked(session).problem == "broken_tool"
    assert table_view(session).turn == 1


def test_a_card_laid_before_everybody_has_seen_his_role_waits(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    for name in "ABC":
        session.join(name)
    watch(session)
    done(session.submit(ByTable(), c.StartGame(0)))
    lays(session, 1, 0)
    assert asked(session).problem == "out_of_turn"
    assert not seat_view(session, 0).proposals[0].mine
    done(session.submit(ByTable(), c.BeginPlay()))
    assert Cell(1, 0) in maze(session)


def test_two_cards_at_once_are_both_asked(session: Session) -> None:
    watch(session)
    done(session.submit(BySeat(0), w.UseMap(Cell(8, 0))))
    lays(session, 1, 0)
    lays(session, 0, 1, "NS")
    done(session.submit(BySeat(0), c.ClosePeek()))
    assert {proposal.problem for proposal in table_view(session).proposals} == {"two_cards"}
    first = table_view(session).proposals[0]
    done(session.answer(ByTable(), first.id, 0))
    assert len(maze(session)) == 6  # and the other one, alone now, is played by itself


def test_an_answer_that_comes_twice_is_answered_alike_also_after_a_restart(tmp_path: Path) -> None:
    """What followed by itself had made the number of the first answer another one than was kept."""
    session = begun(tmp_path)
    watch(session)
    done(session.submit(BySeat(0), w.UseMap(Cell(8, 0))))
    lays(session, 1, 0)
    lays(session, 0, 1, "NS")
    done(session.submit(BySeat(0), c.ClosePeek()))
    question = table_view(session).proposals[0].id
    first = done(session.answer(ByTable(), question, 0, command_id="x"))
    assert first.version < session.version  # the other card was played by itself
    assert session.answer(ByTable(), question, 0, command_id="x") == first
    session.close()
    again = opened(tmp_path)
    assert again.answer(ByTable(), question, 0, command_id="x") == first
    again.close()


def test_two_cards_of_one_look_are_not_both_played_by_themselves(session: Session) -> None:
    shows(session, seen_card(Cell(1, 0), Face.parse("EW")), seen_card(Cell(0, 1), Face.parse("NS")))
    assert [proposal.problem for proposal in table_view(session).proposals] == ["two_cards"] * 2
    assert len(maze(session)) == 4


def test_one_face_too_many_for_the_box_is_asked_about_for_that_reason(session: Session) -> None:
    lays(session, 1, 0, "E|W")
    lays(session, 0, 1, "NESW")
    assert Cell(1, 0) in maze(session) and Cell(0, 1) in maze(session)
    lays(session, -1, 0, "E|W")
    assert asked(session).problem == "one_too_many"


def test_before_a_table_was_read_a_hand_over_it_says_nothing(tmp_path: Path) -> None:
    session = begun(tmp_path)
    for kind in CameraEventKind:
        session.observe(CameraEvent(1, kind))
    assert len(maze(session)) == 4
    assert table_view(session).proposals == ()


def test_a_card_that_lies_there_when_the_table_is_first_read_is_asked_and_not_played(tmp_path: Path) -> None:
    session = begun(tmp_path)
    lays(session, 1, 0)
    assert Cell(1, 0) not in maze(session)
    assert asked(session).problem == "unexpected"


def test_a_question_stays_as_it_was_asked_until_its_card_is_touched(session: Session) -> None:
    """A thumb is on its way to the button while every further look is a little surer or less sure than the last."""
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3))
    before = asked(session)
    surer = seen_card(Cell(1, 0), Face.parse("EW"), CardKind.PATH, 0.99)
    board = {card.cell: seen_card(card.cell, card.face, card.kind) for card in OpenTable().planned.cards}
    session.observe(SettledBoard(600, {**board, surer.cell: surer}))
    assert asked(session) == before
    session.observe(SettledBoard(601, {**board, surer.cell: surer}, touched=frozenset({surer.cell})))
    assert maze(session)[Cell(1, 0)] == "EW"


def test_a_table_that_is_read_anew_may_be_surer_of_its_cards(session: Session) -> None:
    lays(session, 1, 0, "EW", 0.5)
    surer = seen_card(Cell(1, 0), Face.parse("EW"), CardKind.PATH, 0.99)
    session.observe(SettledBoard(600, {surer.cell: surer}, anew=True))
    assert maze(session)[Cell(1, 0)] == "EW"


def test_the_camera_does_nothing_in_the_lobby(tmp_path: Path) -> None:
    session = opened(tmp_path)
    watch(session)
    lays(session, 1, 0)
    assert (table_view(session).maze, table_view(session).proposals) == (None, ())


def test_a_card_that_lay_there_when_the_program_came_back_is_asked(tmp_path: Path) -> None:
    session = begun(tmp_path)
    watch(session)
    lays(session, 1, 0)
    done(session.undo(ByTable()))
    session.close()
    session = opened(tmp_path)
    table = OpenTable()
    table.lay(Cell(1, 0), Face.parse("EW"))
    session.observe(table.board())
    assert (asked(session).what, asked(session).problem) == ("laid", "unexpected")
    done(session.answer(BySeat(0), asked(session).id, 0))
    lays(session, 2, 0)
    assert Cell(2, 0) in maze(session)


@pytest.mark.parametrize("seat", [0, None])
def test_a_question_that_stood_when_the_program_was_killed_is_asked_again_and_an_answer_meanwhile_hears_so(
    tmp_path: Path, seat: int | None
) -> None:
    """It heard that the question had been answered."""
    session = begun(tmp_path)
    watch(session)
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3))
    question, by, seen = asked(session), ByTable() if seat is None else BySeat(seat), session.version
    lying = session._table.questions.board
    assert lying is not None
    session.close()
    session = opened(tmp_path)
    assert code(session.answer(by, question.id, 0, seen=seen)) == "proposal_forgotten"
    session.observe(replace(lying, anew=True, touched=frozenset()))
    again = asked(session)
    assert (again.id, again.cell, again.candidates) == (question.id, question.cell, question.candidates)
    done(session.answer(by, question.id, 1, seen=seen))
    assert maze(session)[Cell(1, 0)] == "NESW"
    assert code(session.answer(by, question.id, 1)) == "proposal_gone"


def test_an_answer_from_before_a_start_answers_no_other_question_of_after_it(tmp_path: Path) -> None:
    """Questions were counted anew at each start: the first was p1 every time."""
    session = begun(tmp_path)
    watch(session)
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3))
    question, seen = asked(session), session.version
    session.close()
    session = opened(tmp_path)
    watch(session)
    lays(session, 0, 1, "NS", 0.5, ("NESW", 0.3))
    assert code(session.answer(BySeat(0), question.id, 0, seen=seen)) == "proposal_forgotten"
    assert asked(session).cell == Cell(0, 1)


def test_a_question_that_is_asked_once_more_is_not_answered_by_a_press_on_the_first(session: Session) -> None:
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3))
    first = asked(session)
    takes(session, 1, 0)
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3))
    assert code(session.answer(BySeat(0), first.id, 0)) == "proposal_gone"
    done(session.answer(BySeat(0), asked(session).id, 0))


def test_a_card_that_a_thumb_has_played_is_not_played_again(session: Session) -> None:
    done(session.submit(BySeat(0), place(1, 0)))
    lays(session, 1, 0)
    assert len(maze(session)) == 5
    assert table_view(session).turn == 1


def test_a_card_that_the_disk_would_not_keep_is_asked_and_not_forgotten(session: Session) -> None:
    database = session._ledger.journal._database
    database.execute("PRAGMA query_only=1")
    lays(session, 1, 0)
    assert Cell(1, 0) not in maze(session)
    assert (asked(session).what, asked(session).problem) == ("laid", "not_kept")
    assert code(session.answer(BySeat(0), asked(session).id, 0, command_id="x")) == "folder_read_only"
    database.execute("PRAGMA query_only=0")  # somebody has made room, and presses the same button of the same page
    done(session.answer(BySeat(0), asked(session).id, 0, command_id="x"))
    assert Cell(1, 0) in maze(session)
    assert table_view(session).proposals == ()


# ---- cards that go ------------------------------------------------------------------------------------------------


def test_not_seen_is_not_removed(session: Session) -> None:
    lays(session, 1, 0)
    watch(session)  # the whole table is read again, and the card is overlooked
    assert Cell(1, 0) in maze(session)
    assert table_view(session).proposals == ()


def test_a_card_played_by_phone_where_another_went_is_not_missing_before_it_was_laid(session: Session) -> None:
    """A misfit was taken back, and the next card for its cell was asked about before the hand got there."""
    lays(session, 1, 0, "NS")
    takes(session, 1, 0)
    done(session.submit(BySeat(0), c.PlacePath(Cell(1, 0), Face.parse("EW"))))
    shows(session)
    assert table_view(session).proposals == ()
    lays(session, 1, 0)
    takes(session, 1, 0)
    assert asked(session).what == "removed"


def test_a_removed_card_is_offered_as_a_rockfall_or_as_taken_back(session: Session) -> None:
    lays(session, 1, 0)
    takes(session, 1, 0)
    proposal = asked(session)
    assert (proposal.what, [one.does for one in proposal.candidates]) == ("removed", ["rockfall", "undo"])
    done(session.answer(BySeat(1), proposal.id, 0))
    assert Cell(1, 0) not in maze(session)
    assert codes(session)[-1] == "rock_fell"
    assert table_view(session).turn == 2


def test_the_last_card_can_be_taken_back_by_taking_it(session: Session) -> None:
    lays(session, 1, 0)
    takes(session, 1, 0)
    done(session.answer(ByTable(), asked(session).id, 1))
    assert Cell(1, 0) not in maze(session)
    assert table_view(session).turn == 0
    lays(session, 1, 0, "NESW")
    assert maze(session)[Cell(1, 0)] == "NESW"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_card_that_was_taken_back_is_told_by_the_phone_that_laid_it_or_the_next_one(
    session: Session, seat: int
) -> None:
    lays(session, 1, 0)
    takes(session, 1, 0)
    (proposal,) = seat_view(session, seat).proposals
    assert proposal.mine
    done(session.answer(BySeat(seat), proposal.id, 1))
    assert Cell(1, 0) not in maze(session)
    assert table_view(session).turn == 0


def test_a_rockfall_is_only_said_by_the_one_on_turn(session: Session) -> None:
    lays(session, 1, 0)
    takes(session, 1, 0)
    assert code(session.answer(BySeat(0), asked(session).id, 0)) == "not_your_turn"
    assert code(session.answer(BySeat(2), asked(session).id, 1)) == "not_your_turn"


def test_an_announced_rockfall_is_confirmed_by_the_empty_cell(session: Session) -> None:
    lays(session, 1, 0)
    done(session.submit(BySeat(1), w.Rockfall(Cell(1, 0))))
    assert asked(session).problem == "fallen"  # the card lies there still
    takes(session, 1, 0)
    assert table_view(session).proposals == ()
    lays(session, 1, 0, "NESW")
    assert maze(session)[Cell(1, 0)] == "NESW"


def test_no_rule_is_asked_about_a_card_that_only_has_to_be_taken_away(session: Session) -> None:
    """Whoever was next and had a broken tool read that he may lay no tunnel."""
    lays(session, 1, 0)
    done(session.submit(BySeat(1), w.BreakTool(3, Tool.CART)))
    done(session.submit(BySeat(2), w.Rockfall(Cell(1, 0))))
    assert table_view(session).turn == 3
    assert (asked(session).problem, asked(session).refusal) == ("fallen", None)


def test_what_was_taken_back_is_not_played_again_while_it_lies_there(session: Session) -> None:
    lays(session, 1, 0)
    done(session.undo(ByTable()))
    assert asked(session).problem == "undone"
    assert table_view(session).turn == 0
    watch(session)
    takes(session, 1, 0)
    assert table_view(session).proposals == ()


def test_an_answered_question_is_not_asked_again(session: Session) -> None:
    lays(session, 5, 0)
    done(session.answer(ByTable(), asked(session).id, None))
    assert table_view(session).proposals == ()
    session.observe(CameraEvent(9, CameraEventKind.COVERED))
    session.observe(CameraEvent(10, CameraEventKind.CLEAR))
    shows(session)
    assert table_view(session).proposals == ()


def test_who_said_that_he_takes_a_card_back_is_reminded_once_when_the_next_card_is_laid_and_it_still_lies_there(
    session: Session,
) -> None:
    """The game went on with another maze than the table's, and nothing said so."""
    lays(session, 5, 0)
    done(session.answer(ByTable(), asked(session).id, None))
    lays(session, 1, 0)
    assert (asked(session).cell, asked(session).problem) == (Cell(5, 0), "undone")
    done(session.answer(ByTable(), asked(session).id, None))
    lays(session, 2, 0)
    assert table_view(session).proposals == ()
    takes(session, 5, 0)
    assert maze(session).keys() >= {Cell(1, 0), Cell(2, 0)}
    assert Cell(5, 0) not in maze(session)


def test_who_took_the_card_back_is_not_reminded(session: Session) -> None:
    lays(session, 5, 0)
    done(session.answer(ByTable(), asked(session).id, None))
    takes(session, 5, 0)
    lays(session, 1, 0)
    assert table_view(session).proposals == ()


# ---- misread, moved, differs --------------------------------------------------------------------------------------


def test_a_card_that_now_reads_otherwise_is_offered_as_a_misread(session: Session) -> None:
    lays(session, 1, 0)
    lays(session, 2, 0)
    turns(session, 1, 0, "NESW", CardKind.PATH)
    proposal = asked(session)
    assert (proposal.what, proposal.candidates[0].does) == ("misread", "amend")
    done(session.answer(BySeat(2), proposal.id, 0))
    assert maze(session)[Cell(1, 0)] == "NESW"
    assert table_view(session).proposals == ()


def test_a_card_that_was_turned_round_is_told_as_such(session: Session) -> None:
    lays(session, 1, 0, "NSW")
    turns(session, 1, 0, "NES", CardKind.PATH)
    assert asked(session).what == "turned"


def test_a_doubtful_second_look_asks_nothing(session: Session) -> None:
    lays(session, 1, 0)
    shows(session, seen_card(Cell(1, 0), Face.parse("NESW"), CardKind.PATH, 0.6))
    assert table_view(session).proposals == ()


# ---- in doubt later -----------------------------------------------------------------------------------------------


def doubts(
    session: Session, x: int, y: int, face: str, *others: tuple[str, float], sure: float = 0.6, occluded: bool = False
) -> None:
    """A settled look in which nobody touched anything, and the camera is less sure of a card than it was."""
    known = session._table.questions.board
    assert known is not None
    doubted = replace(seen_card(Cell(x, y), Face.parse(face), CardKind.PATH, sure, *others), occluded=occluded)
    session.observe(SettledBoard(next(FRAMES), known.board | {doubted.cell: doubted}))


def test_a_card_that_comes_into_doubt_later_is_asked_about_and_can_be_put_right(session: Session) -> None:
    lays(session, 1, 0, "NESW")
    doubts(session, 1, 0, "NESW", ("ESW", 0.38), ("EW", 0.01))
    proposal = asked(session)
    assert (proposal.what, proposal.problem) == ("doubted", "unsure")
    assert [(one.face, one.percent, one.does) for one in proposal.candidates] == [("ESW", 38, "amend")]
    assert [seat_view(session, seat).proposals[0].mine for seat in range(4)] == [False, True, False, False]
    done(session.answer(ByTable(), proposal.id, 0))
    assert maze(session)[Cell(1, 0)] == "ESW"
    doubts(session, 1, 0, "NESW", ("ESW", 0.4))
    assert table_view(session).proposals == ()


def test_where_something_was_put_over_a_card_that_comes_into_doubt_the_question_says_so(session: Session) -> None:
    lays(session, 1, 0, "NESW")
    doubts(session, 1, 0, "NESW", ("ESW", 0.38), occluded=True)
    assert (asked(session).what, asked(session).problem) == ("doubted", "occluded")


def test_a_doubt_that_was_answered_or_is_the_same_still_is_not_asked_about_again(session: Session) -> None:
    lays(session, 1, 0, "NESW")
    doubts(session, 1, 0, "NESW", ("ESW", 0.38))
    before = asked(session)
    doubts(session, 1, 0, "NESW", ("ESW", 0.21), sure=0.79)
    doubts(session, 1, 0, "NESW", ("ESW", 0.1), sure=0.9)
    assert asked(session) == before
    done(session.answer(ByTable(), before.id, None))
    doubts(session, 1, 0, "NESW", ("ESW", 0.4))
    assert table_view(session).proposals == ()
    assert maze(session)[Cell(1, 0)] == "NESW"


def test_a_doubt_that_offers_nothing_yet_waits_for_a_look_that_does(session: Session) -> None:
    lays(session, 1, 0, "NESW")
    doubts(session, 1, 0, "NESW", ("ESW", 0.05), sure=0.78)
    assert table_view(session).proposals == ()
    doubts(session, 1, 0, "NESW", ("NES", 0.4))
    assert [one.face for one in asked(session).candidates] == ["NES"]


def test_what_brings_many_cards_into_doubt_is_the_light_and_asks_nothing(session: Session) -> None:
    for x in (1, 2, 3):
        lays(session, x, 0, "NESW")
    known = session._table.questions.board
    assert known is not None
    dim = {Cell(x, 0): seen_card(Cell(x, 0), Face.parse("NESW"), CardKind.PATH, 0.6, ("ESW", 0.3)) for x in (1, 2, 3)}
    session.observe(SettledBoard(next(FRAMES), known.board | dim))
    assert table_view(session).proposals == ()
    session.observe(SettledBoard(next(FRAMES), known.board))
    assert table_view(session).proposals == ()


def test_a_card_that_others_let_stand_is_asked_about_as_any_other(tmp_path: Path) -> None:
    session = begun(tmp_path, configure=c.Configure("anniversary-2024", ("wc2019",)))
    watch(session)
    lays(session, 1, 0, "NESW")
    done(session.submit(ByTable(), c.LetStand()))
    assert maze(session)[Cell(1, 0)] == "NESW"
    doubts(session, 1, 0, "NESW", ("ESW", 0.38))
    assert asked(session).what == "doubted"


@pytest.mark.parametrize("stopped", ["vetoed", "taken back"])
def test_an_action_card_that_comes_to_nothing_leaves_the_tunnel_before_it_in_the_game(
    tmp_path: Path, stopped: str
) -> None:
    session = begun(tmp_path, configure=c.Configure("anniversary-2024", ("wc2019",)))
    watch(session)
    lays(session, 1, 0, "NESW")
    done(session.submit(ByTable(), c.LetStand()))
    done(session.submit(BySeat(1), w.BreakTool(2, c.Tool.LAMP)))
    done(session.submit(BySeat(0), w.Veto(0)) if stopped == "vetoed" else session.undo(ByTable()))
    doubts(session, 1, 0, "NESW", ("ESW", 0.38))
    assert asked(session).what == "doubted"


def test_a_card_that_people_have_named_is_not_doubted(session: Session) -> None:
    lays(session, 1, 0, "NESW", 0.5, ("EW", 0.4))
    done(session.answer(BySeat(0), asked(session).id, 0))
    doubts(session, 1, 0, "NESW", ("ESW", 0.38))
    assert table_view(session).proposals == ()


def test_a_card_that_was_put_right_by_hand_is_not_questioned_until_it_is_touched(session: Session) -> None:
    """The camera goes on seeing what it took the card for."""
    lays(session, 1, 0, "NESW")
    (entry,) = (card.entry for card in table_view(session).maze.cards if card.cell == Cell(1, 0))
    done(session.amend(ByTable(), entry, Face.parse("ESW")))
    shows(session)
    assert table_view(session).proposals == () and maze(session)[Cell(1, 0)] == "ESW"
    turns(session, 1, 0, "NES", CardKind.PATH)
    assert asked(session).what in ("turned", "misread")


def test_a_card_that_was_touched_or_is_read_anew_is_a_new_reading_and_no_doubt(session: Session) -> None:
    lays(session, 1, 0, "NESW")
    doubts(session, 1, 0, "NESW", ("ESW", 0.38))
    shows(session, seen_card(Cell(1, 0), Face.parse("NESW"), CardKind.PATH, 0.97))
    assert table_view(session).proposals == ()


def test_a_card_that_moved_to_another_cell_is_asked_as_one_thing(session: Session) -> None:
    lays(session, 1, 0)
    shows(session, seen_card(Cell(0, 1), Face.parse("EW")), gone=[Cell(1, 0)])
    assert (asked(session).what, asked(session).cell) == ("moved", Cell(0, 1))


def test_who_says_no_to_what_is_asked_of_several_cells_has_answered_for_all_of_them(session: Session) -> None:
    """Five cards that do not belong to the mine had to be waved away one by one."""
    shows(session, *(seen_card(Cell(x, 0), Face.parse("EW")) for x in range(3, 8)))
    done(session.answer(ByTable(), asked(session).id, None))
    assert table_view(session).proposals == ()
    shows(session, *(seen_card(Cell(x, 0), Face.parse("EW")) for x in range(3, 8)))
    assert asked(session).what == "layout_differs"


def test_who_says_no_to_a_card_that_moved_is_not_asked_where_it_went(session: Session) -> None:
    lays(session, 1, 0)
    shows(session, seen_card(Cell(0, 1), Face.parse("EW")), gone=[Cell(1, 0)])
    done(session.answer(ByTable(), asked(session).id, None))
    assert table_view(session).proposals == ()


def test_who_says_no_to_cards_of_the_last_round_has_said_nothing_of_one_that_was_just_laid(session: Session) -> None:
    """It lay on the table all round, in no mine and in no question."""
    lays(session, 1, 0)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    while table_view(session).stage is Stage.DRAFT:
        done(session.submit(BySeat(table_view(session).waiting_for[0]), c.TakeGold(0)))
    done(session.submit(ByTable(), c.NextRound()))
    done(session.submit(ByTable(), c.BeginPlay()))
    lays(session, 0, 1, "NS")
    assert (asked(session).what, asked(session).cell) == ("layout_differs", Cell(1, 0))
    done(session.answer(ByTable(), asked(session).id, None))
    assert table_view(session).proposals == () and maze(session)[Cell(0, 1)] == "NS"


def test_what_was_asked_before_a_pause_is_asked_after_it_in_the_same_words(session: Session) -> None:
    """A doubt that a look in the pause did not share was forgotten, and a press from before came to nothing."""
    lays(session, 1, 0, "NESW")
    doubts(session, 1, 0, "NESW", ("ESW", 0.38))
    before = asked(session)
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    assert table_view(session).proposals == ()
    doubts(session, 1, 0, "NESW", ("ESW", 0.1), sure=0.9)
    done(session.submit(ByTable(), c.SetPause(paused=False)))
    assert asked(session) == before


def test_in_a_pause_nothing_is_asked_and_what_was_laid_is_played_after_it(session: Session) -> None:
    """The headline said that this card cannot lie there: it is only that nobody plays now."""
    done(session.submit(ByTable(), c.SetPause(paused=True)))
    lays(session, 1, 0)
    assert table_view(session).proposals == () and Cell(1, 0) not in maze(session)
    done(session.submit(ByTable(), c.SetPause(paused=False)))
    assert table_view(session).proposals == () and maze(session)[Cell(1, 0)] == "EW"


def test_the_maze_of_the_last_round_is_not_played_again(session: Session) -> None:
    for x in (1, 2, 3):
        lays(session, x, 0)
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    while table_view(session).stage is Stage.DRAFT:
        done(session.submit(BySeat(table_view(session).waiting_for[0]), c.TakeGold(0)))
    done(session.submit(ByTable(), c.NextRound()))
    done(session.submit(ByTable(), c.BeginPlay()))
    assert (asked(session).what, asked(session).problem) == ("layout_differs", "leftover")
    assert len(maze(session)) == 4
    for x in (1, 2, 3):
        takes(session, x, 0)
    assert table_view(session).proposals == ()
    lays(session, 1, 0)
    assert len(maze(session)) == 5


def test_after_a_resync_everything_is_quiet(session: Session) -> None:
    table = OpenTable()
    for x, y in ((1, 0), (2, 0), (5, 2)):
        table.lay(Cell(x, y), Face.parse("EW"))
    session.observe(table.board())
    proposal = asked(session)
    assert (proposal.what, proposal.candidates[0].does) == ("layout_differs", "resync")
    assert code(session.resync(BySeat(0))) == "only_the_table"
    done(session.answer(ByTable(), proposal.id, 0))
    assert {Cell(1, 0), Cell(2, 0), Cell(5, 2)} <= maze(session).keys()
    assert table_view(session).proposals == ()
    assert table_view(session).turn == 0


def test_a_card_that_the_table_says_lies_there_is_not_asked_about_as_taken_away_until_it_is_touched(
    session: Session,
) -> None:
    """The camera had lost it under a lamp; no journal entry laid it, so the maze was taken with it once more."""
    lays(session, 1, 0)
    done(session.resync(ByTable()))
    takes(session, 1, 0)
    assert asked(session).what == "removed"
    done(session.submit(ByTable(), c.Resync((c.TableCard(Cell(1, 0), Face.parse("NESW")),))))
    shows(session)
    assert table_view(session).proposals == () and maze(session)[Cell(1, 0)] == "NESW"
    lays(session, 1, 0, "NES")
    assert asked(session).what == "misread"


def test_a_resync_without_a_camera_is_refused(tmp_path: Path) -> None:
    assert code(begun(tmp_path).resync(ByTable())) == "nothing_seen"


# ---- goals --------------------------------------------------------------------------------------------------------


def reach_middle(session: Session) -> None:
    faces = ["EW", "EW", "EW", "NESW", "NESW", "NESW", "NEW"]
    for x, face in enumerate(faces, start=1):
        lays(session, x, 0, face)
    assert table_view(session).goal is not None


def test_the_named_goal_is_confirmed_when_it_lies_the_named_way(session: Session) -> None:
    reach_middle(session)
    task = table_view(session).goal
    assert task is not None and task.task == "lay"
    turns(session, 8, 0, task.faces[0])
    shown = {card.cell: card for card in table_view(session).maze.cards}  # type: ignore[union-attr]
    assert (shown[Cell(8, 0)].face, shown[Cell(8, 0)].goal) == (task.faces[0], task.kind)
    assert table_view(session).goal is None


def test_a_goal_that_was_taken_back_is_asked_and_not_laid_by_itself(session: Session) -> None:
    reach_middle(session)
    task = table_view(session).goal
    assert task is not None
    turns(session, 8, 0, task.faces[0])
    done(session.undo(ByTable()))
    proposal = asked(session)
    assert (proposal.what, proposal.problem, proposal.candidates[0].does) == ("goal", "undone", "lay_goal")
    done(session.answer(ByTable(), proposal.id, 0))
    assert table_view(session).goal is None and table_view(session).proposals == ()


def test_a_card_that_was_taken_back_and_laid_again_is_watched_again(session: Session) -> None:
    lays(session, 1, 0)
    done(session.undo(ByTable()))
    done(session.submit(BySeat(0), place(1, 0)))
    assert table_view(session).proposals == ()
    turns(session, 1, 0, "NESW", CardKind.PATH)
    assert asked(session).what == "misread"


def test_a_goal_that_lies_the_wrong_way_round_or_is_another_card_is_told(tmp_path: Path) -> None:
    for seed in range(30):
        session = begun(tmp_path / str(seed), seed=seed)
        watch(session)
        reach_middle(session)
        task = table_view(session).goal
        if task is not None and task.kind is GoalKind.COAL and len(task.faces) == 1:
            break
        session.close()
    assert task is not None
    right = Face.parse(task.faces[0])
    turns(session, 8, 0, str(right.half_turn()))
    assert asked(session).problem == "other_way_round"
    turns(session, 8, 0, "NESW")
    assert asked(session).problem == "different_card"
    turns(session, 8, 0, str(right))
    assert table_view(session).goal is None
    assert table_view(session).stage is Stage.PLAY


def test_a_goal_turned_up_too_early_is_a_problem(session: Session) -> None:
    turns(session, 8, 2, "NESW")
    proposal = asked(session)
    assert (proposal.what, proposal.problem, proposal.candidates) == ("goal", "not_reached", ())
    turns(session, 8, 2, None)
    assert table_view(session).proposals == ()


def test_a_printed_goal_tells_itself_when_it_is_turned_up(tmp_path: Path) -> None:
    session = begun(tmp_path, configure=c.Configure("anniversary-2024", goals=Supply.CARDS))
    watch(session)
    reach_middle(session)
    assert table_view(session).goal.task == "tell"  # type: ignore[union-attr]
    turns(session, 8, 0, "NESW")
    shown = {card.cell: card for card in table_view(session).maze.cards}  # type: ignore[union-attr]
    assert shown[Cell(8, 0)].goal is GoalKind.GOLD


def test_a_goal_that_a_resync_finds_joined_is_asked_about_and_tells_itself_when_it_is_turned_up(
    tmp_path: Path,
) -> None:
    session = begun(tmp_path, configure=c.Configure("anniversary-2024", goals=Supply.CARDS))
    table = OpenTable()
    for x in range(1, 8):
        table.lay(Cell(x, 0), Face.parse("EW"))
    session.observe(table.board())
    done(session.resync(ByTable()))
    assert table_view(session).goal.task == "tell"  # type: ignore[union-attr]
    turns(session, 8, 0, "NESW")
    ended = session._ledger.story.game.round.ending  # type: ignore[union-attr]
    assert ended is not None and (ended.reason, ended.finisher) == ("gold", 0)


def test_a_resync_takes_no_goal_over_of_which_the_camera_is_not_sure_and_it_is_asked_about(tmp_path: Path) -> None:
    """Read as gold and not sure of it, it ended the round with one press, and every dwarf was turned over for good."""
    session = begun(tmp_path, configure=c.Configure("anniversary-2024", goals=Supply.CARDS))
    table = OpenTable()
    for x in range(1, 8):
        table.lay(Cell(x, 0), Face.parse("EW"))
    session.observe(table.board())
    shows(session, seen_card(Cell(8, 0), Face.parse("NESW"), CardKind.GOAL, 0.5))
    done(session.resync(ByTable()))
    assert table_view(session).goal.task == "tell"  # type: ignore[union-attr]
    done(session.undo(ByTable()))


def test_a_resync_that_found_a_goal_is_taken_back_with_all_that_it_asked(tmp_path: Path) -> None:
    session = begun(tmp_path)
    lays(session, 1, 0)
    before = session._ledger.story.game
    cards = tuple(c.TableCard(Cell(x, 0), Face.parse("EW")) for x in range(1, 8))
    done(session.submit(ByTable(), c.Resync(cards)))
    assert table_view(session).goal is not None
    done(session.undo(ByTable()))
    assert session._ledger.story.game == before and table_view(session).goal is None
    session.close()
    again = opened(tmp_path)
    assert again._ledger.story.game == before
    again.close()


def test_an_unsure_goal_is_asked(session: Session) -> None:
    reach_middle(session)
    task = table_view(session).goal
    assert task is not None
    card = seen_card(Cell(8, 0), Face.parse(task.faces[0]), CardKind.GOAL, 0.5)
    shows(session, card)
    proposal = asked(session)
    assert (proposal.problem, proposal.candidates[0].does) == ("unsure", "lay_goal")
    done(session.answer(ByTable(), proposal.id, 0))
    assert table_view(session).goal is None


def test_when_no_camera_looks_any_more_nothing_that_it_saw_is_asked_or_taken_over(session: Session) -> None:
    """Pictures of another table had been shown to it, and a press took their maze for the one that lies here."""
    session.camera("seeing")
    lays(session, 1, 0, "EW", 0.5, ("NESW", 0.3))
    lays(session, 5, 0, "NS")
    assert len(table_view(session).proposals) > 0
    lying = maze(session)
    session.camera("off")
    assert table_view(session).proposals == ()
    assert code(session.resync(ByTable())) == "nothing_seen"
    session.camera("starting")
    lays(session, 1, 0)
    assert asked(session).problem == "unexpected" and maze(session) == lying  # it came while nobody watched


# ---- goals that the app has dealt, at a table ---------------------------------------------------------------------


@pytest.fixture
def coal(tmp_path: Path) -> Iterator[Session]:
    """Coal under the middle goal, which Cy has reached and nobody has turned over."""
    for seed in range(30):
        session = begun(tmp_path / str(seed), seed=seed, at_table=True)
        watch(session)
        reach_middle(session)
        done(session.submit(BySeat(2), c.TurnGoal(Cell(8, 0))))
        task = table_view(session).goal
        done(session.undo(ByTable()))
        if task is not None and task.kind is GoalKind.COAL and len(task.faces) == 1:
            done(session.submit(BySeat(2), place(7, 0, "NEW")))
            yield session
            session.close()
            return
        session.close()


def test_a_goal_card_that_is_turned_before_the_press_tells_nothing_but_that_it_marks_the_place(coal: Session) -> None:
    turns(coal, 8, 0, "NESW")
    proposal = asked(coal)
    assert (proposal.what, proposal.problem) == ("goal", "place_holder")
    assert table_view(coal).goal.task == "turn"  # type: ignore[union-attr]
    turns(coal, 8, 0, None)
    assert table_view(coal).proposals == ()


def test_a_goal_card_that_happens_to_be_the_right_one_is_laid_with_the_press(coal: Session) -> None:
    right = named(coal)
    turns(coal, 8, 0, right)
    assert asked(coal).problem == "place_holder"
    done(coal.submit(ByTable(), c.TurnGoal(Cell(8, 0))))
    assert maze(coal)[Cell(8, 0)] == right
    assert table_view(coal).stage is Stage.PLAY


def named(session: Session) -> str:
    """How the goal would have to lie; afterwards nobody has turned it over."""
    done(session.submit(ByTable(), c.TurnGoal(Cell(8, 0))))
    task = table_view(session).goal
    assert task is not None
    done(session.undo(ByTable()))
    done(session.submit(BySeat(2), place(7, 0, "NEW")))
    return task.faces[0]


def test_another_goal_than_the_named_one_is_shown_as_the_camera_sees_it(coal: Session) -> None:
    done(coal.submit(BySeat(2), c.TurnGoal(Cell(8, 0))))
    task = table_view(coal).goal
    turns(coal, 8, 0, "NESW")
    proposal = asked(coal)
    assert (proposal.problem, proposal.saw) == ("different_card", "NESW")
    assert [one.does for one in proposal.candidates] == ["lay_goal"]
    assert task is not None
    turns(coal, 8, 0, task.faces[0])  # the named one is laid after all, and nobody presses
    assert (table_view(coal).proposals, table_view(coal).stage) == ((), Stage.PLAY)


def test_another_goal_than_the_named_one_may_have_been_read_wrongly(coal: Session) -> None:
    done(coal.submit(BySeat(2), c.TurnGoal(Cell(8, 0))))
    turns(coal, 8, 0, "NESW")
    done(coal.answer(BySeat(2), asked(coal).id, 0))
    assert (table_view(coal).proposals, table_view(coal).stage) == ((), Stage.PLAY)


@pytest.mark.parametrize("turned_first", [False, True])
def test_where_printed_goals_count_from_now_on_the_camera_tells_the_one_that_lies_there(
    coal: Session, turned_first: bool
) -> None:
    if turned_first:
        done(coal.submit(BySeat(2), c.TurnGoal(Cell(8, 0))))
    turns(coal, 8, 0, "NESW")
    assert asked(coal).problem == ("different_card" if turned_first else "place_holder")
    done(coal.submit(ByTable(), c.UsePrintedGoals()))
    assert table_view(coal).setup.goals is Supply.CARDS
    ended = coal._ledger.story.game.round.ending  # type: ignore[union-attr]
    assert ended is not None and ended.reason == "gold"


def test_a_goal_that_was_turned_over_is_taken_back_with_the_tunnel_that_reached_it(coal: Session) -> None:
    done(coal.submit(BySeat(2), c.TurnGoal(Cell(8, 0))))
    done(coal.undo(BySeat(2)))
    assert table_view(coal).stage is Stage.PLAY
    assert Cell(7, 0) not in maze(coal)
