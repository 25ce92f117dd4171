"""Corners of the rules that no other test walks into, each with the smallest table at which it matters."""

from __future__ import annotations

import card_words as w
import pytest
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, Scene, path

from companion.editions.boxes import CHALLENGE_GOALS
from companion.editions.cards import GoalKind
from companion.editions.compose import compose
from companion.editions.parameters import Direction, ShortPayout
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Placement
from companion.maze.faces import Door, Face
from companion.maze.geometry import Cell, Side
from companion.maze.notation import parse_board
from companion.rules.audit import audit
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.rules.goals import ways_to_lay
from companion.rules.share import payout
from companion.rules.teams import team_result
from companion.state import commands as c
from companion.state.events import GoldDealt, GoldPaid, NuggetsPaid
from companion.state.pending import AskingToll, ChoosingGoal, LayingGoal, Pioneering, Playing, Vetoing
from companion.state.refusals import Refusal
from companion.state.secret import Secret

MIDDLE, NORTH = Cell(8, 0), Cell(8, -2)

# ---- the maze -------------------------------------------------------------------------------------------------------


def test_a_cell_that_was_filled_is_no_longer_where_the_maze_may_grow() -> None:
    board = parse_board("@ EW")
    assert Cell(2, 0) in board.frontier
    grown = board.with_card(Placement(Cell(2, 0), Face.parse("NW")))
    assert grown.frontier == Board.of(grown).frontier == {Cell(0, -1), Cell(-1, 0), Cell(0, 1), Cell(2, -1)}


def test_a_goal_beside_the_rock_of_the_last_card_goes_on_the_tunnel_that_is_joined() -> None:
    """The last card closes the way round to the goal, and shows it a side of rock."""
    board = parse_board(". ES SW\n@ NW .")
    assert ways_to_lay(board, Cell(2, 0), Face.parse("NE"), Cell(1, 0)) == ((False,), 0)
    assert ways_to_lay(board, Cell(2, 0), Face.parse("SW"), Cell(1, 0)) == ((True,), 0)


def test_a_goal_that_must_be_touched_stays_down_where_a_gap_is_closed_far_from_it() -> None:
    scene = Scene(board="@ EW EW . EW EW EW EW", options=(("goal_must_be_touched", "true"),))
    scene.do(path(3, 0, "EW"), by=0)
    assert scene.pending == Playing(1)
    assert scene.now.board.at(MIDDLE).face is None
    touching = Scene(board=SIX_EAST, options=(("goal_must_be_touched", "true"),))
    touching.do(path(7, 0, "EW"), by=0)
    assert isinstance(touching.pending, LayingGoal)


@pytest.mark.parametrize(("word", "ways"), [("choose", (False, True)), ("unturned", (False,))])
def test_in_a_tie_the_card_over_a_chest_lies_as_chosen_or_as_printed(word: str, ways: tuple[bool, ...]) -> None:
    covers = ("NSW", "NS", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=covers, options=(("cover_tie", word),))
    scene.do(path(2, 0, "NW"), by=0)
    assert scene.pending.turned == ways


def test_without_the_cascade_two_goals_that_one_card_reaches_are_both_turned() -> None:
    board = ". . . . . . . ES\n" + SIX_EAST + " NW"
    goals = (LEFT_STONE, RIGHT_STONE, GOLD)
    scene = Scene(board=board, goals=goals, options=(("goal_cascade", "false"),))
    scene.do(path(8, -1, "NSW"), by=0)
    assert isinstance(scene.pending, ChoosingGoal)
    scene.do(c.ChooseGoal(MIDDLE), by=0)
    scene.do(c.LayGoal(MIDDLE, scene.pending.turned[0]), by=0)
    assert scene.pending.cell == NORTH
    scene.do(c.LayGoal(NORTH, scene.pending.turned[0]), by=0)
    assert scene.pending == Playing(1)


# ---- cards in hand --------------------------------------------------------------------------------------------------


def stood(scene: Scene) -> None:
    assert isinstance(scene.pending, Vetoing)
    scene.do(c.LetStand())


def test_a_veto_against_the_second_path_of_a_pioneer_ends_his_turn_with_two_cards_drawn() -> None:
    scene = Scene(modules=("wc2019", "wc2022"))
    pile = scene.now.pile
    scene.do(w.Pioneer(), by=0)
    stood(scene)
    scene.do(path(1, 0, "EW"), by=0)
    stood(scene)
    assert (scene.pending, scene.now.progress.to_lay) == (Pioneering(0), 1)
    scene.do(path(2, 0, "EW"), by=0)
    scene.do(w.Veto(2), by=2)
    assert Cell(1, 0) in scene.now.board and Cell(2, 0) not in scene.now.board
    assert (scene.now.hands, scene.now.pile) == ((5, 6, 6, 6), pile - 3)
    assert scene.pending == Playing(1)


def test_a_veto_against_the_first_path_of_a_pioneer_ends_his_turn_with_one_card_drawn() -> None:
    scene = Scene(modules=("wc2019", "wc2022"))
    scene.do(w.Pioneer(), by=0)
    stood(scene)
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(w.Veto(1), by=1)
    assert scene.now.hands == (5, 6, 6, 6)
    assert scene.pending == Playing(1)


def test_a_veto_of_a_seat_that_does_not_exist_is_told_as_such() -> None:
    scene = Scene(modules=("wc2019",))
    scene.do(path(1, 0, "EW"), by=0)
    assert [scene.refused(w.Veto(seat)).code for seat in (-1, 4)] == ["no_such_seat", "no_such_seat"]


def test_a_veto_against_the_pioneer_himself_lets_him_lay_nothing() -> None:
    scene = Scene(modules=("wc2019", "wc2022"))
    scene.do(w.Pioneer(), by=0)
    scene.do(w.Veto(3), by=3)
    assert scene.now.hands == (6, 6, 6, 6)
    assert scene.pending == Playing(1)
    scene.do(c.Pass(), by=1)
    assert scene.now.hands[1] == 6


def test_nobody_pioneers_with_his_last_card_and_with_two_cards_he_lays_one_path() -> None:
    scene = Scene(modules=("wc2022",))
    scene.do(c.SetHand(0, 1))
    assert scene.refused(w.Pioneer(), by=0).code == "too_few_cards"
    scene.do(c.SetHand(0, 2))
    scene.do(w.Pioneer(), by=0)
    scene.do(path(1, 0, "EW"), by=0)
    assert scene.pending == Playing(1)
    assert scene.now.hands[0] == 1


@pytest.mark.parametrize("edition", ["bga", "bga-s2"])
def test_online_there_are_five_maps_and_six_in_every_box(edition: str) -> None:
    def maps(key: str) -> int:
        found = compose(key)
        assert isinstance(found, Ruleset)
        return sum(card.copies for card in found.deck_actions if card.deed == "map")

    assert maps(edition) == 5
    assert {maps(key) for key in ("revised", "anniversary-2024", "amigo-2004", "s2-anniversary", "tournament")} == {6}


# ---- nuggets and gold -----------------------------------------------------------------------------------------------


def test_the_nugget_at_the_beginning_is_paid_once_a_game() -> None:
    scene = Scene(modules=("toll-tunnel",))
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert [scene.purse(seat) for seat in range(4)] == [1, 1, 1, 1]


def test_a_chest_of_gold_is_a_nugget_where_no_gold_card_of_one_is_left() -> None:
    covers = ("NSW", "NS", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=covers, chests=(1, 2, 3, 4))
    scene.game = fold(scene.game, (GoldPaid(3, Secret((1,) * 16), 16),))
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert (scene.gold_of(0), scene.purse(0)) == ((), 1)


@pytest.mark.parametrize("nuggets", [1, 2])
def test_a_sack_fills_the_purse_with_what_is_in_it(nuggets: int) -> None:
    sack = next(card for card in CHALLENGE_GOALS if card.kind is GoalKind.SACK and card.nuggets == nuggets)
    others = [card for card in CHALLENGE_GOALS if card.kind is not GoalKind.SACK]
    goals = (others[0], others[1], sack, others[2], others[3])
    scene = Scene(modules=("new-challenges",), goals=goals, board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(MIDDLE, scene.pending.turned[0]), by=0)
    assert scene.purse(0) == nuggets


def test_the_italian_text_hands_gold_on_to_the_right_as_its_turns_go() -> None:
    roles = ("miner", "miner", "saboteur", "miner")
    scene = Scene("amigo-2004-it", roles=roles, board=SIX_EAST)
    assert scene.now.direction is Direction.CCW
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(MIDDLE, turned=False), by=0)
    scene.do(c.DealGold(Secret((3, 2, 1, 1))), by=c.ByDealer())
    dealt = next(event for event in scene.events if isinstance(event, GoldDealt))
    assert dealt.order == (0, 3, 1, 0)


def test_what_cannot_be_paid_exactly_is_paid_below_or_above_as_the_table_says() -> None:
    assert payout((2, 2, 2), (3, 3), ShortPayout.BEST_POSSIBLE) == ((2,), (2,))
    assert payout((2, 2, 2), (3, 3), ShortPayout.NEXT_HIGHER) == ((2, 2), (2,))
    assert payout((1, 2, 2), (3,), ShortPayout.NEXT_HIGHER) == ((2, 1),)


@pytest.mark.parametrize(("word", "winners"), [("true", (0,)), ("false", ())])
def test_a_path_that_is_shut_to_both_teams_is_none_for_the_saboteurs_where_the_table_says_so(word, winners) -> None:
    ruleset = compose("s2-anniversary", (), (("blocked_saboteurs_win", word),))
    assert isinstance(ruleset, Ruleset)
    found = team_result(ruleset, ("saboteur", "blue", "boss"), [False] * 3, 1, (), True, 0)
    assert found.winners == winners


@pytest.mark.parametrize("word", ["true", "false"])
def test_a_path_that_is_open_to_one_team_is_never_the_saboteurs(word: str) -> None:
    ruleset = compose("s2-anniversary", (), (("blocked_saboteurs_win", word),))
    assert isinstance(ruleset, Ruleset)
    found = team_result(ruleset, ("saboteur", "blue", "boss"), [False] * 3, 1, (Door.BLUE,), True, 0)
    assert found.winners == (1, 2)


# ---- tolls ----------------------------------------------------------------------------------------------------------


def test_the_table_lays_the_setters_own_card_before_his_dwarf_without_asking_him() -> None:
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    scene.do(c.SetTurn(0))
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=0))
    assert not isinstance(scene.pending, AskingToll)
    assert Cell(2, 0) in scene.now.board
    assert (scene.purse(0), scene.now.tolls) == (1, ())


def test_a_dwarf_on_the_card_that_is_moved_leaves_and_bars_nothing() -> None:
    scene = Scene(modules=("toll-tunnel", "wc2023"), board="@ EW")
    scene.do(path(0, 1, "NESW"), by=0)
    scene.do(c.SetToll(Cell(0, 1), Side.E), by=1)
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=2)
    assert scene.refused(w.MoveLast(Cell(2, 0)), by=3).reasons == ("toll_dwarf",)
    scene.do(w.MoveLast(Cell(0, -1)), by=3)
    assert [toll.cell for toll in scene.now.tolls] == [Cell(1, 0)]
    assert scene.now.tolled == {Cell(2, 0)}
    scene.do(path(0, 1, "NE"), by=0)
    scene.do(path(1, 1, "EW"), by=1)


def test_a_card_may_be_moved_into_the_cell_before_the_dwarf_that_stood_on_it() -> None:
    scene = Scene(modules=("toll-tunnel", "wc2023"))
    scene.do(path(0, 1, "NESW"), by=0)
    scene.do(path(0, 2, "NS"), by=1)
    scene.do(path(1, 1, "SW"), by=2)
    scene.do(c.SetToll(Cell(1, 1), Side.S), by=3)
    assert Cell(1, 2) in scene.now.tolled
    refusal = scene.refused(w.MoveLast(Cell(1, 2)), by=0)
    assert "toll_dwarf" not in refusal.reasons


# ---- dealing --------------------------------------------------------------------------------------------------------


def undealt(*modules: str) -> Scene:
    """A game that has begun, with nothing dealt yet."""
    scene = Scene(modules=modules)
    scene.do(c.NewGame())
    scene.do(c.StartGame(0))
    return scene


ROLES = c.DealRoles(Secret(("miner", "miner", "saboteur", "miner")), Secret(("miner",)))
GOALS = c.DealGoals(Secret((LEFT_STONE, GOLD, RIGHT_STONE)))


@pytest.mark.parametrize(("first", "second"), [(ROLES, GOALS), (GOALS, ROLES)])
def test_what_was_dealt_is_not_dealt_again_while_something_else_is_due(first: c.Command, second: c.Command) -> None:
    scene = undealt()
    scene.do(first, c.ByDealer())
    assert scene.refused(first, c.ByDealer()).code == "not_now"
    scene.do(second, c.ByDealer())
    assert scene.refused(second, c.ByDealer()).code == "not_now"


@pytest.mark.parametrize("cards", [(GOLD, LEFT_STONE), (LEFT_STONE, RIGHT_STONE, RIGHT_STONE)])
def test_a_deal_of_other_goals_than_are_laid_is_a_slip_of_the_program(cards: tuple[c.GoalCard, ...]) -> None:
    with pytest.raises(ValueError, match="not as many goals as are laid"):
        decide(undealt().game, c.ByDealer(), c.DealGoals(Secret(cards)))


@pytest.mark.parametrize(("word", "unused"), [("unused_first", 3), ("two_used", 2)])
def test_so_many_goals_that_lay_aside_are_laid_in_the_next_round(word: str, unused: int) -> None:
    ruleset = compose("revised", ("new-challenges",), (("later_goals", word),))
    assert isinstance(ruleset, Ruleset)
    assert (ruleset.unused_goals, ruleset.goals_laid) == (unused, 5)


def test_five_goals_lie_one_below_the_other_with_one_space_between_them() -> None:
    assert Scene(modules=("new-challenges",), goals=CHALLENGE_GOALS[:5]).now.goal_cells == tuple(
        Cell(8, y) for y in (-4, -2, 0, 2, 4)
    )


def test_in_the_lobby_no_chest_is_laid_elsewhere() -> None:
    answer = decide(new_game(), c.ByTable(), c.LayChests((Cell(2, 0),)))
    assert isinstance(answer, Refusal) and answer.code == "not_now"


def test_nobody_looks_at_a_dwarf_that_was_not_dealt_by_the_app() -> None:
    printed = Scene(by=(c.Supply.CARDS, c.Supply.APP, c.Supply.APP))
    assert printed.refused(c.RoleSeen(), by=0).code == "not_now"
    assert undealt().refused(c.RoleSeen(), by=0).code == "not_now"
    lobby = Scene()
    lobby.do(c.NewGame())
    assert lobby.refused(c.RoleSeen(), by=0).code == "not_now"


def test_the_audit_notices_a_purse_below_nothing() -> None:
    game = fold(Scene().game, (NuggetsPaid(0, -1, "start"), NuggetsPaid(1, 1, "start")))
    assert audit(game) == ("nuggets were made or lost",)
