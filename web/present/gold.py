"""The gold cards that somebody may keep one of, equal ones once: nobody is asked which of two that are the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GoldChoice:
    """`index`: of the first such card among those that are passed on; `count`: how many are the same."""

    index: int
    nuggets: int
    count: int


def different(cards: tuple[int, ...]) -> tuple[GoldChoice, ...]:
    """In the order in which they were dealt, which tells nothing of their worth."""
    return tuple(GoldChoice(cards.index(value), value, cards.count(value)) for value in dict.fromkeys(cards))
