"""What a reading network might say of cards, for tests of what is made of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.detection.card_estimates import CardEstimates


def plain_looks(count: int = 1, **answers: np.ndarray) -> CardEstimates:
    """Tunnel cards, wholly in sight, on which nothing is but rock; with other answers where they are given."""
    plain = CardEstimates(
        presence=np.tile([0.0, 1.0, 0.0, 0.0, 0.0], (count, 1)),
        corners=np.zeros((count, 4, 2)),
        mouths=np.zeros((count, 4)),
        links=np.zeros((count, 6)),
        plugged=np.zeros(count),
        door=np.tile([1.0, 0.0, 0.0], (count, 1)),
        crystal=np.zeros(count),
        ladder=np.zeros(count),
        in_sight=np.ones((count, 5)),
        in_picture=np.ones((count, 5), bool),
        covered=np.zeros(count),
        rims=np.full((count, 4, 6), np.nan),
    )
    return replace(plain, **answers)
