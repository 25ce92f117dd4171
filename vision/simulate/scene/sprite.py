"""Cut-out pictures put onto a painting, turned and with a soft shadow. What they show is not here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, sin

import cv2
import numpy as np

from vision.arrays import Alpha, Image
from vision.simulate.art.card_art import card_alpha
from vision.simulate.art.style import Style
from vision.simulate.scene.table_scene import SceneCard

SHADOW_WAY = (0.62, 0.78)  # shadows fall to the south-east
SHADOW_DEPTH = 0.42


@dataclass(frozen=True)
class Sprite:
    """A picture and where it is solid: `colour` BGR uint8, `mask` uint8."""

    colour: Image
    mask: Alpha
    pivot: tuple[float, float] | None = None  # the pixel put in place; None is the middle

    def stamp(
        self, canvas: Image, at_px: tuple[float, float], turn_rad: float, lift_px: float = 1.0, wide: float = 1.0
    ) -> tuple[int, int, int, int]:
        """Draws onto the canvas in place and returns the box it touched: x0, y0, x1, y1 in pixels.

        lift_px : how far the shadow falls;  wide : less than 1 narrows the sprite, as a card being turned over
        """
        h, w = self.mask.shape
        px, py = self.pivot or ((w - 1) / 2, (h - 1) / 2)
        c, s = cos(turn_rad), sin(turn_rad)
        linear = np.array([[c * wide, -s], [s * wide, c]])
        corners = (np.array([[-px, -py], [w - px, -py], [w - px, h - py], [-px, h - py]]) @ linear.T) + at_px
        pad = int(2 * lift_px + 4)
        x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int) - pad, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + pad, canvas.shape[1::-1])
        if x1 <= x0 or y1 <= y0:
            return (0, 0, 0, 0)
        shift = np.array(at_px) - (x0, y0) - linear @ (px, py)
        warp = np.column_stack([linear, shift])
        size = (int(x1 - x0), int(y1 - y0))
        mask = np.asarray(cv2.warpAffine(self.mask, warp, size, flags=cv2.INTER_LINEAR), np.uint8)
        colour = cv2.warpAffine(self.colour, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        area = canvas[y0:y1, x0:x1]
        area[:] = _blend(_shaded(area, mask, lift_px), np.asarray(colour, np.uint8), mask)
        return int(x0), int(y0), int(x1), int(y1)


def _shaded(area: Image, mask: Alpha, lift_px: float) -> Image:
    """The ground under a sprite darkened by its shadow: soft where the sprite is high above it."""
    move = np.array([[1, 0, SHADOW_WAY[0] * lift_px], [0, 1, SHADOW_WAY[1] * lift_px]], np.float32)
    height, width = mask.shape
    fallen = cv2.warpAffine(mask, move, (width, height))
    soft = cv2.blur(fallen, (_odd(lift_px), _odd(lift_px)))
    dark = cv2.addWeighted(soft, -SHADOW_DEPTH, soft, 0, 255)
    return np.asarray(cv2.multiply(area, cv2.merge([dark, dark, dark]), scale=1 / 255), np.uint8)


def _blend(under: Image, over: Image, mask: Alpha) -> Image:
    solid = cv2.merge([mask, mask, mask])
    kept = cv2.multiply(under, cv2.bitwise_not(solid), scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(over, solid, scale=1 / 255)), np.uint8)


def _odd(length_px: float) -> int:
    return 2 * int(0.5 + length_px / 2) + 1


def card_sprite(picture: Image, style: Style) -> Sprite:
    """A card's picture cut out with its round corners."""
    return Sprite(picture, _card_mask(style, picture.shape[0]))


@lru_cache(maxsize=8)
def _card_mask(style: Style, height_px: int) -> Alpha:
    return card_alpha(style, height_px)


def stamp_card(
    canvas: Image,
    sprite: Sprite,
    card: SceneCard,
    to_px: Callable[[float, float], tuple[float, float]],
    lift_px: float,
    wide: float = 1.0,
) -> tuple[int, int, int, int]:
    """A card laid onto the canvas where it lies; returns the box it touched."""
    return sprite.stamp(canvas, to_px(card.x_mm, card.y_mm), card.twist_rad, lift_px, wide)
