"""Who is named to pay a toll dwarf, and how a round ends while a card still waits for an answer."""

from __future__ import annotations

import card_words as w
import pytest
from scene import Scene, path

from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.evolve import fold
from companion.rules.options import options
from companion.state import commands as c
from companion.state.commands import Supply
from companion.state.events import GoldPaid, NuggetsPaid
from companion.state.pending import AskingToll, Dealing, Vetoing
from companion.state.secret import Secret


def tolled(*options: tuple[str, str]) -> Scene:
    """Seat 0 has set a dwarf before (2, 0); seat 1 is on turn."""
    scene = Scene(modules=("toll-tunnel",), board="@ EW", options=options)
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    return scene


def lay(payer: int) -> c.PlacePath:
    return c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=payer)


@pytest.mark.parametrize("viewer", [1, None])
def test_whoever_set_the_dwarf_is_named_to_pay_for_anothers_card(viewer) -> None:
    assert options(tolled().game, viewer).pay_toll == ((Cell(2, 0), (0, 1, 2, 3)),)


@pytest.mark.parametrize("viewer", [1, None])
def test_where_the_table_says_so_he_is_not_named_to_pay_himself_for_anothers_card(viewer) -> None:
    scene = tolled(("setter_pays_for_others", "false"))
    assert options(scene.game, viewer).pay_toll == ((Cell(2, 0), (1, 2, 3)),)
    assert scene.refused(lay(0), by=1).code == "not_on_yourself"
    assert scene.refused(lay(0)).code == "not_on_yourself"


def test_whoever_owns_gold_cards_only_changes_one_to_pay_another_and_none_where_he_set_the_dwarf_himself() -> None:
    scene = tolled()
    for seat in (0, 1):
        scene.game = fold(scene.game, [GoldPaid(seat, Secret((3,)), 3), NuggetsPaid(seat, -scene.purse(seat), "toll")])
    scene.do(lay(1), by=1)
    assert (scene.gold_of(1), scene.purse(1), scene.gold_of(0)) == ((), 2, (3,))
    own = tolled()
    own.game = fold(own.game, [GoldPaid(0, Secret((3,)), 3), NuggetsPaid(0, -own.purse(0), "toll")])
    own.do(lay(0), by=1)
    assert (own.gold_of(0), own.purse(0)) == ((3,), 0)


def test_for_his_own_card_he_pays_nothing() -> None:
    scene = tolled()
    scene.do(c.SetTurn(0))
    assert 0 in dict(options(scene.game, 0).pay_toll)[Cell(2, 0)]
    scene.do(lay(0), by=0)
    assert (scene.purse(0), scene.now.tolls) == (1, ())


# ---- the end of a round -------------------------------------------------------------------------------------------


def vetoed() -> Scene:
    scene = Scene(modules=("wc2019",))
    scene.do(path(1, 0, "EW"), by=0)
    assert isinstance(scene.pending, Vetoing)
    return scene


def asked() -> Scene:
    scene = tolled()
    scene.do(lay(2), by=1)
    assert isinstance(scene.pending, AskingToll)
    return scene


@pytest.mark.parametrize(("waiting", "seat", "cell"), [(vetoed, 0, Cell(1, 0)), (asked, 1, Cell(2, 0))])
def test_while_a_card_waits_the_table_is_told_so_and_may_end_the_round_all_the_same(waiting, seat, cell) -> None:
    scene = waiting()
    refusal = scene.refused(c.EndRound())
    assert (refusal.code, refusal.facts["seat"], refusal.can_force) == ("card_waits", seat, True)
    hands = scene.now.hands
    scene.do(c.EndRound(forced=True))
    assert not isinstance(scene.pending, Vetoing | AskingToll)
    assert cell not in scene.now.board
    assert scene.now.hands == hands
    assert scene.now.ending.reason == "table"


def test_what_was_reached_is_turned_up_before_the_round_ends_whoever_agrees() -> None:
    scene = Scene(board="@ EW EW EW EW EW EW")
    scene.do(path(7, 0, "EW"), by=0)
    for forced in (False, True):
        refusal = scene.refused(c.EndRound(forced=forced))
        assert (refusal.code, refusal.can_force) == ("turn_not_over", False)


def test_a_pioneer_is_amid_his_turn_and_no_card_of_his_waits_for_an_answer() -> None:
    scene = Scene(modules=("wc2022",))
    scene.do(w.Pioneer(), by=0)
    refusal = scene.refused(c.EndRound())
    assert (refusal.code, refusal.facts["seat"], refusal.can_force) == ("turn_not_over", 0, True)
    scene.do(c.EndRound(forced=True))
    assert scene.now.ending.reason == "table"


def test_a_round_that_has_not_begun_does_not_end() -> None:
    scene = Scene()
    scene.do(c.NewGame())
    scene.do(c.StartGame(0))
    assert isinstance(scene.pending, Dealing)
    refusal = scene.refused(c.EndRound(forced=True))
    assert (refusal.code, refusal.can_force) == ("round_not_begun", False)


def test_with_printed_nuggets_anybody_may_pay_for_only_the_table_knows_what_he_owns() -> None:
    scene = Scene(modules=("toll-tunnel",), board="@ EW", by=(Supply.APP, Supply.APP, Supply.CARDS))
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    assert options(scene.game, 1).pay_toll == ((Cell(2, 0), (0, 1, 2, 3)),)
    scene.do(lay(1), by=1)
    assert scene.now.tolls == ()
