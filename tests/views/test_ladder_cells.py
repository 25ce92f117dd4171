"""Where only a ladder may lie is told by the view, from the rules of the box; no page works it out."""

from __future__ import annotations

from scene import Scene

from companion.maze.geometry import Cell
from companion.state.commands import Supply
from companion.views.model import MazeView
from companion.views.project_maze import maze_of

OUR_CARDS = (Supply.CARDS, Supply.CARDS, Supply.CARDS)


def maze(edition: str, board: str) -> MazeView:
    shown = maze_of(Scene(edition, by=OUR_CARDS, board=board).game, {})
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
