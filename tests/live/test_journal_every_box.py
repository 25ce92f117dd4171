"""Whole games of every box through the journal, with the program's own dealer: nothing is left for chance to answer."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from random_games import each_alone
from random_play import Table
from same_state import same_state
from turns import whose_turn

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.live.dealer import SeededDealer
from companion.live.journal import Journal
from companion.live.ledger import Done, Ledger
from companion.live.store import Loaded, load
from companion.live.story import Story
from companion.rules.audit import audit
from companion.rules.decide import decide, new_game
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import Configure
from companion.state.events import Event
from companion.state.refusals import Refusal

ALONE = each_alone(whose_turn)
LONGEST = 20_000


@dataclass
class KeptTable(Table):
    """A random table whose every step is kept in a journal; chance is the program's own dealer."""

    ledger: Ledger = field(default=None)  # type: ignore[assignment]

    def do(self, by: c.Actor, command: c.Command) -> tuple[Event, ...]:
        answer = decide(self.game, by, command)
        assert not isinstance(answer, Refusal), (command, answer)
        before = len(self.ledger.story.steps)
        assert isinstance(self.ledger.keep(by, command, answer, None), Done)
        events = tuple(event for step in self.ledger.story.steps[before:] for event in step.events)
        self.game = self.ledger.story.game
        for event in events:
            self._follow(event)
        return events


def ledger_in(folder: Path, seed: int) -> Ledger:
    journal = Journal.open(folder)
    assert isinstance(journal, Journal), journal
    journal._database.execute("PRAGMA synchronous=OFF")  # no plug is pulled here
    return Ledger(journal, Loaded(Story.begin(new_game())), SeededDealer(str(seed)))


def played(folder: Path, players: int, configure: Configure, seed: int) -> KeptTable:
    table = KeptTable(random.Random(seed), ledger=ledger_in(folder, seed))
    table.sit_down(players, configure)
    for _ in range(LONGEST):
        if isinstance(table.game.pending, p.GameOver):
            break
        assert not isinstance(table.game.pending, p.Dealing | p.Redealing | p.DealingGold), "chance owes something"
        table.step()
    return table


@pytest.mark.parametrize(("edition", "modules"), ALONE)
def test_a_game_of_every_box_with_every_module_is_kept_and_told_again(
    tmp_path: Path, edition: str, modules: tuple[str, ...]
) -> None:
    """In the usual run each module on one of the editions that may have it."""
    rules = compose(edition, modules)
    assert isinstance(rules, Ruleset)
    both = list(enumerate((rules.least, rules.most)))
    for seed, players in whose_turn(both, ALONE.index((edition, modules))):
        table = played(tmp_path / str(seed), players, Configure(edition, modules), seed)
        assert isinstance(table.game.pending, p.GameOver)
        assert audit(table.game) == ()
        entries = table.ledger.journal.entries()
        assert not isinstance(entries, Refusal)
        assert same_state(load(entries, new_game()).story.game, table.game)
        table.ledger.journal.close()
