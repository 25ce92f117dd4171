"""What people tell of their printed gold, and what is offered to those whose turn it is not."""

from __future__ import annotations

from dataclasses import fields

from scene import Scene

from companion.rules.options import NOTHING
from companion.state import commands as c
from companion.state.commands import Supply
from companion.state.pending import TellingGold


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


def test_nothing_is_offered_by_default() -> None:
    assert [field.name for field in fields(NOTHING) if getattr(NOTHING, field.name)] == []
