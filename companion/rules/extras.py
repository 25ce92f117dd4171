"""Rules of the small extras that are only numbers: tolls, challenges, chests (TOLL, CHAL, CHEST)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from companion.editions.cards import GoalKind
from companion.editions.ruleset import Ruleset
from companion.maze.geometry import START_CELL, Cell, around


def pay_toll(nuggets: Sequence[int], owner: int, payer: int) -> tuple[int, ...] | None:
    """One nugget to whoever set the dwarf (TOLL-03), who may pay himself (TOLL-04); None where it cannot be paid."""
    if payer == owner:
        return tuple(nuggets)
    if nuggets[payer] < 1:
        return None
    return tuple(own + (seat == owner) - (seat == payer) for seat, own in enumerate(nuggets))


class Challenge(NamedTuple):
    """What a goal did: the finder's nuggets after it, and which side it made win, if the round is over."""

    nuggets: int
    winner: str | None


def meet(goal: GoalKind, nuggets: int, sack: int = 1) -> Challenge:
    """CHAL-02. `sack` is what lies in it, one or two nuggets."""
    if goal is GoalKind.SACK:
        return Challenge(nuggets + sack, None)
    if goal is GoalKind.DRAGON:
        return Challenge(max(0, nuggets - 1), None)
    return Challenge(nuggets, {GoalKind.GOLD: "miners", GoalKind.SPIDER: "saboteurs"}.get(goal))


class GoalMix(NamedTuple):
    from_unused: int
    gold: int
    random: int
    total: int
    aside: int


def goal_mix(ruleset: Ruleset, number: int) -> GoalMix:
    """Which goals are laid in a round: later rounds begin with those left aside (CHAL-01, CHAL-04, CON-16)."""
    unused = 0 if number == 1 else ruleset.unused_goals
    aside = ruleset.goals_in_box - ruleset.goals_laid
    return GoalMix(unused, 1, ruleset.goals_laid - 1 - unused, ruleset.goals_laid, aside)


def chests_may_lie(cells: Collection[Cell], ruleset: Ruleset) -> bool:
    """No two side by side, each in its own free cell, no more than there are (CHEST-01)."""
    taken = {START_CELL, *ruleset.goal_cells}
    apart = all(other not in cells for cell in cells for other in around(cell))
    return apart and len(set(cells)) == len(cells) <= ruleset.chests and not taken & set(cells)


def turned_until_the_end(goals: Sequence[GoalKind]) -> tuple[GoalKind, ...]:
    """Of goals reached at once, in the order chosen, those that are turned before the round ends (END-05)."""
    turned: list[GoalKind] = []
    for goal in goals:
        turned.append(goal)
        if ends_round(goal):
            break
    return tuple(turned)


def ends_round(goal: GoalKind) -> bool:
    return goal in (GoalKind.GOLD, GoalKind.SPIDER)
