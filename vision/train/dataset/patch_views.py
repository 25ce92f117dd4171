"""How a patch looks at a card: where it lies in it, how large, which zones of it matter. Never draws.

Places are in card widths around a card's middle, x to the right and y down.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Matrix, Points
from vision.detection.cover_network import MIDDLE, MOUTH
from vision.detection.pyramid import WIDE_PATCH
from vision.simulate.art.curves import HEIGHT

Rng = np.random.Generator
TALL = HEIGHT
FARTHEST_PX, NEAREST_PX, SQUEEZE = 42, 145, 0.12  # a card's height; one standard deviation of a logarithm
UNIT_CORNERS = np.array([(-0.5, -TALL / 2), (0.5, -TALL / 2), (0.5, TALL / 2), (-0.5, TALL / 2)])


@dataclass(frozen=True)
class CardScale:
    """How large a camera sees a card, and how much wider, and lower, than from straight above."""

    height_px: float
    squeeze: float


@dataclass(frozen=True)
class PatchView:
    """How a patch looks at the table. to_patch, to_canvas : 3x3 from card widths around the middle cell."""

    to_patch: Matrix
    to_canvas: Matrix
    size: tuple[int, int]
    unit_px: float


def any_scale(rng: Rng) -> CardScale:
    height_px = float(np.exp(rng.uniform(np.log(FARTHEST_PX), np.log(NEAREST_PX))))
    return CardScale(height_px, float(np.exp(rng.normal(0, SQUEEZE))))


def look(rng: Rng, near: bool = False, scale: CardScale | None = None) -> PatchView:
    """A predicted quad that is wrong by as much as a prediction is, seen by a camera of some height and slant.

    near : it was seen by the reading network; scale : any, where none is given
    """
    wide = rng.random() < 0.55 and not near
    reach = 0.2 if wide else 0.05
    shift = np.clip(rng.normal(0, reach * 0.55, 2), -reach, reach) * (1, 1.1)
    turn = np.clip(rng.normal(0, 0.07 if wide else 0.025), -0.17, 0.17)
    grow = np.exp(rng.normal(0, 0.035 if wide else 0.012, 2))
    shear = rng.normal(0, 0.03 if wide else 0.01)
    c, s = np.cos(turn), np.sin(turn)
    error = np.array([[c * grow[0], -s + shear, shift[0]], [s, c * grow[1], shift[1]], [0, 0, 1]])
    error[2, :2] = rng.normal(0, 0.02, 2)
    middle = WIDE_PATCH.corners().mean(0)
    place = np.array([[WIDE_PATCH.card_width_px, 0, middle[0]], [0, WIDE_PATCH.card_width_px, middle[1]], [0, 0, 1]])
    to_patch = place @ error
    scale = scale or any_scale(rng)
    tall = scale.height_px / (TALL * WIDE_PATCH.card_width_px)
    zoomed = np.array([tall * scale.squeeze, tall / scale.squeeze])
    size = np.maximum(np.round(zoomed * (WIDE_PATCH.width, WIDE_PATCH.height)), 24).astype(int)
    stretch = size / (WIDE_PATCH.width, WIDE_PATCH.height)
    zoom = np.array([[stretch[0], 0, (stretch[0] - 1) / 2], [0, stretch[1], (stretch[1] - 1) / 2], [0, 0, 1]])
    unit_px = float(WIDE_PATCH.card_width_px * stretch.mean())
    return PatchView(to_patch, zoom @ to_patch, (int(size[0]), int(size[1])), unit_px)


def share_in(mask: Flags, to_mask: Matrix, zone: Points) -> float:
    """Of a zone of the card, given in card widths about its middle. to_mask : 3x3 from these to the mask's pixels"""
    inside = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(inside, project(to_mask, zone).astype(np.int32), 1)
    return float(mask[inside > 0].sum() / max(int(inside.sum()), 1))


def _zone(x: float, y: float, wide: float, tall: float) -> Points:
    return np.array([(x - wide, y - tall), (x + wide, y - tall), (x + wide, y + tall), (x - wide, y + tall)])


_HALF = MOUTH / 2
_OUT = (0.5 - _HALF, TALL / 2 - _HALF)
ZONES = (
    _zone(0, -_OUT[1], _HALF, _HALF),
    _zone(_OUT[0], 0, _HALF, _HALF),
    _zone(0, _OUT[1], _HALF, _HALF),
    _zone(-_OUT[0], 0, _HALF, _HALF),
    _zone(0, 0, MIDDLE[0] / 2, MIDDLE[1] / 2),
)


def pose_at(at: Points, turn_rad: float) -> Matrix:
    c, s = np.cos(turn_rad), np.sin(turn_rad)
    return np.array([[c, -s, at[0]], [s, c, at[1]], [0, 0, 1]])


def project(matrix: Matrix, points: Points) -> Points:
    out = np.concatenate([points, np.ones((len(points), 1))], 1) @ matrix.T
    flat: Points = out[:, :2] / out[:, 2:]
    return flat
