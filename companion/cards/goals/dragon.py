"""The dragon: whoever turns it over gives one nugget back, where he owns one."""

from __future__ import annotations

from companion.cards.found import Goal, Telling
from companion.editions.cards import GoalCard, GoalKind
from companion.rules import purses
from companion.state.commands import SeatId


def turned(decision: Telling, seat: SeatId, card: GoalCard) -> None:
    purses.change_a_card(decision, seat)
    if purses.owned(decision.game, seat):
        purses.pay(decision, seat, -1, "dragon")


GOAL = Goal(GoalKind.DRAGON, turned)
