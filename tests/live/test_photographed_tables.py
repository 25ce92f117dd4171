"""A table that nobody films: photographs come now and then, with one card or with several that were laid in turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from at_table import asked, begun, done, maze, opened, table_view
from open_table import OpenTable, seen_card

from companion.live.session import Session
from companion.live.tell_game import agreed_cards
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import CardKind
from companion.sight.settled_board import SettledBoard
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.views.model import SeenTableView, SettingView, Stage

ROW = Face.parse("EW")


def photographed(session: Session, number: int, *laid: int) -> None:
    """A picture of the empty maze with straight tunnels in these columns of the start card's row."""
    bare = OpenTable().board()
    cards = {Cell(x, 0): seen_card(Cell(x, 0), ROW, CardKind.PATH, 0.97) for x in laid}
    known = session._table.questions.board
    new = frozenset(cards) - (known.board.keys() if known else frozenset())
    session.observe(SettledBoard(number, {**bare.board, **cards}, touched=new, anew=number == 0, photo=True))


def begun_with_photographs(folder: Path) -> Session:
    session = begun(folder)
    session.camera("photos", (), True)
    return session


def with_a_photographed_card(folder: Path) -> Session:
    session = begun_with_photographs(folder)
    photographed(session, 0)
    photographed(session, 1, 1)
    return session


def test_a_card_after_each_turn_is_played_from_its_photograph(tmp_path: Path) -> None:
    session = begun_with_photographs(tmp_path)
    for number, laid in enumerate(((), (1,), (1, 2))):
        photographed(session, number, *laid)
        assert table_view(session).turn == len(laid)
        assert not table_view(session).proposals
    assert maze(session)[Cell(2, 0)] == "EW"


def test_several_cards_of_one_photograph_are_asked_about_in_the_order_in_which_they_can_lie(tmp_path: Path) -> None:
    session = begun_with_photographs(tmp_path)
    photographed(session, 0)
    photographed(session, 1, 1, 2, 3, 4)
    for turn, column in enumerate((1, 2, 3)):
        (asked,) = table_view(session).proposals
        assert (asked.cell, asked.what, table_view(session).turn) == (Cell(column, 0), "laid", turn)
        done(session.answer(BySeat(turn), asked.id, 0))
    assert maze(session)[Cell(3, 0)] == "EW"


def test_what_a_photograph_does_not_show_any_more_is_asked_about_and_not_taken_away(tmp_path: Path) -> None:
    session = with_a_photographed_card(tmp_path)
    board = session._table.questions.board
    assert board is not None
    without = {cell: card for cell, card in board.board.items() if cell != Cell(1, 0)}
    gone = frozenset({Cell(1, 0)})
    session.observe(replace(board, frame=2, board=without, emptied=gone, touched=gone, anew=False))
    assert [one.what for one in table_view(session).proposals] == ["removed"]
    assert Cell(1, 0) in maze(session)


def test_after_a_restart_the_first_photograph_plays_the_card_that_was_laid_meanwhile(tmp_path: Path) -> None:
    session = with_a_photographed_card(tmp_path)
    session.close()
    session = opened(tmp_path)
    photographed(session, 0, 1, 2)
    assert not table_view(session).proposals
    assert maze(session)[Cell(2, 0)] == "EW"


def test_after_a_restart_a_photograph_that_lacks_a_card_of_the_game_is_asked_about(tmp_path: Path) -> None:
    session = with_a_photographed_card(tmp_path)
    session.close()
    session = opened(tmp_path)
    photographed(session, 0, 2)
    assert [one.cell for one in table_view(session).proposals] == [Cell(2, 0)]


def in_round_two(folder: Path) -> Session:
    """The last photograph shows four straight tunnels of round one; people are to set the table."""
    session = begun(folder, at_table=True)
    session.camera("photos", (), True)
    photographed(session, 0)
    for number in (1, 2, 3, 4):
        photographed(session, number, *range(1, number + 1))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    while table_view(session).stage is Stage.DRAFT:
        done(session.submit(BySeat(table_view(session).waiting_for[0]), c.TakeGold(0)))
    done(session.submit(ByTable(), c.NextRound()))
    assert table_view(session).stage is Stage.SETTING
    return session


def set_and_begun(session: Session) -> None:
    done(session.submit(ByTable(), c.SetTable()))
    done(session.submit(ByTable(), c.BeginPlay()))


def test_a_photograph_of_the_last_round_is_no_news_of_the_next_ones_table(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    set_and_begun(session)
    assert not table_view(session).proposals
    photographed(session, 5)
    photographed(session, 6, 1)
    assert Cell(1, 0) in maze(session) and not table_view(session).proposals


def test_a_first_card_like_that_of_the_last_round_is_asked_about_and_not_lost(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    set_and_begun(session)
    board = {**OpenTable().board().board, Cell(1, 0): seen_card(Cell(1, 0), ROW)}
    session.observe(SettledBoard(5, board, photo=True))  # nothing new, compared with the last photograph
    assert (asked(session).what, asked(session).cell) == ("laid", Cell(1, 0))


def test_old_cards_in_a_photograph_are_gone_once_people_say_that_the_table_is_set(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    photographed(session, 5, 1, 2)
    assert not table_view(session).proposals
    set_and_begun(session)
    assert not table_view(session).proposals
    photographed(session, 6, 1)
    assert (asked(session).what, asked(session).cell) == ("laid", Cell(1, 0))


def setting(session: Session) -> SettingView:
    found = table_view(session).setting
    assert found is not None
    return found


def test_before_a_rounds_first_photograph_nothing_is_said_of_its_table(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    assert setting(session).table is None and not setting(session).camera_misses
    done(session.submit(ByTable(), c.SetTable()))
    assert setting(session).table is None


def test_a_table_that_is_set_is_shown_as_its_photograph_shows_it(tmp_path: Path) -> None:
    session = in_round_two(tmp_path)
    lying = {cell: card for cell, card in OpenTable().board().board.items() if cell in (START_CELL, *GOAL_CELLS[:2])}
    session.observe(SettledBoard(5, lying, anew=True, photo=True))
    assert setting(session).table == SeenTableView(True, 2, 0) and setting(session).camera_misses
    assert [line.key for line in setting(session).lines if line.seen] == ["collect", "start"]
    photographed(session, 6)
    assert table_view(session).stage is Stage.ROLES


def test_a_photographs_reader_is_told_the_cards_that_the_table_agreed_on(tmp_path: Path) -> None:
    session = with_a_photographed_card(tmp_path)
    agreed = agreed_cards(table_view(session))
    assert (agreed[Cell(1, 0)].face, agreed[Cell(1, 0)].kind, agreed[Cell(1, 0)].uncertain) == (
        ROW,
        CardKind.PATH,
        False,
    )
    assert {cell for cell, card in agreed.items() if card.kind is CardKind.GOAL} == {*GOAL_CELLS}
    assert all(agreed[cell].face is None for cell in GOAL_CELLS)
