"""What the detection network ought to answer for a table whose cards are known. No drawing, no learning."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Plane, Points
from vision.detection.card_detector import ANSWERS, KINDS, OFFSET, SIZE_PX, STRIDE
from vision.train.dataset.table_pictures import HIDDEN, NOBODY

SPREAD = 0.085  # of a spot around a card's middle, in roots of its area; and at least
SPREAD_LEAST = 0.55  # places
TAUGHT = 0.35  # height of a spot from which its places are taught where the card's sides are
UNJUDGED = 0.1  # likewise, of a hidden card: no answer there is wrong


def targets_for(labels: Floats, height: int, width: int) -> tuple[Floats, Floats, Plane, Plane]:
    """labels : (n, ROW) of table_pictures.make_table; height, width : places, a STRIDE-th of the picture.

    Returns spots (4, h, w) 0 to 1, sides (9, h, w), where sides are taught and where spots are judged (h, w).
    """
    spots = np.zeros((len(KINDS), height, width), np.float32)
    sides = np.zeros((ANSWERS - len(KINDS), height, width), np.float32)
    owned, judged = np.zeros((height, width), np.float32), np.ones((height, width), np.float32)
    for kind, x, y, *half in labels[labels[:, 0] != NOBODY]:
        at = np.array([x - (STRIDE - 1) / 2, y - (STRIDE - 1) / 2]) / STRIDE
        size = 2 * np.sqrt(abs(half[0] * half[3] - half[1] * half[2]))
        spread = max(SPREAD_LEAST, SPREAD * size / STRIDE)
        window, right, down = _window(at, 3 * spread + 1.5, height, width)
        spot = np.exp(-(right**2 + down**2) / (2 * spread**2)).astype(np.float32)
        if not spot.size:
            continue
        if kind == HIDDEN:
            judged[window][spot > UNJUDGED] = 0
            continue
        spot[spot == spot.max()] = 1
        plane = spots[(int(kind) - 1, *window)]
        np.maximum(plane, spot, out=plane)
        own = spot > np.maximum(owned[window], TAUGHT)
        owned[window][own] = spot[own]
        part = sides[(slice(None), *window)]
        part[0][own], part[1][own] = right[own] / OFFSET, down[own] / OFFSET
        part[2:, own] = _sides(np.array(half), size)[:, None]
    return spots, sides, (owned > 0).astype(np.float32), judged


def _window(at: Points, reach: float, height: int, width: int) -> tuple[tuple[slice, slice], Plane, Plane]:
    """Slices around a place, and how far right and down of each place in them it lies."""
    low = np.maximum(np.floor(at - reach), 0).astype(int)
    high = np.minimum(np.ceil(at + reach) + 1, (width, height)).astype(int)
    rows, columns = np.mgrid[low[1] : high[1], low[0] : high[0]]
    return (slice(low[1], high[1]), slice(low[0], high[0])), at[0] - columns, at[1] - rows


def _sides(half: Floats, size: float) -> Floats:
    """(7,) the size and the tensors of the half sides, as card_detector takes them apart again."""
    (ux, uy, vx, vy), area = half, size**2 / 4
    return np.array([np.log(size / SIZE_PX), *np.array([ux * ux, ux * uy, uy * uy, vx * vx, vx * vy, vy * vy]) / area])
