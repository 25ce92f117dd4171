"""The play area's corners as a person drags them, in a picture of whatever size.

Finding it is registered_table's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.sight.hints import Hint
from companion.sight.reading import SeenCard
from vision.arrays import Floats, Quad
from vision.geometry.card_pose import signed_area
from vision.geometry.dimensions import CARD_CORNERS_MM, PLAY_AREA_MIDDLE_MM, PLAY_AREA_SIZE_MM, cell_mm, corners_mm


@dataclass(frozen=True)
class DraggedCornerSettings:
    """Corners dragged by hand."""

    least_cards: int = 3  # from which the corners are told: fewer tell badly what lies nine cards on
    same_shape: float = 0.01  # of a picture's width to its height: 854 x 480 is 1280 x 720 made smaller
    least_area: float = 0.05  # of the picture; in less, a card of 1080 lines has fewer than 30 pixels


DRAGGED_CORNERS = DraggedCornerSettings()
NO_PICTURE = Hint("aim.no_picture")
CROSSED = Hint("aim.crossed")
TOO_SMALL = Hint("aim.too_small")
NOTHING_THERE = Hint("aim.nothing_there")
UNUSED = Hint("aim.unused")  # the table lies elsewhere


def corners_px(shares: Sequence[tuple[float, float]], size_px: tuple[int, int]) -> Quad | Hint:
    """(4, 2) pixels, N-W, N-E, S-E, S-W; or why no table lies so.

    shares : the corners as shares of the picture; where they go round the wrong way, north and south change places
    """
    corners = np.array(shares, float)
    turns = _turns(corners)
    if turns.min() < 0 < turns.max():
        return CROSSED
    if abs(signed_area(corners)) < DRAGGED_CORNERS.least_area:
        return TOO_SMALL
    if turns.min() < 0:
        corners = corners[::-1]  # the start card's side stays the start card's
    return corners * size_px


def corners_in_size(corners: Quad, before_px: tuple[int, int], now_px: tuple[int, int]) -> Quad | None:
    """Where the corners are in a picture of another size. In one of another shape nobody knows."""
    across, down = np.divide(now_px, before_px)
    same_shape = abs(across / down - 1) < DRAGGED_CORNERS.same_shape
    return np.asarray(corners, float) * (across, down) if same_shape else None


def corner_shares(cards: Sequence[SeenCard], size_px: tuple[int, int]) -> list[tuple[float, float]] | None:
    """The play area's corners as shares of the picture, as these cards lie in it; None of too few."""
    if len(cards) < DRAGGED_CORNERS.least_cards:
        return None
    there_mm = np.concatenate([cell_mm(card.cell) + CARD_CORNERS_MM for card in cards])
    there_px = np.concatenate([card.quad_px for card in cards])
    homography, _ = cv2.findHomography(there_mm, there_px)
    if homography is None:
        return None
    corners = corners_mm(*PLAY_AREA_SIZE_MM) + PLAY_AREA_MIDDLE_MM
    shares = cv2.perspectiveTransform(corners[None], homography)[0] / size_px
    return [(float(x), float(y)) for x, y in shares]


def _turns(corners: Quad) -> Floats:
    """(4,) which way the outline turns from each side to the next: alike everywhere if it goes once around."""
    side = np.roll(corners, -1, 0) - corners
    onward = np.roll(side, -1, 0)
    turns: Floats = side[:, 0] * onward[:, 1] - side[:, 1] * onward[:, 0]
    return turns
