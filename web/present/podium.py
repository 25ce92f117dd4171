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
    counted = [score for score in final_order if score.nuggets is not None]
    places = _places(counted)
    stand = [
        (place, score)
        for place, score in zip(places, counted, strict=True)
        if place <= 3 and sum(other <= place for other in places) <= MOST_PEOPLE
    ]
    first, others = [one for one in stand if one[0] == 1], [one for one in stand if one[0] > 1]
    return [*others[::2][::-1], *first, *others[1::2]]


def _places(scores: Sequence[ScoreView]) -> list[int]:
    """Of each of these; whoever has as much as another stands as high."""
    amounts = [score.nuggets or 0 for score in scores]
    return [1 + sum(more > mine for more in amounts) for mine in amounts]


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
        """The same, each with the place."""
        return list(zip(_places(self.order), self.order, strict=True))

    @property
    def podium(self) -> list[tuple[int, ScoreView]]:
        return podium(self.order)
