"""What was read, drawn onto the picture it was read from.

in     Image, and the Reading of it
out    a copy of the Image
never  reads anything itself
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.maze.geometry import Side
from companion.sight.reading import Reading, SeenCard
from vision.arrays import Image, Points, Quad

SURE, UNSURE, DOWN = (80, 220, 60), (0, 165, 255), (230, 120, 40)  # BGR
_MIDDLES = {Side.N: (0, 1), Side.E: (1, 2), Side.S: (2, 3), Side.W: (3, 0)}  # a side between two corners


def draw_reading(image: Image, reading: Reading, warnings: Sequence[str] = ()) -> Image:
    """A copy of `image` with every card's edge, tunnels, cell and confidence; orange where the reader is unsure.

    warnings : sentences for its upper edge; of letters beyond ASCII the font has only question marks
    """
    picture = image.copy()
    for card in reading.cards:
        _draw_card(picture, card)
    for row, sentence in enumerate(warnings):
        _write(picture, sentence, (12, 28 + 26 * row), 0.7, UNSURE)
    return picture


def _draw_card(picture: Image, card: SeenCard) -> None:
    quad = np.array(card.quad_px)
    width = max(1, round(float(np.linalg.norm(quad[1] - quad[0])) / 28))
    colour = UNSURE if card.uncertain else DOWN if card.face is None else SURE
    cv2.polylines(picture, [_pixels(quad)], True, colour, width, cv2.LINE_AA)
    middle = quad.mean(0)
    for passage in card.face.passages if card.face else ():
        for side in passage.sides:
            edge = quad[list(_MIDDLES[side])].mean(0)
            reach = 1.0 if not passage.is_dead_end else 0.45
            end = edge + (_hub(middle, quad, passage.sides) - edge) * reach
            cv2.line(picture, _pixel(edge), _pixel(end), colour, width + 1, cv2.LINE_AA)
    size = max(0.3, float(np.linalg.norm(quad[1] - quad[0])) / 160)
    marks = "" if card.face is None else str(card.face).partition("|")[0].lstrip("NESW-")
    text = f"{card.cell.x},{card.cell.y} {card.confidence * 100:.0f}{marks}"
    _write(picture, text, _pixel(quad[3] + (quad[0] - quad[3]) * 0.1), size, colour)


def _hub(middle: Points, quad: Quad, sides: tuple[Side, ...]) -> Points:
    """Where a passage's arms meet: bridges and double curves keep theirs apart."""
    edges = np.array([quad[list(_MIDDLES[side])].mean(0) for side in sides])
    hub: Points = middle + (edges.mean(0) - middle) * 0.35
    return hub


def _write(picture: Image, text: str, at: tuple[int, int], size: float, colour: tuple[int, int, int]) -> None:
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)


def _pixel(point: Points) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _pixels(points: Points) -> NDArray[np.int32]:
    return np.round(points).astype(np.int32).reshape(-1, 1, 2)
