"""What a cheap webcam makes of the pictures that reach its chip, one after the other. Sees no table: see filmed_table.

It sets its own exposure and white balance a little late, hunts for the focus after something moved (and zooms a little
as it does), takes its pictures under a lamp that flickers, mixes each with the one before against noise, sharpens and
packs it as JPEG. Each is drawn once for a round, from mild to as bad as cameras for twenty euros are.
"""

from __future__ import annotations

import cv2
import numpy as np

from exam.noise import Rng

SMALL = (32, 18)  # pixels in which it measures light and motion
MOVED = 2.0  # grey levels of a small picture, on the whole: something moves before it
ALIKE, ANOTHER = 6.0, 20.0  # grey levels: as much of the picture before is mixed in as ever; nothing is


class CheapCamera:
    """For one film: it remembers the picture before."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._haste, self._answer = rng.uniform(0.15, 0.5), rng.uniform(0.4, 1.0)  # of the exposure; how much it evens
        self._balance = rng.uniform(0, 0.6)
        self._flicker, self._band_px = rng.uniform(0.005, 0.03), rng.uniform(180, 500)
        self._drift_rad = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.3)
        self._mixed, self._sharpness = rng.uniform(0, 0.6), rng.uniform(0.2, 0.9)
        self._quality = int(rng.integers(50, 85))
        self._gain, self._colours, self._phase_rad, self._zoom = 1.0, np.ones(3), 0.0, 1.0
        self._first: np.ndarray | None = None  # small, as the light was measured first
        self._small: np.ndarray | None = None
        self._before: np.ndarray | None = None
        self._hunt: list[tuple[float, float]] = []  # blur in pixels and zoom of the pictures to come

    def take(self, picture: np.ndarray) -> np.ndarray:
        """BGR uint8, as it leaves the camera."""
        small = cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA).astype(np.float32)
        moved = 0.0 if self._small is None else float(np.abs(small - self._small).mean())
        self._small = small
        out = self._focused(self._exposed(picture, small), moved)
        out = self._sharpened(self._denoised(out))
        packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))

    def _exposed(self, picture: np.ndarray, small: np.ndarray) -> np.ndarray:
        if self._first is None:
            self._first = small
        light, first = (one.mean((0, 1)) for one in (small, self._first))
        wanted = np.clip((first.mean() / max(light.mean(), 1)) ** self._answer, 0.4, 2.5)
        self._gain += (wanted - self._gain) * self._haste
        tint = (first / first.mean()) / (light / max(light.mean(), 1e-3) + 1e-3)
        self._colours += (tint**self._balance - self._colours) * 0.12
        self._phase_rad += self._drift_rad
        rows = np.arange(len(picture), dtype=np.float32) * (2 * np.pi / self._band_px) + self._phase_rad
        lamp = (1 + self._flicker * np.sin(rows)).astype(np.float32)[:, None, None]
        return picture * (self._gain * self._colours).astype(np.float32) * lamp

    def _focused(self, picture: np.ndarray, moved: float) -> np.ndarray:
        if not self._hunt and moved > MOVED and self._rng.random() < 0.15:
            swing = np.sin(np.linspace(0, np.pi, int(self._rng.integers(5, 14))))
            blur_px, zoom, ends = self._rng.uniform(0.8, 3.0), self._rng.normal(0, 0.008), self._rng.normal(0, 0.0008)
            self._hunt = [(blur_px * share, self._zoom + zoom * share) for share in swing]
            self._zoom = float(np.clip(self._zoom + ends, 0.997, 1.003))
        blur_px, zoom = self._hunt.pop(0) if self._hunt else (0.0, self._zoom)
        if zoom != 1:
            high, wide = picture.shape[:2]
            way = np.array([[zoom, 0, (1 - zoom) * wide / 2], [0, zoom, (1 - zoom) * high / 2]])
            picture = cv2.warpAffine(picture, way, (wide, high), borderMode=cv2.BORDER_REPLICATE)
        return cv2.GaussianBlur(picture, (0, 0), blur_px) if blur_px > 0.2 else picture

    def _denoised(self, picture: np.ndarray) -> np.ndarray:
        if self._before is not None:
            apart = cv2.GaussianBlur(np.abs(picture - self._before).max(2), (0, 0), 2)
            share = self._mixed * np.clip((ANOTHER - apart) / (ANOTHER - ALIKE), 0, 1)[..., None]
            picture = picture + (self._before - picture) * share
        self._before = picture
        return picture

    def _sharpened(self, picture: np.ndarray) -> np.ndarray:
        finer = picture - cv2.GaussianBlur(picture, (0, 0), 1.2)
        return np.clip(picture + self._sharpness * finer, 0, 255).astype(np.uint8)
