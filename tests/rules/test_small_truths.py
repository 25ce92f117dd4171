"""Sentences of the rulebooks that are read as they stand, each with the table at which it matters."""

from __future__ import annotations

import card_words as w
import pytest
from pioneers import second_card_vetoed
from scene import SIX_EAST, Scene, path

from companion.cards.chests.shift_goal import ways_to_shift
from companion.cards.register import site
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.maze.board import Kind
from companion.maze.faces import Door, Face
from companion.maze.geometry import Cell, Side
from companion.maze.notation import parse_board
from companion.rules.evolve import fold
from companion.rules.goals import ways_to_lay_back
from companion.rules.moves import moves
from companion.rules.teams import team_result
from companion.state import commands as c
from companion.state.events import Resynced, TollPaid
from companion.state.pending import AskingToll, DoingChore, Playing, ShiftingGoal


def rules(edition: str, *modules: str) -> Ruleset:
    found = compose(edition, modules)
    assert isinstance(found, Ruleset)
    return found


# ---- chests ---------------------------------------------------------------------------------------------------------


def test_the_card_over_a_chest_is_laid_so_that_a_tunnel_goes_on_where_one_can() -> None:
    """Either way one side misfits; unturned nothing would join it."""
    board = parse_board(". . ?? NS\n@ EW NEW .")
    assert ways_to_lay_back(board, Cell(2, -1), Face.parse("NW"), rules("revised", "treasure-chests")) == (True,)


def test_of_two_ways_with_as_many_tunnels_the_one_with_fewer_misfits_is_taken() -> None:
    board = parse_board(". NS ?? .\n@ EW NEW .")
    assert ways_to_lay_back(board, Cell(2, -1), Face.parse("NES"), rules("revised", "treasure-chests")) == (False,)


def test_a_chest_is_opened_by_a_tunnel_that_joins_it_also_where_its_card_stays_as_printed_in_a_tie() -> None:
    scene = Scene(
        modules=("treasure-chests",), board=". . . NS\n@ EW .", covers=("NW", "NS", "EW", "NE"), chests=(2, 1, 3, 4),
        options=(("cover_tie", "unturned"),),
    )  # fmt: skip
    scene.do(path(2, 0, "NEW"), by=0)
    assert scene.pending.turned == (True,)
    scene.do(c.LayGoal(Cell(2, -1), turned=True))
    assert scene.now.board.is_joined(Cell(2, -1))


def test_the_sixth_chest_is_instead_of_drawing_though_nobody_else_holds_a_card() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=("NSW", "NS", "EW", "NE"), chests=(6, 1, 2, 3))
    for seat in (1, 2, 3):
        scene.do(c.SetHand(seat, 0))
    pile = scene.now.pile
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert scene.pending == Playing(0)
    assert (scene.now.hands[0], scene.now.pile) == (5, pile)


@pytest.mark.parametrize(("discards", "pile", "asked"), [(1, 0, True), (0, 9, True), (0, 0, False)])
def test_the_ninth_chest_has_work_for_hands_where_a_discard_is_kept_or_a_draw_left_out(
    discards: int, pile: int, asked: bool
) -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=("NSW", "NS", "EW", "NE"), chests=(9, 1, 2, 3))
    for seat in range(discards):
        scene.do(c.Pass(), by=seat)
    scene.do(c.SetPile(pile))
    scene.do(path(2, 0, "NW"), by=discards)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert isinstance(scene.pending, DoingChore) is asked


def test_a_card_that_lies_face_down_where_no_chest_is_known_is_refused_and_never_turned() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW")
    refusal = scene.refused(c.Resync((c.TableCard(Cell(2, 0), None), c.TableCard(Cell(1, 0), Face.parse("EW")))))
    assert (refusal.code, refusal.cell) == ("no_chest_there", Cell(2, 0))


def test_where_there_are_no_chests_a_card_that_lies_face_down_is_shown_as_it_lies_and_opens_nothing() -> None:
    scene = Scene()
    scene.do(c.Resync((c.TableCard(Cell(2, 0), None),)))
    assert scene.now.board.at(Cell(2, 0)).face is None
    scene.do(path(1, 0, "EW"), by=0)
    assert scene.pending == Playing(1)


def test_a_face_down_card_that_an_older_night_took_over_is_passed_by() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW")
    scene.game = fold(
        scene.game, (Resynced((c.TableCard(Cell(2, 1), None), c.TableCard(Cell(1, 0), Face.parse("EW")))),)
    )
    scene.do(path(2, 0, "ESW"), by=0)
    assert scene.pending == Playing(1)
    scene.do(w.Rockfall(Cell(2, 1)), by=1)
    assert scene.now.discards == 2  # no chest goes aside with it


def fifth_chest(*options: tuple[str, str]) -> Scene:
    """Seat 0 has opened the chest by which a goal is moved."""
    chests, covers = (5, 1, 2, 3), ("NSW", "NS", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=covers, chests=chests, options=options)
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert isinstance(scene.pending, ShiftingGoal)
    return scene


@pytest.mark.parametrize("by", [c.BySeat(0), c.ByTable()])
def test_whoever_opened_the_fifth_chest_says_which_goal_is_moved_or_the_table_for_him(by: c.Actor) -> None:
    scene, shift = fifth_chest(), w.ShiftGoal(Cell(8, 0), Side.N)
    assert scene.refused(shift, by=1).code == "not_your_turn"
    scene.do(shift, by=by)


@pytest.mark.parametrize(
    ("goal", "side", "to"),
    [
        (Cell(8, -2), Side.N, Cell(8, -3)),
        (Cell(8, -2), Side.E, Cell(9, -2)),
        (Cell(8, 0), Side.N, Cell(8, -1)),
        (Cell(8, 0), Side.S, Cell(8, 1)),
        (Cell(8, 2), Side.S, Cell(8, 3)),
        (Cell(8, 2), None, Cell(9, 2)),
    ],
)
def test_a_goal_is_moved_in_any_direction_that_is_farther_from_the_start(goal: Cell, side: Side | None, to) -> None:
    scene = fifth_chest()
    scene.do(w.ShiftGoal(goal, side), by=0)
    assert scene.now.board.at(to).kind is Kind.GOAL
    assert goal not in scene.now.board and to in scene.now.goal_cells


@pytest.mark.parametrize(("goal", "side"), [(Cell(8, -2), Side.S), (Cell(8, 0), Side.W), (Cell(8, 2), Side.N)])
def test_a_goal_is_moved_no_nearer(goal: Cell, side: Side) -> None:
    assert fifth_chest().refused(w.ShiftGoal(goal, side), by=0).code == "not_among_these"


def test_a_goal_is_not_moved_onto_a_card_nor_before_a_toll_dwarf() -> None:
    scene = Scene(
        modules=("treasure-chests", "toll-tunnel"),
        board="@ EW . . . . . . . EW",
        covers=("NSW", "NS", "EW", "NE"),
        chests=(5, 1, 2, 3),
    )
    scene.lay("@ EW . . . . . . . EW\n. . . . . . . . . NS")
    scene.do(c.SetToll(Cell(9, 1), Side.S), by=0)
    scene.do(path(2, 0, "NW"), by=1)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert ways_to_shift(scene.game, Cell(8, 0)) == (Side.N, Side.S)
    assert ways_to_shift(scene.game, Cell(8, 2)) == (Side.S,)
    scene.do(w.ShiftGoal(Cell(8, 0)), by=1)
    assert Cell(8, -1) in scene.now.goal_cells


def test_whoever_looked_at_a_goal_remembers_it_where_it_was_moved() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=("NSW", "NS", "EW", "NE"), chests=(5, 1, 2, 3))
    scene.do(w.UseMap(Cell(8, -2)), by=0)
    scene.do(c.ClosePeek(), by=0)
    scene.do(path(2, 0, "NW"), by=1)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    scene.do(w.ShiftGoal(Cell(8, -2), Side.N), by=1)
    assert scene.now.peeks == ((0, Cell(8, -3)),)


# ---- where chests lie -----------------------------------------------------------------------------------------------

ELSEWHERE = (Cell(2, -2), Cell(4, 1), Cell(5, -1), Cell(7, 0))


def test_the_table_says_where_chests_lie_before_the_first_card_and_they_lie_there_in_every_round() -> None:
    scene = Scene(modules=("treasure-chests",), board="", covers=("NESW", "NS", "EW", "NW"), chests=(4, 1, 2, 3))
    scene.do(c.LayChests(ELSEWHERE))
    assert {card.cell for card in scene.now.board.of_kind(Kind.COVERED)} == set(ELSEWHERE)
    assert scene.now.chests.open_for("a test looks") == (4, 1, 2, 3)
    scene.do(path(0, -1, "NS"), by=0)
    assert scene.refused(c.LayChests(ELSEWHERE)).code == "not_now"
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert scene.now.chest_cells == ELSEWHERE
    assert {card.cell for card in scene.now.board.of_kind(Kind.COVERED)} == set(ELSEWHERE)


def test_a_chest_that_was_laid_elsewhere_is_opened_there_with_what_is_in_it() -> None:
    scene = Scene(modules=("treasure-chests",), board="", covers=("NESW", "NS", "EW", "NW"), chests=(2, 1, 5, 3))
    scene.do(c.LayChests((Cell(1, -1), *ELSEWHERE[1:])))
    scene.do(path(0, -1, "ESW"), by=0)
    scene.do(c.LayGoal(Cell(1, -1), turned=False))
    assert scene.now.maps_barred


@pytest.mark.parametrize(
    "cells",
    [
        (Cell(2, -2), Cell(2, -1), Cell(5, -1), Cell(7, 0)),  # side by side
        (Cell(2, -2), Cell(2, -2), Cell(5, -1), Cell(7, 0)),
        (Cell(0, 0), Cell(4, 1), Cell(5, -1), Cell(7, 0)),
        (Cell(8, 0), Cell(4, 1), Cell(5, -1), Cell(2, 0)),
        ELSEWHERE[:3],
    ],
)
def test_each_chest_needs_a_free_cell_of_its_own_and_no_two_lie_side_by_side(cells: tuple[Cell, ...]) -> None:
    assert Scene(modules=("treasure-chests",)).refused(c.LayChests(cells)).code == "chests_lie_apart"


def test_where_there_are_no_chests_none_are_laid() -> None:
    assert Scene().refused(c.LayChests(())).code == "not_now"


@pytest.mark.parametrize(
    ("modules", "key"), [((), None), (("fashion-department",), "new_dwarf"), (("tunnel-party",), "redeal")]
)
def test_a_postcard_lies_only_where_its_box_is_played_with(modules: tuple[str, ...], key: str | None) -> None:
    found = site(rules("revised", *modules))
    assert (found.key if found else None) == key


# ---- the gold -------------------------------------------------------------------------------------------------------


def test_gold_that_was_turned_up_is_reached_though_the_table_takes_a_card_of_the_way_back_before_it_lies() -> None:
    scene = Scene(board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    scene.lay("@ EW EW . EW EW EW EW")
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    assert scene.now.ending is not None
    assert (scene.now.ending.reached, scene.now.ending.finisher) == (True, 0)


# ---- tolls and pioneers ---------------------------------------------------------------------------------------------


def toll_set_by_the_first() -> Scene:
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    return scene


@pytest.mark.parametrize("by", [1, c.ByTable()])
def test_whoever_set_a_dwarf_may_let_another_pass_and_is_asked_first(by: c.Actor | int) -> None:
    scene = toll_set_by_the_first()
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=0), by=by)
    assert isinstance(scene.pending, AskingToll)
    events = scene.do(c.AnswerToll(pays=True), by=0)
    assert TollPaid(0, 0, Cell(2, 0)) in events
    assert [scene.purse(seat) for seat in range(4)] == [1, 1, 1, 1]
    assert Cell(2, 0) in scene.now.board and scene.now.tolls == ()


def test_whoever_set_a_dwarf_may_also_refuse() -> None:
    scene = toll_set_by_the_first()
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=0), by=1)
    scene.do(c.AnswerToll(pays=False), by=0)
    assert scene.pending == Playing(1)
    assert Cell(2, 0) not in scene.now.board


@pytest.mark.parametrize(
    ("laid", "word", "hand"),
    [
        (0, "as_laid", 5),
        (0, "one_more", 6),
        (1, "as_laid", 5),
        (1, "one_more", 6),
        (2, "as_laid", 5),
        (2, "one_more", 5),
    ],
)
def test_what_a_pioneer_draws_who_laid_fewer_paths_than_two_is_a_house_rule(laid: int, word: str, hand: int) -> None:
    scene = Scene(modules=("wc2022",), options=(("pioneer_draws", word),))
    scene.do(w.Pioneer(), by=0)
    for x in range(1, laid + 1):
        scene.do(path(x, 0, "EW"), by=0)
    if laid < 2:
        scene.do(c.StopPioneering(), by=0)
    assert scene.now.hands[0] == hand


@pytest.mark.parametrize(("word", "drawn"), [("both", 2), ("veto", 1)])
def test_what_a_pioneer_draws_whose_second_card_is_vetoed_is_a_house_rule(word: str, drawn: int) -> None:
    """Two by the words of both cards: his hand stays one smaller, as after two cards that lie."""
    assert second_card_vetoed(word).now.hands[0] == 6 - 3 + drawn


@pytest.mark.parametrize("word", ["both", "veto"])
def test_a_pioneer_whose_first_card_is_vetoed_draws_one(word: str) -> None:
    scene = Scene(modules=("wc2019", "wc2022"), options=(("pioneer_vetoed", word),))
    scene.do(w.Pioneer(), by=0)
    scene.do(c.LetStand())
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(w.Veto(1), by=1)
    assert scene.now.hands[0] == 6 - 2 + 1


@pytest.mark.parametrize("chest", [3, 6, 9])
@pytest.mark.parametrize(("word", "drawn"), [("nothing", 0), ("one_less", 1)])
def test_what_a_chest_without_a_draw_leaves_a_pioneer_to_draw_is_a_house_rule(
    chest: int, word: str, drawn: int
) -> None:
    """The third says that nobody draws, the sixth and ninth give a card instead: by their words, of all the turn."""
    scene = Scene(
        modules=("wc2022", "treasure-chests"), options=(("pioneer_chest", word),),
        board="@ EW", chests=(chest, 1, 2, 5),
    )  # fmt: skip
    scene.do(w.Pioneer(), by=0)
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    scene.do(w.TakeCard(1) if chest == 6 else w.FinishChore(), by=0)
    before = scene.now.hands[0]
    scene.do(path(0, 1, "NESW"), by=0)
    assert scene.now.hands[0] == before - 1 + drawn


@pytest.mark.parametrize(("edition", "own"), [("s2-anniversary", True), ("bga-s2", False)])
def test_on_board_game_arena_hands_off_takes_away_only_a_thief_of_somebody_else(edition: str, own: bool) -> None:
    scene = Scene(edition, by=(c.Supply.CARDS,) * 3)
    scene.do(w.LayThief(), by=0)
    scene.do(w.HandsOff(0), by=1)
    scene.do(c.SetTurn(0))
    scene.do(w.LayThief(), by=0)
    scene.do(c.SetTurn(0))
    assert (w.HandsOff(0) in moves(scene.game, 0)) is own
    if not own:
        assert scene.refused(w.HandsOff(0), by=0).code == "not_on_yourself"


# ---- who wins, what may be combined ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roles", "open_to", "winners"),
    [
        (("boss", "saboteur"), ("blue", "green"), (0,)),
        (("boss", "saboteur", "profiteer"), ("blue",), (0, 2)),
        (("boss", "green", "profiteer"), ("blue",), (2,)),  # miners play, and the way is shut to all of them
        (("boss", "saboteur"), (), (0,)),  # alone, as the one who reached it
    ],
)
def test_the_boss_wins_by_an_open_path_also_where_no_miner_is_in_play(roles, open_to, winners) -> None:
    ruleset = rules("s2-anniversary")
    unblocked = tuple(Door(team) for team in open_to)
    assert team_result(ruleset, roles, [False] * len(roles), 0, unblocked, True, 0).winners == winners


GREEN_WAY, TRAPPED = (Door.GREEN,), (False, True, False)


@pytest.mark.parametrize(("word", "boss"), [("where_in_play", 4), ("true", 0), ("false", 4)])
def test_the_boss_of_a_team_whose_members_are_all_trapped_is_paid_as_the_only_winner(word: str, boss: int) -> None:
    """He got nothing: those who are trapped are not counted, but their team has won all the same (S2R-07, S2A-05)."""
    ruleset = compose("s2-anniversary", (), (("boss_needs_members", word),))
    found = team_result(ruleset, ("saboteur", "green", "boss"), TRAPPED, 2, GREEN_WAY, True, 0)
    assert found.nuggets == (0, 0, boss)


def test_a_trapped_member_is_counted_in_no_number_that_shares_the_nuggets() -> None:
    free = (False, True, False, False)
    found = team_result(rules("s2-anniversary"), ("green", "green", "boss", "saboteur"), free, 0, GREEN_WAY, True, 0)
    assert found.nuggets == (4, 0, 3, 0)


@pytest.mark.parametrize(("word", "boss"), [("where_in_play", 0), ("true", 0), ("false", 4)])
def test_a_way_that_is_open_to_a_team_of_which_nobody_is_in_play_makes_no_boss_win(word: str, boss: int) -> None:
    """As the published case sr-037 has it; the house rule takes the text at its word."""
    ruleset = compose("s2-anniversary", (), (("boss_needs_members", word),))
    found = team_result(ruleset, ("blue", "boss"), (False, False), 1, GREEN_WAY, True, 0)
    assert found.nuggets == (0, boss)


@pytest.mark.parametrize(("edition", "boss"), [("s2-anniversary", 4), ("bga-s2", 0)])
def test_on_board_game_arena_the_boss_wins_only_with_a_team_that_reaches_the_gold(edition: str, boss: int) -> None:
    roles = ("blue", "green", "boss", "saboteur")
    assert team_result(rules(edition), roles, (False,) * 4, 2, (), True, 0).nuggets == (0, 0, boss, 0)


def test_championship_cards_are_played_in_the_tournament_whose_greedy_dwarves_are_those_of_the_first() -> None:
    ruleset = rules("tournament", "wc2017", "wc2018", "wc2019", "wc2020", "wc2021", "wc2022", "wc2023")
    assert ruleset.deck == rules("tournament").deck + 7
    assert not isinstance(compose("tournament", ("wc2016",)), Ruleset)


def test_where_touching_is_enough_a_card_may_be_laid_beside_a_goal_that_lies_face_down() -> None:
    scene = Scene("amigo-2004", options=(("connection_required", "false"),))
    scene.do(path(7, 0, "EW"), by=0)
    assert scene.pending == Playing(1)
    assert scene.now.board.at(Cell(8, 0)).face is None
