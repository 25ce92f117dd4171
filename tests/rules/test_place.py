"""Where a card may lie, against a naive scan and case by case."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.maze.notation import parse_board
from companion.rules.place import Spot, judge, legal_placements

seeded = settings(derandomize=True, deadline=None)

RULES = compose("anniversary-2024")
LOOSE = compose("amigo-2004", (), (("connection_required", "false"),))
WALLS = compose("s2-anniversary", (), (("ladder_wall_touch_ok", "false"),))
FACES = [card.face for card in BASE_PATHS + SECOND_PATHS]
EMPTY = """
. . . . .  . . . ?
. . . . .  . . . .
@ . . . .  . . . ?
. . . . ?? . . . .
. . . . .  . . . ?
"""  # with the card over a chest


def laid(board: Board, cell: Cell, face: Face) -> Board:
    return board.with_card(Placement(cell, face))


def grown(seed: int, cards: int) -> Board:
    """A maze that grew by random legal cards, now and then with one taken out."""
    chance, board = random.Random(seed), parse_board(EMPTY)
    for _ in range(cards):
        face = chance.choice(FACES)
        spots = legal_placements(board, face, RULES)
        if spots:
            spot = chance.choice(spots)
            board = laid(board, spot.cell, face.half_turn() if spot.turned else face)
        paths = [card.cell for card in board.of_kind(Kind.PATH)]
        if paths and chance.random() < 0.1:
            board = board.without(chance.choice(paths))
    return board


def naive(board: Board, face: Face, ruleset: Ruleset) -> list[Spot]:
    """Every cell of a wide window, both ways up, by the words of the rules; shares nothing with the fast way."""
    found = []
    xs, ys = [card.cell.x for card in board], [card.cell.y for card in board]
    for x in range(min(xs) - 1, max(xs) + 2):
        for y in range(min(ys) - 1, max(ys) + 2):
            for turned in (False, True):
                if not (turned and face.half_turn() == face) and fits(board, Cell(x, y), face, turned, ruleset):
                    found.append(Spot(Cell(x, y), turned, face.half_turn() if turned else face))
    return found


def fits(board: Board, cell: Cell, face: Face, turned: bool, ruleset: Ruleset) -> bool:
    lies = face.half_turn() if turned else face
    if board.at(cell):
        return False
    beside = {side: board.at(cell.beside(side)) for side in Side}
    up = {side: card.face for side, card in beside.items() if card and card.face}
    goal = any(card and card.kind is Kind.GOAL for card in beside.values())
    matching = all((side in lies.open) == (side.opposite in other.open) for side, other in up.items())
    joined = walked(board)
    link = any(side in lies.open and (cell.beside(side), side.opposite) in joined for side in Side)
    chest = any(card and card.kind is Kind.COVERED for card in beside.values())
    if lies.ladder:
        return bool(up or chest) and matching and not goal
    if ruleset.connection_required:
        return matching and link
    return bool(up or chest or goal) and matching


def walked(board: Board) -> set[tuple[Cell, Side]]:
    """Mouths that are joined to the start, by walking until nothing new is found."""
    joined = {
        (card.cell, side)
        for card in board
        if card.face and (card.kind is Kind.START or card.face.ladder)
        for side in card.face.open
    }
    while True:
        more = set()
        for cell, side in joined:
            there = board.at(cell.beside(side))
            if there and there.face:
                passage = there.face.passage_at(side.opposite)
                more |= {(there.cell, other) for other in passage.sides} if passage else set()
        if more <= joined:
            return joined
        joined |= more


@seeded
@given(st.integers(0, 10_000), st.integers(0, 30), st.sampled_from(FACES), st.sampled_from([RULES, LOOSE]))
def test_legal_placements_are_those_of_a_naive_scan(seed: int, cards: int, face: Face, ruleset: Ruleset) -> None:
    board = grown(seed, cards)
    assert list(legal_placements(board, face, ruleset)) == naive(board, face, ruleset), str(board)


@seeded
@given(st.integers(0, 10_000), st.sampled_from(FACES))
def test_a_card_and_its_half_turn_may_lie_in_the_same_cells(seed: int, face: Face) -> None:
    board = grown(seed, 15)
    one = {spot.cell for spot in legal_placements(board, face, RULES)}
    other = {spot.cell for spot in legal_placements(board, face.half_turn(), RULES)}
    assert one == other


@seeded
@given(st.integers(0, 10_000), st.sampled_from(FACES))
def test_judge_agrees_with_the_list_in_every_cell(seed: int, face: Face) -> None:
    board = grown(seed, 15)
    spots = {spot.cell for spot in legal_placements(board, face, RULES) if not spot.turned}
    for cell in board.slots:
        assert (cell in spots) == (judge(board, cell, face, RULES) == ())


@pytest.mark.parametrize(
    ("board", "cell", "face", "reasons"),
    [
        ("@ .", Cell(1, 0), "EW", ()),
        ("@ .", Cell(1, 0), "NS", ("edge_mismatch", "not_connected")),
        ("@ .", Cell(0, 0), "EW", ("occupied",)),
        ("@ .", Cell(1, 1), "EW", ("no_neighbour", "not_connected")),
        ("@ EW", Cell(1, 1), "EW", ("not_connected",)),
        ("@ N|E|S|W", Cell(2, 0), "EW", ("not_connected",)),
        ("@ . ?", Cell(1, 0), "W", ()),
        ("@ . ?", Cell(3, 0), "W", ("not_connected",)),
        ("@ . ?", Cell(1, 0), "EW^", ("ladder_next_to_goal",)),
        ("@ EW", Cell(1, 1), "EW^", ()),
        ("@ . ??", Cell(3, 0), "EW", ("not_connected",)),
        ("@ . ??", Cell(3, 0), "EW^", ()),
        ("@ . ??", Cell(1, 0), "EW", ()),
    ],
)
def test_all_reasons_are_told(board: str, cell: Cell, face: str, reasons: tuple[str, ...]) -> None:
    assert judge(parse_board(board), cell, Face.parse(face), RULES) == reasons


def test_without_the_connection_rule_touching_and_matching_is_enough() -> None:
    board = parse_board("@ N|E|S|W")
    assert judge(board, Cell(2, 0), Face.parse("EW"), LOOSE) == ()


def test_where_touching_is_enough_a_card_may_lie_beside_a_face_down_goal() -> None:
    board = parse_board("@ . ?")
    assert judge(board, Cell(2, 1), Face.parse("EW"), LOOSE) == ()
    assert judge(board, Cell(2, 1), Face.parse("EW"), RULES) == ("not_connected",)
    assert Cell(2, 1) in {spot.cell for spot in legal_placements(board, Face.parse("EW"), LOOSE)}


def test_a_card_laid_beside_a_chest_alone_is_refused_only_for_what_joins_it_to_nothing() -> None:
    board = parse_board("@ . ??")
    spots = {spot.cell for spot in legal_placements(board, Face.parse("S^"), RULES)}
    assert {Cell(2, -1), Cell(3, 0)} <= spots
    strict = compose("revised", ("treasure-chests",), (("covers_touch", "false"),))
    assert isinstance(strict, Ruleset)
    assert judge(board, Cell(3, 0), Face.parse("S^"), strict) == ("no_neighbour",)


def test_a_house_rule_may_ask_a_ladder_to_meet_a_tunnel() -> None:
    board = parse_board("@ EW")
    assert judge(board, Cell(1, 1), Face.parse("EW^"), WALLS) == ("not_connected",)
    assert judge(board, Cell(2, 0), Face.parse("EW^"), WALLS) == ()


def test_a_toll_dwarf_closes_the_cell_from_every_side() -> None:
    board = parse_board("@ .")
    assert judge(board, Cell(1, 0), Face.parse("EW"), RULES, tolled={Cell(1, 0)}) == ("toll_dwarf",)
    assert [spot.cell for spot in legal_placements(board, Face.parse("EW"), RULES)] == [Cell(-1, 0), Cell(1, 0)]
    free = legal_placements(board, Face.parse("EW"), RULES, tolled={Cell(1, 0)})
    assert [spot.cell for spot in free] == [Cell(-1, 0)]


def test_a_card_that_closes_a_gap_reaches_what_lay_behind_it() -> None:
    board = parse_board("@ EW . EW ?")
    assert board.reached_goals == ()
    assert laid(board, Cell(2, 0), Face.parse("EW")).reached_goals == (Cell(4, 0),)
