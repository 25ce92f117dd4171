"""Temperatures that make the recognition network's probabilities honest (Guo et al. 2017). No training of weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.arrays import Floats
from vision.detection.card_network import Temperatures
from vision.train.dataset.face_labels import LINKS_AT, MOUTHS_AT, WEIGHT_AT


def fit_temperatures(raw: Floats, labels: Floats) -> Temperatures:
    """Each head's temperature by least log loss over a grid."""
    face = labels[:, WEIGHT_AT] > 0
    faces, truth = raw[face], labels[face]
    asked = truth[:, LINKS_AT] >= 0
    return Temperatures(
        presence=_best(lambda t: _cross_entropy(raw[:, 0:5] / t, labels[:, 0])),
        mouths=_best(lambda t: _binary(faces[:, 13:17] / t, truth[:, MOUTHS_AT])),
        links=_best(lambda t: _binary((faces[:, 17:23] / t)[asked], truth[:, LINKS_AT][asked])),
        door=_best(lambda t: _cross_entropy(faces[:, 23:26] / t, truth[:, 20])),
        crystal=_best(lambda t: _binary(faces[:, 26] / t, truth[:, 21])),
        ladder=_best(lambda t: _binary(faces[:, 27] / t, truth[:, 22])),
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
