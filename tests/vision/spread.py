"""Cards of the project's own drawing, spread on a cloth and seen by a plain camera: for tests of teaching."""

from __future__ import annotations

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.sight.reading import CardKind
from vision.simulate.art.card_art import card_alpha, draw_card
from vision.simulate.art.style import house_style

SPREAD = ("NS", "EW", "NE", "NW", "NSW", "NEW", "NESW", "N", "E|W", "N|E|S|W")
HEIGHT_PX = 130


def drawn(text: str, seed: int = 1, height_px: int = HEIGHT_PX) -> np.ndarray:
    """A card's front as the house draws it."""
    kind = CardKind.START if text == "NESW^" else CardKind.PATH
    return draw_card(Face.parse(text), kind, house_style(), height_px, np.random.default_rng(seed))


def spread(texts: tuple[str, ...] = SPREAD, seed: int = 1, light: float = 1.0) -> tuple[np.ndarray, list[np.ndarray]]:
    """A picture of cards in rows with gaps, each turned a little, and the middles of the cards."""
    rng = np.random.default_rng(seed)
    picture = np.full((720, 1280, 3), (70, 95, 80), np.float32) + rng.normal(0, 5, (720, 1280, 3))
    alpha = card_alpha(house_style(), HEIGHT_PX).astype(np.float32)[..., None] / 255
    middles = []
    for number, text in enumerate(texts):
        card = drawn(text, seed * 100 + number)
        height, width = card.shape[:2]
        middle = np.array([130 + 200 * (number % 6), 150 + 200 * (number // 6)]) + rng.uniform(-15, 15, 2)
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.uniform(-8, 8)), 1.0)
        turn[:, 2] += middle - (width / 2, height / 2)
        over = cv2.warpAffine(alpha, turn, (1280, 720))[..., None]
        picture += over * (cv2.warpAffine(card.astype(np.float32), turn, (1280, 720)) - picture)
        middles.append(middle)
    picture = picture * light + rng.normal(0, 2, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8), middles
