"""The tunnels of a deck look alike where they reach the edge: what that says of a side that is in doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.detection.card_estimates import CardEstimates, Presence
from vision.detection.card_network import OUTPUTS, Temperatures, estimates_from_outputs
from vision.recognition.table_context import with_mouth_colours

PALE, DARK = np.array([1.5, 1.2, 0.9]), np.array([-0.6, -0.5, -0.4])  # tunnel and rock, as the network is shown them


def table(mouths: np.ndarray, pale: np.ndarray, seed: int = 5) -> CardEstimates:
    """mouths : (n, 4) the network's probabilities; pale : (n, 4) bool, what the rims look like, with some noise"""
    rng, count = np.random.default_rng(seed), len(mouths)
    at = np.where(pale[..., None], PALE, DARK) + rng.normal(0, 0.4, (count, 4, 3))
    return replace(
        estimates_from_outputs(np.zeros((count, OUTPUTS), np.float32), Temperatures()),
        presence=np.tile(np.eye(len(Presence))[Presence.TUNNEL], (count, 1)),
        mouths=mouths,
        rims=np.concatenate([at, at - DARK], 2),
    )


def plain(cards: int) -> np.ndarray:
    """(cards, 4) bool: half of the sides are open, no two neighbouring cards alike."""
    return np.array([[(card >> side) & 1 for side in range(4)] for card in (np.arange(cards) * 7 + 3) % 16], bool)


def asked(opinion: float, pale: bool, cards: int = 12) -> float:
    """What is said of one side of which the network says `opinion`, beside so many plain cards."""
    look = np.vstack([plain(cards), [[True, False, pale, False]]])
    mouths = np.where(look, 0.995, 0.005)
    mouths[-1, 2] = opinion
    return float(with_mouth_colours(table(mouths, look)).mouths[-1, 2])


def test_a_side_in_doubt_is_what_the_plain_ones_of_its_colours_are():
    assert asked(0.5, pale=True) > 0.9
    assert asked(0.5, pale=False) < 0.1
    assert asked(0.7, pale=False) < 0.3


def test_what_the_network_sees_plainly_its_colours_do_not_overrule():
    assert asked(0.999, pale=False) > 0.9
    assert asked(0.99, pale=False) > 0.5
    assert asked(0.01, pale=True) < 0.5
    assert asked(0.001, pale=True) < 0.1


def test_few_plain_sides_say_nothing():
    assert asked(0.5, pale=True, cards=2) == 0.5


def test_sides_that_all_look_alike_say_little():
    look = plain(12)
    mouths = np.where(look, 0.995, 0.005)
    mouths[-1, 2] = 0.5
    assert with_mouth_colours(table(mouths, np.ones_like(look))).mouths[-1, 2] == pytest.approx(0.5, abs=0.1)


def test_of_a_side_out_of_sight_nothing_is_said_and_nothing_is_learnt():
    look = np.vstack([plain(12), [[True, False, True, False]]])
    mouths = np.where(look, 0.995, 0.005)
    mouths[-1, 2] = 0.5
    seen = table(mouths, look)
    hidden = seen.rims.copy()
    hidden[-1, 2] = np.nan
    heard = with_mouth_colours(replace(seen, rims=hidden)).mouths
    assert heard[-1, 2] == 0.5
    assert np.isfinite(heard).all()
    everything = np.full_like(seen.rims, np.nan)
    assert np.array_equal(with_mouth_colours(replace(seen, rims=everything)).mouths, mouths)


def test_a_back_teaches_nothing_of_tunnels():
    look = plain(12)
    mouths = np.where(look, 0.995, 0.005)
    backs = np.tile(np.eye(len(Presence))[Presence.BACK], (12, 1))
    assert np.array_equal(with_mouth_colours(replace(table(mouths, look), presence=backs)).mouths, mouths)


def test_no_card_is_no_trouble():
    assert len(with_mouth_colours(table(np.empty((0, 4)), np.empty((0, 4), bool)))) == 0
