"""The maze: what is joined to the start, where it may grow, what is cut off."""

from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Door, Face
from companion.maze.geometry import Cell, Side
from companion.maze.notation import parse_board


def test_a_dead_end_is_reached_but_leads_nowhere() -> None:
    board = parse_board("@ N|E|S|W EW")
    assert board.connected == {Cell(0, 0), Cell(1, 0)}
    assert board.islands == {Cell(2, 0)}
    assert Cell(1, 1) not in board.frontier


def test_a_bridge_carries_two_tunnels_that_never_meet() -> None:
    board = parse_board("""
        . NS    .
        @ NS|EW EW
        . NS    .
    """)
    assert board.connected == {Cell(0, 0), Cell(1, 0), Cell(2, 0)}
    assert board.islands == {Cell(1, -1), Cell(1, 1)}


def test_a_double_curve_leads_round_its_corner_only() -> None:
    board = parse_board("@ NE|SW .")
    assert Cell(1, 1) in board.frontier
    assert Cell(2, 0) not in board.frontier


def test_a_ladder_far_away_is_joined_to_the_start() -> None:
    board = parse_board("@ . . EW EW^ W")
    assert board.islands == frozenset()
    assert Cell(2, 0) in board.frontier


def test_a_ladder_with_one_mouth_is_no_dead_end() -> None:
    assert Cell(3, 1) in parse_board("@ . . S^").frontier


def test_taking_a_card_away_leaves_an_island() -> None:
    board = parse_board("@ EW EW EW").without(Cell(2, 0))
    assert board.islands == {Cell(3, 0)}


def test_a_door_is_open_to_its_own_team_and_to_builders() -> None:
    board = parse_board("@ EWb EW gold:NESW")
    gold = Cell(3, 0)
    assert board.is_joined(gold)
    assert board.is_joined(gold, Door.BLUE)
    assert not board.is_joined(gold, Door.GREEN)


def test_another_way_past_a_door_opens_the_gold_to_both() -> None:
    board = parse_board("""
        ES  EW   SW
        NESW EWb NESW
        @   EW   NW
    """)
    assert board.is_joined(Cell(2, -1), Door.GREEN)


def test_face_down_goals_are_reached_and_join_nothing() -> None:
    board = parse_board("@ EW ? EW")
    assert board.reached_goals == (Cell(2, 0),)
    assert board.islands == {Cell(3, 0)}


def test_misfits_count_only_cards_that_lie_face_up() -> None:
    board = parse_board("""
        . ?
        @ .
        . NESW
    """)
    assert board.misfits(Cell(1, 0), Face.parse("NS")) == (Side.W,)
    assert board.misfits(Cell(1, 0), Face.parse("SW")) == ()


def test_one_card_more_gives_the_same_maze_as_all_laid_at_once() -> None:
    cards = list(
        parse_board("""
        .    NESW NS|EW  NESW .
        @    NESW N|E|S|W NESW ?
        .    NW   NS^    NESW ??
    """)
    )
    grown = Board.of(cards[:1])
    for count, card in enumerate(cards[1:], 2):
        assert grown.reach is not None  # known before the next card, so that it is grown and not found anew
        assert grown.slots is not None
        grown = grown.with_card(card)
        assert list(grown.slots.items()) == list(Board.of(cards[:count]).slots.items())
    anew = Board.of(cards)
    assert grown.reach.tunnels == anew.reach.tunnels
    assert grown.reach.frontier == anew.reach.frontier
    assert grown.reach.covered == anew.reach.covered


def test_a_card_in_the_place_of_another_is_found_anew() -> None:
    board = parse_board("@ EW EW")
    assert board.connected == {Cell(0, 0), Cell(1, 0), Cell(2, 0)}
    assert board.with_card(Placement(Cell(1, 0), None, Kind.COVERED)).connected == {Cell(0, 0)}
