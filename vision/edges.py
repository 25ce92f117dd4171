"""How clearly a card's sides stand out in a patch: cloth that looks like a card has none. Not what is on it."""

from __future__ import annotations

import numpy as np

from vision.network import PatchShape
from vision.settings import EDGES


def side_contrast(patches: np.ndarray, shape: PatchShape) -> np.ndarray:
    """(n,) how much grey changes across the weaker sides of a card that fills its quad, in levels.

    patches : (n, h, w, 3) as cut by network.patches_from_quads
    The weakest side of four does not count: it may lie under a hand or a neighbour.
    """
    if not len(patches):
        return np.zeros(0)
    corners = shape.corners()
    (west, north), (east, south) = corners[0], corners[2]
    rows = _inner(north, south)
    columns = _inner(west, east)
    across = patches[:, rows].mean(1)  # (n, w, 3)
    down = patches[:, :, columns].mean(2)  # (n, h, 3)
    sides = [_step(across, west), _step(across, east), _step(down, north), _step(down, south)]
    ranked = np.sort(np.array(sides), 0)
    return np.sqrt(ranked[1] * ranked[2])


def _inner(low: float, high: float) -> slice:
    rim = EDGES.corner_share * (high - low)
    return slice(int(low + rim), int(high - rim))


def _step(profile: np.ndarray, at: float) -> np.ndarray:
    """(n,) the largest change near a place of (n, length, 3) mean colours."""
    change = np.linalg.norm(profile[:, 2:].astype(float) - profile[:, :-2], axis=2)
    middle = round(float(at)) - 1
    return change[:, max(middle - EDGES.reach_px, 0) : middle + EDGES.reach_px + 1].max(1)
