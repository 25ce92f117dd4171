"""Nobody waits for who is away: he is passed over, and what he is asked is answered as if he did nothing."""

from __future__ import annotations

import card_words as w
import pytest
from scene import SIX_EAST, STONES_AROUND_GOLD, Scene, path

from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.audit import audit
from companion.rules.options import NOTHING, options
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import Attendance
from companion.state.secret import Secret

AWAY, LEFT, HERE = Attendance.AWAY, Attendance.LEFT, Attendance.HERE
FIVE = ("miner", "miner", "saboteur", "miner", "miner")


def test_the_turn_of_who_goes_away_passes_on_and_his_cards_stay_as_they_lie() -> None:
    scene = Scene()
    hand, pile = scene.now.hands[0], scene.now.pile
    scene.do(c.SetPresence(0, AWAY))
    assert scene.pending == p.Playing(1)
    assert (scene.now.hands[0], scene.now.pile) == (hand, pile)
    for seat in (1, 2, 3):
        scene.do(c.Pass(), by=seat)
    assert scene.pending == p.Playing(1)
    assert not audit(scene.game)


def test_who_is_back_plays_when_his_turn_comes() -> None:
    scene = Scene()
    scene.do(c.SetPresence(1, AWAY))
    scene.do(c.SetPresence(1, HERE), by=1)
    scene.do(c.Pass(), by=0)
    assert scene.pending == p.Playing(1)


def test_only_the_table_sends_somebody_away_and_only_he_himself_or_the_table_says_that_he_is_back() -> None:
    scene = Scene()
    assert scene.refused(c.SetPresence(1, AWAY), by=1).code == "only_the_table"
    scene.do(c.SetPresence(1, AWAY))
    assert scene.refused(c.SetPresence(1, HERE), by=2).code == "only_the_table"
    assert scene.refused(c.SetTurn(1)).code == "seat_is_away"
    assert scene.do(c.SetPresence(1, AWAY)) == ()


def test_the_last_who_is_here_cannot_be_away() -> None:
    scene = Scene()
    for seat in (0, 1, 2):
        scene.do(c.SetPresence(seat, AWAY))
    assert scene.refused(c.SetPresence(3, LEFT)).code == "nobody_is_left"


def test_a_round_is_over_when_only_those_who_are_away_hold_cards() -> None:
    scene = Scene()
    scene.do(c.SetPresence(3, AWAY))
    scene.do(c.SetPile(0))
    while isinstance(scene.pending, p.Playing):
        scene.do(c.Pass(), by=scene.pending.seat)
    assert scene.now.hands[3] and scene.now.ending.reason == "hands_empty"


def test_who_leaves_puts_his_hand_with_the_discards_and_no_card_is_lost() -> None:
    scene = Scene()
    hand, before = scene.now.hands[2], scene.now.discards
    scene.do(c.SetPresence(2, LEFT))
    assert (scene.now.hands[2], scene.now.discards) == (0, before + hand)
    assert scene.role_of(2) == "saboteur"
    assert not audit(scene.game)


@pytest.mark.parametrize("asks", ["whether to veto", "for the toll"])
def test_a_card_that_waits_for_others_is_not_discarded_by_who_leaves(asks: str) -> None:
    scene = Scene(modules=("toll-tunnel", "wc2019"))
    scene.do(c.SetToll(Cell(0, 0), Side.E), by=0)
    payer = 2 if asks == "for the toll" else None
    scene.do(c.PlacePath(Cell(1, 0) if payer else Cell(-1, 0), Face.parse("EW"), toll_payer=payer), by=1)
    if payer is not None:
        scene.do(c.LetStand())
    assert isinstance(scene.pending, p.AskingToll if payer else p.Vetoing)
    scene.do(c.SetPresence(1, LEFT))
    scene.do(c.AnswerToll(pays=True), by=payer) if payer is not None else scene.do(c.LetStand())
    assert scene.pending == p.Playing(2)
    assert not audit(scene.game)


def test_a_look_is_over_when_the_one_who_looks_has_gone() -> None:
    scene = Scene()
    scene.do(w.UseMap(Cell(8, 0)), by=0)
    scene.do(c.SetPresence(0, AWAY))
    assert scene.pending == p.Playing(1)


def test_who_leaves_amid_his_turn_is_dealt_no_card_for_the_one_he_played() -> None:
    scene = Scene()
    scene.do(w.UseMap(Cell(8, 0)), by=0)
    pile = scene.now.pile
    scene.do(c.SetPresence(0, LEFT))
    assert scene.pending == p.Playing(1)
    assert (scene.now.hands, scene.now.pile) == ((0, 6, 6, 6), pile)
    assert not audit(scene.game)


def test_who_has_left_draws_nothing_out_of_the_chest_that_he_reached() -> None:
    covers = ("NESW", "NS", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", chests=(7, 1, 2, 3), covers=covers)
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.SetPresence(0, LEFT))
    pile = scene.now.pile
    scene.do(c.LayGoal(Cell(2, -1), scene.pending.turned[0]))
    assert (scene.now.hands[0], scene.now.pile, scene.pending) == (0, pile, p.Playing(1))


def test_who_has_left_keeps_no_discard_out_of_the_chest_that_he_reached() -> None:
    covers = ("NESW", "NS", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", chests=(9, 1, 2, 3), covers=covers)
    for seat in range(4):
        scene.do(c.Pass(1), by=seat)
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.SetPresence(0, LEFT))
    discards = scene.now.discards
    scene.do(c.LayGoal(Cell(2, -1), scene.pending.turned[0]))
    assert (scene.now.hands[0], scene.now.discards) == (0, discards)


def test_who_left_while_others_were_asked_about_his_search_keeps_no_discard() -> None:
    scene = Scene(modules=("wc2018", "wc2019"))
    for seat in range(4):
        scene.do(c.Pass(1), by=seat)
    scene.do(w.SearchDiscards(), by=0)
    scene.do(c.SetPresence(0, LEFT))
    scene.do(c.LetStand())
    assert (scene.now.hands[0], scene.pending) == (0, p.Playing(1))
    assert not audit(scene.game)


def test_who_left_while_others_were_asked_about_his_card_is_dealt_none_for_it() -> None:
    scene = Scene(modules=("wc2019",))
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(c.SetPresence(0, LEFT))
    pile = scene.now.pile
    scene.do(c.LetStand())
    assert (scene.now.hands[0], scene.now.pile, scene.pending) == (0, pile, p.Playing(1))
    assert not audit(scene.game)


@pytest.mark.parametrize("gone", [AWAY, LEFT])
def test_the_turn_of_who_has_gone_passes_on_when_nobody_pays_the_toll_for_his_card(gone: Attendance) -> None:
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=2), by=1)
    scene.do(c.SetPresence(1, gone))
    scene.do(c.AnswerToll(pays=False), by=2)
    assert scene.pending == p.Playing(2)


def test_the_card_of_who_has_left_for_which_nobody_pays_the_toll_goes_to_the_discards() -> None:
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=2), by=1)
    scene.do(c.SetPresence(1, LEFT))
    discards = scene.now.discards
    scene.do(c.AnswerToll(pays=False), by=2)
    assert (scene.now.hands[1], scene.now.discards) == (0, discards + 1)


def test_roles_are_not_waited_for_where_the_last_who_has_not_looked_is_away() -> None:
    scene = Scene()
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    scene.deal(("miner", "miner", "saboteur", "miner"), ("miner",), STONES_AROUND_GOLD)
    for seat in (0, 1, 2):
        scene.do(c.RoleSeen(), by=seat)
    assert scene.pending == p.LookingAtRoles((3,))
    scene.do(c.SetPresence(3, AWAY))
    assert isinstance(scene.pending, p.Playing)


def test_who_is_away_takes_the_smallest_of_the_gold_that_goes_round_and_nobody_waits() -> None:
    scene = Scene(board=SIX_EAST)
    scene.do(c.SetPresence(1, AWAY))
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    assert isinstance(scene.pending, p.DealingGold)
    cards = scene.pending.cards
    scene.do(c.DealGold(Secret((3, 2, 1, 1)[:cards])), by=c.ByDealer())
    while isinstance(scene.pending, p.Drafting):
        assert scene.pending.seat != 1
        scene.do(c.TakeGold(0), by=scene.pending.seat)
    assert scene.gold_of(1) and set(scene.gold_of(1)) == {1}
    assert not any("gold" in wrong for wrong in audit(scene.game))


def test_in_a_pause_the_players_rest_and_the_table_may_put_things_right() -> None:
    scene = Scene()
    scene.do(c.SetPause(paused=True))
    assert scene.refused(c.Pass(), by=0).code == "paused"
    assert options(scene.game, 0) == NOTHING and options(scene.game, None).place
    assert scene.refused(path(1, 0, "EW"), by=c.ByCamera()).code == "paused"
    scene.do(c.SetPile(10))
    scene.do(c.SetPause(paused=False))
    scene.do(c.Pass(), by=0)


def test_in_a_pause_one_may_still_come_back_and_change_ones_name() -> None:
    scene = Scene()
    scene.do(c.SetPause(paused=True))
    scene.do(c.RenameSeat(1, "Bruno"), by=1)
    scene.do(c.SetPresence(1, AWAY))
    scene.do(c.SetPresence(1, HERE), by=1)
    assert (scene.game.seats[1].name, scene.game.seats[1].is_here) == ("Bruno", True)


def over(**more) -> Scene:
    scene = Scene(roles=FIVE, aside=("saboteur",), **more)
    scene.do(c.EndRound(forced=True))
    assert isinstance(scene.pending, p.RoundOver)
    return scene


def test_who_came_late_is_dealt_in_before_the_next_round() -> None:
    scene = over()
    scene.do(c.NextRound(("Zoe",)))
    assert [seat.name for seat in scene.game.seats][-1] == "Zoe"
    assert len(scene.now.hands) == len(scene.game.gold) == len(scene.game.purses) == 6
    scene.deal(("miner",) * 3 + ("saboteur",) * 2 + ("miner",), ("miner",), STONES_AROUND_GOLD)
    scene.do(c.BeginPlay())
    assert not audit(scene.game)


def test_nobody_is_dealt_in_whose_name_is_taken_and_the_round_does_not_begin_then() -> None:
    scene = over()
    assert scene.refused(c.NextRound(("player 1",))).code == "names_taken"


def test_the_next_round_is_dealt_without_who_has_left_and_his_gold_is_in_the_box_again() -> None:
    scene = over()
    assert scene.gold_of(2)  # the saboteur has won
    scene.do(c.SetPresence(2, LEFT))
    scene.do(c.NextRound())
    assert [seat.name for seat in scene.game.seats] == ["player 0", "player 1", "player 3", "player 4"]
    scene.deal(("miner", "miner", "saboteur", "miner"), ("miner",), STONES_AROUND_GOLD)
    scene.do(c.BeginPlay())
    assert not audit(scene.game)
    assert scene.gold_of(2) == ()


def test_where_too_few_would_be_left_who_has_left_is_dealt_in_and_passed_over() -> None:
    scene = Scene(roles=("miner", "miner", "saboteur"), aside=("miner",))
    scene.do(c.EndRound(forced=True))
    scene.do(c.SetPresence(0, LEFT))
    scene.do(c.NextRound())
    assert len(scene.game.seats) == 3 and scene.game.seats[0].presence is LEFT


def test_each_says_once_that_he_has_seen_the_result() -> None:
    scene = over()
    scene.do(c.SeeResult(), by=1)
    assert scene.pending == p.RoundOver((1,))
    assert scene.do(c.SeeResult(), by=1) == ()


@pytest.mark.parametrize(("dealt_to", "leaves", "begins"), [(0, 1, "player 2"), (3, 4, "player 0"), (2, 1, "player 3")])
def test_where_whoever_would_begin_has_left_the_next_in_the_circle_begins(dealt_to, leaves, begins) -> None:
    """Nobody has played a card, so the left neighbour of the one who began is to begin."""
    scene = over(starter=dealt_to)
    scene.do(c.SetPresence(leaves, LEFT))
    scene.do(c.NextRound())
    assert scene.game.seats[scene.now.starter].name == begins


def test_who_came_late_has_a_nugget_for_the_toll_as_the_others_had_at_the_beginning() -> None:
    scene = over(modules=("toll-tunnel",))
    before = [scene.purse(seat) for seat in range(5)]
    scene.do(c.NextRound(("Zoe",)))
    assert [scene.purse(seat) for seat in range(6)] == [*before, 1]


def test_whoever_comes_with_the_next_round_fills_the_gap_of_who_has_left() -> None:
    """He was counted after those who had left, of whom one was kept so that three could play: he was dealt a hand."""
    scene = Scene(roles=("miner", "saboteur", "miner"))
    scene.do(c.SetPresence(1, LEFT))
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound(("Lola",)))
    assert [seat.name for seat in scene.game.seats] == ["player 0", "player 2", "Lola"]
