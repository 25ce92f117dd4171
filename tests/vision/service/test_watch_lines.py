"""Two settled boards and what `watch` says of them. Boards are typed: `1,0:EW 8,0:?`, ? lies face down."""

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import CardKind, SeenCard
from companion.sight.settled_board import CameraEvent, CameraEventKind, SettledBoard
from vision.service.watch_lines import ChangeKind, WatchLines, changes

QUAD = ((0.0, 0.0), (56.0, 0.0), (56.0, 87.0), (0.0, 87.0))


def board(text):
    return {card.cell: card for card in map(card_of, text.split())}


def card_of(word):
    place, face = word.split(":")
    cell = Cell(*map(int, place.split(",")))
    kind = CardKind.START if cell == START_CELL else CardKind.GOAL if cell in GOAL_CELLS else CardKind.PATH
    return SeenCard(cell, kind, None if face == "?" else Face.parse(face), 0.9, False, QUAD)


def told(before, now):
    return [(str(one.kind), f"{one.card.cell.x},{one.card.cell.y}") for one in changes(board(before), board(now))]


def test_removed_moved_turned_and_laid_come_in_this_order():
    before = "0,0:NESW^ 1,0:EW 2,0:NES 3,0:NW 8,0:?"
    now = "0,0:NESW^ 2,1:NES 3,0:ES 4,0:NESW 8,0:EW"
    assert told(before, now) == [
        ("removed", "1,0"),
        ("moved", "2,1"),
        ("turned", "3,0"),
        ("turned", "8,0"),
        ("laid", "4,0"),
    ]


def test_a_moved_card_is_told_as_it_lies_and_where_it_came_from():
    (moved,) = changes(board("1,0:NES"), board("2,0:NES"))
    assert (moved.kind, moved.card.cell, moved.came_from) == (ChangeKind.MOVED, Cell(2, 0), Cell(1, 0))


def test_the_line_of_a_moved_card_says_from_where_and_no_other_does():
    lines = WatchLines()
    lines.of(SettledBoard(4, board("1,0:NES 2,0:EW"), anew=True))
    moved, laid = lines.of(SettledBoard(5, board("2,0:EW 3,0:NES 4,0:NW")))
    assert (moved["event"], moved["from"]) == ("moved", {"x": 1, "y": 0})
    assert (laid["event"], "from" in laid) == ("laid", False)


def test_a_removed_card_is_told_as_it_lay():
    (gone,) = changes(board("1,0:NES"), {})
    assert gone.card == card_of("1,0:NES")


def test_the_first_board_is_told_whole_and_nothing_before_it():
    lines = WatchLines()
    covered = CameraEvent(3, CameraEventKind.COVERED)
    assert lines.of(covered) == []
    (first,) = lines.of(SettledBoard(4, board("0,0:NESW^ 8,0:?"), anew=True))
    assert (first["frame"], first["event"], len(first["cells"])) == (4, "board", 2)
    assert lines.of(covered) == [{"frame": 3, "event": "covered"}]


def test_a_board_in_which_nothing_changed_is_no_line():
    lines = WatchLines()
    lines.of(SettledBoard(4, board("0,0:NESW^ 8,0:?"), anew=True))
    assert lines.of(SettledBoard(9, board("0,0:NESW^ 8,0:?"))) == []
    (laid,) = lines.of(SettledBoard(12, board("0,0:NESW^ 1,0:EW 8,0:?")))
    assert (laid["frame"], laid["event"], laid["cell"]["x"], laid["cell"]["open"]) == (12, "laid", 1, "EW")
