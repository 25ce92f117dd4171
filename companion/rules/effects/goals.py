"""What a goal does when it is turned over, beside ending the round; found through a table (CHAL-02)."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules import purses
from companion.rules.story import Story
from companion.state.commands import GoalCard, GoalKind, SeatId


def fill_the_purse(story: Story, seat: SeatId, card: GoalCard) -> None:
    purses.pay(story, seat, card.nuggets or 1, "sack")


def feed_the_dragon(story: Story, seat: SeatId, card: GoalCard) -> None:
    """One nugget, from whoever owns one."""
    purses.change_a_card(story, seat)
    if purses.owned(story.game, seat):
        purses.pay(story, seat, -1, "dragon")


GOAL_EFFECTS: dict[GoalKind, Callable[[Story, SeatId, GoalCard], None]] = {
    GoalKind.SACK: fill_the_purse,
    GoalKind.DRAGON: feed_the_dragon,
}
