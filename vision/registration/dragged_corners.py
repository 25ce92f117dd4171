"""The play area's corners as a person dragged them: whether a table can lie there. Finding it is registered_table's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.sight.hints import Hint
from vision.arrays import Floats, Quad
from vision.geometry.card_pose import signed_area


@dataclass(frozen=True)
class DraggedCornerSettings:
    """Corners dragged by hand."""

    least_area: float = 0.05  # of the picture; in less, a card of 1080 lines has fewer than 30 pixels


DRAGGED_CORNERS = DraggedCornerSettings()
NO_PICTURE = Hint("aim.no_picture")
CROSSED = Hint("aim.crossed")
TOO_SMALL = Hint("aim.too_small")


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


def _turns(corners: Quad) -> Floats:
    """(4,) which way the outline turns from each side to the next: alike everywhere if it goes once around."""
    side = np.roll(corners, -1, 0) - corners
    onward = np.roll(side, -1, 0)
    turns: Floats = side[:, 0] * onward[:, 1] - side[:, 1] * onward[:, 0]
    return turns
