"""What chance may deal: the cards of a box, and those that lay aside before anything else. It draws nothing itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.editions.cards import GoalKind
from companion.maze.faces import Face
from companion.rules.evolve_round import playing
from companion.state.commands import GoalCard
from companion.state.game import Game

T = TypeVar("T")


@dataclass(frozen=True)
class Draw(Generic[T]):
    """`surely` are dealt, then so many of `likely`, and where these do not suffice some of `others`."""

    cards: int
    surely: tuple[T, ...]
    likely: tuple[T, ...]
    others: tuple[T, ...]
    from_likely: int


def goals_to_draw(game: Game) -> Draw[GoalCard]:
    """One gold goal; what was left aside in the last round before the others (CHAL-01, CHAL-04)."""
    gold = next(card for card in game.ruleset.goals if card.kind is GoalKind.GOLD)
    others = [card for card in game.ruleset.goals if card.kind is not GoalKind.GOLD]
    aside = game.goals_aside.open_for("what lay aside is laid first")
    return Draw(game.ruleset.goals_laid, (gold,), aside, _without(others, aside), unused_goals_due(game))


def unused_goals_due(game: Game) -> int:
    """So many goals of a later round are among those that lay aside in the one before (CHAL-04, CON-16)."""
    return 0 if playing(game).number == 1 else game.ruleset.unused_goals


def chests_to_draw(game: Game) -> Draw[int]:
    rules, aside = game.ruleset, game.chests_aside.open_for("what lay aside is laid first")
    return Draw(rules.chests, (), aside, _without(rules.chest_effects, aside), rules.chests)


def covers_to_draw(game: Game) -> Draw[Face]:
    rules, aside = game.ruleset, game.covers_aside.open_for("what lay aside is laid first")
    return Draw(rules.chests, (), aside, _without(rules.chest_paths, aside), rules.chests)


def dwarves_in_play(game: Game) -> tuple[str, ...]:
    """Those that are shuffled and dealt anew (PARTY-01); empty where people hold printed ones."""
    roles = playing(game).roles
    return () if roles is None else roles.open_for("the dwarves in play are shuffled")


def dwarves_of(game: Game) -> tuple[str, ...]:
    """The pool that is shuffled at the beginning of a round (SETUP-02)."""
    return tuple(role.value for role, count in game.ruleset.pool(len(game.seats)) for _ in range(count))


def _without(box: Sequence[T], taken: Sequence[T]) -> tuple[T, ...]:
    return tuple((Counter(box) - Counter(taken)).elements())
