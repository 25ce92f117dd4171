"""What the reader asks of a pair of eyes: is there a card in this quad, where are its corners truly. No network here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

NOTHING, FRONT, START, BACK, OTHER = range(5)  # what may lie where the reader looks


@dataclass(frozen=True)
class Glances:
    """Answers for n quads.

    presence : (n, 5) probabilities in the order NOTHING, FRONT, START, BACK, OTHER
    quads : (n, 4, 2) pixels, the corners where the card seems to lie
    looks : whatever `identify` wants to know of them, indexable by an array of numbers
    """

    presence: np.ndarray
    quads: np.ndarray
    looks: Any = None

    def card(self) -> np.ndarray:
        """(n,) probability of any card that can lie in a maze."""
        return self.presence[:, FRONT] + self.presence[:, START] + self.presence[:, BACK]


Eye = Callable[[np.ndarray], Glances]  # (n, 4, 2) pixels to answers, for one picture
