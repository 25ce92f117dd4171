"""Goals: which are reached, how they are laid, what they end."""

import card_words as w
import pytest
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, STONE_LEADS_ON, Scene, path

from companion.editions.cards import GoalKind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.maze.notation import parse_board
from companion.rules.goals import ways_to_lay
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply
from companion.state.secret import Secret

NORTH, MIDDLE, SOUTH = Cell(8, -2), Cell(8, 0), Cell(8, 2)
STONE_IN_THE_MIDDLE = (GOLD, LEFT_STONE, RIGHT_STONE)
TO_TWO_GOALS = """
    . . . . . . . ES .
    @ EW EW EW EW EW EW NW .
"""  # a T at (8, -1) joins the northern and the middle goal


def test_gold_is_laid_and_ends_the_round_at_once() -> None:
    scene = Scene(board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    assert scene.pending == p.LayingGoal(0, MIDDLE, GoalKind.GOLD, (GOLD.face,), (False,))
    events = scene.do(c.LayGoal(MIDDLE, turned=False), by=c.ByCamera())
    assert e.RoundEnded("gold", reached=True, finisher=0) in events
    assert not any(isinstance(event, e.CardsDrawn) for event in events)


def test_a_stone_is_laid_and_the_round_goes_on() -> None:
    scene = Scene(board=SIX_EAST, goals=STONE_IN_THE_MIDDLE)
    scene.do(path(7, 0, "EW"), by=0)
    assert scene.pending.faces == (Face.parse("NW"),)
    events = scene.do(c.LayGoal(MIDDLE, turned=False), by=3)
    assert events == (
        e.GoalLaid(MIDDLE, GoalKind.COAL, Face.parse("NW"), 0),
        e.CardsDrawn(0, 1),
        e.TurnBegan(1),
    )
    assert scene.now.board.frontier >= {Cell(8, -1)}


def test_a_goal_is_turned_so_that_it_goes_on_the_last_card() -> None:
    scene = Scene(board=SIX_EAST, goals=(GOLD, RIGHT_STONE, LEFT_STONE))
    scene.do(path(7, 0, "EW"), by=0)
    assert (scene.pending.faces, scene.pending.turned) == ((Face.parse("SW"),), (True,))
    assert scene.refused(c.LayGoal(MIDDLE, turned=False), by=0).code == "wrong_way_up"
    assert scene.refused(c.LayGoal(NORTH, turned=True), by=0).code == "another_goal"


def test_a_goal_may_misfit_its_other_neighbours() -> None:
    board = parse_board("@ EW .\n. . S")
    turned, misfits = ways_to_lay(board, Cell(2, 0), Face.parse("SW"), Cell(1, 0))
    assert (turned, misfits) == ((False,), 1)


@pytest.mark.parametrize(
    ("last", "turned"),
    [(Cell(1, 0), (True,)), (Cell(2, -1), (False,)), (Cell(0, -1), (False, True)), (None, (False, True))],
)
def test_of_two_tunnels_that_lead_to_a_goal_it_goes_on_that_of_the_last_card(
    last: Cell | None, turned: tuple[bool, ...]
) -> None:
    board = parse_board("ES EW SW .\n@ EW . .")
    assert ways_to_lay(board, Cell(2, 0), Face.parse("NE"), last)[0] == turned


def test_a_last_card_whose_rock_lies_beside_the_goal_turns_it_to_the_tunnel_that_leads_there() -> None:
    board = parse_board("ES EW SW .\n@ NW . .")
    assert ways_to_lay(board, Cell(2, 0), Face.parse("NE"), Cell(1, 0))[0] == (False,)


def test_where_both_ways_go_on_the_better_fit_comes_first() -> None:
    board = parse_board(". . NS\n@ EW .")
    assert ways_to_lay(board, Cell(2, 0), Face.parse("ESW"), Cell(1, 0)) == ((True, False), 0)


def test_a_card_that_closes_a_gap_far_away_turns_the_goal_towards_the_joined_tunnel() -> None:
    scene = Scene(board="@ EW EW . EW EW EW EW", goals=(GOLD, RIGHT_STONE, LEFT_STONE))
    scene.do(path(3, 0, "EW"), by=0)
    assert scene.pending.cell == MIDDLE
    assert scene.pending.faces == (Face.parse("SW"),)


def test_two_goals_at_once_are_turned_in_the_order_the_player_chooses() -> None:
    scene = Scene(board=TO_TWO_GOALS, goals=(LEFT_STONE, RIGHT_STONE, GOLD))
    scene.do(path(8, -1, "NSW"), by=0)
    assert scene.pending == p.ChoosingGoal(0, (NORTH, MIDDLE))
    assert scene.refused(c.ChooseGoal(NORTH), by=1).code == "not_your_turn"
    assert scene.refused(c.ChooseGoal(SOUTH), by=0).code == "goal_not_reached"
    scene.do(c.ChooseGoal(MIDDLE), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=False), by=0)
    assert (scene.pending.cell, scene.pending.faces) == (NORTH, (Face.parse("ES"),))
    scene.do(c.LayGoal(NORTH, turned=True), by=0)
    assert scene.pending == p.Playing(1)


def test_gold_first_ends_the_round_before_the_second_goal_is_turned() -> None:
    scene = Scene(board=TO_TWO_GOALS, goals=(LEFT_STONE, GOLD, RIGHT_STONE))
    scene.do(path(8, -1, "NSW"), by=0)
    scene.do(c.ChooseGoal(MIDDLE), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=False), by=0)
    assert scene.now.board.at(NORTH).face is None
    assert scene.game.round.ending.reached


def test_a_stone_that_joins_another_tunnel_reaches_the_next_goal() -> None:
    scene = Scene(board=STONE_LEADS_ON, goals=(LEFT_STONE, RIGHT_STONE, GOLD))
    scene.do(path(7, 0, "EW"), by=0)
    events = scene.do(c.LayGoal(MIDDLE, turned=True), by=0)
    assert e.GoalsReached(0, (SOUTH,)) in events
    assert scene.pending == p.LayingGoal(0, SOUTH, GoalKind.GOLD, (GOLD.face,), (False,))


def test_without_the_cascade_the_next_goal_waits_for_the_next_card() -> None:
    scene = Scene(board=STONE_LEADS_ON, goals=(LEFT_STONE, RIGHT_STONE, GOLD), options=(("goal_cascade", "false"),))
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=True), by=0)
    assert scene.pending == p.Playing(1)
    scene.do(path(0, 1, "NS"), by=1)
    assert scene.pending.cell == SOUTH


def test_a_rockfall_never_hides_a_goal_again() -> None:
    scene = Scene(board=SIX_EAST, goals=STONE_IN_THE_MIDDLE)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=False), by=0)
    scene.do(w.Rockfall(Cell(7, 0)), by=1)
    assert scene.now.board.at(MIDDLE).goal == GoalKind.COAL
    assert scene.refused(w.UseMap(MIDDLE), by=2).code == "goal_not_face_down"


# ---- printed goals ----------------------------------------------------------------------------------------------

PRINTED = (Supply.APP, Supply.CARDS, Supply.APP)


def test_with_printed_goals_the_table_tells_what_was_turned_up() -> None:
    scene = Scene(board=SIX_EAST, by=PRINTED)
    scene.do(path(7, 0, "EW"), by=0)
    assert scene.pending == p.TellingGoal(0, MIDDLE)
    scene.do(c.TellGoal(MIDDLE, GoalKind.COAL, Face.parse("NW")), by=c.ByCamera())
    assert scene.pending == p.Playing(1)


@pytest.mark.parametrize(
    ("kind", "face", "code"),
    [
        (GoalKind.COAL, "NESW", "no_such_goal"),
        (GoalKind.GOLD, "NW", "no_such_goal"),
        (GoalKind.COAL, "ES", "wrong_way_up"),
    ],
)
def test_only_a_goal_of_the_box_that_goes_on_the_last_card_can_be_told(kind: GoalKind, face: str, code: str) -> None:
    scene = Scene(board=SIX_EAST, by=PRINTED)
    scene.do(path(7, 0, "EW"), by=0)
    assert scene.refused(c.TellGoal(MIDDLE, kind, Face.parse(face)), by=0).code == code


def test_a_printed_goal_that_lies_already_cannot_be_told_again() -> None:
    scene = Scene(board=SIX_EAST + "\n. . . . . . . . .\n. . . . . . . . .", by=PRINTED)
    scene.do(path(7, 0, "NEW"), by=0)
    scene.do(c.TellGoal(MIDDLE, GoalKind.COAL, Face.parse("NW")), by=0)
    scene.do(path(8, -1, "NSW", forced=True))
    assert scene.pending == p.TellingGoal(1, NORTH)
    refusal = scene.refused(c.TellGoal(NORTH, GoalKind.COAL, Face.parse("ES")), by=1)
    assert (refusal.code, refusal.facts["goal"], refusal.cell) == ("goal_told_elsewhere", MIDDLE, NORTH)
    scene.do(c.TellGoal(NORTH, GoalKind.COAL, Face.parse("SW")), by=1)


def test_a_stone_told_as_the_other_one_is_put_right_by_the_table_and_the_other_one_can_be_told() -> None:
    """They look alike. The second could not be told, and nothing but undo put the first right."""
    scene = Scene(board=SIX_EAST, by=PRINTED)
    scene.do(path(7, 0, "NEW"), by=0)
    scene.do(c.TellGoal(MIDDLE, GoalKind.COAL, Face.parse("NW")), by=0)
    scene.do(path(8, -1, "NSW", forced=True))
    second = c.TellGoal(NORTH, GoalKind.COAL, Face.parse("ES"))
    assert scene.refused(second, by=1).facts["goal"] == MIDDLE
    lying = [c.TableCard(card.cell, card.face) for card in scene.now.board if card.cell != MIDDLE]
    as_it_lies = c.Resync((*lying, c.TableCard(MIDDLE, Face.parse("SW"), "goal")))
    assert scene.refused(as_it_lies, by=1).code == "only_the_table"
    scene.do(as_it_lies)
    middle = scene.now.board.at(MIDDLE)
    assert (scene.pending, middle.face, middle.goal) == (p.TellingGoal(1, NORTH), Face.parse("SW"), GoalKind.COAL)
    scene.do(second, by=1)
    assert scene.pending == p.Playing(2)


# ---- at a table the reveal waits --------------------------------------------------------------------------------


def test_at_a_table_a_goal_waits_until_whoever_reached_it_turns_it_over() -> None:
    scene = Scene(board=SIX_EAST, at_table=True)
    events = scene.do(path(7, 0, "EW"), by=0)
    assert events[-1] == e.GoalPicked(0, MIDDLE)
    assert not any(isinstance(event, e.GoalTurned) for event in events)
    assert scene.pending == p.TurningGoal(0, MIDDLE)
    assert scene.refused(c.TurnGoal(MIDDLE), by=1).code == "not_your_turn"
    assert scene.refused(c.TurnGoal(NORTH), by=0).code == "another_goal"
    assert scene.refused(c.LayGoal(MIDDLE, turned=False), by=c.ByCamera()).code == "not_now"
    assert scene.do(c.TurnGoal(MIDDLE), by=0) == (e.GoalTurned(0, MIDDLE, GoalKind.GOLD, (GOLD.face,), (False,)),)
    assert scene.pending == p.LayingGoal(0, MIDDLE, GoalKind.GOLD, (GOLD.face,), (False,))


def test_the_table_may_turn_a_goal_over_for_whoever_reached_it() -> None:
    scene = Scene(board=SIX_EAST, at_table=True)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.TurnGoal(MIDDLE))
    assert isinstance(scene.pending, p.LayingGoal)


def test_of_two_goals_the_chosen_one_waits_too() -> None:
    scene = Scene(board=TO_TWO_GOALS, goals=(LEFT_STONE, RIGHT_STONE, GOLD), at_table=True)
    scene.do(path(8, -1, "NSW"), by=0)
    assert scene.do(c.ChooseGoal(MIDDLE), by=0) == (e.GoalPicked(0, MIDDLE),)
    scene.do(c.TurnGoal(MIDDLE), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=False), by=0)
    assert scene.pending == p.TurningGoal(0, NORTH)


def test_a_goal_is_turned_over_for_whoever_goes_away_before_it() -> None:
    scene = Scene(board=SIX_EAST, goals=STONE_IN_THE_MIDDLE, at_table=True)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.SetPresence(0, c.Attendance.AWAY))
    assert isinstance(scene.pending, p.LayingGoal)


def test_printed_goals_are_turned_on_the_table_and_nothing_waits() -> None:
    scene = Scene(board=SIX_EAST, by=(Supply.APP, Supply.CARDS, Supply.APP), at_table=True)
    scene.do(path(7, 0, "EW"), by=0)
    assert scene.pending == p.TellingGoal(0, MIDDLE)
    assert scene.refused(c.UsePrintedGoals()).code == "not_now"


@pytest.mark.parametrize("turned_first", [False, True])
def test_the_table_may_say_that_its_printed_goals_count_from_now_on(turned_first: bool) -> None:
    scene = Scene(board=SIX_EAST, goals=STONE_IN_THE_MIDDLE, at_table=True)
    assert scene.refused(c.UsePrintedGoals()).code == "not_now"
    scene.do(path(7, 0, "EW"), by=0)
    if turned_first:
        scene.do(c.TurnGoal(MIDDLE), by=0)
    assert scene.refused(c.UsePrintedGoals(), by=0).code == "only_the_table"
    scene.do(c.UsePrintedGoals())
    assert scene.pending == p.TellingGoal(0, MIDDLE)
    assert scene.now.goals is None
    assert scene.game.goals_supply is Supply.CARDS
    scene.do(c.TellGoal(MIDDLE, GoalKind.GOLD, GOLD.face), by=c.ByCamera())
    assert scene.game.round.ending.reached
    while isinstance(scene.pending, p.DealingGold | p.Drafting):
        deal = isinstance(scene.pending, p.DealingGold)
        scene.do(c.DealGold(Secret((1,) * scene.pending.cards)), c.ByDealer()) if deal else scene.do(
            c.TakeGold(0), by=scene.pending.seat
        )
    scene.do(c.NextRound())
    assert not scene.pending.goals  # the next round's goals lie on the table too
