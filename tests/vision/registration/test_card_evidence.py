"""What lies in plain sight and is hardly a card is none; what is half hidden or blurred is given more credit."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detection.card_network import OUTPUTS, CardEstimates, Temperatures, estimates_from_outputs
from vision.registration.located_card import no_cards

PLAIN = 0.999


def looked_at(*sure: float, in_sight: float = 0.99) -> CardEstimates:
    """Cards of which the reading network is so sure."""
    raw = np.zeros((len(sure), OUTPUTS), np.float32)
    raw[:, :5] = [[np.log(1 - chance), np.log(chance), -30, -30, -30] for chance in sure]
    raw[:, 28:] = np.log(in_sight / (1 - in_sight))
    return estimates_from_outputs(raw, Temperatures())


def told(estimates: CardEstimates, *detected: float, expected: tuple[int, ...] = ()) -> list[int]:
    """The numbers of those that are no cards."""
    by_rule = np.isin(np.arange(len(estimates)), expected)
    return [int(number) for number in np.flatnonzero(no_cards(estimates, np.array(detected), by_rule))]


def test_what_neither_network_is_sure_of_is_no_card_beside_others_that_are_plain():
    assert told(looked_at(PLAIN, PLAIN, 0.95, PLAIN), 0.95, 0.9, 0.4, 0.95) == [2]


@pytest.mark.parametrize(("sure", "detected"), [(PLAIN, 0.3), (0.97, 0.95)])
def test_what_one_of_the_networks_is_sure_of_stays(sure, detected):
    assert told(looked_at(PLAIN, PLAIN, sure, PLAIN), 0.95, 0.9, detected, 0.95) == []


def test_in_a_blurred_picture_in_which_no_card_is_plain_all_stay():
    assert told(looked_at(0.9, 0.93, 0.85, 0.95), 0.6, 0.5, 0.4, 0.7) == []


def test_what_is_half_hidden_need_not_be_plain():
    assert told(looked_at(PLAIN, PLAIN, 0.9, PLAIN, in_sight=0.4), 0.95, 0.9, 0.3, 0.95) == []


def test_start_and_goals_lie_where_they_lie_whatever_they_look_like():
    assert told(looked_at(0.9, PLAIN, PLAIN), 0.3, 0.95, 0.95, expected=(0,)) == []
