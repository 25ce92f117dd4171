"""Taking back and putting right with the cards of other boxes: whole moves go, and what was seen stays seen."""

from __future__ import annotations

from pathlib import Path

import card_words as w
import pytest
from at_table import asked, begun, code, done, lays, place, seat_view, turns, watch

from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.sight.reading import CardKind
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import BySeat, ByTable, Mark, Tool
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret

SECOND = "s2-anniversary"
VETO = c.Configure("anniversary-2024", ("wc2019",))
TOLL = c.Configure("anniversary-2024", ("toll-tunnel",))


def game(session: Session) -> Game:
    return session._ledger.story.game


def undone(session: Session, by: c.Actor | None = None) -> None:
    done(session.undo(by or ByTable()))


@pytest.mark.parametrize(
    ("edition", "modules", "command"),
    [
        (SECOND, (), w.LayThief()),
        (SECOND, (), w.Trap(1)),
        (SECOND, (), w.SwapHands(2)),
        (SECOND, ("wc2017",), w.SwapGoals((Cell(8, 0), Cell(8, 2)), Secret(True))),
        (SECOND, ("wc2018",), w.SearchDiscards()),
        (SECOND, ("wc2020",), w.ReverseTurns()),
        (SECOND, ("wc2022",), w.Pioneer()),
        (SECOND, ("toll-tunnel",), c.SetToll(Cell(0, 0), Side.E)),
        (SECOND, (), c.SetMarks(1, (Mark.TRAPPED,))),
    ],
)
def test_a_move_of_another_box_is_taken_back_without_a_trace(
    tmp_path: Path, edition: str, modules: tuple[str, ...], command: c.Command
) -> None:
    session = begun(tmp_path, 4, c.Configure(edition, modules))
    before = game(session)
    done(session.submit(ByTable(), command))
    assert game(session) != before
    undone(session)
    assert game(session) == before
    session.close()


def test_a_dwarf_that_was_looked_at_cannot_be_unseen(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure(SECOND))
    done(session.submit(BySeat(0), w.Inspect(2)))
    assert code(session.undo(BySeat(0))) == "secret_was_seen"
    done(session.submit(BySeat(0), c.ClosePeek()))
    assert code(session.undo(ByTable())) == "secret_was_seen"
    done(session.submit(BySeat(1), c.Pass()))
    undone(session, BySeat(1))
    assert code(session.undo(ByTable())) == "secret_was_seen"
    session.close()


def test_a_dwarf_that_was_changed_stays_changed(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure(SECOND))
    done(session.submit(BySeat(0), w.SwapHats(0)))
    assert code(session.undo(BySeat(0))) == "secret_was_seen"
    session.close()


def test_where_printed_dwarves_are_used_the_table_may_take_an_inspection_back(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure(SECOND, roles=c.Supply.CARDS))
    before = game(session)
    done(session.submit(BySeat(0), w.Inspect(2)))
    undone(session)
    done(session.submit(BySeat(0), w.SwapHats(3)))
    undone(session)
    assert game(session) == before
    session.close()


def test_who_was_set_away_while_a_card_was_asked_about_stays_away_after_undo(tmp_path: Path) -> None:
    """The answer given for them stayed behind, and undoing the card failed."""
    session = begun(tmp_path, 4, VETO)
    before = game(session)
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(ByTable(), c.SetPresence(3, c.Attendance.AWAY)))
    assert isinstance(game(session).pending, p.Vetoing)
    done(session.submit(BySeat(2), c.LetStand()))
    undone(session)
    after = game(session)
    assert (after.round, after.pending) == (before.round, before.pending)
    assert [seat.is_here for seat in after.seats] == [True, True, True, False]
    session.close()


def test_a_card_that_may_be_vetoed_is_taken_back_with_all_the_answers_to_it(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, VETO)
    before = game(session)
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(BySeat(2), c.LetStand()))
    assert isinstance(game(session).pending, p.Vetoing)
    undone(session, BySeat(0))
    assert game(session) == before
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(ByTable(), c.LetStand()))
    assert Cell(1, 0) in game(session).round.board  # type: ignore[union-attr]
    assert code(session.undo(BySeat(2))) == "not_your_step"
    undone(session, BySeat(0))
    assert game(session) == before
    done(session.submit(BySeat(0), w.BreakTool(1, Tool.CART)))
    done(session.submit(BySeat(3), w.Veto(3)))
    undone(session)
    assert game(session) == before
    session.close()


def test_a_peek_that_others_let_stand_is_remembered_when_it_is_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, VETO)
    done(session.submit(BySeat(0), w.UseMap(Cell(8, 0))))
    done(session.submit(ByTable(), c.LetStand()))
    done(session.submit(BySeat(0), c.ClosePeek()))
    undone(session)
    assert game(session).pending == p.Playing(0)
    assert code(session.submit(BySeat(0), w.UseMap(Cell(8, 2)))) == "map_was_used"
    session.close()


def test_one_who_lets_a_card_stand_makes_nobody_elses_press_stale(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, VETO)
    done(session.submit(BySeat(0), place(1, 0)))
    seen = session.version
    done(session.submit(BySeat(1), c.LetStand(), seen=seen))
    done(session.submit(BySeat(2), c.LetStand(), seen=seen))
    done(session.submit(BySeat(3), w.Veto(3), seen=seen))
    session.close()


def test_a_card_for_which_somebody_was_asked_to_pay_is_taken_back_as_a_whole(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, TOLL)
    done(session.submit(BySeat(0), c.SetToll(Cell(0, 0), Side.E)))
    before = game(session)
    laid = c.PlacePath(Cell(1, 0), Face.parse("EW"), toll_payer=2)
    done(session.submit(BySeat(1), laid))
    done(session.submit(BySeat(2), c.AnswerToll(True)))
    assert Cell(1, 0) in game(session).round.board  # type: ignore[union-attr]
    undone(session, BySeat(1))
    assert game(session) == before
    session.close()


def test_the_redeal_of_a_party_is_the_end_of_what_can_be_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure("anniversary-2024", ("tunnel-party",)))
    route = [(Cell(1, 0), "EW"), (Cell(2, 0), "EW"), (Cell(3, 0), "EW"), (Cell(4, 0), "NEW"), (Cell(4, -1), "NS")]
    for cell, face in route:
        done(session.submit(ByTable(), c.PlacePath(cell, Face.parse(face))))
    assert any(isinstance(event, w.RolesRedealt) for step in session._ledger.story.steps for event in step.events)
    assert code(session.undo(ByTable())) == "secret_was_seen"
    first = next(step for step in session._ledger.story.steps if isinstance(step.command, c.PlacePath))
    assert code(session.amend(ByTable(), first.seq, Face.parse("NS"))) == "amend_breaks_later"
    session.close()


def test_a_party_with_printed_dwarves_is_taken_back_with_the_card_and_told_anew(tmp_path: Path) -> None:
    box = c.Configure("anniversary-2024", ("tunnel-party",), roles=c.Supply.CARDS)
    session = begun(tmp_path, 4, box)
    for cell, face in [(Cell(1, 0), "EW"), (Cell(2, 0), "EW"), (Cell(3, 0), "EW"), (Cell(4, 0), "NEW")]:
        done(session.submit(ByTable(), c.PlacePath(cell, Face.parse(face))))
    before = game(session)
    for _ in range(2):
        done(session.submit(ByTable(), c.PlacePath(Cell(4, -1), Face.parse("NS"))))
        assert seat_view(session, 1).lines[-1].code == "roles_redealt_printed"
        undone(session)
        assert game(session) == before
    session.close()


def test_a_misread_card_that_others_let_stand_is_put_right_by_the_number_of_its_line(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, VETO)
    done(session.submit(BySeat(0), place(1, 0)))
    done(session.submit(ByTable(), c.LetStand()))
    done(session.submit(BySeat(1), place(2, 0)))
    done(session.submit(ByTable(), c.LetStand()))
    entry = session._ledger.story.entries[Cell(1, 0)]
    done(session.amend(ByTable(), entry, Face.parse("NESW")))
    faces = [str(game(session).round.board.cards[Cell(x, 0)].face) for x in (1, 2)]  # type: ignore[union-attr]
    assert faces == ["NESW", "EW"]
    session.close()


def test_what_a_chest_asked_for_falls_away_with_the_card_that_no_longer_reaches_it(tmp_path: Path) -> None:
    session = begun(tmp_path, 3, c.Configure("anniversary-2024", ("treasure-chests",), goals=c.Supply.CARDS))
    done(session.submit(ByTable(), place(1, 0)))
    done(session.submit(ByTable(), place(2, 0, "NEW")))
    chest = game(session).pending
    assert isinstance(chest, p.TellingChest) and chest.cell == Cell(2, -1)
    done(session.submit(ByTable(), c.TellChest(chest.cell, Face.parse("NS"), 3)))
    hands = game(session).round.hands  # type: ignore[union-attr]
    done(session.amend(ByTable(), session._ledger.story.entries[Cell(2, 0)], Face.parse("EW")))
    now = game(session).round
    assert now is not None and now.board.cards[Cell(2, -1)].face is None
    assert now.hands[1] == hands[1] + 1  # the chest no longer forbids the draw
    session.close()


def test_what_the_table_counted_stands_though_the_app_counts_otherwise_after_a_misread_was_put_right(
    tmp_path: Path,
) -> None:
    """Without the chest one more card is in a hand, so that the pile could not be as high any more."""
    session = begun(tmp_path, 3, c.Configure("anniversary-2024", ("treasure-chests",), goals=c.Supply.CARDS))
    done(session.submit(ByTable(), place(1, 0)))
    done(session.submit(ByTable(), place(2, 0, "NEW")))
    chest = game(session).pending
    assert isinstance(chest, p.TellingChest)
    done(session.submit(ByTable(), c.TellChest(chest.cell, Face.parse("NS"), 3)))
    too_many = session.submit(ByTable(), c.SetPile(1000))
    assert isinstance(too_many, Refusal)
    most = too_many.facts["most"]
    assert isinstance(most, int)
    done(session.submit(ByTable(), c.SetPile(most)))
    done(session.amend(ByTable(), session._ledger.story.entries[Cell(2, 0)], Face.parse("EW")))
    assert game(session).round.pile == most  # type: ignore[union-attr]
    session.close()


# ---- before the camera --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["vetoed", "taken back"])
def test_a_card_that_lies_there_in_vain_is_not_laid_again_by_itself(tmp_path: Path, how: str) -> None:
    session = begun(tmp_path, 4, VETO)
    watch(session)
    lays(session, 1, 0)
    assert isinstance(game(session).pending, p.Vetoing)
    if how == "vetoed":
        done(session.submit(BySeat(3), w.Veto(3)))
    else:
        undone(session)
    assert isinstance(game(session).pending, p.Playing)
    assert Cell(1, 0) not in game(session).round.board  # type: ignore[union-attr]
    session.close()


def test_a_card_whose_toll_is_not_paid_is_not_laid_by_itself(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, TOLL)
    watch(session)
    done(session.submit(BySeat(0), c.SetToll(Cell(0, 0), Side.E)))
    lays(session, 1, 0)
    done(session.submit(BySeat(1), c.PlacePath(Cell(1, 0), Face.parse("EW"), toll_payer=2)))
    done(session.submit(BySeat(2), c.AnswerToll(False)))
    assert game(session).pending == p.Playing(1)
    done(session.submit(BySeat(1), c.SetToll(Cell(0, 0), Side.N)))
    assert Cell(1, 0) not in game(session).round.board  # type: ignore[union-attr]
    session.close()


def test_a_card_that_was_moved_is_not_laid_again_where_it_lay(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure("anniversary-2024", ("wc2023",)))
    watch(session)
    lays(session, 1, 0)
    done(session.submit(BySeat(1), w.MoveLast(Cell(-1, 0))))
    assert game(session).pending == p.Playing(2)
    assert Cell(1, 0) not in game(session).round.board  # type: ignore[union-attr]
    undone(session)
    assert game(session).pending == p.Playing(1)
    assert Cell(1, 0) in game(session).round.board  # type: ignore[union-attr]
    session.close()


def test_the_card_half_way_is_told_by_the_camera_and_asked_about_once_it_was_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path, 5, c.Configure("tournament"))
    watch(session)
    assert isinstance(game(session).pending, p.LayingMidway)
    lays(session, 4, 0, "NESW")
    assert game(session).pending == p.Playing(0)
    undone(session)
    assert isinstance(game(session).pending, p.LayingMidway)
    ask = asked(session)
    assert (ask.what, ask.problem) == ("laid", "undone")
    done(session.answer(ByTable(), ask.id, 0))
    assert str(game(session).round.board.cards[Cell(4, 0)].face) == "NESW"  # type: ignore[union-attr]
    session.close()


def test_the_card_over_a_chest_is_laid_back_by_the_camera(tmp_path: Path) -> None:
    session = begun(tmp_path, 3, c.Configure("anniversary-2024", ("treasure-chests",)), seed=4)
    watch(session)
    lays(session, 1, 0)
    lays(session, 2, 0, "NEW")
    cover = game(session).pending
    assert isinstance(cover, p.LayingCover)
    turns(session, 2, -1, str(cover.faces[0]), CardKind.COVERED)
    assert Cell(2, -1) in game(session).round.board.connected  # type: ignore[union-attr]
    assert not isinstance(game(session).pending, p.LayingCover)
    session.close()


def test_two_path_cards_of_a_pioneer_are_laid_before_the_camera(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure("anniversary-2024", ("wc2022",)))
    watch(session)
    done(session.submit(BySeat(0), w.Pioneer()))
    lays(session, 1, 0)
    assert game(session).pending == p.Pioneering(0)
    assert seat_view(session, 1).pioneer_left == 1
    lays(session, 2, 0)
    assert game(session).pending == p.Playing(1)
    session.close()


def test_taking_the_maze_as_the_camera_sees_it_keeps_the_chests(tmp_path: Path) -> None:
    session = begun(tmp_path, 3, c.Configure("anniversary-2024", ("treasure-chests",)))
    watch(session)
    lays(session, 1, 0)
    before = game(session).round.board.cards  # type: ignore[union-attr]
    done(session.resync(ByTable()))
    assert game(session).round.board.cards.keys() == before.keys()  # type: ignore[union-attr]
    session.close()


def test_a_chest_that_was_obeyed_is_taken_back_with_what_it_asked_for(tmp_path: Path) -> None:
    session = begun(tmp_path, 3, c.Configure("anniversary-2024", ("treasure-chests",), goals=c.Supply.CARDS))
    done(session.submit(ByTable(), place(1, 0)))
    done(session.submit(ByTable(), place(2, 0, "NW")))
    before = game(session)
    done(session.submit(ByTable(), c.TellChest(Cell(2, -1), Face.parse("NS"), 7)))
    assert isinstance(game(session).pending, p.DoingChore)
    assert code(session.submit(BySeat(2), w.FinishChore())) == "not_your_turn"
    done(session.submit(BySeat(1), w.FinishChore()))
    assert game(session).pending == p.Playing(2)
    undone(session)
    assert game(session) == before
    session.close()


def test_whoever_has_looked_at_a_goal_does_not_take_the_map_back_on_his_phone_but_the_table_may(tmp_path: Path) -> None:
    session = begun(tmp_path)
    before = game(session)
    done(session.submit(BySeat(0), w.UseMap(Cell(8, 0))))
    for close in (None, c.ClosePeek()):
        if close is not None:
            done(session.submit(BySeat(0), close))
        assert code(session.undo(BySeat(0))) == "not_your_step"
        assert not seat_view(session, 0).offers.undo
    undone(session, ByTable())
    assert game(session) == before
    session.close()


def reached_cover(folder: Path) -> Session:
    """A card over a chest that fits both ways is asked about: by the first seed that deals one there."""
    for seed in range(60):
        (folder / str(seed)).mkdir()
        session = begun(folder / str(seed), configure=c.Configure("anniversary-2024", ("treasure-chests",)), seed=seed)
        watch(session)
        for x in (1, 2):
            lays(session, x, 0, "NESW")
        pending = session._table.game.pending
        if isinstance(pending, p.LayingCover) and len(set(pending.faces)) > 1:
            return session
        session.close()
    raise AssertionError("no such cover was dealt")


def test_a_cover_that_another_seat_laid_in_an_older_program_stays_where_a_card_before_it_is_put_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = reached_cover(tmp_path)
    pending = session._table.game.pending
    with monkeypatch.context() as before:
        before.setattr("companion.rules.turn.may_answer", lambda *asked: True)
        done(session.submit(BySeat((pending.seat + 1) % 4), c.LayGoal(pending.cell, pending.turned[1])))
    laid = session._table.game.round.board.at(pending.cell)
    done(session.amend(ByTable(), session._table.ledger.story.entries[Cell(1, 0)], Face.parse("ESW")))
    assert session._table.game.round.board.at(pending.cell) == laid
    session.close()
