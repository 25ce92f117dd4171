"""A question in the middle of a turn may be put to somebody else than the one who plays."""

from __future__ import annotations

from dataclasses import replace

import card_words as w
import pytest
from scene import Scene

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import pending as p


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (p.TakingCard(2, (1,)), (w.TakeCard(1),)),
        (p.DoingChore(2, "draw_more", 1), (w.FinishChore(),)),
        (p.ShiftingGoal(2, (Cell(8, 0),)), (w.ShiftGoal(Cell(8, 0)),)),
        (p.ChoosingDwarf(2, (1,)), (w.Inspect(1), c.ClosePeek())),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, tuple) else "",
)
def test_where_another_is_asked_the_turn_of_whoever_plays_goes_on_and_nobody_loses_his(question, said) -> None:
    scene = Scene()
    scene.game = replace(scene.game, pending=question)
    for command in said:
        scene.do(command, by=2)
    assert scene.pending == p.Playing(1)
