"""Which of a film's own times are believed."""

from itertools import pairwise

import pytest

from vision.capture.film_clock import FilmClock


def times(per_s, recorded_s):
    clock = FilmClock(per_s)
    return [clock.tell(one) for one in recorded_s]


@pytest.mark.parametrize("per_s", [10.0, 29.97, 240.0])
def test_pictures_at_a_constant_rate_come_when_the_rate_says_though_times_are_rounded(per_s):
    exact = [number / per_s for number in range(100)]
    assert times(per_s, exact) == times(per_s, [round(one, 3) for one in exact]) == exact


@pytest.mark.parametrize("per_s", [30.0, 1000.0, 0.0])
def test_pictures_at_a_variable_rate_come_when_they_were_recorded(per_s):
    recorded = [0.0, 0.1, 0.13, 0.9, 1.0, 4.25]
    assert times(per_s, recorded) == pytest.approx(recorded)


@pytest.mark.parametrize("recorded_s", [[0.0] * 4, [0.0, 0.001, 0.002, 0.003], [0.0, -5.0, -9.0, -9.0]])
def test_times_are_guessed_where_a_film_has_none_that_can_be(recorded_s):
    guessed = times(1000.0, recorded_s)
    assert guessed == times(0.0, recorded_s) == [0.0, *guessed[1:]]
    assert all(0.04 <= later - earlier <= 0.2 for earlier, later in pairwise(guessed))


def test_a_film_without_times_is_as_long_as_its_header_says():
    assert times(25.0, [0.0] * 3) == [0.0, 0.04, 0.08]
