"""Things with four corners in a picture: cards that lie alone, and much else. No judgement of what they are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.settings import QUADS


def find_quads(image: np.ndarray) -> np.ndarray:
    """(n, 4, 2) pixels, each clockwise as seen in the picture, the larger first; near-equal ones once."""
    found: list[np.ndarray] = []
    for long_side in (QUADS.long_side_px, QUADS.coarse_side_px):
        scale = min(1.0, long_side / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        for mask in _masks(small, coarse=long_side == QUADS.coarse_side_px):
            found += [(quad + 0.5) / scale - 0.5 for quad in _quads_of(mask)]
    return _each_once(np.array(found).reshape(-1, 4, 2))


def _masks(small: np.ndarray, coarse: bool) -> list[np.ndarray]:
    """Black and white pictures in which a card may stand out: lighter or darker than around it, or ringed by edges."""
    masks = []
    cross = np.ones((3, 3), np.uint8)
    channels = [small[..., 0], small[..., 2]] if coarse else [small[..., 1], small[..., 2], small[..., 0]]
    for channel in channels:
        calm = cv2.GaussianBlur(channel, (7, 7), 0) if coarse else cv2.GaussianBlur(channel, (3, 3), 0)
        around = [(81, 6), (81, -6)] if coarse else [(31, 4), (31, -4), (81, 6), (81, -6)]
        for block, offset in around:
            kind = cv2.THRESH_BINARY_INV if offset > 0 else cv2.THRESH_BINARY
            mask = cv2.adaptiveThreshold(calm, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, block, offset)
            masks.append(cv2.morphologyEx(mask, cv2.MORPH_OPEN, cross))
        for low in (8, 16) if coarse else (20, 50):
            masks.append(cv2.dilate(cv2.Canny(calm, low, low * 5 // 2), cross))
    return masks


def _quads_of(mask: np.ndarray) -> list[np.ndarray]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    quads = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if not QUADS.area_min < area / mask.size < QUADS.area_max:
            continue
        hull = cv2.convexHull(contour)
        if area < QUADS.fill_min * cv2.contourArea(hull):
            continue
        corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
        if len(corners) == 4:
            quads.append(_clockwise(corners.reshape(4, 2).astype(float)))
    return quads


def _clockwise(quad: np.ndarray) -> np.ndarray:
    """Clockwise as a person sees the picture, which has y downwards."""
    return quad if signed_area(quad) > 0 else quad[::-1]


def signed_area(quad: np.ndarray) -> float:
    x, y = quad[..., 0], quad[..., 1]
    return float((x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y).sum(-1) / 2)


def _each_once(quads: np.ndarray) -> np.ndarray:
    areas = np.array([signed_area(quad) for quad in quads])
    kept: list[np.ndarray] = []
    for index in np.argsort(-areas):
        quad = quads[index]
        if kept:
            others = np.array(kept)
            near = min(np.abs(np.roll(others, turn, 1) - quad).max((1, 2)).min() for turn in range(4))
            if near < QUADS.same_fraction * np.linalg.norm(quad[0] - quad[2]):
                continue
        kept.append(quad)
        if len(kept) == QUADS.keep:
            break
    return np.array(kept).reshape(-1, 4, 2)
