"""Who stands how high when a game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.state.commands import SeatId
from companion.views.model import ScoreView

MOST_PEOPLE = 4  # side by side on a phone: the names of five are too small to be read


def podium(final_order: Sequence[ScoreView]) -> list[tuple[int, ScoreView]]:
    """(place, who) as they stand, from left to right: the best in the middle, beside them the next ones in turn.

    Whoever has as much as another stands as high; a place that has no room for all of its people is left out.
    """
    counted = [(score.nuggets, score) for score in final_order if score.nuggets is not None]
    places = [1 + sum(other > mine for other, _ in counted) for mine, _ in counted]
    stand = [
        (place, score)
        for place, (_, score) in zip(places, counted, strict=True)
        if place <= 3 and sum(other <= place for other in places) <= MOST_PEOPLE
    ]
    first, others = [one for one in stand if one[0] == 1], [one for one in stand if one[0] > 1]
    return [*others[::2][::-1], *first, *others[1::2]]


@dataclass(frozen=True)
class Standing:
    """How everybody stands when a game is over."""

    final: tuple[ScoreView, ...]

    @property
    def champions(self) -> tuple[SeatId, ...]:
        return tuple(score.seat for score in self.final if score.won)

    @property
    def order(self) -> list[ScoreView]:
        """Best first; equal scores stay in table order."""
        return sorted(self.final, key=lambda score: -(score.nuggets or 0))

    @property
    def placed(self) -> list[tuple[int, ScoreView]]:
        """The same, each with the place; whoever has as much as another stands as high."""
        amounts = [one.nuggets or 0 for one in self.final]
        return [(1 + sum(more > (score.nuggets or 0) for more in amounts), score) for score in self.order]

    @property
    def podium(self) -> list[tuple[int, ScoreView]]:
        return podium(self.order)
