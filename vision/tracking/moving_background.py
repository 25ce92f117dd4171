"""Places before the camera that never come to rest, and how long each place has been still.

in     small pictures' masks of what has just moved, with the clock in seconds
out    Mask of the moving background; seconds since something moved, for every pixel
never  sees a picture itself
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Grey, Mask


@dataclass(frozen=True)
class MovingBackgroundSettings:
    """Telling furniture that moves from hands."""

    after_s: float = 4.0  # what moves so long in one place is furniture, as what lies so long is; hands take 2 s
    pause_s: float = 0.8  # within it: candles and screens rest less, hands that come and go rest more
    kept_s: float = 4.0  # and for so long after it last moved: a film has scenes in which nothing moves
    around_px: int = 9  # round what moved, in the small picture: a flame leaps, half a card's width
    most: float = 0.1  # more is no small place: a screen beside the table takes 0.07, a shaking camera all


MOVING_BACKGROUND = MovingBackgroundSettings()


class MovingBackground:
    """Places that never come to rest: a screen, a candle, a window, hands that hold cards. For every pixel it is
    remembered since when something has been moving there. An arm over the table is none: it comes and goes."""

    def __init__(self, settings: MovingBackgroundSettings = MOVING_BACKGROUND) -> None:
        self._settings = settings
        self._mask: Mask = np.zeros((0, 0), bool)
        self._since = self._last = np.zeros((0, 0))  # clock, for every pixel
        self._clock = 0.0

    def detect(self, moved: Grey, clock_s: float) -> Grey:
        """Where the background moves, given where the picture has just moved: 255 where it is so, in both."""
        limits = self._settings
        if moved.shape != self._mask.shape:
            self._mask = np.zeros(moved.shape, bool)
            self._since, self._last = np.full(moved.shape, clock_s), np.full(moved.shape, clock_s)
        self._clock = clock_s
        stirred = cv2.dilate(moved, np.ones((limits.around_px, limits.around_px), np.uint8)) > 0
        begins = stirred & ~self._mask & (clock_s - self._last > limits.pause_s)
        self._since[begins] = clock_s
        self._last[stirred] = clock_s
        lately = clock_s - self._last <= limits.kept_s
        self._mask = lately & (self._last - self._since >= limits.after_s)
        small = np.count_nonzero(self._mask) <= limits.most * self._mask.size
        return self._mask.astype(np.uint8) * np.uint8(255 if small else 0)

    def still_for(self) -> Floats:
        """Seconds, for every pixel, since something moved there or right beside it."""
        return np.asarray(self._clock - self._last)
