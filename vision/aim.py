"""The play area's corners as a person dragged them: whether a table can lie there. Finding it is calibrate's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.live.observe import Hint
from vision.quads import signed_area
from vision.settings import AIM

NO_PICTURE = Hint("aim.no_picture", "The camera gives no picture now, so its corners cannot be shown.")
CROSSED = Hint("aim.crossed", "These corners do not go once around a table: drag each to a corner of the play area.")
TOO_SMALL = Hint("aim.too_small", "That is too small for a table: drag each corner to a corner of the play area.")


def corners_px(shares: Sequence[tuple[float, float]], size_px: tuple[int, int]) -> np.ndarray | Hint:
    """(4, 2) pixels, N-W, N-E, S-E, S-W; or why no table lies so.

    shares : the corners as shares of the picture; where they go round the wrong way, north and south change places
    """
    corners = np.array(shares, float)
    turns = _turns(corners)
    if turns.min() < 0 < turns.max():
        return CROSSED
    if abs(signed_area(corners)) < AIM.least_area:
        return TOO_SMALL
    if turns.min() < 0:
        corners = corners[::-1]  # the start card's side stays the start card's
    return corners * size_px


def _turns(corners: np.ndarray) -> np.ndarray:
    """Which way the outline turns from each side to the next: alike everywhere if it goes once around."""
    side = np.roll(corners, -1, 0) - corners
    onward = np.roll(side, -1, 0)
    return side[:, 0] * onward[:, 1] - side[:, 1] * onward[:, 0]
