"""Boards from text, so that a maze can be typed in a test; `str(board)` draws it again.

A board is rows of words, one word a cell, with the start card at cell (0, 0):

    .    .    .
    @    EW   NESW
    .    NS|E ?

`@` is the start card, `.` an empty cell, `?` a face-down goal, `??` another face-down card, `!` a site; every other
word is the notation of a face as it lies (see Face). A word may say more than a path card: `gold:NESW` and `coal:NW`
are goals that lie face up. The start's cell follows from where `@` stands; without one, the first word is (0, 0).
"""

from __future__ import annotations

from companion.maze.board import COVERED, EMPTY, GOAL, SITE, START, Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell

START_FACE = Face.parse("NESW^")
_FACE_DOWN = {GOAL: Kind.GOAL, COVERED: Kind.COVERED, SITE: Kind.SITE}


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


def _card(word: str, cell: Cell) -> Placement:
    if word == START:
        return Placement(cell, START_FACE, Kind.START)
    if word in _FACE_DOWN:
        return Placement(cell, None, _FACE_DOWN[word])
    goal, colon, face = word.rpartition(":")
    return Placement(cell, Face.parse(face), Kind.GOAL, goal) if colon else Placement(cell, Face.parse(face))
