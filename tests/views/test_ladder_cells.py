"""Where only a ladder may lie, or a card that nothing joins, the view tells from the rules; no page works it out."""

from __future__ import annotations

from scene import Scene

from companion.maze.geometry import Cell, Side
from companion.state.commands import Supply
from companion.views.model import MazeView
from companion.views.project_maze import maze_of

OUR_CARDS = (Supply.CARDS, Supply.CARDS, Supply.CARDS)


def maze(edition: str, board: str, **more: object) -> MazeView:
    shown = maze_of(Scene(edition, by=OUR_CARDS, board=board, **more).game, {})
    assert shown is not None
    return shown


def test_a_ladder_may_lie_beside_any_tunnel_that_leads_elsewhere() -> None:
    shown = maze("s2-anniversary", "@ EW EW EW EW EW")
    assert {Cell(3, 1), Cell(3, -1), Cell(5, 1)} <= set(shown.ladder_cells)
    assert not {*shown.frontier, *(card.cell for card in shown.cards)} & set(shown.ladder_cells)


def test_no_ladder_lies_beside_a_goal() -> None:
    shown = maze("s2-anniversary", "@ EW EW EW EW EW EW EW")
    assert Cell(6, 1) in shown.ladder_cells
    assert not {Cell(8, 1), Cell(8, -1), Cell(7, 2)} & set(shown.ladder_cells)


def test_without_ladders_in_the_box_only_open_tunnels_lead_on() -> None:
    shown = maze("revised", "@ EW EW")
    assert shown.frontier and not shown.ladder_cells


def test_a_ladder_may_lie_beside_the_card_over_a_chest() -> None:
    """In the first turn sixteen such cells were accepted, and none was shown."""
    shown = maze("s2-anniversary", "", modules=("treasure-chests",))
    chests = [card.cell for card in shown.cards if card.chest]
    assert all(set(map(cell.beside, Side)) & set(shown.ladder_cells) for cell in chests)
    apart = maze("s2-anniversary", "", modules=("treasure-chests",), options=(("covers_touch", "false"),))
    assert len(shown.ladder_cells) - len(apart.ladder_cells) == 16


def test_where_touching_is_enough_every_cell_beside_a_card_or_a_goal_is_told() -> None:
    free = (("connection_required", "false"),)
    shown = maze("amigo-2004", "@ EW", options=free)
    assert {Cell(1, 1), Cell(8, 1), Cell(9, 0)} <= set(shown.unlinked_cells)
    assert not {*shown.frontier, *shown.ladder_cells} & set(shown.unlinked_cells)
    assert maze("amigo-2004", "@ EW").unlinked_cells == ()


def test_a_ladder_that_must_meet_a_tunnel_is_shown_no_place_where_none_ends() -> None:
    strict = (("ladder_wall_touch_ok", "false"),)
    assert maze("s2-anniversary", "@ EW", options=strict).ladder_cells == ()


def test_where_touching_is_enough_a_ladder_that_must_meet_a_tunnel_may_not_lie_beside_a_wall() -> None:
    """The page of a hand's ladder offered such a cell, where it was refused."""
    free, strict = ("connection_required", "false"), ("ladder_wall_touch_ok", "false")
    shown = maze("s2-anniversary", "@ EW", options=(free, strict))
    assert {Cell(1, 1), Cell(1, -1)} <= set(shown.no_ladder_cells) and Cell(2, 0) not in shown.no_ladder_cells
    loose = maze("s2-anniversary", "@ EW", options=(free,))
    assert not {Cell(1, 1), Cell(1, -1)} & set(loose.no_ladder_cells) and Cell(8, 1) in loose.no_ladder_cells
    assert maze("amigo-2004", "@ EW", options=(free,)).no_ladder_cells == ()
