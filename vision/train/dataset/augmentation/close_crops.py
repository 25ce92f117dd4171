"""Patches as the recognition network sees them, cut from wider ones. No drawing, no learning."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image, Quad
from vision.detection.pyramid import READING_PATCH, WIDE_PATCH
from vision.train.dataset.face_labels import CORNERS_AT, CORNERS_WEIGHT_AT

TURN_RAD = 0.02  # how wrong a card's place still is when it is read, one standard deviation each
GROWTH = 0.018
SHIFT = 0.025  # card widths
CORNER = 0.015
LOST = 0.25  # one in four is off by LOST_BY times as much: so far may a card be when it was only detected
LOST_BY = 2.5


def close_crop(patch: Image, labels: Floats, rng: np.random.Generator) -> tuple[Image, Floats]:
    """A READING_PATCH around the true card, a little off, and its labels; of a bare place, its middle.

    patch : a WIDE_PATCH, BGR uint8; labels : (LABELS,)
    """
    has_card = labels[CORNERS_WEIGHT_AT] > 0
    offsets = labels[CORNERS_AT].reshape(4, 2) * WIDE_PATCH.card_width_px if has_card else 0
    true = (WIDE_PATCH.corners() + offsets).astype(np.float32)
    to_patch = cv2.getPerspectiveTransform(_misplaced(true, rng), READING_PATCH.corners())
    size = (READING_PATCH.width, READING_PATCH.height)
    out = cv2.warpPerspective(patch, to_patch, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    labels = labels.copy()
    if has_card:
        seen = cv2.perspectiveTransform(true[None], to_patch)[0]
        labels[CORNERS_AT] = ((seen - READING_PATCH.corners()) / READING_PATCH.card_width_px).ravel()
    return np.asarray(out, np.uint8), labels


def _misplaced(quad: Quad, rng: np.random.Generator) -> Quad:
    middle, width = quad.mean(0), np.linalg.norm(quad[1] - quad[0])
    off = LOST_BY if rng.random() < LOST else 1.0
    turn, growth = rng.normal(0, TURN_RAD * off), np.exp(rng.normal(0, GROWTH * off, 2))
    cosine, sine = np.cos(turn), np.sin(turn)
    moved = (quad - middle) * growth @ np.array([[cosine, sine], [-sine, cosine]]) + middle
    moved += rng.normal(0, SHIFT * off, 2) * width + rng.normal(0, CORNER * off, (4, 2)) * width
    return np.asarray(moved, np.float32)
