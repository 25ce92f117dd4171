"""How one picture of the table lies on another: the camera was pushed, and what was drawn here is drawn there now.

in     two small grey pictures, and Quads in the first between which the table lies
out    Matrix (3, 3), a homography from the first picture's pixels to the second's; None where none explains both;
       and the first picture drawn as it would be seen by such a one
never  knows a card, or a picture before these two
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, FloatImage, Grey, Matrix, Plane, Points, Quads
from vision.tracking.picture_difference import exposure_gain


@dataclass(frozen=True)
class PictureAlignmentSettings:
    """Corners of what is drawn are followed from picture to picture. Pixels of the small pictures."""

    surroundings_px: float = 10.0  # two thirds of a card
    corners_most: int = 300
    corner_quality: float = 0.01  # of the sharpest corner: printed ones, and no noise
    corner_apart_px: int = 4  # a quarter of a card
    window_px: int = 15  # a card: its surroundings tell it from another like it
    levels: int = 3  # each doubles how far a corner is followed; three bring 5 degrees and half a card's length
    back_px: float = 0.7  # followed there and back, a corner is where it was; under a hand it is not
    outlier_px: float = 1.0
    followed_least: int = 12  # corners; a homography has eight numbers
    followed: float = 0.35  # of the corners: an arm lies over some, others have left the picture
    moved_px: float = 0.4  # of three in four that are followed: beside an arm, most are still where they were
    stretched: float = 0.2  # of a card's side: a camera pushed about on its stand comes no nearer than that
    cards: float = 0.5  # with a corner that is explained: from a few at one end it is not told where the others are
    explained: float = 0.8  # of the corners that could be followed: 0.95 of those on tables that were pushed
    around: float = 0.15  # of the cards' whole extent, in which corners are looked for as well


PICTURE_ALIGNMENT = PictureAlignmentSettings()


def aligned(before: Plane, now: Plane, quads_px: Quads) -> Matrix | None:
    """quads_px : (n, 4, 2) the cards' places in the picture before"""
    limits = PICTURE_ALIGNMENT
    first, second = _without_light(before), _without_light(now)
    found = cv2.goodFeaturesToTrack(
        first, limits.corners_most, limits.corner_quality, limits.corner_apart_px, mask=_table(first, quads_px)
    )
    if found is None or len(found) < limits.followed_least:
        return None
    corners = np.asarray(found, np.float32)
    there, seen = _followed(first, second, corners)
    back, seen_back = _followed(second, first, there)
    kept = seen & seen_back & (np.abs(back - corners).max((1, 2)) < limits.back_px)
    if kept.sum() < max(limits.followed * len(corners), limits.followed_least):
        return None
    way, explained = cv2.findHomography(corners[kept], there[kept], cv2.RANSAC, limits.outlier_px)
    if way is None or explained.sum() < limits.explained * kept.sum():
        return None
    moved = np.abs(there - corners)[kept].max((1, 2))
    if np.quantile(moved, 0.25) < limits.moved_px or _stretched(quads_px, np.asarray(way)) > limits.stretched:
        return None
    of_cards = _share_with_any(quads_px, corners[kept][explained.ravel() > 0])
    return np.asarray(way, float) if of_cards >= limits.cards else None


def scaled(way_px: Matrix, scale: float) -> Matrix:
    """The same homography between pictures made larger or smaller."""
    size = np.diag([scale, scale, 1.0])
    return np.asarray(size @ way_px @ np.linalg.inv(size), float)


def warped(before: FloatImage, way: Matrix, now: FloatImage) -> FloatImage:
    """The picture before as it would be seen now; what was out of sight is as now, in the exposure of then."""
    high, wide = now.shape[:2]
    seen = cv2.warpPerspective(np.ones((high, wide), np.uint8), way, (wide, high)) > 0
    carried = cv2.warpPerspective(before, way, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.where(seen[..., None], carried, now * exposure_gain(now, before)).astype(np.float32)


def _stretched(quads_px: Quads, way: Matrix) -> float:
    """By how much of its length a side of a quad grows or shrinks at most."""
    moved = cv2.perspectiveTransform(np.asarray(quads_px, np.float32).reshape(1, -1, 2), way).reshape(-1, 4, 2)
    before, now = (np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2) for quads in (quads_px, moved))
    return float(np.abs(np.log(np.maximum(now, 1e-6) / np.maximum(before, 1e-6))).max())


def _share_with_any(quads_px: Quads, points: Points) -> float:
    """Of the quads: in how many of them there is one of these points."""
    reach = np.linalg.norm(quads_px[:, 2] - quads_px[:, 0], axis=1) / 2
    away = np.linalg.norm(points.reshape(1, -1, 2) - quads_px.mean(1)[:, None], axis=2)
    return float(np.mean(away.min(1) < reach))


def _without_light(plane: Plane) -> Grey:
    """Each pixel beside its surroundings, half as bright as the brightest: lamps and shadows are smooth."""
    beside = (plane + 1) / (cv2.GaussianBlur(plane, (0, 0), PICTURE_ALIGNMENT.surroundings_px) + 1)
    return np.asarray(np.clip(beside * 100, 0, 255), np.uint8)


def _table(picture: Grey, quads_px: Quads) -> Grey:
    """255 where the cards lie, between them and a little around: the floor beside the table moves otherwise."""
    points = np.asarray(quads_px, np.float32).reshape(-1, 2)
    middle = points.mean(0)
    hull = cv2.convexHull(middle + (points - middle) * (1 + PICTURE_ALIGNMENT.around))
    table = np.zeros(picture.shape, np.uint8)
    cv2.fillConvexPoly(table, np.round(hull).astype(np.int32), 255)
    return table


def _followed(first: Grey, second: Grey, corners: Points) -> tuple[Points, Flags]:
    side = PICTURE_ALIGNMENT.window_px
    there, seen, _ = cv2.calcOpticalFlowPyrLK(
        first, second, corners, np.empty_like(corners), winSize=(side, side), maxLevel=PICTURE_ALIGNMENT.levels
    )
    return np.asarray(there, np.float32), seen.ravel() > 0
