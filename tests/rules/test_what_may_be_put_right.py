"""What the table is offered to put right is what the rules accept then, no more and no less."""

from __future__ import annotations

import random

import pytest
from random_play import Table

from companion.rules.corrections import corrections
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import ByTable
from companion.state.refusals import Refusal

BOXES = [
    c.Configure("anniversary-2024"),
    c.Configure("s2-anniversary", ("toll-tunnel", "wc2019", "wc2022", "treasure-chests", "fashion-department")),
    c.Configure("tournament"),
    c.Configure("revised", roles=c.Supply.CARDS, goals=c.Supply.CARDS, gold=c.Supply.CARDS),
]


@pytest.mark.parametrize("configure", BOXES, ids=lambda configure: configure.edition)
def test_at_every_moment_of_a_game_only_what_is_accepted_is_offered(configure: c.Configure) -> None:
    table = Table(random.Random(2))
    table.sit_down(5, configure)
    moments = set()
    while not isinstance(table.game.pending, p.GameOver):

        def accepted(command: c.Command, game=table.game) -> bool:
            answer = decide(game, ByTable(), command)
            return not isinstance(answer, Refusal)

        now = corrections(table.game)
        assert accepted(c.Resync(())) is now.maze
        for command in (c.SetPile(3), c.SetHand(1, 3), c.SetTools(1), c.SetMarks(1)):
            assert accepted(command) is now.counts
        others = [seat for seat in range(5) if accepted(c.SetTurn(seat))]
        assert set(now.turn) == set(others) - {getattr(table.game.pending, "seat", None)}
        assert accepted(c.EndRound(forced=True)) is now.end_round
        moments.add(type(table.game.pending))
        table.step()
    assert p.RoundOver in moments and corrections(table.game) == corrections(Table(random.Random(0)).game)
