"""A picture in the size in which it is read, and the way between its pixels and those of the picture that came.

in     Image of any size; quads in its pixels; a Reading in those in which it was read
out    Image, small enough to work with; quads in its pixels; the Reading in those of the picture that came
never  makes a picture larger
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike

from companion.sight.reading import Reading, quad_px
from vision.arrays import Floats, Image


@dataclass(frozen=True)
class WorkingPictureSettings:
    """How large a picture is read."""

    largest_side_px: int = 2560  # more pixels than a card's patch can use only cost time


WORKING_PICTURE = WorkingPictureSettings()


@dataclass(frozen=True)
class WorkingPicture:
    """scale : of its pixels to those of the picture that came, 1 at most"""

    image: Image
    scale: float

    @classmethod
    def of(cls, image: Image) -> WorkingPicture:
        scale = WORKING_PICTURE.largest_side_px / max(image.shape[:2])
        if scale >= 1:
            return cls(image, 1.0)
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return cls(np.asarray(small, np.uint8), scale)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width, height."""
        height, width = self.image.shape[:2]
        return width, height

    def inward(self, corners_px: ArrayLike) -> Floats:
        """Corners in the picture that came, of any shape, where they are in this one."""
        return np.asarray(corners_px, float) * self.scale

    def outward(self, reading: Reading) -> Reading:
        """What was read in this picture, with corners where they are in the one that came."""
        if self.scale == 1:
            return reading
        quads = (((x / self.scale, y / self.scale) for x, y in card.quad_px) for card in reading.cards)
        cards = (replace(card, quad_px=quad_px(quad)) for card, quad in zip(reading.cards, quads, strict=True))
        return replace(reading, cards=tuple(cards))
