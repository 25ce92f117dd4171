"""Where the board's cards are in the picture once the camera has moved, or its pictures have another size."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.live.observe import Point, Reading
from companion.maze.geometry import Cell
from vision.settings import SETTLE
from vision.settle import Board

SizePx = tuple[int, int]  # across and down


def resized(board: Board, before_px: SizePx, now_px: SizePx) -> Board:
    """The board in a picture that shows the same in another size."""
    across, down = now_px[0] / before_px[0], now_px[1] / before_px[1]
    quads = {cell: tuple((x * across, y * down) for x, y in card.quad_px) for cell, card in board.items()}
    return {cell: replace(card, quad_px=quads[cell]) for cell, card in board.items()}  # type: ignore[arg-type]


def enough_in_common(board: Board, reading: Reading) -> bool:
    """Whether so many cards are seen in their old cells that they tell where the others must be."""
    return sum(card.cell in board for card in reading.cards) >= SETTLE.least_in_common


def shifted(board: Board, reading: Reading) -> float:
    """How far the cards seen in their old cells moved in the picture, as a share of a card's width (their median)."""
    shifts = []
    for card in reading.cards:
        old = board.get(card.cell)
        if old is not None:
            then, now = np.array(old.quad_px), np.array(card.quad_px)
            shifts.append(np.linalg.norm(now.mean(0) - then.mean(0)) / max(np.linalg.norm(now[1] - now[0]), 1.0))
    return float(np.median(shifts)) if enough_in_common(board, reading) else 0.0


def moved_along(board: Board, reading: Reading) -> Board:
    """The board with every card where it is seen now; one that is hidden goes where the others went."""
    now = {card.cell: card.quad_px for card in reading.cards}
    both = [cell for cell in board if cell in now]
    then_px, now_px = (np.float32([point for cell in both for point in where[cell]]) for where in (_quads(board), now))
    way, _ = cv2.findHomography(then_px, now_px, cv2.RANSAC, 5.0)
    moved = {}
    for cell, card in board.items():
        quad = now.get(cell)
        if quad is None and way is not None:
            points = cv2.perspectiveTransform(np.float32([card.quad_px]), way)[0]
            quad = tuple((float(x), float(y)) for x, y in points)  # type: ignore[assignment]
        moved[cell] = replace(card, quad_px=quad or card.quad_px)
    return moved


def _quads(board: Board) -> dict[Cell, tuple[Point, Point, Point, Point]]:
    return {cell: card.quad_px for cell, card in board.items()}
