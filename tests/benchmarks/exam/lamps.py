"""A lamp whose light goes up and down while the camera reads its picture line by line: bands that roll over it.

Sees no table: see filmed_table.
"""

from __future__ import annotations

import cv2
import numpy as np

from exam.noise import Rng


class FlickeringLamp:
    """depth: share by which the bright bands are brighter, and the dark ones darker, than the picture on the whole"""

    def __init__(self, rng: Rng, depth: float) -> None:
        self._depth, self._band_px = depth, rng.uniform(180, 700)
        self._drift_rad, self._phase_rad = rng.uniform(0.3, 2 * np.pi - 0.3), rng.uniform(0, 2 * np.pi)
        self._colours = 1 + rng.uniform(-0.15, 0.15, 3)  # of the depth: its blue and yellow go out apart

    def take(self, picture: np.ndarray) -> np.ndarray:
        """BGR uint8, as it leaves the camera."""
        self._phase_rad += self._drift_rad
        rows = np.arange(len(picture), dtype=np.float32) * (2 * np.pi / self._band_px) + self._phase_rad
        light = 1 + self._depth * np.sin(rows)[:, None, None] * self._colours.astype(np.float32)
        return np.asarray(cv2.multiply(picture, np.broadcast_to(light, picture.shape), dtype=cv2.CV_8U), np.uint8)
