"""What people tell of their printed gold, and what is offered to those whose turn it is not."""

from __future__ import annotations

from dataclasses import fields, replace

from scene import Scene

from companion.rules.options import NOTHING
from companion.state import commands as c
from companion.state.commands import Supply
from companion.state.pending import GameOver, TellingGold


def test_together_nobody_tells_more_gold_than_the_box_holds() -> None:
    scene = Scene(by=(Supply.CARDS, Supply.APP, Supply.CARDS))
    for number in range(3):
        scene.do(c.EndRound(forced=True))
        scene.do(c.NextRound())
        if number < 2:
            scene.deal((), (), scene.game.ruleset.goals)
    assert isinstance(scene.pending, TellingGold)
    scene.do(c.TellGold(0, 40))
    refusal = scene.refused(c.TellGold(1, 5))
    assert (refusal.code, refusal.facts["most"]) == ("bad_nuggets", 4)
    scene.do(c.TellGold(1, 4))
    assert scene.refused(c.TellGold(2, 1)).facts["most"] == 0


def test_gold_told_by_mistake_is_put_right_also_when_the_game_is_over_and_until_the_next() -> None:
    scene = Scene(by=(Supply.CARDS, Supply.CARDS, Supply.CARDS), roles=("miner", "miner", "saboteur"))
    for _ in range(3):
        scene.do(c.EndRound(forced=True))
        scene.do(c.NextRound())
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
