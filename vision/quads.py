"""Things with four corners in a picture: cards that lie alone, and much else. No judgement of what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from vision.settings import QUADS

_CROSS = np.ones((3, 3), np.uint8)


def find_quads(image: np.ndarray) -> np.ndarray:
    """(n, 4, 2) pixels, each clockwise as seen in the picture, the larger first; near-equal ones once."""
    found: list[np.ndarray] = []
    for long_side, masks_of in ((QUADS.long_side_px, _fine_masks), (QUADS.coarse_side_px, _coarse_masks)):
        scale = min(1.0, long_side / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        for mask in masks_of(small):
            found += [(quad + 0.5) / scale - 0.5 for quad in _quads_of(mask)]
    return _each_once(np.array(found).reshape(-1, 4, 2))


def _fine_masks(small: np.ndarray) -> Iterator[np.ndarray]:
    """Black and white pictures in which a card may stand out: lighter or darker than around it, or ringed by edges."""
    for channel in (small[..., 1], small[..., 2]):
        calm = cv2.GaussianBlur(channel, (3, 3), 0)
        yield from _thresholds(calm, ((31, 4), (81, 6)))
        yield from _edges(calm, (20, 50))


def _coarse_masks(small: np.ndarray) -> Iterator[np.ndarray]:
    """The same by colour, on which grain and chequered cloth weigh less."""
    saturation = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2HSV)[..., 1], (7, 7), 0)
    yield from _thresholds(saturation, ((81, 3), (151, 3)))
    yield from _edges(saturation, (8, 20))
    blue_yellow = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)[..., 2], (7, 7), 0)
    yield from _thresholds(blue_yellow, ((81, 2),))
    yield from _edges(cv2.GaussianBlur(small[..., 2], (7, 7), 0), (8, 16))


def _thresholds(calm: np.ndarray, around: Iterable[tuple[int, int]]) -> Iterator[np.ndarray]:
    for block, offset in around:
        for kind, shift in ((cv2.THRESH_BINARY_INV, offset), (cv2.THRESH_BINARY, -offset)):
            mask = cv2.adaptiveThreshold(calm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, block, shift)
            yield cv2.morphologyEx(mask, cv2.MORPH_OPEN, _CROSS)


def _edges(calm: np.ndarray, lows: Iterable[int]) -> Iterator[np.ndarray]:
    for low in lows:
        yield cv2.dilate(cv2.Canny(calm, low, low * 5 // 2), _CROSS)


def _quads_of(mask: np.ndarray) -> list[np.ndarray]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    least, most = QUADS.area_min * mask.size, QUADS.area_max * mask.size
    quads = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if not least < area < most:
            continue
        hull = cv2.convexHull(contour)
        if area < QUADS.fill_min * cv2.contourArea(hull):
            continue
        corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
        if len(corners) == 4:
            quads.append(corners.reshape(4, 2).astype(float))
    return quads


def signed_area(quad: np.ndarray) -> float:
    """Of (4, 2) corners; positive where they run clockwise as a person sees the picture, which has y downwards."""
    (ax, ay), (bx, by) = quad[2] - quad[0], quad[3] - quad[1]
    return float(ax * by - ay * bx) / 2


_ROLLS = (np.arange(4)[:, None] + np.arange(4)) % 4  # the four places where a quad may begin


def _each_once(quads: np.ndarray) -> np.ndarray:
    across, down = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    areas = (across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]) / 2
    quads = np.where((areas > 0)[:, None, None], quads, quads[:, ::-1])
    diagonals = np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)
    kept = np.empty((QUADS.keep, 4, 2))
    count = 0
    for index in np.argsort(-np.abs(areas), kind="stable"):
        quad = quads[index]
        far = np.abs(kept[:count, None] - quad[_ROLLS]).max((2, 3))
        if count and far.min() < QUADS.same_fraction * diagonals[index]:
            continue
        kept[count] = quad
        count += 1
        if count == QUADS.keep:
            break
    return kept[:count].copy()
