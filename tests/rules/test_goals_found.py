"""The table takes the maze over as it lies, and a goal, a chest or a postcard is joined already."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, STONE_LEADS_ON, Scene, path

from companion.cards.chests.chores import FinishChore
from companion.cards.map import UseMap
from companion.cards.new_dwarf import HatSwapped
from companion.cards.pioneer import Pioneer
from companion.cards.register import ways_to_answer
from companion.cards.swap_hands import SwapHands
from companion.cases.case_game import with_card
from companion.editions.parameters import SwapHandsDraw
from companion.live.store import decode_event, encode
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.maze.notation import parse_board
from companion.rules.evolve import evolve
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import GoalKind, Supply
from companion.state.secret import Secret

NORTH, MIDDLE, SOUTH = Cell(8, -2), Cell(8, 0), Cell(8, 2)
SEVEN_EAST = SIX_EAST + " EW"
ON_TO_THE_SOUTH = STONE_LEADS_ON.replace(" .\n", " EW\n")
TO_THE_MIDDLE_AND_THE_SOUTH = SIX_EAST + " NESW\n. . . . . . . NS\n. . . . . . . NE"
UP_TO_THE_POSTCARD = ". . . ES\n. . . NS\n@ EW EW NW"
CARDS = (Supply.CARDS, Supply.CARDS, Supply.CARDS)
STONE_IN_THE_MIDDLE = (GOLD, LEFT_STONE, RIGHT_STONE)
STONE_TO_THE_SOUTH = (GOLD, RIGHT_STONE, LEFT_STONE)  # turned, the middle one goes on to the south
OPEN_GOLD = c.TableCard(MIDDLE, GOLD.face, "goal")


def take(scene: Scene, board: str, *others: c.TableCard) -> tuple[e.Event, ...]:
    paths = [c.TableCard(card.cell, card.face) for card in parse_board(board) if card.kind is Kind.PATH]
    down = [c.TableCard(card.cell, None) for card in scene.now.board.of_kind(Kind.COVERED)]
    return scene.do(c.Resync((*paths, *down, *others)))


def hands(scene: Scene) -> tuple[tuple[int, ...], int]:
    return scene.now.hands, scene.now.pile


# ---- whose it is --------------------------------------------------------------------------------------------------


def test_a_printed_goal_that_is_joined_as_the_maze_lies_is_asked_about_at_once() -> None:
    scene = Scene(by=CARDS)
    scene.do(c.SetTurn(2))
    take(scene, SEVEN_EAST)
    assert scene.pending == p.TellingGoal(2, MIDDLE)


def test_the_seat_on_turn_has_reached_the_gold_that_is_found_joined() -> None:
    scene = Scene(by=CARDS)
    scene.do(path(1, 0, "EW"), by=0)
    take(scene, SEVEN_EAST)
    events = scene.do(c.TellGoal(MIDDLE, GoalKind.GOLD, GOLD.face))
    assert e.RoundEnded("gold", True, 1) in events


def test_a_goal_of_the_app_that_is_found_joined_is_turned_over() -> None:
    scene = Scene()
    taken, reached, turned = take(scene, SEVEN_EAST)
    assert isinstance(taken, e.Resynced) and taken.joined == (MIDDLE,)
    assert reached == e.GoalsReached(0, (MIDDLE,))
    assert isinstance(turned, e.GoalTurned) and turned.kind is GoalKind.GOLD
    assert e.RoundEnded("gold", True, 0) in scene.do(c.LayGoal(MIDDLE, turned=False))


def test_after_a_stone_that_was_found_the_same_seat_still_plays_and_nobody_has_drawn() -> None:
    scene = Scene(goals=STONE_IN_THE_MIDDLE)
    scene.do(c.SetTurn(3))
    before = hands(scene)
    take(scene, SEVEN_EAST)
    scene.do(c.LayGoal(MIDDLE, turned=False))
    assert (scene.pending, hands(scene)) == (p.Playing(3), before)
    scene.do(path(1, 1, "NS", forced=True))
    assert scene.pending == p.Playing(0)
    assert scene.now.hands == before[0] and scene.now.pile == before[1] - 1


def test_a_maze_that_is_taken_over_once_more_before_the_stone_lies_takes_nobodys_turn() -> None:
    scene = Scene(goals=STONE_IN_THE_MIDDLE)
    before = hands(scene)
    take(scene, SEVEN_EAST)
    take(scene, SEVEN_EAST)
    scene.do(c.LayGoal(MIDDLE, turned=False))
    assert (scene.pending, hands(scene)) == (p.Playing(0), before)


# ---- which goals --------------------------------------------------------------------------------------------------


def test_a_stone_that_was_found_leads_on_to_another_goal_before_the_seat_plays() -> None:
    scene = Scene(goals=STONE_TO_THE_SOUTH)
    take(scene, ON_TO_THE_SOUTH)
    events = scene.do(c.LayGoal(MIDDLE, turned=True))
    assert e.GoalsReached(0, (SOUTH,)) in events
    scene.do(c.LayGoal(SOUTH, turned=False))
    assert scene.pending == p.Playing(0)


def test_of_two_goals_that_are_found_the_seat_on_turn_chooses() -> None:
    scene = Scene(by=CARDS)
    take(scene, TO_THE_MIDDLE_AND_THE_SOUTH)
    assert scene.pending == p.ChoosingGoal(0, (MIDDLE, SOUTH))


@pytest.mark.parametrize("option", ["goal_must_be_touched", "goal_cascade"])
def test_of_two_goals_that_are_found_both_are_turned_by_every_house_rule(option: str) -> None:
    options = ((option, str(option == "goal_must_be_touched").lower()),)
    scene = Scene(goals=(GOLD, LEFT_STONE, RIGHT_STONE), options=options)
    take(scene, TO_THE_MIDDLE_AND_THE_SOUTH)
    scene.do(c.ChooseGoal(SOUTH), by=0)
    scene.do(c.LayGoal(SOUTH, turned=scene.pending.turned[0]))
    assert isinstance(scene.pending, p.LayingGoal) and scene.pending.cell == MIDDLE
    scene.do(c.LayGoal(MIDDLE, turned=scene.pending.turned[0]))
    assert scene.pending == p.Playing(0)


@pytest.mark.parametrize("board", [SIX_EAST, "@ EW . EW EW EW EW EW", SIX_EAST + " W|E"])
def test_a_goal_that_is_not_joined_changes_nothing_face_up_or_down(board: str) -> None:
    scene = Scene(by=CARDS)
    assert len(take(scene, board)) == len(take(scene, board, OPEN_GOLD)) == 1
    assert scene.pending == p.Playing(0)


def test_a_goal_behind_a_door_is_found_whoever_may_pass_it() -> None:
    scene = Scene("s2-anniversary", roles=("blue", "green", "blue", "green"), aside=(), by=CARDS)
    take(scene, SIX_EAST + " EWg")
    assert scene.pending == p.TellingGoal(0, MIDDLE)


def test_a_goal_beyond_the_ladder_of_an_island_is_found() -> None:
    scene = Scene("s2-anniversary", by=CARDS)
    take(scene, "@ . . . . . . EW^")
    assert scene.pending == p.TellingGoal(0, MIDDLE)


def test_where_the_card_that_was_laid_must_touch_the_goal_one_that_is_new_in_the_maze_does() -> None:
    scene = Scene(by=CARDS, options=(("goal_must_be_touched", "true"),))
    take(scene, SEVEN_EAST)
    assert scene.pending == p.TellingGoal(0, MIDDLE)


def test_where_the_card_that_was_laid_must_touch_the_goal_one_that_closes_a_gap_far_off_does_not() -> None:
    scene = Scene(by=CARDS, options=(("goal_must_be_touched", "true"),), board="@ EW . EW EW EW EW EW")
    assert len(take(scene, SEVEN_EAST)) == 1
    assert scene.pending == p.Playing(0)


# ---- gold that lies open ------------------------------------------------------------------------------------------


def test_a_gold_that_lies_open_and_joined_ends_the_round_as_reached() -> None:
    scene = Scene(by=CARDS)
    scene.do(c.SetTurn(1))
    events = take(scene, SEVEN_EAST, OPEN_GOLD)
    assert e.RoundEnded("gold", True, 1) in events


def test_a_gold_that_lies_open_ends_the_round_once_a_card_joins_it() -> None:
    """The table had turned it early; play went on beside it."""
    scene = Scene(by=CARDS)
    take(scene, SIX_EAST, OPEN_GOLD)
    assert e.RoundEnded("gold", True, 0) in scene.do(path(7, 0, "EW"), by=0)


def test_a_spider_that_lies_open_and_joined_ends_the_round_for_nobody() -> None:
    scene = Scene(by=CARDS, modules=("new-challenges",))
    spider = next(goal for goal in scene.game.ruleset.goals if goal.kind is GoalKind.SPIDER)
    scene.game = evolve(scene.game, e.GoalLaid(MIDDLE, GoalKind.SPIDER, spider.face, 0))
    assert e.RoundEnded("spider", False, None) in take(scene, SEVEN_EAST)


def test_a_goal_that_was_taken_over_open_while_it_is_asked_about_can_still_be_told() -> None:
    """It was refused as a second gold, and nobody could play on."""
    scene = Scene(by=CARDS, board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    take(scene, SEVEN_EAST, OPEN_GOLD)
    assert scene.pending == p.TellingGoal(0, MIDDLE)
    assert e.RoundEnded("gold", True, 0) in scene.do(c.TellGoal(MIDDLE, GoalKind.GOLD, GOLD.face))


def test_a_second_gold_is_still_refused() -> None:
    scene = Scene(by=CARDS, board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    take(scene, SEVEN_EAST, replace(OPEN_GOLD, cell=NORTH))
    assert scene.refused(c.TellGoal(MIDDLE, GoalKind.GOLD, GOLD.face)).code == "no_such_goal"


# ---- amid a question ----------------------------------------------------------------------------------------------


def test_a_maze_that_is_taken_over_amid_a_question_asks_nothing_more() -> None:
    scene = Scene(by=CARDS)
    take(scene, SEVEN_EAST)
    assert len(take(scene, SEVEN_EAST)) == 1
    assert scene.pending == p.TellingGoal(0, MIDDLE)


def test_a_goal_that_is_found_while_somebody_looks_at_another_is_turned_when_he_has_looked() -> None:
    scene = Scene(goals=STONE_IN_THE_MIDDLE)
    scene.do(UseMap(NORTH), by=0)
    before = hands(scene)
    assert len(take(scene, SEVEN_EAST)) == 1 and scene.pending == p.Peeking(0, NORTH)
    assert e.GoalsReached(0, (MIDDLE,)) in scene.do(c.ClosePeek(), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=False))
    assert scene.pending == p.Playing(1)  # the map was his card
    assert scene.now.hands[0] == before[0][0] + 1


def test_a_pioneer_goes_on_after_the_stone_that_was_found() -> None:
    scene = Scene("anniversary-2024", modules=("wc2022",), goals=STONE_IN_THE_MIDDLE)
    scene.do(Pioneer(), by=0)
    take(scene, SEVEN_EAST)
    scene.do(c.LayGoal(MIDDLE, turned=False))
    assert scene.pending == p.Pioneering(0) and scene.now.progress.to_lay == 2
    scene.do(c.StopPioneering(), by=0)
    assert scene.pending == p.Playing(1)


# ---- chests and postcards -----------------------------------------------------------------------------------------


def chests(effects: Sequence[int], *modules: str) -> Scene:
    modules = ("treasure-chests", *modules)
    return Scene("anniversary-2024", modules=modules, chests=effects, covers=("NSW", "NS", "EW", "NE"))


def open_chest(scene: Scene) -> None:
    take(scene, "@ EW NW")
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    while not isinstance(scene.pending, p.Playing):
        scene.do(next(ways_to_answer(scene.game, scene.pending)), by=0)


def test_a_chest_that_is_found_joined_is_opened_by_the_seat_on_turn_which_still_plays() -> None:
    scene = chests((1, 2, 3, 4))
    take(scene, "@ EW NW")
    assert isinstance(scene.pending, p.LayingCover) and scene.pending.seat == 0
    opened = scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert e.ChestOpened(0, Cell(2, -1), 1) in opened
    assert scene.pending == p.Playing(0)


def test_a_card_more_from_a_chest_that_was_found_is_drawn_and_no_other() -> None:
    scene = chests((4, 1, 2, 3))
    hand, pile = scene.now.hands[0], scene.now.pile
    take(scene, "@ EW NW")
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    while isinstance(scene.pending, p.DoingChore):
        scene.do(FinishChore(), by=0)
    assert scene.pending == p.Playing(0)
    assert (scene.now.hands[0], scene.now.pile) == (hand + 1, pile - 1)


@pytest.mark.parametrize(("chest", "hand"), [(1, 6), (3, 5), (6, 6), (7, 6), (9, 5)])
def test_what_a_chest_that_was_found_gives_instead_of_the_draw_is_given_instead_of_the_draw_of_the_turn_that_is_left(
    chest: int, hand: int
) -> None:
    """The card was drawn all the same, though the phone had said to draw none."""
    scene = chests((chest, 2, 4, 8))
    open_chest(scene)
    scene.do(path(0, 1, "NS", forced=True))
    assert (scene.pending, scene.now.hands[0]) == (p.Playing(1), hand)


@pytest.mark.parametrize(
    ("commands", "hand"),
    [([c.Pass(1)], 5), ([Pioneer(), path(0, 1, "NS"), path(0, 2, "NS")], 3), ([SwapHands(1)], 6)],
)
def test_whatever_is_played_in_it_no_card_is_drawn_in_a_turn_in_which_a_chest_says_so(
    commands: Sequence[c.Command], hand: int
) -> None:
    scene = chests((3, 2, 4, 8), "wc2022")
    rules = replace(with_card(scene.game.ruleset, "swap_hands"), swap_hands_draw=SwapHandsDraw.PLAYER)
    scene.game = replace(scene.game, ruleset=rules)
    open_chest(scene)
    for command in commands:
        scene.do(command, by=0)
    assert (scene.pending, scene.now.hands[0]) == (p.Playing(1), hand)
    other = scene.now.hands[1]
    scene.do(c.Pass(1), by=1)
    assert scene.now.hands[1] == other


def test_the_seat_on_turn_is_the_first_at_a_postcard_that_is_found_joined_and_still_plays() -> None:
    scene = Scene(modules=("fashion-department",), aside=("saboteur",), roles=("miner",) * 4)
    before = hands(scene)
    assert HatSwapped(0, 0, card=False) in take(scene, UP_TO_THE_POSTCARD)
    assert scene.now.site_reached and scene.role_of(0) == "saboteur"
    assert (scene.pending, hands(scene)) == (p.Playing(0), before)


def test_after_a_party_that_was_found_the_same_seat_still_plays() -> None:
    scene = Scene(modules=("tunnel-party",))
    take(scene, UP_TO_THE_POSTCARD)
    assert scene.pending == p.Redealing(0)
    scene.do(c.RedealRoles(Secret(("saboteur", "miner", "miner", "miner"))), by=c.ByDealer())
    assert scene.pending == p.Playing(0)


def test_a_postcard_that_is_found_while_somebody_looks_at_a_goal_is_his_when_he_has_looked() -> None:
    """It was left to whoever laid the next card."""
    scene = Scene(modules=("fashion-department",), aside=("saboteur",), roles=("miner",) * 4)
    scene.do(UseMap(NORTH), by=0)
    assert len(take(scene, UP_TO_THE_POSTCARD)) == 1
    assert HatSwapped(0, 0, card=False) in scene.do(c.ClosePeek(), by=0)
    assert scene.pending == p.Playing(1)


def test_a_postcard_that_is_found_while_a_stone_is_to_be_laid_is_reached_then_also_where_no_stone_leads_on() -> None:
    modules, aside, roles = ("fashion-department",), ("saboteur",), ("miner",) * 4
    options = (("goal_cascade", "false"),)
    scene = Scene(modules=modules, aside=aside, roles=roles, options=options, goals=STONE_IN_THE_MIDDLE)
    take(scene, SEVEN_EAST)
    take(scene, UP_TO_THE_POSTCARD)
    assert HatSwapped(0, 0, card=False) in scene.do(c.LayGoal(MIDDLE, turned=False))
    assert scene.pending == p.Playing(0)


# ---- nights of earlier programs -----------------------------------------------------------------------------------


def test_an_older_night_in_which_the_goal_was_passed_over_goes_on_as_it_did() -> None:
    scene = Scene(goals=STONE_IN_THE_MIDDLE)
    written = encode(e.Resynced(tuple(c.TableCard(Cell(x, 0), Face.parse("EW")) for x in range(1, 8))))
    del written["joined"]
    scene.game = evolve(scene.game, decode_event(written))
    assert scene.pending == p.Playing(0) and scene.now.due == () and not scene.now.progress.found
    assert e.GoalsReached(0, (MIDDLE,)) in scene.do(path(1, 1, "NS", forced=True))
