"""Temperatures that make the recognition network's probabilities honest (Guo et al. 2017). No training of weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.arrays import Floats
from vision.detection.answer_places import READING_AT
from vision.detection.card_network import Temperatures
from vision.train.dataset.face_labels import CRYSTAL_AT, DOOR_AT, LADDER_AT, LINKS_AT, MOUTHS_AT, PRESENCE_AT, WEIGHT_AT


def fit_temperatures(raw: Floats, labels: Floats) -> Temperatures:
    """Each head's temperature by least log loss over a grid."""
    face, at = labels[:, WEIGHT_AT] > 0, READING_AT
    faces, truth = raw[face], labels[face]
    asked = truth[:, LINKS_AT] >= 0
    return Temperatures(
        presence=_best(lambda t: _cross_entropy(raw[:, at.presence] / t, labels[:, PRESENCE_AT])),
        mouths=_best(lambda t: _binary(faces[:, at.mouths] / t, truth[:, MOUTHS_AT])),
        links=_best(lambda t: _binary((faces[:, at.links] / t)[asked], truth[:, LINKS_AT][asked])),
        door=_best(lambda t: _cross_entropy(faces[:, at.door] / t, truth[:, DOOR_AT])),
        crystal=_best(lambda t: _binary(faces[:, at.crystal] / t, truth[:, CRYSTAL_AT])),
        ladder=_best(lambda t: _binary(faces[:, at.ladder] / t, truth[:, LADDER_AT])),
    )


def fit_binary_temperature(said: Floats, truth: Floats) -> float:
    """Of a head that answers yes or no. said : (n, answers) logits; truth : likewise, of 0 and 1"""
    return _best(lambda t: _binary(said / t, truth))


def _best(loss: Callable[[float], float]) -> float:
    grid = np.exp(np.linspace(np.log(0.6), np.log(3.0), 60))
    return float(grid[int(np.argmin([loss(t) for t in grid]))])


def _cross_entropy(logits: Floats, truth: Floats) -> float:
    top = logits.max(1)
    chosen = logits[np.arange(len(logits)), truth.astype(int)]
    return float((top + np.log(np.exp(logits - top[:, None]).sum(1)) - chosen).mean())


def _binary(logits: Floats, truth: Floats) -> float:
    return float((np.logaddexp(0, logits) - logits * truth).mean())
