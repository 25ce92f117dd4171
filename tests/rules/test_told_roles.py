"""Printed roles are told at the end of a round, and stay as they were told once somebody says that it was so."""

from __future__ import annotations

import pytest
from scene import SIX_EAST, Scene

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.options import options
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Attendance, Supply

ROLES_ARE_PRINTED = (Supply.CARDS, Supply.APP, Supply.APP)


def ended(edition: str = "revised", *, gold: bool = False) -> Scene:
    """Four players are asked who they were; with `gold`, seat 0 has just reached it."""
    scene = Scene(edition, by=ROLES_ARE_PRINTED, board=SIX_EAST if gold else "@")
    if gold:
        scene.do(c.PlacePath(Cell(7, 0), Face.parse("EW")))
        scene.do(c.LayGoal(Cell(8, 0), turned=False))
    else:
        scene.do(c.EndRound(forced=True))
    assert scene.pending == p.TellingRoles((0, 1, 2, 3))
    return scene


def told(scene: Scene, *roles: str) -> Scene:
    for seat, role in enumerate(roles):
        scene.do(c.TellRole(seat, role), by=seat)
    return scene


def test_printed_roles_are_told_and_agreed_on_when_the_gold_is_shared() -> None:
    scene = ended(gold=True)
    assert scene.refused(c.TellRole(1, "miner"), by=0).code == "only_the_table"
    assert scene.refused(c.TellRole(1, "wizard"), by=1).code == "unknown_role"
    scene.do(c.TellRole(2, "saboteur"), by=2)
    assert scene.refused(c.TellRole(1, "saboteur"), by=1).code == "role_used_up"
    for seat in (0, 1, 3):
        scene.do(c.TellRole(seat, "miner"))
    scene.do(c.AgreeRoles(), by=3)
    assert scene.pending == p.DealingGold(3)


def test_a_role_told_by_mistake_can_be_told_again() -> None:
    scene = ended()
    scene.do(c.TellRole(0, "saboteur"))
    scene.do(c.TellRole(0, "miner"))
    scene.do(c.TellRole(1, "saboteur"))
    assert scene.pending == p.TellingRoles((2, 3))


def test_the_last_one_too_puts_his_role_right_before_any_gold_is_dealt() -> None:
    scene = told(ended(), "miner", "saboteur", "miner", "miner")
    assert scene.pending == p.TellingRoles(())
    scene.do(c.TellRole(1, "miner"), by=1)
    scene.do(c.TellRole(3, "saboteur"), by=3)
    assert scene.pending == p.TellingRoles(())
    scene.do(c.AgreeRoles())
    assert e.RolesShown(("miner", "miner", "miner", "saboteur")) in scene.events
    assert scene.refused(c.TellRole(3, "miner"), by=3).code == "not_now"


def test_the_last_one_puts_his_role_right_before_the_bank_pays() -> None:
    scene = told(ended("s2-anniversary"), "boss", "blue", "green", "profiteer")
    assert not scene.game.results
    scene.do(c.TellRole(3, "geologist"), by=3)
    scene.do(c.AgreeRoles(), by=0)
    assert scene.game.results[0].roles == ("boss", "blue", "green", "geologist")


def test_two_who_told_each_others_role_put_it_right_one_after_the_other() -> None:
    scene = told(ended(), "saboteur", "miner", "miner", "miner")
    scene.do(c.TellRole(1, "saboteur"), by=1)
    refusal = scene.refused(c.AgreeRoles(), by=2)
    assert (refusal.code, refusal.facts) == ("role_used_up", {"role": "saboteur", "most": 1})
    scene.do(c.TellRole(0, "miner"), by=0)
    scene.do(c.AgreeRoles(), by=2)
    assert e.RolesShown(("miner", "saboteur", "miner", "miner")) in scene.events


@pytest.mark.parametrize("by", [c.ByTable(), 0, 3])
def test_nobody_agrees_before_all_have_told(by: c.Actor | int) -> None:
    scene = ended()
    assert scene.refused(c.AgreeRoles(), by=by).code == "not_now"
    told(scene, "miner", "saboteur", "miner")
    assert scene.refused(c.AgreeRoles(), by=by).code == "not_now"
    assert not any(options(scene.game, seat).agree_roles for seat in (None, 0, 1, 2, 3))
    scene.do(c.TellRole(3, "miner"))
    assert all(options(scene.game, seat).agree_roles for seat in (None, 0, 1, 2, 3))
    scene.do(c.AgreeRoles(), by=by)
    assert scene.refused(c.AgreeRoles(), by=by).code == "not_now"


def test_a_round_that_goes_on_has_no_roles_to_agree_on() -> None:
    scene = Scene(by=ROLES_ARE_PRINTED)
    assert scene.refused(c.AgreeRoles()).code == "not_now"


def test_in_a_pause_only_the_table_agrees() -> None:
    scene = told(ended(), "miner", "saboteur", "miner", "miner")
    scene.do(c.SetPause(True))
    assert scene.refused(c.AgreeRoles(), by=0).code == "paused"
    assert (options(scene.game, 0).agree_roles, options(scene.game, None).agree_roles) == (False, True)
    scene.do(c.AgreeRoles())
    assert scene.pending == p.RoundOver()


def test_the_table_tells_for_who_is_away_and_the_others_agree() -> None:
    scene = ended()
    scene.do(c.SetPresence(2, Attendance.AWAY))
    scene.do(c.SetPresence(3, Attendance.LEFT))
    told(scene, "miner", "saboteur")
    assert scene.pending == p.TellingRoles((2, 3))
    scene.do(c.TellRole(2, "miner"))
    scene.do(c.TellRole(3, "miner"))
    assert scene.pending == p.TellingRoles(())
    scene.do(c.AgreeRoles(), by=0)
    assert scene.pending == p.RoundOver()
