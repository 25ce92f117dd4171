"""Tolls, postcards, new goals, treasure chests and the tournament, as they are played."""

from __future__ import annotations

import card_words as w
import pytest
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, Scene, path

from companion.editions.boxes import CHALLENGE_GOALS
from companion.editions.cards import GoalCard, GoalKind
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.flow import fresh
from companion.rules.options import options
from companion.state import commands as c
from companion.state.pending import (
    AskingToll,
    ChoosingDwarf,
    ChoosingGoal,
    DoingChore,
    LayingCover,
    LayingMidway,
    Playing,
    Redealing,
    ShiftingGoal,
    TakingCard,
)
from companion.state.secret import Secret
from companion.views.lines import line_for

SACK, DRAGON, SPIDER = (
    next(card for card in CHALLENGE_GOALS if card.kind is kind)
    for kind in (GoalKind.SACK, GoalKind.DRAGON, GoalKind.SPIDER)
)

# ---- tolls ----------------------------------------------------------------------------------------------------------


def tolled() -> Scene:
    """Seat 0 has set a dwarf at the east end of the card beside the start; seat 1 plays."""
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    return scene


def test_everybody_begins_with_a_nugget() -> None:
    assert [Scene(modules=("toll-tunnel",)).purse(seat) for seat in range(4)] == [1, 1, 1, 1]


def test_a_dwarf_costs_a_card_and_no_card_is_drawn() -> None:
    scene = tolled()
    assert (scene.now.hands[0], scene.now.discards) == (5, 1)
    assert scene.pending == Playing(1)


def test_nobody_lays_a_card_before_an_unpaid_dwarf() -> None:
    scene = tolled()
    assert scene.refused(path(2, 0, "EW"), by=1).reasons == ("toll_dwarf",)
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=1), by=1)
    assert [scene.purse(seat) for seat in range(4)] == [2, 0, 1, 1]
    assert scene.now.tolls == ()


def test_another_player_is_asked_before_he_pays() -> None:
    scene = tolled()
    card = c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=3)
    scene.do(card, by=1)
    assert isinstance(scene.pending, AskingToll) and scene.pending.payer == 3 and options(scene.game, 3).can_pay
    assert scene.refused(c.AnswerToll(pays=True), by=1).code == "not_your_turn"
    scene.do(c.AnswerToll(pays=False), by=3)
    assert scene.pending == Playing(1)
    scene.do(card, by=1)
    scene.do(c.AnswerToll(pays=True), by=3)
    assert Cell(2, 0) in scene.now.board
    assert [scene.purse(seat) for seat in range(4)] == [2, 1, 1, 0]


def test_whoever_finds_nobody_to_pay_for_his_card_may_always_pass() -> None:
    scene = tolled()
    for payer in (2, 3, 2):
        scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=payer), by=1)
        scene.do(c.AnswerToll(pays=False), by=payer)
        assert options(scene.game, 1).discards == (1,)
    scene.do(c.Pass(1), by=1)
    assert scene.pending == Playing(2)


def test_who_owns_nothing_cannot_pay_and_the_setter_passes_free() -> None:
    scene = tolled()
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=1), by=1)
    scene.do(c.SetToll(Cell(2, 0), Side.E), by=2)
    scene.do(c.SetTurn(1))
    assert scene.refused(c.PlacePath(Cell(3, 0), Face.parse("EW"), toll_payer=1), by=1).code == "no_nugget"
    assert options(scene.game, 1).pay_toll == ((Cell(3, 0), (0, 2, 3)),)  # of himself he knows that he owns none
    scene.do(c.SetTurn(2))
    scene.do(c.PlacePath(Cell(3, 0), Face.parse("EW"), toll_payer=2), by=2)
    assert scene.purse(2) == 1


def test_whether_another_can_pay_he_says_himself() -> None:
    scene = tolled()
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=1), by=1)
    scene.do(c.SetToll(Cell(2, 0), Side.E), by=2)
    assert 1 in dict(options(scene.game, 3).pay_toll)[Cell(3, 0)]
    scene.do(c.PlacePath(Cell(3, 0), Face.parse("EW"), toll_payer=1), by=3)
    assert not options(scene.game, 1).can_pay
    assert scene.refused(c.AnswerToll(pays=True), by=1).code == "no_nugget"
    scene.do(c.AnswerToll(pays=False), by=1)
    assert scene.pending == Playing(3)


def test_the_table_screen_pays_for_nobody_and_learns_of_nobody_that_he_cannot() -> None:
    scene = tolled()
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=1), by=1)
    scene.do(c.SetToll(Cell(2, 0), Side.E), by=2)
    for payer in (0, 1, 3):  # he who is on turn, he who owns nothing, and another: all are asked alike
        scene.do(c.PlacePath(Cell(3, 0), Face.parse("EW"), toll_payer=payer))
        assert isinstance(scene.pending, AskingToll)
        assert not options(scene.game, None).can_pay
        assert scene.refused(c.AnswerToll(pays=True)).code == "not_your_turn"
        scene.do(c.AnswerToll(pays=False))
    scene.do(c.PlacePath(Cell(3, 0), Face.parse("EW"), toll_payer=3))
    scene.do(c.AnswerToll(pays=True), by=3)
    assert Cell(3, 0) in scene.now.board
    assert scene.purse(3) == 0


def test_two_dwarves_stand_in_a_round_and_one_falls_with_its_card() -> None:
    scene = tolled()
    scene.do(w.Rockfall(Cell(1, 0)), by=1)
    assert scene.now.tolls == ()
    scene.do(c.SetToll(Cell(0, 0), Side.S), by=2)
    assert scene.refused(c.SetToll(Cell(0, 0), Side.N), by=3).code == "no_dwarf_left"


def test_a_dwarf_stands_only_at_an_open_end() -> None:
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    assert scene.refused(c.SetToll(Cell(1, 0), Side.N), by=0).code == "no_open_end"
    assert scene.refused(c.SetToll(Cell(0, 0), Side.E), by=0).code == "no_open_end"


# ---- postcards ------------------------------------------------------------------------------------------------------


def test_the_first_to_reach_the_fashion_department_changes_his_dwarf() -> None:
    scene = Scene(modules=("fashion-department",), aside=("saboteur",), roles=("miner",) * 4, board="@ EW EW NW")
    scene.do(path(3, -1, "NS"), by=0)
    scene.do(path(3, -2, "ES"), by=1)
    assert scene.now.site_reached
    assert [scene.role_of(seat) for seat in range(4)] == ["miner", "saboteur", "miner", "miner"]
    assert scene.now.aside.open_for("a test looks") == ("miner",)
    assert scene.pending == Playing(2)


def test_the_first_to_reach_the_party_has_the_dwarves_dealt_again() -> None:
    scene = Scene(modules=("tunnel-party",), board="@ EW EW NW")
    scene.do(path(3, -1, "NS"), by=0)
    scene.do(path(3, -2, "ES"), by=1)
    assert scene.pending == Redealing(1)
    scene.do(c.RedealRoles(Secret(("saboteur", "miner", "miner", "miner"))), by=c.ByDealer())
    assert scene.role_of(0) == "saboteur"
    assert scene.pending == Playing(2)
    assert scene.now.seen_role == ()


def test_at_the_party_people_deal_their_printed_dwarves_again_and_are_told_so() -> None:
    """The story said only who reached the postcard, and nobody knew what to do."""
    scene = Scene(modules=("tunnel-party",), by=(c.Supply.CARDS, c.Supply.APP, c.Supply.APP), board="@ EW EW NW")
    scene.do(path(3, -1, "NS"), by=0)
    events = scene.do(path(3, -2, "ES"), by=1)
    told = [line_for(event, seat, entry=1) for event in events for seat in (None, 0, 1)]
    assert told.count(("roles_redealt_printed", {})) == 3
    assert scene.pending == Playing(2)


def test_a_postcard_is_no_card_for_a_rockfall_or_a_map() -> None:
    scene = Scene(modules=("tunnel-party",))
    assert scene.refused(w.Rockfall(Cell(4, -2)), by=0).code == "not_removable"
    assert scene.refused(w.UseMap(Cell(4, -2)), by=0).code == "not_a_goal"


# ---- new challenges -------------------------------------------------------------------------------------------------


def challenged(middle: GoalCard, *, edition: str = "revised") -> Scene:
    """The middle one of five goals is reached by seat 0."""
    goals = [GOLD, LEFT_STONE, middle, RIGHT_STONE, CHALLENGE_GOALS[-2 if middle is DRAGON else -3]]
    scene = Scene(edition, modules=("new-challenges",), goals=goals, board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(Cell(8, 0), turned=scene.pending.turned[0]))
    return scene


def test_a_sack_fills_the_purse_and_the_round_goes_on() -> None:
    scene = challenged(SACK)
    assert scene.purse(0) == 1
    assert scene.pending == Playing(1)


def test_a_dragon_takes_from_who_owns_something_only() -> None:
    assert challenged(DRAGON).purse(0) == 0


def test_a_spider_ends_the_round_for_the_saboteurs() -> None:
    scene = challenged(SPIDER)
    assert (scene.game.results[0].reason, scene.game.results[0].winners) == ("spider", "saboteurs")
    assert scene.gold_of(2) != ()


def test_goals_that_lay_aside_are_dealt_before_others() -> None:
    box, aside = ("a", "b", "c", "d", "e"), ("d", "e")
    assert fresh(box, aside, ("d", "e", "a"))
    assert not fresh(box, aside, ("d", "b", "a"))
    assert fresh(box, aside, ("e",))
    assert not fresh(box, aside, ("a",))
    assert not fresh(box, (), ("a", "a"))


# ---- treasure chests ------------------------------------------------------------------------------------------------


def opened(effect: int, *, cover: str = "NESW", edition: str = "revised") -> Scene:
    """Seat 0 lays the card that reaches the chest at (2, -1)."""
    scene = Scene(
        edition,
        modules=("treasure-chests",),
        board="@ EW",
        chests=(effect, *[other for other in (1, 2, 3, 4) if other != effect][:3]),
        covers=(cover, *[other for other in ("NS", "EW", "NE", "NW") if other != cover][:3]),
    )
    scene.do(path(2, 0, "NW"), by=0)
    assert isinstance(scene.pending, LayingCover)
    scene.do(c.LayGoal(Cell(2, -1), scene.pending.turned[0]))
    return scene


def obeyed(effect: int) -> Scene:
    """And has done with the cards what the chest says."""
    scene = opened(effect)
    if isinstance(scene.pending, DoingChore):
        scene.do(w.FinishChore(), by=0)
    return scene


def test_the_card_over_a_chest_is_laid_so_that_most_tunnels_fit() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW", chests=(2, 3, 4, 1), covers=("NW", "NS", "EW", "NE"))
    scene.do(path(2, 0, "NW"), by=0)
    assert scene.pending.faces == (Face.parse("ES"),)
    scene.do(c.LayGoal(Cell(2, -1), turned=True))
    assert scene.now.board.at(Cell(2, -1)).kind is Kind.PATH
    assert Cell(2, -1) in scene.now.board.connected


@pytest.mark.parametrize(("cover", "ways"), [("NSW", 2), ("NS", 1)])
def test_a_card_over_a_chest_that_fits_both_ways_is_laid_as_whoever_reached_it_chooses(cover: str, ways: int) -> None:
    """All phones offered it, and whoever pressed first decided (CHEST-06)."""
    covers = (cover, "NW", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", chests=(2, 3, 4, 1), covers=covers)
    scene.do(path(2, 0, "NW"), by=0)
    lies = c.LayGoal(Cell(2, -1), scene.pending.turned[-1])
    assert len(set(scene.pending.faces)) == ways
    if ways == 2:
        assert scene.refused(lies, by=1).code == "not_your_turn"
    scene.do(lies, by=2 - ways)


@pytest.mark.parametrize(("effect", "hand"), [(1, 6), (2, 6), (3, 5), (4, 7), (7, 6), (10, 6)])
def test_a_chest_changes_what_is_drawn(effect: int, hand: int) -> None:
    scene = obeyed(effect)
    assert scene.now.hands[0] == hand
    assert scene.pending == Playing(1)


@pytest.mark.parametrize(
    ("effect", "chore", "cards"),
    [
        (3, "draw_nothing", 0),
        (4, "draw_more", 1),
        (7, "keep_drawn", 3),
        (9, "keep_discarded", 0),
        (10, "throw_pile", 5),
    ],
)
def test_whoever_opens_a_chest_is_told_what_to_do_with_the_cards(effect: int, chore: str, cards: int) -> None:
    scene = opened(effect)
    assert scene.pending == DoingChore(0, chore, cards)
    assert scene.refused(w.FinishChore(), by=1).code == "not_your_turn"
    scene.do(w.FinishChore())  # the table may say so for him
    assert scene.pending == Playing(1)


@pytest.mark.parametrize("effect", [3, 4, 7, 10])
def test_with_an_empty_pile_a_chest_has_nothing_to_do_with_it(effect: int) -> None:
    scene = Scene(
        modules=("treasure-chests",), board="@ EW", chests=(effect, 1, 2, 5), covers=("NESW", "NS", "EW", "NE")
    )
    scene.do(c.SetPile(0))
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert scene.pending == Playing(1)


def test_of_the_only_card_that_a_chest_brings_none_is_thrown_away() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW", chests=(7, 1, 2, 5), covers=("NESW", "NS", "EW", "NE"))
    scene.do(c.SetPile(1))
    scene.do(path(2, 0, "NW"), by=0)
    thrown = scene.now.discards
    events = scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert not any(isinstance(event, w.CardsThrown) for event in events)
    assert (scene.now.discards, scene.pending) == (thrown, DoingChore(0, "keep_drawn", 1))


def test_printed_gold_out_of_a_chest_is_taken_by_hand() -> None:
    by = (c.Supply.APP, c.Supply.APP, c.Supply.CARDS)
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=("NESW", "NS", "EW", "NE"), by=by)
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert scene.pending == DoingChore(0, "take_gold", 1)


def test_a_chest_of_gold_gives_a_card_of_one_nugget_or_a_nugget() -> None:
    assert opened(1).gold_of(0) == (1,)


def test_after_the_second_chest_maps_look_at_chests_only() -> None:
    scene = opened(2)
    assert scene.refused(w.UseMap(Cell(8, 0)), by=1).code == "maps_barred"
    scene.do(w.UseMap(Cell(3, 1)), by=1)


def test_a_goal_is_shifted_away_with_what_it_is() -> None:
    scene = opened(5)
    assert isinstance(scene.pending, ShiftingGoal)
    scene.do(w.ShiftGoal(Cell(8, 0)), by=0)
    assert scene.now.goal_cells == (Cell(8, -2), Cell(9, 0), Cell(8, 2))
    assert Cell(8, 0) not in scene.now.board and scene.now.board.at(Cell(9, 0)).kind is Kind.GOAL


def test_a_card_is_taken_out_of_anothers_hand_instead_of_drawing() -> None:
    scene = opened(6)
    assert scene.pending == TakingCard(0, (1, 2, 3))
    pile = scene.now.pile
    scene.do(w.TakeCard(2), by=0)
    assert (scene.now.hands[0], scene.now.hands[2], scene.now.pile) == (6, 5, pile)


def test_a_dwarf_is_looked_at_by_a_chest_without_a_card() -> None:
    scene = opened(8)
    assert isinstance(scene.pending, ChoosingDwarf)
    scene.do(w.Inspect(1), by=0)
    scene.do(c.ClosePeek(), by=0)
    assert scene.now.hands[0] == 6
    assert scene.pending == Playing(1)


def test_the_shuffled_discards_are_searched() -> None:
    scene = obeyed(9)
    assert (scene.now.hands[0], scene.now.discards) == (5, 0)  # nothing lay there


def test_a_rockfall_takes_a_chest_away_with_its_card() -> None:
    scene = Scene(modules=("treasure-chests",))
    scene.do(w.Rockfall(Cell(2, -1)), by=0)
    assert Cell(2, -1) not in scene.now.board
    assert scene.now.discards == 1


def test_a_goal_and_a_chest_reached_at_once_are_turned_in_the_order_that_is_chosen() -> None:
    scene = Scene(modules=("treasure-chests",), board=". . . . . .\n@ EW EW EW EW EW EW")
    scene.do(c.Resync((c.TableCard(Cell(6, 1), None), *_row())))
    scene.do(path(6, 0, "ESW", forced=True))
    assert isinstance(scene.pending, ChoosingGoal)
    assert scene.pending.cells == (Cell(6, 1), Cell(8, 0))


def _row() -> list[c.TableCard]:
    """Seven straight to the middle goal, but for the card beside the chest."""
    return [c.TableCard(Cell(x, 0), Face.parse("EW")) for x in range(1, 8) if x != 6]


# ---- the tournament -------------------------------------------------------------------------------------------------


def test_the_tournament_begins_with_a_card_half_way() -> None:
    roles = ("miner", "miner", "miner", "greedy", "saboteur")
    scene = Scene("tournament", roles=roles, aside=(), by=(c.Supply.APP, c.Supply.APP, c.Supply.APP), board="")
    assert scene.pending == LayingMidway(Cell(4, 0))
    assert scene.refused(c.LayMidway(Face.parse("NSb"))).code == "no_such_face"
    scene.do(c.LayMidway(Face.parse("EW")), by=c.ByCamera())
    assert scene.pending == Playing(0)
    assert scene.now.board.islands == {Cell(4, 0)}


@pytest.mark.parametrize(("finisher", "nuggets"), [(0, [3, 2, 2, 0, 0]), (3, [0, 0, 0, 4, 0]), (4, [2, 2, 2, 0, 0])])
def test_the_tournament_pays_fixed_nuggets(finisher: int, nuggets: list[int]) -> None:
    roles = ("miner", "miner", "miner", "greedy", "saboteur")
    scene = Scene("tournament", roles=roles, aside=(), board="")
    scene.do(c.LayMidway(Face.parse("EW")))
    scene.lay(SIX_EAST)
    scene.do(c.SetTurn(finisher))
    scene.do(path(7, 0, "EW"), by=finisher)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    assert [scene.purse(seat) for seat in range(5)] == nuggets
