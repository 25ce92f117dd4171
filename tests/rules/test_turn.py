"""A turn: who may play what, what it costs, what comes next."""

from dataclasses import replace

import card_words as w
import pytest
from scene import SIX_EAST, Scene, path

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Tool

NORTH, MIDDLE, SOUTH = Cell(8, -2), Cell(8, 0), Cell(8, 2)


def test_a_card_is_laid_one_is_drawn_and_the_left_neighbour_plays() -> None:
    scene = Scene()
    assert scene.do(path(1, 0, "EW"), by=0) == (
        e.PathPlaced(0, Cell(1, 0), path(1, 0, "EW").face),
        e.CardsDrawn(0, 1),
        e.TurnBegan(1),
    )
    assert scene.now.hands == (6, 6, 6, 6)
    assert scene.now.pile == 42


def test_the_literal_italian_text_plays_counter_clockwise() -> None:
    scene = Scene("amigo-2004-it")
    scene.do(c.Pass(), by=0)
    assert scene.pending == p.Playing(3)


def test_nobody_plays_out_of_turn() -> None:
    refusal = Scene().refused(path(1, 0, "EW"), by=2)
    assert (refusal.code, refusal.facts["seat"]) == ("not_your_turn", 0)


def test_the_camera_and_the_table_play_for_the_seat_on_turn() -> None:
    scene = Scene()
    scene.do(path(1, 0, "EW"), by=c.ByCamera())
    scene.do(path(2, 0, "EW"))
    assert scene.now.last_path == 1


def test_an_illegal_card_is_refused_with_reasons_and_cell() -> None:
    refusal = Scene().refused(path(1, 0, "NS"), by=0)
    assert refusal.code == "illegal_placement"
    assert refusal.reasons == ("edge_mismatch", "not_connected")
    assert refusal.cell == Cell(1, 0)
    assert not refusal.can_force
    of_table = Scene().refused(path(1, 0, "NS"))  # nor does the table agree without saying so
    assert of_table == replace(refusal, can_force=True)


def test_the_table_may_agree_to_what_the_rules_refuse_and_it_is_marked() -> None:
    scene = Scene()
    laid = scene.do(path(1, 0, "NS", forced=True))[0]
    assert laid.forced and laid.reasons == ("edge_mismatch", "not_connected")
    assert Cell(1, 0) in scene.now.board


def test_a_player_cannot_agree_alone() -> None:
    assert Scene().refused(path(1, 0, "NS", forced=True), by=0).code == "illegal_placement"


def test_a_legal_card_is_not_marked_as_forced() -> None:
    assert not Scene().do(path(1, 0, "EW", forced=True))[0].forced


def test_nobody_can_force_a_card_onto_another() -> None:
    refusal = Scene(board="@ EW").refused(path(1, 0, "EW", forced=True))
    assert refusal.reasons == ("occupied",)
    assert not refusal.can_force


def test_more_copies_than_the_box_holds_are_told_and_not_refused() -> None:
    scene = Scene(board="@ EW EW")
    assert not scene.do(path(3, 0, "EW"))[0].over
    assert scene.do(path(4, 0, "EW"))[0].over


def test_a_turned_card_counts_as_the_same_card() -> None:
    scene = Scene(board="@ N|E|S|W")
    assert scene.do(path(0, 1, "N|E|S|W"))[0].over


# ---- tools ------------------------------------------------------------------------------------------------------


def test_with_a_broken_tool_no_path_card_is_laid_but_actions_are() -> None:
    scene = Scene()
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    assert scene.refused(path(1, 0, "EW"), by=1).code == "broken_tool"
    assert scene.refused(path(1, 0, "NS"), by=1).reasons == ("edge_mismatch", "not_connected", "broken_tool")
    scene.do(w.BreakTool(0, Tool.CART), by=1)
    assert scene.now.broken == ((Tool.CART,), (Tool.LAMP,), (), ())


def test_a_cell_that_is_taken_and_a_broken_tool_are_both_told() -> None:
    scene = Scene(board="@ EW")
    scene.do(c.SetTools(0, (c.Tool.LAMP,)))
    refusal = scene.refused(path(1, 0, "NS"), by=0)
    assert (refusal.code, refusal.reasons) == ("illegal_placement", ("occupied", "broken_tool"))
    assert not scene.refused(path(1, 0, "EW", forced=True)).can_force


def test_beside_a_lone_goal_that_lies_face_down_a_connection_is_missing_and_no_neighbour() -> None:
    assert Scene().refused(path(8, 1, "NS"), by=0).reasons == ("not_connected",)
    ladder = Scene("s2-anniversary", by=(c.Supply.CARDS,) * 3).refused(path(9, 0, "S^"), by=0)
    assert ladder.reasons == ("no_neighbour", "ladder_next_to_goal")


def test_one_of_each_kind_at_most_lies_before_a_player() -> None:
    scene = Scene()
    for seat, tool in enumerate(Tool):
        scene.do(w.BreakTool(3, tool), by=seat)
    assert len(scene.now.broken[3]) == 3
    assert scene.refused(w.BreakTool(3, Tool.CART), by=3).code == "tool_already_broken"


@pytest.mark.parametrize(("edition", "allowed"), [("revised", True), ("amigo-2004", True), ("anniversary-2024", False)])
def test_whether_one_may_break_ones_own_tool_is_the_editions_affair(edition: str, allowed: bool) -> None:
    scene, command = Scene(edition), w.BreakTool(0, Tool.CART)
    if allowed:
        scene.do(command, by=0)
        assert scene.now.broken[0] == (Tool.CART,)
    else:
        assert scene.refused(command, by=0).code == "not_on_yourself"


def test_a_double_repair_mends_one_of_its_tools() -> None:
    scene = Scene()
    scene.do(w.BreakTool(1, Tool.CART), by=0)
    scene.do(w.BreakTool(1, Tool.LAMP), by=1)
    scene.do(w.RepairTool(1, Tool.LAMP, (Tool.LAMP, Tool.CART)), by=2)
    assert scene.now.broken[1] == (Tool.CART,)
    assert scene.now.discards == 2


@pytest.mark.parametrize(
    ("tool", "card", "code"),
    [
        (Tool.LAMP, (Tool.LAMP,), "no_such_broken_tool"),
        (Tool.CART, (Tool.LAMP,), "tool_not_on_card"),
        (Tool.CART, (Tool.LAMP, Tool.CART, Tool.PICKAXE), "no_such_card"),
    ],
)
def test_a_repair_fits_its_card_and_what_is_broken(tool: Tool, card: tuple[Tool, ...], code: str) -> None:
    scene = Scene()
    scene.do(w.BreakTool(1, Tool.CART), by=0)
    assert scene.refused(w.RepairTool(1, tool, card), by=1).code == code


def test_nobody_who_is_not_there_can_be_a_target() -> None:
    assert Scene().refused(w.BreakTool(9, Tool.CART), by=0).code == "no_such_seat"


# ---- rockfall and map -------------------------------------------------------------------------------------------


def test_a_rockfall_takes_a_path_card_and_both_are_discarded() -> None:
    scene = Scene(board="@ EW EW")
    scene.do(w.Rockfall(Cell(1, 0)), by=0)
    assert scene.now.board.islands == {Cell(2, 0)}
    assert scene.now.discards == 2


@pytest.mark.parametrize(
    ("cell", "code"), [(Cell(0, 0), "not_removable"), (MIDDLE, "not_removable"), (Cell(4, 4), "nothing_to_remove")]
)
def test_start_goals_and_empty_cells_cannot_be_removed(cell: Cell, code: str) -> None:
    assert Scene().refused(w.Rockfall(cell), by=0).code == code


def test_a_map_opens_a_peek_for_one_seat_and_the_turn_ends_when_it_closes() -> None:
    scene = Scene()
    scene.do(w.UseMap(MIDDLE), by=0)
    assert scene.pending == p.Peeking(0, MIDDLE)
    assert scene.refused(c.ClosePeek(), by=1).code == "not_your_turn"
    assert scene.refused(c.Pass(), by=0).code == "not_now"
    scene.do(c.ClosePeek(), by=0)
    assert scene.pending == p.Playing(1)
    assert scene.now.hands[0] == 6


def test_with_printed_goals_the_player_lifts_the_card_and_no_peek_opens() -> None:
    scene = Scene(by=(c.Supply.APP, c.Supply.CARDS, c.Supply.APP))
    scene.do(w.UseMap(MIDDLE), by=0)
    assert scene.pending == p.Playing(1)


def test_a_map_needs_a_goal_that_lies_face_down() -> None:
    scene = Scene(board=SIX_EAST)
    assert scene.refused(w.UseMap(Cell(4, 0)), by=0).code == "not_a_goal"


# ---- passing and empty hands ------------------------------------------------------------------------------------


def test_a_pass_discards_one_card_and_draws_one() -> None:
    scene = Scene()
    scene.do(c.Pass(), by=0)
    assert (scene.now.discards, scene.now.hands[0], scene.now.pile) == (1, 6, 42)


@pytest.mark.parametrize("discards", [0, 2, -1])
def test_a_pass_discards_exactly_one_card_in_the_base_game(discards: int) -> None:
    assert Scene().refused(c.Pass(discards), by=0).code == "bad_discard"


def test_an_empty_pile_gives_no_card() -> None:
    scene = Scene()
    scene.do(c.SetPile(0))
    scene.do(c.Pass(), by=0)
    assert scene.now.hands == (5, 6, 6, 6)


def test_an_empty_hand_passes_by_itself() -> None:
    scene = Scene()
    scene.do(c.SetHand(1, 0))
    scene.do(c.SetHand(2, 0))
    events = scene.do(c.Pass(), by=0)
    assert events[-3:] == (e.SeatSkipped(1), e.SeatSkipped(2), e.TurnBegan(3))
