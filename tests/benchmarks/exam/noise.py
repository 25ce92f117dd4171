"""Noise and threads: what cloths, wood and stone are made of. Planes are float32 (rows, columns)."""

from __future__ import annotations

import cv2
import numpy as np

Rng = np.random.Generator
Size = tuple[int, int]  # width, height in pixels


def clouds(rng: Rng, size: Size, grain_px: float, octaves: int = 3, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise about 0 with a spread of 1. `grain_px`: of its lumps; stretch > 1 draws them out eastward."""
    total = np.zeros((size[1], size[0]), np.float32)
    for octave in range(octaves):
        step = max(grain_px / 2**octave, 1.0)
        small = rng.normal(0, 1, (max(int(size[1] / step), 1) + 2, max(int(size[0] / step / stretch), 1) + 2))
        total += cv2.resize(small.astype(np.float32), size, interpolation=cv2.INTER_CUBIC) * 0.55**octave
    return (total - total.mean()) / max(float(total.std()), 1e-6)


def grit(rng: Rng, size: Size, soft_px: float = 0.0) -> np.ndarray:
    """A value for each pixel about 0, spread 1."""
    plane = rng.standard_normal((size[1], size[0]), np.float32)
    if soft_px:
        plane = cv2.GaussianBlur(plane, (0, 0), soft_px)
    return plane / max(float(plane.std()), 1e-6)


def threads(size: Size, across_px: float, down_px: float, depth: float = 0.08) -> np.ndarray:
    """What a plain weave does to the light: a factor about 1."""
    x = np.arange(size[0], dtype=np.float32)[None] * (np.pi / max(across_px, 2.1))
    y = np.arange(size[1], dtype=np.float32)[:, None] * (np.pi / max(down_px, 2.1))
    return (1 + depth * np.sin(x) * np.sin(y)).astype(np.float32)


def grid_of(size: Size) -> tuple[np.ndarray, np.ndarray]:
    """x and y of every pixel, float32."""
    return np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))


def mix(one: np.ndarray, other: np.ndarray, share: np.ndarray | float) -> np.ndarray:
    """Between two colours or pictures; `share` of the other, a plane or a number."""
    weight = share[..., None] if isinstance(share, np.ndarray) and share.ndim == 2 else share
    return np.asarray(one * (1 - weight) + other * weight, np.float32)


def dye(rng: Rng, value: tuple[float, float] = (0.2, 0.9), deep: tuple[float, float] = (0.15, 0.85)) -> np.ndarray:
    """A colour, BGR float32, of any hue."""
    hue, saturation, light = rng.uniform(0, 180), rng.uniform(*deep) * 255, rng.uniform(*value) * 255
    pixel = np.array([[[hue, saturation, light]]], np.uint8)
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def dyes(rng: Rng, count: int) -> list[np.ndarray]:
    """Colours that go together: few hues, some dark, some pale."""
    hues = rng.choice([4, 12, 18, 100, 112, 172, *rng.uniform(0, 180, 3)], 2)  # mostly madder, ochre and indigo
    found = []
    for number in range(count):
        hue = (rng.choice(hues) + rng.normal(0, 9)) % 180
        light = (0.25 + 0.65 * ((number * 0.618 + rng.uniform(0, 0.25)) % 1)) * 255
        pixel = np.array([[[hue, rng.uniform(0.05, 0.7) ** 1.3 * 255, light]]], np.uint8)
        found.append(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32))
    return found
