"""The table says how it really is."""

import pytest
from scene import SIX_EAST, STONES_AROUND_GOLD, Scene, path

from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply, Tool

MIDDLE = Cell(8, 0)
STONE_IN_THE_MIDDLE = STONES_AROUND_GOLD[1:] + STONES_AROUND_GOLD[:1]


def table_card(x: int, y: int, face: str | None, kind: str = "path") -> c.TableCard:
    return c.TableCard(Cell(x, y), None if face is None else Face.parse(face), kind)


def test_the_maze_is_taken_as_the_table_shows_it_without_judging_it() -> None:
    scene = Scene(board="@ EW EW")
    scene.do(c.Resync((table_card(1, 0, "NS"), table_card(5, 5, "NW"))))
    paths = {card.cell: str(card.face) for card in scene.now.board.of_kind(Kind.PATH)}
    assert paths == {Cell(1, 0): "NS", Cell(5, 5): "NW"}
    assert len(scene.now.board.of_kind(Kind.GOAL)) == 3
    assert scene.now.board.of_kind(Kind.START)


def test_a_goal_of_the_app_is_not_turned_by_what_the_camera_saw() -> None:
    scene = Scene()
    scene.do(c.Resync((table_card(8, 0, "NESW", "goal"),)))
    assert scene.now.board.at(MIDDLE).face is None


def test_a_goal_that_was_laid_keeps_what_it_is_and_takes_the_way_it_lies() -> None:
    scene = Scene(board=SIX_EAST, goals=(STONES_AROUND_GOLD[1], STONES_AROUND_GOLD[0], STONES_AROUND_GOLD[2]))
    scene.do(path(7, 0, "EW"))
    scene.do(c.LayGoal(MIDDLE, turned=False))
    scene.do(c.Resync((table_card(8, 0, "ES", "goal"), table_card(7, 0, "EW"))))
    assert (str(scene.now.board.at(MIDDLE).face), scene.now.board.at(MIDDLE).goal) == ("ES", "coal")


def test_printed_goals_are_taken_as_they_lie() -> None:
    scene = Scene(by=(Supply.APP, Supply.CARDS, Supply.APP))
    scene.do(c.Resync((table_card(8, 0, "NESW", "goal"), table_card(8, 2, None, "goal"))))
    assert scene.now.board.at(MIDDLE).goal == "gold"
    assert scene.now.board.at(Cell(8, 2)).face is None


def test_two_cards_in_one_cell_are_refused() -> None:
    refusal = Scene().refused(c.Resync((table_card(1, 0, "EW"), table_card(1, 0, "NS"))))
    assert (refusal.code, refusal.cell) == ("two_cards_in_a_cell", Cell(1, 0))


def test_it_can_be_said_whose_turn_it_is() -> None:
    scene = Scene()
    scene.do(c.SetTurn(2))
    assert scene.pending == p.Playing(2)
    scene.do(c.SetHand(3, 0))
    assert scene.refused(c.SetTurn(3)).code == "hand_empty"


def test_whoever_has_no_card_left_after_a_count_is_skipped() -> None:
    scene = Scene()
    assert scene.do(c.SetHand(0, 0))[-2:] == (e.SeatSkipped(0), e.TurnBegan(1))


@pytest.mark.parametrize("command", [c.SetPile(68), c.SetPile(-1), c.SetHand(0, 68), c.SetHand(0, -1)])
def test_impossible_counts_are_refused(command: c.Command) -> None:
    assert Scene().refused(command).code == "bad_count"


def test_the_deck_holds_what_is_counted_in_hands_in_the_pile_and_in_the_maze() -> None:
    """A pile of 60 stood beside three full hands, of a deck of 67."""
    scene = Scene()
    paths = len(scene.now.board.of_kind(Kind.PATH))
    most = scene.game.ruleset.deck - sum(scene.now.hands) - paths
    assert scene.refused(c.SetPile(most + 1)).facts == {"most": most}
    scene.do(c.SetPile(most))
    assert scene.refused(c.SetHand(1, 7)).facts == {"most": 6}
    scene.do(c.SetPile(most - 1))
    scene.do(c.SetHand(1, 7))
    assert scene.refused(c.SetHand(0, 7)).facts == {"most": 6}


def test_a_count_that_is_too_high_already_can_be_lowered_or_kept() -> None:
    scene = Scene()
    scene.do(c.Resync(tuple(table_card(x, 0, "EW") for x in range(1, 8))))
    now = scene.now
    assert len(now.board.of_kind(Kind.PATH)) == 7
    assert scene.do(c.SetPile(now.pile)) and scene.do(c.SetHand(1, now.hands[1] - 1))


def test_tools_before_a_seat_are_set_as_they_lie() -> None:
    scene = Scene()
    scene.do(c.SetTools(1, (Tool.PICKAXE, Tool.CART, Tool.PICKAXE)))
    assert scene.now.broken[1] == (Tool.CART, Tool.PICKAXE)
    scene.do(c.SetTools(1))
    assert scene.now.broken[1] == ()


@pytest.mark.parametrize(
    "command", [c.Resync(()), c.SetTurn(0), c.SetPile(3), c.SetHand(0, 3), c.SetTools(0), c.EndRound()]
)
def test_players_do_not_correct_alone_and_nothing_is_corrected_after_the_round(command: c.Command) -> None:
    scene = Scene()
    assert scene.refused(command, by=0).code == "only_the_table"
    scene.do(c.EndRound(forced=True))
    assert scene.refused(command).code == "not_now"


def test_the_start_card_stays_what_it_is_whatever_the_camera_took_it_for() -> None:
    scene = Scene(board="@ EW")
    start = scene.now.board.at(Cell(0, 0))
    scene.do(c.Resync((table_card(0, 0, "NS"), table_card(1, 0, "EW"))))
    assert scene.now.board.at(Cell(0, 0)) == start
