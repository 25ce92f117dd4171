"""Championship cards as they are played: what they change, who may answer, how many cards are drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import card_words as w
import pytest
from ferret import in_the_box
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, Scene, path

from companion.cards import veto
from companion.cards.asked import Way
from companion.editions.cards import ActionCards, Deed
from companion.editions.edition import Module, ModuleGroup
from companion.editions.parameters import Direction
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.options import options
from companion.state import commands as c
from companion.state.commands import SeatId, Tool
from companion.state.events import CardPlayed, CardVetoed, Event, PathPlaced
from companion.state.game import Game
from companion.state.pending import LayingGoal, Pioneering, Playing, Vetoing
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.state.words import Command


def goals_of(scene: Scene) -> tuple[c.GoalCard, ...]:
    return scene.now.goals.open_for("a test looks")


# ---- goals and discards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("swapped", "goals"), [(True, (GOLD, LEFT_STONE, RIGHT_STONE)), (False, (LEFT_STONE, GOLD, RIGHT_STONE))]
)
def test_two_goals_change_places_or_do_not_as_only_the_player_knows(
    swapped: bool, goals: tuple[c.GoalCard, ...]
) -> None:
    scene = Scene(modules=("wc2017",))
    scene.do(w.SwapGoals((Cell(8, -2), Cell(8, 0)), Secret(swapped)), by=0)
    assert goals_of(scene) == goals
    assert scene.pending == Playing(1)


def test_a_goal_that_lies_face_up_is_not_swapped() -> None:
    scene = Scene(modules=("wc2017",), goals=(GOLD, LEFT_STONE, RIGHT_STONE), board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    assert scene.refused(w.SwapGoals((Cell(8, 0), Cell(8, 2)), Secret(True)), by=1).code == "goal_not_face_down"
    assert options(scene.game, 1).ways("goal_swap") == (Way(cells=(Cell(8, -2), Cell(8, 2))),)


def test_the_treasure_finder_keeps_a_discard_and_draws_nothing() -> None:
    scene = Scene(modules=("wc2018",))
    scene.do(c.Pass(), by=0)
    pile = scene.now.pile
    scene.do(w.SearchDiscards(), by=1)
    assert (scene.now.hands[1], scene.now.pile, scene.now.discards) == (6, pile, 1)


# ---- veto -----------------------------------------------------------------------------------------------------------


def test_a_card_waits_until_nobody_vetoes_it() -> None:
    scene = Scene(modules=("wc2019",))
    scene.do(path(1, 0, "EW"), by=0)
    assert isinstance(scene.pending, Vetoing) and scene.pending.waiting == (1, 2, 3)
    assert Cell(1, 0) not in scene.now.board
    assert not any(isinstance(event, PathPlaced) for event in scene.events)
    scene.do(c.LetStand(), by=2)
    assert options(scene.game, 1).veto and not options(scene.game, 2).veto
    scene.do(c.LetStand(), by=1)
    scene.do(c.LetStand(), by=3)
    assert Cell(1, 0) in scene.now.board
    assert scene.pending == Playing(1)


def test_a_veto_discards_both_cards_and_both_players_draw() -> None:
    scene = Scene(modules=("wc2019",))
    pile = scene.now.pile
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    scene.do(w.Veto(2), by=2)
    assert scene.now.broken[1] == ()
    assert (scene.now.discards, scene.now.pile) == (2, pile - 2)
    assert scene.now.hands == (6, 6, 6, 6)
    assert scene.pending == Playing(1)
    assert scene.now.last_card == 2


@pytest.mark.parametrize(("chest", "drawn"), [(3, 0), (4, 3)])
def test_what_a_chest_says_of_the_draw_holds_where_a_pioneers_second_card_is_vetoed(chest: int, drawn: int) -> None:
    covers = ("NESW", "NS", "EW", "NE")
    chests = (chest, 1, 2, 5)
    scene = Scene(modules=("wc2019", "wc2022", "treasure-chests"), board="@ EW", chests=chests, covers=covers)
    scene.do(w.Pioneer(), by=0)
    scene.do(c.LetStand())
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LetStand())
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    scene.do(w.FinishChore())
    before = scene.now.hands[0]
    scene.do(path(0, 1, "NESW"), by=0)
    scene.do(w.Veto(1), by=1)
    assert scene.now.hands[0] == before - 1 + drawn


@dataclass(frozen=True)
class Shield(Command, word="raise_shield"):
    seat: SeatId


def test_another_card_that_is_played_in_anothers_turn_is_judged_and_happens_as_it_says_itself() -> None:
    """Whatever said so was judged and played as a veto, and nobody was asked where the deck had no veto."""
    happened: list[SeatId] = []

    def happen(game: Game, seat: SeatId, play: Shield) -> tuple[Event, ...]:
        happened.append(seat)
        return veto.happen(game, seat, w.Veto(seat))

    def judge(game: Game, seat: SeatId, play: Shield) -> Refusal | None:
        return Refusal("not_on_yourself") if seat == 3 else None

    shields = Module("shields", ModuleGroup.MINI, adds_actions=(ActionCards(Deed("shield"), 1),))
    shield = replace(veto.CARD, key="shield", command=Shield, judge=judge, happen=happen, events=())
    with in_the_box(shield, shields, {}):
        scene = Scene(modules=("shields",))
        scene.do(w.BreakTool(1, Tool.LAMP), by=0)
        assert isinstance(scene.pending, Vetoing)
        assert scene.refused(w.Veto(1), by=1).code == "no_such_card"
        assert scene.refused(Shield(3), by=3).code == "not_on_yourself"
        scene.do(Shield(2), by=2)
        assert happened == [2] and scene.now.broken[1] == () and scene.pending == Playing(1)
        scene.do(path(1, 0, "EW"), by=1)
        assert Cell(1, 0) in scene.now.board  # the only one was played


def test_after_the_only_veto_cards_do_not_wait_any_more() -> None:
    scene = Scene(modules=("wc2019",))
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    scene.do(w.Veto(1), by=1)
    assert isinstance(scene.events[-1], object) and any(isinstance(event, CardVetoed) for event in scene.events)
    scene.do(path(1, 0, "EW"), by=1)
    assert Cell(1, 0) in scene.now.board


def test_a_veto_may_come_again_where_discards_are_searched() -> None:
    scene = Scene(modules=("wc2018", "wc2019"))
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    scene.do(w.Veto(1), by=1)
    scene.do(path(1, 0, "EW"), by=1)
    assert isinstance(scene.pending, Vetoing)


def test_a_veto_may_come_again_where_a_chest_may_bring_it_back() -> None:
    scene = Scene(modules=("wc2019", "treasure-chests"))
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    scene.do(w.Veto(1), by=1)
    scene.do(path(1, 0, "EW"), by=1)
    assert isinstance(scene.pending, Vetoing)


def test_a_pass_is_not_vetoed_and_nobody_vetoes_himself() -> None:
    scene = Scene(modules=("wc2019",))
    scene.do(c.Pass(), by=0)
    assert scene.pending == Playing(1)
    scene.do(path(1, 0, "EW"), by=1)
    assert scene.refused(w.Veto(1), by=1).code == "only_in_anothers_turn"
    assert scene.refused(w.Veto(2), by=3).code == "only_the_table"


def test_what_may_not_be_played_is_refused_at_once() -> None:
    scene = Scene(modules=("wc2019",))
    assert scene.refused(path(3, 0, "EW"), by=0).code == "illegal_placement"
    assert not any(isinstance(event, CardPlayed) for event in scene.events)


def test_the_table_lets_a_forced_card_stand_as_forced() -> None:
    scene = Scene(modules=("wc2019",))
    scene.do(path(3, 0, "EW", forced=True))
    scene.do(c.LetStand())
    assert Cell(3, 0) in scene.now.board


# ---- turns ----------------------------------------------------------------------------------------------------------


def test_turns_go_the_other_way_round_until_the_round_ends() -> None:
    scene = Scene(modules=("wc2020",))
    scene.do(w.ReverseTurns(), by=0)
    assert scene.now.direction is Direction.CCW
    assert scene.pending == Playing(3)


def test_the_master_craftsman_mends_any_one_tool() -> None:
    scene = Scene(modules=("wc2021",))
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    scene.do(w.RepairTool(1, Tool.LAMP, tuple(Tool)), by=1)
    assert scene.now.broken[1] == ()
    assert Scene().refused(w.RepairTool(1, Tool.LAMP, tuple(Tool)), by=0).code == "no_such_card"


def test_a_pioneer_lays_two_paths_and_draws_two() -> None:
    scene = Scene(modules=("wc2022",))
    pile = scene.now.pile
    scene.do(w.Pioneer(), by=0)
    assert (scene.pending, scene.now.progress.to_lay) == (Pioneering(0), 2)
    scene.do(path(1, 0, "EW"), by=0)
    assert (scene.pending, scene.now.progress.to_lay) == (Pioneering(0), 1)
    assert scene.refused(c.Pass(), by=0).code == "not_now"
    scene.do(path(2, 0, "EW"), by=0)
    assert scene.pending == Playing(1)
    assert (scene.now.hands[0], scene.now.pile) == (5, pile - 2)


def test_a_pioneer_who_stops_draws_for_what_he_has_laid() -> None:
    scene = Scene(modules=("wc2022",))
    scene.do(w.Pioneer(), by=0)
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(c.StopPioneering(), by=0)
    assert scene.now.hands[0] == 5
    assert scene.pending == Playing(1)


def test_the_first_card_of_a_pioneer_may_reach_a_goal_and_the_second_follows() -> None:
    scene = Scene(modules=("wc2022",), goals=(GOLD, LEFT_STONE, RIGHT_STONE), board=SIX_EAST)
    scene.do(w.Pioneer(), by=0)
    scene.do(path(7, 0, "EW"), by=0)
    assert isinstance(scene.pending, LayingGoal)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    assert (scene.pending, scene.now.progress.to_lay) == (Pioneering(0), 1)


def test_with_a_broken_tool_nobody_pioneers() -> None:
    scene = Scene(modules=("wc2022",))
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    assert scene.refused(w.Pioneer(), by=1).reasons == ("broken_tool",)
    assert not options(scene.game, 1).ways("pioneer")


def test_the_last_card_is_moved_and_may_reach_a_goal() -> None:
    scene = Scene(modules=("wc2023",), board=SIX_EAST)
    scene.do(path(0, 1, "NESW"), by=0)
    assert scene.refused(w.MoveLast(Cell(0, 1)), by=1).code == "same_place"
    assert scene.refused(w.MoveLast(Cell(1, 1)), by=1).code == "illegal_placement"
    scene.do(w.MoveLast(Cell(7, 0)), by=1)
    assert Cell(0, 1) not in scene.now.board
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    assert scene.now.ending is not None and scene.now.ending.finisher == 1


@pytest.mark.parametrize(
    ("move", "face"), [(w.MoveLast(Cell(0, 1)), "NW"), (w.MoveLast(Cell(0, -1), turned=True), "ES")]
)
def test_the_last_card_is_moved_as_it_lay_where_nobody_says_that_it_is_turned(move: w.MoveLast, face: str) -> None:
    scene = Scene(modules=("wc2023",), board="@ EW")
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(move, by=1)
    assert scene.now.board.at(move.cell).face == Face.parse(face)


def test_the_camera_may_tell_that_the_last_card_was_moved() -> None:
    scene = Scene(modules=("wc2023",))
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(w.MoveLast(Cell(-1, 0)), by=c.ByCamera())
    assert Cell(-1, 0) in scene.now.board


def test_a_card_that_a_rockfall_took_is_not_moved() -> None:
    scene = Scene(modules=("wc2023",))
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(w.Rockfall(Cell(1, 0)), by=1)
    assert scene.refused(w.MoveLast(Cell(0, 1)), by=2).code == "last_card_gone"


def test_a_pioneer_needs_another_card_in_hand_and_no_more_than_one() -> None:
    scene = Scene(modules=("wc2022",))
    scene.do(c.SetHand(0, 1))
    refusal = scene.refused(w.Pioneer(), by=0)
    assert (refusal.code, refusal.facts) == ("too_few_cards", {"least": 2})
    scene.do(c.SetHand(0, 2))
    scene.do(w.Pioneer(), by=0)
    assert scene.pending == Pioneering(0)
