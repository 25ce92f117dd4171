"""At the end of a night the best stand on a podium, the winner in its middle."""

from __future__ import annotations

import pytest

from companion.views.model import ScoreView
from web.present.podium import podium


def stand(*nuggets: int | None) -> str:
    """Who stands there by their seats, each with the place, from left to right."""
    order = sorted(
        (ScoreView(seat, gold, won=False) for seat, gold in enumerate(nuggets)), key=lambda one: -(one.nuggets or 0)
    )
    return " ".join(f"{score.seat}:{place}" for place, score in podium(order))


@pytest.mark.parametrize(
    ("nuggets", "said"),
    [
        ((9, 5, 2), "1:2 0:1 2:3"),
        ((2, 9, 5, 1), "2:2 1:1 0:3"),
        ((9, 5, 5, 1), "1:2 0:1 2:2"),
        ((9, 5, 5, 5), "3:2 1:2 0:1 2:2"),
        ((9, 9, 5), "2:3 0:1 1:1"),
        ((9, 9, 5, 5, 1), "2:3 0:1 1:1 3:3"),
        ((9, 9, 9, 5), "0:1 1:1 2:1"),
        ((9, 5, 2, 2), "3:3 1:2 0:1 2:3"),
    ],
)
def test_the_winner_stands_in_the_middle_and_who_has_as_much_as_another_as_high(nuggets, said):
    """With two second ones the winner stood at the edge; of two third ones one was missing, as of four first ones."""
    assert stand(*nuggets) == said


@pytest.mark.parametrize(
    ("nuggets", "said"),
    [((9, 8, *[3] * 10), "1:2 0:1"), ((9, *[3] * 11), "0:1"), ([4] * 4, "0:1 1:1 2:1 3:1"), ([4] * 5, "")],
)
def test_a_place_of_more_people_than_there_is_room_for_is_left_out(nuggets, said):
    assert stand(*nuggets) == said


def test_whose_gold_was_not_counted_does_not_stand_there():
    assert (stand(None, None, None), stand(4, None, 2)) == ("", "2:2 0:1")
