"""Boards as text."""

import pytest

from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.maze.notation import parse_board

BOARD = """
.  ES   EW      .
@  NESW NS|E    ?
.  N    gold:NW ??
""".strip()


def test_the_start_card_is_the_origin() -> None:
    board = parse_board(". .\n. @")
    assert [card.cell for card in board] == [Cell(0, 0)]
    assert board.start == Cell(0, 0)


def test_every_kind_of_card_can_be_typed() -> None:
    board = parse_board(BOARD)
    assert [board.at(cell).kind for cell in (Cell(1, 0), Cell(3, 0), Cell(3, 1), Cell(2, 1))] == [
        Kind.PATH,
        Kind.GOAL,
        Kind.COVERED,
        Kind.GOAL,
    ]
    assert board.at(Cell(2, 1)).goal == "gold"


def test_a_drawn_board_can_be_read_again() -> None:
    board = parse_board(BOARD)
    assert parse_board(str(board)) == board


@pytest.mark.parametrize("text", ["@ @", "@ EX", "@ gold:Q"])
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_board(text)


def test_without_a_start_the_first_word_lies_at_the_origin() -> None:
    board = parse_board("EW NS\n. NW")
    assert {card.cell for card in board} == {Cell(0, 0), Cell(1, 0), Cell(1, 1)}
