"""What people tell of their printed gold, and what is offered to those whose turn it is not."""

from __future__ import annotations

from dataclasses import fields, replace

from scene import Scene

from companion.rules.options import NOTHING
from companion.state import commands as c
from companion.state.commands import Supply
from companion.state.pending import GameOver, TellingGold
from companion.state.refusals import Refusal


def asked(*roles: str) -> Scene:
    """All rounds are over, and everybody is asked for his printed gold: 44 nuggets lie in the box."""
    scene = Scene(by=(Supply.CARDS, Supply.CARDS, Supply.CARDS), roles=roles)
    for _ in range(3):
        scene.do(c.EndRound(forced=True))
        scene.do(c.NextRound())
    assert isinstance(scene.pending, TellingGold)
    return scene


def why(refusal: Refusal) -> tuple[str, object]:
    return refusal.code, refusal.facts["most"]


def test_while_one_has_not_told_no_refusal_says_anything_of_what_the_others_own() -> None:
    scene = asked("miner", "miner", "saboteur")
    assert why(scene.refused(c.TellGold(1, 45))) == ("bad_nuggets", 44)
    scene.do(c.TellGold(0, 40))
    assert why(scene.refused(c.TellGold(1, 45))) == ("bad_nuggets", 44)
    scene.do(c.TellGold(1, 44))
    scene.do(c.TellGold(1, 40), by=1)
    assert scene.pending == TellingGold((2,))


def test_where_all_together_have_told_more_gold_than_the_box_holds_each_may_put_his_right() -> None:
    scene = asked("miner", "miner", "saboteur")
    scene.do(c.TellGold(0, 3))
    scene.do(c.TellGold(1, 40), by=1)  # he meant 4
    assert why(scene.refused(c.TellGold(2, 2), by=2)) == ("too_many_nuggets", 44)
    assert scene.pending == TellingGold((2,))
    scene.do(c.TellGold(1, 4), by=1)
    scene.do(c.TellGold(2, 2), by=2)
    assert (scene.game.nuggets, scene.pending) == ((3, 4, 2), GameOver())
    assert why(scene.refused(c.TellGold(0, 39))) == ("too_many_nuggets", 44)
    assert (scene.game.nuggets, scene.game.winners) == ((3, 4, 2), (1,))


def test_gold_told_by_mistake_is_put_right_also_when_the_game_is_over_and_until_the_next() -> None:
    scene = asked("miner", "miner", "saboteur")
    scene.do(c.TellGold(0, 1))
    scene.do(c.TellGold(0, 4), by=0)
    scene.do(c.TellGold(1, 3))
    assert scene.pending == TellingGold((2,))
    scene.do(c.TellGold(2, 20))
    assert (scene.game.nuggets, scene.game.winners) == ((4, 3, 20), (2,))
    scene.do(c.TellGold(2, 2), by=2)
    assert (scene.game.nuggets, scene.game.winners, scene.pending) == ((4, 3, 2), (0,), GameOver())
    assert scene.refused(c.TellGold(1, 9), by=2).code == "only_the_table"
    scene.do(c.NewGame())
    assert scene.refused(c.TellGold(2, 3)).code == "not_now"


def test_gold_that_the_app_dealt_is_told_by_nobody() -> None:
    scene = Scene()
    scene.game = replace(scene.game, pending=GameOver())
    assert scene.refused(c.TellGold(0, 3)).code == "not_now"


def test_nothing_is_offered_by_default() -> None:
    assert [field.name for field in fields(NOTHING) if getattr(NOTHING, field.name)] == []
