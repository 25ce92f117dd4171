"""How one picture of the table lies on another: the camera was pushed, and what was drawn here is drawn there now.

in     two small grey pictures, and Quads in the first between which the table lies; or a board, and a Reading after it
out    Matrix (3, 3), a homography from the first picture's pixels to the second's; None where none explains both;
       and the first picture, and the board's cards, as they would be seen by such a one
never  knows a picture before these two, or says what of it is believed: see known_places
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import Cell
from companion.sight.reading import QuadPx, Reading, SeenCard, quad_px
from vision.arrays import Flags, FloatImage, Floats, Grey, Matrix, Plane, Points, Quads
from vision.tracking.picture_difference import in_light_of


@dataclass(frozen=True)
class PictureAlignmentSettings:
    """Corners of what is drawn are followed from picture to picture; where the camera was turned too far for that, from
    where features that look alike (Lowe's SIFT) say they should be. Pixels of the small pictures."""

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
    moved_px: float = 0.4  # of half the corners: nearer, it trembled or stands; few move where it turned about them
    stretched: float = 0.7  # log of a side's growth or shrinking: a camera that was carried comes twice as near at most
    cards: float = 0.5  # with a corner that is explained: from a few at one end it is not told where the others are
    explained: float = 0.8  # of the corners that could be followed: 0.95 of those on tables that were pushed
    around: float = 0.15  # of the cards' whole extent, in which corners are looked for as well
    features_most: int = 600  # of 20 tables 250 at most were of use
    feature_contrast: float = 0.02  # half of SIFT's usual: the pictures are smoothed
    alike: float = 0.8  # a feature's distance to the likest to that to the next, Lowe's own limit
    alike_least: int = 8  # features: of four cards on plain cloth, turned by a quarter, 5 to 23 are found again
    coarse_px: float = 2.0  # features that agree on a homography; the corners are followed from there
    pushed_px: float = 5.0  # of full pictures: a card farther from where the others foretell it was pushed, or misread


PICTURE_ALIGNMENT = PictureAlignmentSettings()


def aligned(before: Plane, now: Plane, quads_px: Quads) -> Matrix | None:
    """quads_px : (n, 4, 2) the cards' places in the picture before"""
    first, second = _without_light(before), _without_light(now)
    turned: Matrix = np.eye(3)
    followed = _followed_way(first, second, quads_px)
    if followed is None and (found := _way_of_features(first, second, quads_px)) is not None:
        turned = found
        there = cv2.warpPerspective(first, turned, second.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        followed = _followed_way(np.asarray(there, np.uint8), second, _along(quads_px, turned))
    if followed is None:
        return None
    onward, corners = followed
    way = onward @ turned
    return way if _is_push(quads_px, way, _along(corners, np.linalg.inv(turned))) else None


def _followed_way(first: Grey, second: Grey, quads_px: Quads) -> tuple[Matrix, Points] | None:
    """By corners that are followed, each from where it was; and those that it explains, (n, 1, 2)."""
    limits = PICTURE_ALIGNMENT
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
    told = corners[kept][explained.ravel() > 0]
    return (np.asarray(way, float), told) if _share_with_any(quads_px, told) >= limits.cards else None


def _way_of_features(first: Grey, second: Grey, quads_px: Quads) -> Matrix | None:
    """However far the camera was turned; roughly, as of features on few cards some are taken for others."""
    limits = PICTURE_ALIGNMENT
    finder = cv2.SIFT.create(nfeatures=limits.features_most, contrastThreshold=limits.feature_contrast)
    points, looks = finder.detectAndCompute(first, _table(first, quads_px))
    others, other_looks = finder.detectAndCompute(second, None)
    if looks is None or other_looks is None or len(other_looks) < 2:
        return None
    two = cv2.BFMatcher().knnMatch(looks, other_looks, k=2)
    alike = [one for one, next_best in two if one.distance < limits.alike * next_best.distance]
    if len(alike) < limits.alike_least:
        return None
    there = np.array([points[one.queryIdx].pt for one in alike], np.float32)
    here = np.array([others[one.trainIdx].pt for one in alike], np.float32)
    found, _ = cv2.findHomography(there, here, cv2.RANSAC, limits.coarse_px)
    if found is None:
        return None
    way = np.asarray(found, float)
    return way if _stretched(quads_px, _along(quads_px, way)) <= limits.stretched else None


def _is_push(quads_px: Quads, way: Matrix, corners: Points) -> bool:
    """Whether what was followed lies elsewhere, and no card is so much larger or smaller that no camera was carried so
    far. Where a head hides most of the table, a few corners close together say nothing of where the others are.

    corners : (n, 1, 2) those that the way explains, in the picture before
    """
    limits, off = PICTURE_ALIGNMENT, np.abs(_along(corners, way) - corners).max((1, 2))
    stretched = _stretched(quads_px, _along(quads_px, way))
    return bool(np.median(off) >= limits.moved_px and stretched <= limits.stretched)


def scaled(way_px: Matrix, scale: float) -> Matrix:
    """The same homography between pictures made larger or smaller."""
    size = np.diag([scale, scale, 1.0])
    return np.asarray(size @ way_px @ np.linalg.inv(size), float)


def warped(before: FloatImage, way: Matrix, now: FloatImage) -> FloatImage:
    """The picture before as it would be seen now; what was out of sight is as now, in the exposure of then."""
    high, wide = now.shape[:2]
    seen = cv2.warpPerspective(np.ones((high, wide), np.uint8), way, (wide, high)) > 0
    carried = cv2.warpPerspective(before, way, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.where(seen[..., None], carried, in_light_of(before, now)).astype(np.float32)


def _along(points_px: Points | Quads, way: Matrix) -> Floats:
    """(n, m, 2) points or quads, where they are then."""
    moved = cv2.perspectiveTransform(np.asarray(points_px, np.float32).reshape(1, -1, 2), way)
    return np.asarray(moved, float).reshape(np.shape(points_px))


def _stretched(quads_px: Quads, moved_px: Quads) -> float:
    """The logarithm of the most by which a side of a quad grows or shrinks."""
    before, now = (np.linalg.norm(quads - np.roll(quads, 1, 1), axis=2) for quads in (quads_px, moved_px))
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


# ---- the cards of a board, in pixels of full pictures ----------------------------------------------------------------


def resized(
    board: Mapping[Cell, SeenCard], before_px: tuple[int, int], now_px: tuple[int, int]
) -> dict[Cell, SeenCard]:
    """The board in a picture that shows the same in another size."""
    return carried_along(board, np.diag([now_px[0] / before_px[0], now_px[1] / before_px[1], 1.0]))


def carried_along(board: Mapping[Cell, SeenCard], way_px: Matrix) -> dict[Cell, SeenCard]:
    """The board where it is seen now. way_px : from pixels of the picture in which it lies to pixels of this one"""
    return {cell: replace(card, quad_px=_quad_along(card, way_px)) for cell, card in board.items()}


def moved_along(board: Mapping[Cell, SeenCard], reading: Reading) -> dict[Cell, SeenCard]:
    """The board with every card where it is seen now; one that is hidden goes where the others went."""
    now = {card.cell: card.quad_px for card in reading.cards}
    both = [cell for cell in board if cell in now]
    then_px = np.array([point for cell in both for point in board[cell].quad_px], np.float32)
    now_px = np.array([point for cell in both for point in now[cell]], np.float32)
    way, _ = cv2.findHomography(then_px, now_px, cv2.RANSAC, PICTURE_ALIGNMENT.pushed_px)
    moved = {}
    for cell, card in board.items():
        quad = now.get(cell)
        if quad is None and way is not None:
            quad = _quad_along(card, np.asarray(way, float))
        moved[cell] = replace(card, quad_px=quad or card.quad_px)
    return moved


def _quad_along(card: SeenCard, way_px: Matrix) -> QuadPx:
    return quad_px(_along(np.array([card.quad_px]), way_px)[0])
