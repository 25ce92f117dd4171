"""Places before the camera that never come to rest: a screen, a candle, a window, hands that hold cards. An arm that
reaches over the table is none: it comes and goes.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.settings import MOTION, MotionSettings


class Restless:
    """Remembers for every pixel since when something has been moving there without a rest."""

    def __init__(self, settings: MotionSettings = MOTION) -> None:
        self._settings = settings
        self._mask = np.zeros((0, 0), bool)

    def see(self, moved: np.ndarray, clock_s: float) -> np.ndarray:
        """Where the picture is restless, given where it has just moved: 255 where it is so, in both masks."""
        limits = self._settings
        if moved.shape != self._mask.shape:
            self._mask = np.zeros(moved.shape, bool)
            self._since, self._last = np.full(moved.shape, clock_s), np.full(moved.shape, clock_s)
        stirred = cv2.dilate(moved, np.ones((limits.restless_px, limits.restless_px), np.uint8)) > 0
        begins = stirred & ~self._mask & (clock_s - self._last > limits.restless_pause_s)
        self._since[begins] = clock_s
        self._last[stirred] = clock_s
        lately = clock_s - self._last <= limits.restless_kept_s
        self._mask = lately & (self._last - self._since >= limits.restless_s)
        small = np.count_nonzero(self._mask) <= limits.restless_most * self._mask.size
        return self._mask.astype(np.uint8) * (255 if small else 0)
