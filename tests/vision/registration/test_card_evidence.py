"""How plainly a card lies there: both networks say so, and what is half hidden is given credit."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detection.card_network import OUTPUTS, CardEstimates, Temperatures, estimates_from_outputs
from vision.registration.located_card import CARD_EVIDENCE, card_evidence

PLAIN = 0.999


def looked_at(sure: float, in_sight: float = 0.99) -> CardEstimates:
    """A card of which the reading network is so sure."""
    raw = np.zeros((1, OUTPUTS), np.float32)
    raw[:, :5] = [np.log(1 - sure), np.log(sure), -30, -30, -30]
    raw[:, 28:] = np.log(in_sight / (1 - in_sight))
    return estimates_from_outputs(raw, Temperatures())


def shown(sure: float, detected: float, in_sight: float = 0.99) -> float:
    return float(card_evidence(looked_at(sure, in_sight), np.array([detected]))[0])


def test_either_network_may_make_up_for_the_other():
    assert shown(PLAIN, 0.3) > shown(0.9, 0.6) > shown(0.9, 0.3)


def test_where_both_are_undecided_it_is_as_likely_a_card_as_none():
    assert shown(0.5, 0.5) == pytest.approx(0.0, abs=1e-3)


def test_no_network_is_believed_without_end():
    assert shown(1 - 1e-12, 1.0) == pytest.approx(shown(1 - 1e-9, 0.99), abs=1e-2)


def test_a_card_of_which_a_side_is_hidden_need_not_show_as_much():
    assert shown(PLAIN, 0.9, in_sight=0.4) == pytest.approx(shown(PLAIN, 0.9) + CARD_EVIDENCE.hidden, abs=1e-3)
