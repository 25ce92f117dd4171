"""What patterns are made of: stars, lozenges, crosses, flowers, framed oblongs. No cloth."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import FloatImage, Floats

Rng = np.random.Generator
Motif = Callable[[FloatImage, Floats, float, Floats, Floats, Rng], None]  # picture, middle, reach, two inks


def any_motif(rng: Rng) -> Motif:
    return _MOTIFS[int(rng.integers(len(_MOTIFS)))]


def _star(picture: FloatImage, at: Floats, reach: float, ink: Floats, second: Floats, rng: Rng) -> None:
    angles = np.arange(16) * np.pi / 8
    ends = at + (np.where(np.arange(16) % 2, 0.5, 1.0) * reach)[:, None] * np.stack([np.cos(angles), np.sin(angles)], 1)
    cv2.fillPoly(picture, [ends.astype(np.int32)], ink_of(ink), cv2.LINE_AA)
    cv2.circle(picture, pixel(at), max(int(reach * 0.25), 1), ink_of(second), -1, cv2.LINE_AA)


def _lozenge(picture: FloatImage, at: Floats, reach: float, ink: Floats, second: Floats, rng: Rng) -> None:
    for share, colour in ((1.0, ink), (0.65, second), (0.3, ink)):
        ends = at + share * reach * np.array([(0, -1), (0.7, 0), (0, 1), (-0.7, 0)])
        cv2.fillConvexPoly(picture, ends.astype(np.int32), ink_of(colour), cv2.LINE_AA)


def _cross(picture: FloatImage, at: Floats, reach: float, ink: Floats, second: Floats, rng: Rng) -> None:
    thick = max(int(reach * 0.5), 1)
    for arm in (np.array([reach, 0.0]), np.array([0.0, reach])):
        cv2.line(picture, pixel(at - arm), pixel(at + arm), ink_of(ink), thick, cv2.LINE_AA)
    cv2.circle(picture, pixel(at), max(int(reach * 0.3), 1), ink_of(second), -1, cv2.LINE_AA)


def _flower(picture: FloatImage, at: Floats, reach: float, ink: Floats, second: Floats, rng: Rng) -> None:
    petals = 5 + int(reach) % 4
    for angle in np.arange(petals) * 2 * np.pi / petals:
        petal = at + 0.6 * reach * np.array([np.cos(angle), np.sin(angle)])
        cv2.circle(picture, pixel(petal), max(int(reach * 0.38), 1), ink_of(ink), -1, cv2.LINE_AA)
    cv2.circle(picture, pixel(at), max(int(reach * 0.3), 1), ink_of(second), -1, cv2.LINE_AA)


def _framed(picture: FloatImage, at: Floats, reach: float, ink: Floats, second: Floats, rng: Rng) -> None:
    """An oblong with a rim, as upright as a card."""
    half = np.array([0.66, 1.0]) * reach
    cv2.rectangle(picture, pixel(at - half), pixel(at + half), ink_of(ink), -1)
    cv2.rectangle(picture, pixel(at - half * 0.8), pixel(at + half * 0.8), ink_of(second), max(int(reach * 0.12), 1))


_MOTIFS: tuple[Motif, ...] = (_star, _lozenge, _cross, _flower, _framed)


def ink_of(colour: Floats) -> tuple[float, float, float]:
    return (float(colour[0]), float(colour[1]), float(colour[2]))


def pixel(point: Floats | tuple[float, float]) -> tuple[int, int]:
    return (int(point[0]), int(point[1]))
