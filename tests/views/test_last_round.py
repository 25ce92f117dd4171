"""One guest begins the next round; every other may read on how the last one came out, and nobody learns more by it."""

from __future__ import annotations

import card_words as w
import pytest
from finished_rounds import finished, second
from scene import STONES_AROUND_GOLD, Scene, path

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.pending import RoundOver
from companion.state.secret import Secret
from companion.views.model import SeatViewer, TableViewer, View
from companion.views.project import Desk, project

VIEWERS = (TableViewer(), *(SeatViewer(seat) for seat in range(4)))


def views(scene: Scene) -> list[View]:
    return [project(scene.game, viewer, Desk()) for viewer in VIEWERS]


def robbed() -> Scene:
    """Boss, profiteer and thieves, a green door, gold: all that an account can tell, and the victim is a secret."""
    scene = second("blue", "boss", "profiteer", "saboteur", board="@ EWg EW EW EW EW EW")
    scene.do(w.LayThief(), by=0)
    scene.do(c.SetTurn(1))
    scene.do(w.Trap(3), by=1)
    scene = finished(scene, 2)
    assert isinstance(scene.pending, RoundOver)
    return scene


def cards() -> Scene:
    scene = Scene(board="@ EW EW EW EW EW EW")
    scene.do(c.EndRound(forced=True))
    return scene


@pytest.mark.parametrize("over", [robbed, cards])
def test_what_each_was_shown_stays_as_it_was_through_the_next_round_and_goes_with_it(over) -> None:
    scene = over()
    shown = [view.result for view in views(scene)]
    assert None not in shown
    assert [view.last_result for view in views(scene)] == [None] * 5
    scene.do(c.NextRound())
    assert [view.last_result for view in views(scene)] == shown
    assert [view.result for view in views(scene)] == [None] * 5
    roles = [score.role for score in shown[0].scores]
    scene.deal(roles, _spare(scene, roles), STONES_AROUND_GOLD)
    scene.do(c.BeginPlay())
    scene.lay("@ EW EW")
    assert [view.last_result for view in views(scene)] == shown
    scene.do(c.EndRound(forced=True))
    assert [view.last_result for view in views(scene)] == [None] * 5
    assert views(scene)[0].result.round == 2


def _spare(scene: Scene, roles: list[str]) -> list[str]:
    left = [role.value for role, count in scene.game.ruleset.pool(len(roles)) for _ in range(count)]
    for role in roles:
        left.remove(role)
    return left


def test_only_thief_and_victim_read_on_who_was_robbed() -> None:
    scene = second("blue", "boss", "profiteer", "saboteur")
    scene.do(w.LayThief(), by=0)
    scene.do(c.SetTurn(2))
    scene.do(path(7, 0, "EW"), by=2)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    scene.do(c.Steal(Secret(1)), by=0)
    scene.do(c.NextRound())
    known = [[theft.known for theft in view.last_result.thefts] for view in views(scene) if view.last_result]
    assert known == [[False], [True], [True], [False], [False]]


def test_a_new_game_begins_without_the_old_rounds() -> None:
    scene = cards()
    scene.do(c.NextRound())
    scene.do(c.NewGame())
    assert [view.last_result for view in views(scene)] == [None] * 5
