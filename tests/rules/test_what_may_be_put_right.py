"""What the table is offered to put right is what the rules accept then, no more and no less."""

from __future__ import annotations

import random

import pytest
from random_play import Table
from scene import Scene

from companion.maze.geometry import Cell
from companion.rules.chests import places_suit
from companion.rules.corrections import Corrections, corrections
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import ByTable
from companion.state.game import Game
from companion.state.refusals import Refusal

S2 = ("toll-tunnel", "wc2019", "wc2022", "treasure-chests", "fashion-department")
# Each box with moments that only its cards bring about: they are to come, or nothing is said about them here.
BOXES = [
    (c.Configure("anniversary-2024"), {p.LookingAtRoles, p.Peeking}),
    (c.Configure("s2-anniversary", S2), {p.Vetoing, p.AskingToll}),
    (c.Configure("tournament"), {p.LayingMidway}),
    (c.Configure("revised", roles=c.Supply.CARDS, goals=c.Supply.CARDS, gold=c.Supply.CARDS), {p.TellingGoal}),
]


def accepted(game: Game, command: c.Command) -> bool:
    return not isinstance(decide(game, ByTable(), command), Refusal)


@pytest.mark.parametrize(("configure", "own"), BOXES, ids=[configure.edition for configure, _ in BOXES])
def test_at_every_moment_of_a_game_only_what_is_accepted_is_offered(
    configure: c.Configure, own: set[type[p.Pending]]
) -> None:
    table = Table(random.Random(2))
    table.sit_down(5, configure)
    moments = set()
    while not isinstance(table.game.pending, p.GameOver):
        game, now = table.game, corrections(table.game)
        for command in (c.Resync(()), c.SetPile(3), c.SetHand(1, 3), c.SetTools(1), c.SetMarks(1)):
            assert accepted(game, command) is now.under_way
        others = {seat for seat in range(5) if accepted(game, c.SetTurn(seat))}
        assert set(now.turn) == others - {getattr(game.pending, "seat", None)}
        assert accepted(game, c.EndRound(forced=True)) is now.end_round
        moments.add(type(game.pending))
        table.step()
    assert moments >= {p.Playing, p.RoundOver, *own}
    assert corrections(table.game) == Corrections()


def test_a_chest_may_be_laid_anywhere_in_the_play_area_and_nowhere_else() -> None:
    scene = Scene(modules=("treasure-chests",), board="")
    offered = dict(corrections(scene.game).chests)[Cell(2, -1)]
    area = {Cell(x, y) for x in range(9) for y in range(-2, 3)}
    around = [Cell(x, y) for x in range(-2, 12) for y in range(-6, 7)]
    others = [cell for cell in scene.now.chest_cells if cell != Cell(2, -1)]
    fits = {cell for cell in around if places_suit(scene.game, (cell, *others))}
    assert set(offered) == (fits & area) - {Cell(2, -1)}
