"""Where the board's cards are in the picture once the camera has moved, or its pictures have another size.

in     a settled board, as cards by cell, and a Reading of the picture now, its size in pixels (across, down), or the
       homography from the picture before
out    the same board with other corners; how far it moved, as a share of a card's width
never  changes what a card is, or which cards lie there
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sight.reading import QuadPx, Reading, SeenCard, quad_px
from vision.arrays import Matrix
from vision.tracking.temporal_filter import CardsByCell

SizePx = tuple[int, int]  # across and down


@dataclass(frozen=True)
class CameraShiftSettings:
    """Telling from the cards that are seen in their old cells where the others are."""

    bumped: float = 0.3  # of a card's width: all cards moved so far together, so it was the camera
    noticed: float = 0.02  # of a card's width: nearer, a picture lies where it lay
    least_in_common: int = 3  # cards seen in their old cells; of two, one may be misread
    outlier_px: float = 5.0  # a card farther from where the others foretell it was pushed, or is misread


CAMERA_SHIFT = CameraShiftSettings()


def resized(board: CardsByCell, before_px: SizePx, now_px: SizePx) -> CardsByCell:
    """The board in a picture that shows the same in another size."""
    across, down = now_px[0] / before_px[0], now_px[1] / before_px[1]
    return {
        cell: replace(card, quad_px=quad_px((x * across, y * down) for x, y in card.quad_px))
        for cell, card in board.items()
    }


def carried_along(board: CardsByCell, way_px: Matrix) -> CardsByCell:
    """The board where it is seen now. way_px : from pixels of the picture in which it lies to pixels of this one"""
    return {cell: replace(card, quad_px=_along(card, way_px)) for cell, card in board.items()}


def enough_in_common(board: CardsByCell, reading: Reading) -> bool:
    """Whether so many cards are seen in their old cells that they tell where the others must be."""
    return sum(card.cell in board for card in reading.cards) >= CAMERA_SHIFT.least_in_common


def is_bumped(board: CardsByCell, reading: Reading) -> bool:
    return shifted(board, reading) > CAMERA_SHIFT.bumped


def is_carried_far(before: CardsByCell, now: CardsByCell) -> bool:
    """So far that it was no mere tremble: somebody bumped the camera."""
    return moved_by(before, now) > CAMERA_SHIFT.bumped


def is_in_place(before: CardsByCell, now: CardsByCell) -> bool:
    return moved_by(before, now) < CAMERA_SHIFT.noticed


def shifted(board: CardsByCell, reading: Reading) -> float:
    """How far the cards seen in their old cells moved in the picture, as a share of a card's width (their median)."""
    return moved_by(board, {card.cell: card for card in reading.cards}) if enough_in_common(board, reading) else 0.0


def moved_by(before: CardsByCell, now: CardsByCell) -> float:
    """Likewise, of the cells that have cards in both; 0 if none has."""
    shifts = []
    for cell in before.keys() & now.keys():
        there, here = np.array(before[cell].quad_px), np.array(now[cell].quad_px)
        wide = max(float(np.linalg.norm(here[1] - here[0])), 1.0)
        shifts.append(float(np.linalg.norm(here.mean(0) - there.mean(0))) / wide)
    return float(np.median(shifts)) if shifts else 0.0


def moved_along(board: CardsByCell, reading: Reading) -> CardsByCell:
    """The board with every card where it is seen now; one that is hidden goes where the others went."""
    now = {card.cell: card.quad_px for card in reading.cards}
    both = [cell for cell in board if cell in now]
    then_px = np.array([point for cell in both for point in board[cell].quad_px], np.float32)
    now_px = np.array([point for cell in both for point in now[cell]], np.float32)
    way, _ = cv2.findHomography(then_px, now_px, cv2.RANSAC, CAMERA_SHIFT.outlier_px)
    moved = {}
    for cell, card in board.items():
        quad = now.get(cell)
        if quad is None and way is not None:
            quad = _along(card, np.asarray(way, float))
        moved[cell] = replace(card, quad_px=quad or card.quad_px)
    return moved


def _along(card: SeenCard, way_px: Matrix) -> QuadPx:
    return quad_px(cv2.perspectiveTransform(np.array([card.quad_px], np.float32), way_px)[0])
