"""What is offered is exactly what is not refused."""

import random

import card_words as w
from random_play import Table
from scene import SIX_EAST, Scene, path

from companion.cards.asked import Way
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.rules.options import NOTHING, options
from companion.state import commands as c
from companion.state.commands import Tool
from companion.state.pending import Playing
from companion.state.refusals import Refusal


def test_only_the_seat_on_turn_is_offered_moves() -> None:
    scene = Scene()
    assert options(scene.game, 1) == NOTHING
    assert options(scene.game, 0).place
    assert options(scene.game, None).discards == (1,)


def test_a_broken_tool_takes_the_path_cards_and_offers_a_repair() -> None:
    scene = Scene()
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    offers = options(scene.game, 1)
    assert not offers.place
    assert offers.ways("repair") == (Way(1, Tool.LAMP),)
    assert {Way(1, Tool.PICKAXE), Way(1, Tool.CART)} <= set(offers.ways("break"))


def test_goals_are_chosen_by_the_seat_that_reached_them() -> None:
    scene = Scene(board=". . . . . . . ES\n" + SIX_EAST + " NW")
    scene.do(path(8, -1, "NSW"))
    assert options(scene.game, 0).choose_goal == (Cell(8, -2), Cell(8, 0))
    assert options(scene.game, 1) == NOTHING


def test_every_offer_is_accepted_and_everything_else_refused() -> None:
    table = Table(random.Random(11))
    table.sit_down(5, c.Configure("anniversary-2024"))
    for _ in range(120):
        if isinstance(table.game.pending, Playing):
            _compare(table)
        table.step()


def _compare(table: Table) -> None:
    assert isinstance(table.game.pending, Playing) and table.game.round
    seat = table.game.pending.seat
    offers = options(table.game, seat)
    breaks = {(way.seat, way.tool) for way in offers.ways("break")}
    repairs = {(way.seat, way.tool) for way in offers.ways("repair")}
    for other in range(5):
        for tool in Tool:
            assert accepted(table, seat, w.BreakTool(other, tool)) == ((other, tool) in breaks)
            assert accepted(table, seat, w.RepairTool(other, tool)) == ((other, tool) in repairs)
    for cell in [*table.game.round.board.cards, Cell(20, 20)]:
        assert accepted(table, seat, w.Rockfall(cell)) == (Way(cells=(cell,)) in offers.ways("rockfall"))
        assert accepted(table, seat, w.UseMap(cell)) == (Way(cells=(cell,)) in offers.ways("map"))


def accepted(table: Table, seat: int, command: c.Command) -> bool:
    return not isinstance(decide(table.game, c.BySeat(seat), command), Refusal)
