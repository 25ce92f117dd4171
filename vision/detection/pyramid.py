"""A picture no larger than pays, its smaller copies, and upright patches cut from them without aliasing.

What it shows does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Floats, Image, Images, Matrix, Quad, Quads


@dataclass(frozen=True)
class PyramidSettings:
    """How large a picture is worked with, and how small the copies are."""

    largest_side_px: int = 2560  # more pixels than a card's patch can use only cost time
    shrink_from: float = 1.6  # a card so many times larger in the picture than in its patch would alias
    levels: int = 16  # two hundred times smaller, no picture is left beyond it


PYRAMID = PyramidSettings()


@dataclass(frozen=True)
class WorkingPicture:
    """A picture in the size in which it is read. scale : of its pixels to those of the one that came, 1 at most"""

    image: Image
    scale: float

    @classmethod
    def of(cls, image: Image) -> WorkingPicture:
        scale = PYRAMID.largest_side_px / max(image.shape[:2])
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

    def outward(self, corners_px: ArrayLike) -> Floats:
        """Corners in this picture, of any shape, where they are in the one that came."""
        return np.asarray(corners_px, float) / self.scale


class Pyramid:
    """A picture and its smaller copies, each made when it is first wanted."""

    def __init__(self, image: Image) -> None:
        self._levels = {0: image}

    @property
    def size_px(self) -> tuple[int, int]:
        """Width, height."""
        height, width = self._levels[0].shape[:2]
        return width, height

    def finest_for(self, tall: float) -> tuple[Image, Matrix]:
        """The copy for cards `tall` times as high in the picture as in a patch, and the 3x3 from picture to copy."""
        level = min(int(2 * np.log2(tall)), PYRAMID.levels) if tall > PYRAMID.shrink_from else 0
        shrink = 2 ** (-level / 2)
        middle = 0.5 * shrink - 0.5
        return self._copy(level), np.array([[shrink, 0, middle], [0, shrink, middle], [0, 0, 1]])

    def _copy(self, level: int) -> Image:
        """Halved by every second level, which is quick; between two halves it is so short a way that little aliases."""
        if level not in self._levels:
            if level % 2:
                shrink, how, image = float(np.sqrt(0.5)), cv2.INTER_LINEAR, self._copy(level - 1)
            else:
                shrink, how, image = 0.5, cv2.INTER_AREA, self._copy(level - 2)
            self._levels[level] = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=how), np.uint8)
        return self._levels[level]


@dataclass(frozen=True)
class PatchShape:
    """A patch of `width` x `height` pixels shows `margin` card lengths each way, the card in its middle."""

    width: int
    height: int
    margin: float

    @property
    def card_width_px(self) -> float:
        return self.width / self.margin

    def corners(self) -> Quad:
        """Where a patch shows the corners of the quad it was cut for; float32 (4, 2), N-W, N-E, S-E, S-W."""
        across, down = self.width / self.margin / 2, self.height / self.margin / 2
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        return (signs * (across, down) + ((self.width - 1) / 2, (self.height - 1) / 2)).astype(np.float32)


READING_PATCH = PatchShape(64, 96, 1.15)  # a card's rim and a sliver of what lies beside it
COLOUR_PATCH = PatchShape(12, 18, 1.0)  # the card and nothing beside it
WIDE_PATCH = PatchShape(72, 112, 1.4)  # room for a card that lies a fifth of its width off: for drawing and comparing


def patches_from_quads(picture: Pyramid, quads_px: Quads, shape: PatchShape) -> tuple[Images, Matrix]:
    """Cut a patch for each quad.

    quads_px : (n, 4, 2), N-W, N-E, S-E, S-W in the game's frame, so that the card stands upright there
    Returns patches (n, shape.height, shape.width, 3) and the homographies (n, 3, 3) from patch to picture.
    What lies outside the picture repeats the picture's edge.
    """
    quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
    corners = shape.corners()
    homographies = np.array([cv2.getPerspectiveTransform(corners, quad) for quad in quads]).reshape(-1, 3, 3)
    patches = np.empty((len(quads), shape.height, shape.width, 3), np.uint8)
    if len(quads) == 0:
        return patches, homographies
    tall = np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)) / (shape.height / shape.margin)
    image, to_image = picture.finest_for(float(tall))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for patch, homography in zip(patches, homographies, strict=True):
        size = (shape.width, shape.height)
        patch[:] = cv2.warpPerspective(image, to_image @ homography, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return patches, homographies


def refined_quads(homographies: Matrix, offsets: Floats, shape: PatchShape) -> Quads:
    """The cards' corners as a network saw them, picture pixels; float32 (n, 4, 2). Means nothing without a card.

    homographies : as patches_from_quads gives them; offsets : (n, 4, 2) from the quad's corners, in card widths
    """
    corners = shape.corners() + offsets * shape.card_width_px
    points = np.concatenate([corners, np.ones((*corners.shape[:2], 1))], 2) @ np.swapaxes(homographies, 1, 2)
    return (points[..., :2] / points[..., 2:]).astype(np.float32)
