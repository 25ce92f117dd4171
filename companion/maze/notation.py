"""Text and boards, both ways, so that a maze can be typed in a test and drawn in a message.

A board is rows of words, one word a cell, with the start card at cell (0, 0):

    .    .    .
    @    EW   NESW
    .    NS|E ?

`@` is the start card, `.` an empty cell, `?` a face-down goal, `??` another face-down card; every other word is the
notation of a face as it lies (see Face). A word may say more than a path card: `gold:NESW` and `coal:NW` are goals
that lie face up. `x` and `y` of the start follow from where `@` stands; without one, the first word is (0, 0).
"""

from __future__ import annotations

from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell

START_FACE = Face.parse("NESW^")
EMPTY, START, GOAL, COVERED = ".", "@", "?", "??"


def parse_board(text: str) -> Board:
    """Raises ValueError where a word is no card or two start cards are drawn."""
    rows = [line.split() for line in text.strip().splitlines()]
    starts = [Cell(x, y) for y, row in enumerate(rows) for x, word in enumerate(row) if word == START]
    if len(starts) > 1:
        raise ValueError("a board has one start card")
    origin = starts[0] if starts else Cell(0, 0)
    return Board.of(
        _card(word, Cell(x - origin.x, y - origin.y))
        for y, row in enumerate(rows)
        for x, word in enumerate(row)
        if word != EMPTY
    )


def draw_board(board: Board) -> str:
    """The text that `parse_board` reads, columns lined up."""
    if not board.cards:
        return ""
    xs, ys = [card.cell.x for card in board], [card.cell.y for card in board]
    rows = [[_word(board.at(Cell(x, y))) for x in range(min(xs), max(xs) + 1)] for y in range(min(ys), max(ys) + 1)]
    width = max(len(word) for row in rows for word in row)
    return "\n".join(" ".join(word.ljust(width) for word in row).rstrip() for row in rows)


def _card(word: str, cell: Cell) -> Placement:
    if word == START:
        return Placement(cell, START_FACE, Kind.START)
    if word in (GOAL, COVERED):
        return Placement(cell, None, Kind.GOAL if word == GOAL else Kind.COVERED)
    goal, colon, face = word.rpartition(":")
    return Placement(cell, Face.parse(face), Kind.GOAL, goal) if colon else Placement(cell, Face.parse(face))


def _word(card: Placement | None) -> str:
    if card is None:
        return EMPTY
    if card.kind is Kind.START:
        return START
    if card.face is None:
        return GOAL if card.kind is Kind.GOAL else COVERED
    return f"{card.goal or ''}:{card.face}" if card.kind is Kind.GOAL else str(card.face)
