"""The sack: whoever turns it over gets what is in it."""

from __future__ import annotations

from companion.cards.found import Goal, Telling
from companion.editions.cards import GoalCard, GoalKind
from companion.rules import purses
from companion.state.commands import SeatId


def turned(decision: Telling, seat: SeatId, card: GoalCard) -> None:
    purses.pay(decision, seat, card.nuggets or 1, "sack")


GOAL = Goal(GoalKind.SACK, turned)
