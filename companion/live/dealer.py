"""Chance: it deals what the app brings and nobody's printed cards do, and shuffles what is shuffled. It judges nothing.

Each deal is drawn from the night's seed and the journal's number of the deal, so that a night can be replayed, and
no number is used twice: a step that is taken back never brings another deal. The seed lies in the journal only.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, TypeVar

from companion.rules import deals
from companion.rules.purses import gold_pile
from companion.state import pending as p
from companion.state.commands import (
    Command,
    DealChests,
    DealGoals,
    DealGold,
    DealRoles,
    LayMidway,
    RedealRoles,
    SetTable,
)
from companion.state.game import Game
from companion.state.secret import Secret

T = TypeVar("T")


class Dealer(Protocol):
    def chance(self, game: Game, number: int) -> Command | None:
        """What chance does now, None where the game does not wait for it."""


def new_seed() -> str:
    return secrets.token_hex(16)


@dataclass(frozen=True, repr=False)
class SeededDealer:
    """number : the journal's number of the deal; draws_paths : nobody has real cards, so it brings those too"""

    seed: str
    draws_paths: bool = False

    def chance(self, game: Game, number: int) -> Command | None:
        deal = _DEALS.get(type(game.pending))
        if deal is None or (isinstance(game.pending, p.LayingMidway | p.SettingTable) and not self.draws_paths):
            return None
        return deal(game, game.pending, Random(f"{self.seed}/{number}"))


def _deal(game: Game, pending: p.Dealing, rng: Random) -> Command | None:
    if pending.roles:
        return deal_roles(game, rng)
    if pending.goals:
        return deal_goals(game, rng)
    return deal_chests(game, rng) if pending.chests else None


def deal_roles(game: Game, rng: Random) -> DealRoles:
    """One dwarf for each seat from the shuffled pool, the others aside (SETUP-03)."""
    pool, seats = list(deals.dwarves_of(game)), len(game.seats)
    rng.shuffle(pool)
    return DealRoles(Secret(tuple(pool[:seats])), Secret(tuple(pool[seats:])))


def deal_goals(game: Game, rng: Random) -> DealGoals:
    """The goals, shuffled over their cells (SETUP-05)."""
    return DealGoals(Secret(_drawn(deals.goals_to_draw(game), rng)))


def deal_chests(game: Game, rng: Random) -> DealChests:
    """Chests and the path cards over them, shuffled apart (CHEST-01)."""
    effects, faces = _drawn(deals.chests_to_draw(game), rng), _drawn(deals.covers_to_draw(game), rng)
    return DealChests(Secret(effects), Secret(faces))


def redeal_roles(game: Game, pending: p.Redealing, rng: Random) -> RedealRoles:
    """The dwarves in play, shuffled (PARTY-01)."""
    roles = deals.dwarves_in_play(game)
    return RedealRoles(Secret(tuple(rng.sample(roles, len(roles)))))


def deal_gold(game: Game, pending: p.DealingGold, rng: Random) -> DealGold:
    """Gold cards from those that nobody has won yet (GOLD-09)."""
    return DealGold(Secret(tuple(rng.sample(gold_pile(game), pending.cards))))


def draw_midway(game: Game, pending: p.LayingMidway, rng: Random) -> LayMidway:
    """A path card from the deck, as it comes to lie (TOUR-02)."""
    face = rng.choice([card.face for card in game.ruleset.paths for _ in range(card.copies)])
    return LayMidway(face.half_turn() if rng.random() < 0.5 else face)


def set_table(game: Game, pending: p.SettingTable, rng: Random) -> SetTable:
    """Simulated hands are quick."""
    return SetTable()


_DEALS: dict[type, Callable[[Game, Any, Random], Command | None]] = {
    p.Dealing: _deal,
    p.SettingTable: set_table,
    p.Redealing: redeal_roles,
    p.DealingGold: deal_gold,
    p.LayingMidway: draw_midway,
}


def _drawn(draw: deals.Draw[T], rng: Random) -> tuple[T, ...]:
    first = draw.surely + _some(draw.likely, min(draw.from_likely, draw.cards - len(draw.surely)), rng)
    return _some(first + _some(draw.others, draw.cards - len(first), rng), draw.cards, rng, shuffled=True)


def _some(cards: tuple[T, ...], count: int, rng: Random, *, shuffled: bool = False) -> tuple[T, ...]:
    return tuple(rng.sample(cards, count)) if shuffled or count < len(cards) else cards
