"""Where the board's cards are in the picture once the camera has moved, or its pictures have another size.

in     a settled board, as cards by cell, and a Reading of the picture now or its size in pixels (across, down)
out    the same board with other corners; how far it moved, as a share of a card's width
never  changes what a card is, or which cards lie there
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.sight.reading import Reading, quad_px
from vision.tracking.temporal_filter import CardsByCell

SizePx = tuple[int, int]  # across and down


@dataclass(frozen=True)
class CameraShiftSettings:
    """Telling from the cards that are seen in their old cells where the others are."""

    bumped: float = 0.3  # of a card's width: all cards moved so far together, so it was the camera
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


def enough_in_common(board: CardsByCell, reading: Reading) -> bool:
    """Whether so many cards are seen in their old cells that they tell where the others must be."""
    return sum(card.cell in board for card in reading.cards) >= CAMERA_SHIFT.least_in_common


def is_bumped(board: CardsByCell, reading: Reading) -> bool:
    return shifted(board, reading) > CAMERA_SHIFT.bumped


def shifted(board: CardsByCell, reading: Reading) -> float:
    """How far the cards seen in their old cells moved in the picture, as a share of a card's width (their median)."""
    shifts = []
    for card in reading.cards:
        old = board.get(card.cell)
        if old is not None:
            then, now = np.array(old.quad_px), np.array(card.quad_px)
            wide = max(float(np.linalg.norm(now[1] - now[0])), 1.0)
            shifts.append(float(np.linalg.norm(now.mean(0) - then.mean(0))) / wide)
    return float(np.median(shifts)) if enough_in_common(board, reading) else 0.0


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
            quad = quad_px(cv2.perspectiveTransform(np.array([card.quad_px], np.float32), way)[0])
        moved[cell] = replace(card, quad_px=quad or card.quad_px)
    return moved
