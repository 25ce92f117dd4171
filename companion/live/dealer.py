"""Chance: it deals dwarves, goals and gold where the printed cards are not used. It judges nothing.

Each deal is drawn from the night's seed and the journal's number of the deal, so that a night can be replayed, and
no number is used twice: a step that is taken back never brings another deal. The seed lies in the journal only.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Protocol

from companion.rules.rounds import gold_pile
from companion.state import pending as p
from companion.state.commands import Command, DealGoals, DealGold, DealRoles
from companion.state.game import Game
from companion.state.secret import Secret


class Dealer(Protocol):
    def chance(self, game: Game, number: int) -> Command | None:
        """What chance does now, None where the game does not wait for it."""


def new_seed() -> str:
    return secrets.token_hex(16)


@dataclass(frozen=True, repr=False)
class SeededDealer:
    """number : the journal's number of the deal"""

    seed: str

    def chance(self, game: Game, number: int) -> Command | None:
        rng = Random(f"{self.seed}/{number}")
        match game.pending:
            case p.Dealing(roles=True):
                return deal_roles(game, rng)
            case p.Dealing(goals=True):
                return deal_goals(game, rng)
            case p.DealingGold(cards):
                return deal_gold(game, cards, rng)
        return None


def deal_roles(game: Game, rng: Random) -> DealRoles:
    """One dwarf for each seat from the shuffled pool, the others aside (SETUP-03)."""
    pool = [role.value for role, count in game.ruleset.pool(len(game.seats)) for _ in range(count)]
    rng.shuffle(pool)
    seats = len(game.seats)
    return DealRoles(Secret(tuple(pool[:seats])), Secret(tuple(pool[seats:])))


def deal_goals(game: Game, rng: Random) -> DealGoals:
    """The goals, shuffled over their cells (SETUP-05)."""
    return DealGoals(Secret(tuple(rng.sample(game.ruleset.goals, len(game.ruleset.goals)))))


def deal_gold(game: Game, cards: int, rng: Random) -> DealGold:
    """Gold cards from those that nobody has won yet (GOLD-09)."""
    return DealGold(Secret(tuple(rng.sample(gold_pile(game), cards))))
