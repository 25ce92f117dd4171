"""Whatever anybody asks at any moment is done or refused; nothing that is accepted breaks the game."""

import random

import pytest
from any_command import anybody, anything, anything_more
from random_play import Table
from turns import LONG

from companion.rules.audit import audit
from companion.rules.decide import decide
from companion.rules.evolve import fold
from companion.rules.options import options
from companion.state import commands as c
from companion.state.commands import Supply
from companion.state.pending import Dealing, DealingGold, GameOver
from companion.state.refusals import CODES, REASONS, Refusal

CORRECTIONS = (c.Resync, c.SetTurn, c.SetPile, c.SetHand, c.SetTools)


@pytest.mark.parametrize("seed", range(25 if LONG else 8))
def test_every_command_at_every_moment_is_done_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    supplies = [Supply.APP] * 3 if seed % 2 else [chance.choice(list(Supply)) for _ in range(3)]
    table = Table(random.Random(seed))
    table.sit_down(3 + seed % 4, c.Configure("revised", (), (), *supplies))
    while not isinstance(table.game.pending, GameOver):
        for _ in range(5):
            _ask(table, anybody(chance), anything(chance))
        table.step()


@pytest.mark.parametrize("seed", range(12 if LONG else 4))
def test_every_command_of_every_box_is_done_or_refused(seed: int) -> None:
    chance = random.Random(seed)
    supplies = [Supply.APP] * 3 if seed % 2 else [chance.choice(list(Supply)) for _ in range(3)]
    modules = ("wc2017", "wc2018", "wc2019", "wc2020", "wc2022", "wc2023")
    modules += (
        "toll-tunnel",
        "tunnel-party" if seed % 3 else "fashion-department",
        "new-challenges",
        "treasure-chests",
    )
    table = Table(random.Random(seed))
    table.sit_down(4, c.Configure("s2-anniversary" if seed % 4 else "revised", modules, (), *supplies))
    while not isinstance(table.game.pending, GameOver):
        for _ in range(5):
            _ask(table, anybody(chance), anything_more(chance))
        table.step()


def _ask(table: Table, by: c.Actor, command: c.Command) -> None:
    answer = decide(table.game, by, command)
    if isinstance(answer, Refusal):
        assert answer.code in CODES
        assert set(answer.reasons) <= set(REASONS)
        return
    after = fold(table.game, answer)
    if not isinstance(command, CORRECTIONS):
        assert audit(after) == ()
    for seat in (None, *range(len(after.seats))):
        options(after, seat)


@pytest.mark.parametrize("seed", range(10))
def test_a_table_that_corrects_and_forces_at_random_still_plays_on(seed: int) -> None:
    """No audit: the counts were changed by hand. The deck of the random players is not followed either."""
    chance, table = random.Random(seed), Table(random.Random(seed))
    table.sit_down(4, c.Configure("bga" if seed % 2 else "anniversary-2024"))
    done = 0
    for _ in range(3000):
        command = anything(chance)
        if isinstance(command, c.AddSeat | c.RemoveSeat | c.MoveSeat | c.Configure):
            continue
        by = c.ByTable() if chance.random() < 0.7 else c.BySeat(chance.randrange(4))
        answer = decide(table.game, by, command)
        if not isinstance(answer, Refusal):
            table.game = fold(table.game, answer)
            done += 1
        elif isinstance(table.game.pending, GameOver):
            table.do(c.ByTable(), c.NewGame())
            table.do(c.ByTable(), c.StartGame(0))
        elif isinstance(table.game.pending, Dealing | DealingGold):
            table.step()
        assert table.game.round is None or min(table.game.round.hands) >= 0
    assert done > 100
