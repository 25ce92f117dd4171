"""Something laid over a patch anew each time it is shown, or a part of it beyond the picture; and what is told of it.

No card is drawn here: what lies over one is cut from another patch, or of one colour that grows lighter to one side.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Image, Images
from vision.detection.card_estimates import Presence
from vision.detection.pyramid import READING_PATCH
from vision.train.dataset.card_patches import MOSTLY_HIDDEN
from vision.train.dataset.face_labels import CORNERS_AT, CORNERS_WEIGHT_AT, IN_SIGHT_AT, PRESENCE_AT, SEEN_AT, WEIGHT_AT
from vision.train.dataset.patch_views import UNIT_CORNERS, ZONES, share_in

Rng = np.random.Generator
COVERED, CUT_OFF = 0.10, 0.05  # of the patches with a card
OF_ANOTHER = 0.5  # of what lies over them: cut from another patch; the rest has a colour
REACH = (0.12, 0.5)  # of a card's width: half a thing's size
EDGE_PX = 0.6  # how soft a thing's edge is
LONG = 0.4  # of the things: fingers, pens, sleeves, which come from the rim


def covered(patches: Images, labels: Floats, rng: Rng) -> tuple[Images, Floats]:
    """patches : (n, READING_PATCH) BGR uint8 with their labels; the same, some with less in sight"""
    patches, labels = patches.copy(), labels.copy()
    for number in np.flatnonzero(labels[:, CORNERS_WEIGHT_AT] > 0):
        draw = rng.random()
        if draw < COVERED:
            hidden = _thing(rng)
            patches[number] = _laid_over(patches[number], hidden, patches[int(rng.integers(len(patches)))], rng)
        elif draw < COVERED + CUT_OFF:
            hidden = _cut_off(patches[number], rng)
        else:
            continue
        _hide(labels[number], hidden)
    return patches, labels


def _thing(rng: Rng) -> Flags:
    """(rows, columns) where it lies: a lump, or something long that comes from the rim."""
    shape = np.zeros((READING_PATCH.height, READING_PATCH.width), np.uint8)
    size, unit = np.array([READING_PATCH.width, READING_PATCH.height]), READING_PATCH.card_width_px
    at = rng.uniform(0.1, 0.9, 2) * size
    half = rng.uniform(*REACH) * unit
    if rng.random() < LONG:
        turn = rng.uniform(0, 2 * np.pi)
        end = at + np.array([np.cos(turn), np.sin(turn)]) * size.max() * 2
        cv2.line(shape, at.astype(int).tolist(), end.astype(int).tolist(), (1,), max(int(half), 2))
        return shape > 0
    ring = at + rng.normal(0, 1, (7, 2)) * half
    cv2.fillConvexPoly(shape, cv2.convexHull(ring.astype(np.float32)).astype(np.int32), 1, cv2.LINE_8)
    return shape > 0


def _laid_over(patch: Image, hidden: Flags, other: Image, rng: Rng) -> Image:
    paint = other[::-1, ::-1] if rng.random() < OF_ANOTHER else _of_one_colour(patch, rng)
    share = cv2.GaussianBlur(hidden.astype(np.float32), (0, 0), EDGE_PX)[..., None]
    return np.asarray(patch * (1 - share) + paint * share, np.uint8)


def _of_one_colour(patch: Image, rng: Rng) -> Image:
    """In the light of the patch, lighter to one side."""
    rows, columns = np.mgrid[0 : patch.shape[0], 0 : patch.shape[1]].astype(np.float32)
    slope = rng.normal(0, 0.01, 2)
    lighter = 1 + slope[0] * (rows - rows.mean()) + slope[1] * (columns - columns.mean())
    tone = rng.uniform(0.1, 1.0, 3) * min(2.0 * float(patch.mean()) + 20, 255)
    return np.asarray(np.clip(tone * lighter[..., None], 0, 255), np.uint8)


def _cut_off(patch: Image, rng: Rng) -> Flags:
    """The last row or column that is left is repeated, as where a picture ends."""
    beyond = np.zeros(patch.shape[:2], bool)
    line, gone = (patch, beyond) if rng.random() < 0.5 else (patch.transpose(1, 0, 2), beyond.T)
    line, gone = (line, gone) if rng.random() < 0.5 else (line[::-1], gone[::-1])
    kept = int(len(line) * (1 - rng.uniform(0.1, 0.5)))
    line[kept:], gone[kept:] = line[kept - 1], True
    return beyond


def _hide(labels: Floats, hidden: Flags) -> None:
    """What is out of sight is not to be told, and a card that mostly is, is none that could be recognised."""
    corners = READING_PATCH.corners() + labels[CORNERS_AT].reshape(4, 2) * READING_PATCH.card_width_px
    to_patch = np.asarray(
        cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), corners.astype(np.float32)), float
    )
    left = [1 - share_in(hidden, to_patch, zone) for zone in (UNIT_CORNERS, *ZONES)]
    labels[SEEN_AT] *= left[0]
    labels[IN_SIGHT_AT] *= np.array(left[1:], np.float32)
    if labels[SEEN_AT] < 1 - MOSTLY_HIDDEN:
        labels[PRESENCE_AT], labels[CORNERS_WEIGHT_AT], labels[WEIGHT_AT] = Presence.OTHER, 0, 0
