"""What is drawn from a picture without aliasing: itself, no larger than pays; upright patches; the table from above.

in     Image; quads in it, and the table's pose
out    WorkingPicture, and a Pyramid of its smaller copies; patches with their homographies; BirdsEye, in which far
       cards are as large as near ones
never  finds a card, or looks at what it shows
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike

from companion.maze.geometry import Cell
from vision.arrays import Floats, Image, Images, Matrix, Points, Quad, Quads
from vision.geometry.card_pose import CardPose, card_poses_of
from vision.geometry.dimensions import CARD_WIDTH_MM, PITCH_MM
from vision.geometry.table_pose import TablePose, may_hold_cards, play_area_mm


@dataclass(frozen=True)
class PyramidSettings:
    """How large a picture is worked with, and how small the copies are."""

    largest_side_px: int = 2560  # more pixels than a card's patch can use only cost time
    shrink_from: float = 1.6  # a card so many times larger in the picture than in its patch would alias
    levels: int = 16  # two hundred times smaller, no picture is left beyond it


PYRAMID = PyramidSettings()


@dataclass(frozen=True)
class WorkingPicture:
    """A picture in the size in which it is read.

    scale : of its pixels to those of the one that came, 1 at most
    came_px : how large that one was, width, height
    """

    image: Image
    scale: float
    came_px: tuple[int, int]

    @classmethod
    def of(cls, image: Image) -> WorkingPicture:
        height, width = image.shape[:2]
        scale = PYRAMID.largest_side_px / max(height, width)
        if scale >= 1:
            return cls(image, 1.0, (width, height))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return cls(np.asarray(small, np.uint8), scale, (width, height))

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
    def image(self) -> Image:
        """The picture itself."""
        return self._levels[0]

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

    def halved_to(self, least_px: int) -> Image:
        """The smallest of its halves, their halves and so on that is still so wide, and one pixel high."""
        width, height = self.size_px
        halvings = int(np.log2(max(min(width / least_px, height), 1)))
        return self._copy(2 * min(halvings, PYRAMID.levels // 2))

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


def patches_from_quads(
    picture: Pyramid, quads_px: Quads, shape: PatchShape, beyond: int = cv2.BORDER_REPLICATE
) -> tuple[Images, Matrix]:
    """Cut a patch for each quad.

    quads_px : (n, 4, 2), N-W, N-E, S-E, S-W in the game's frame, so that the card stands upright there
    beyond : how the picture goes on outside, as OpenCV's borders do; else it repeats its edge
    Returns patches (n, shape.height, shape.width, 3) and the homographies (n, 3, 3) from patch to picture.
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
        patch[:] = cv2.warpPerspective(image, to_image @ homography, size, flags=flags, borderMode=beyond)
    return patches, homographies


def refined_quads(homographies: Matrix, offsets: Floats, shape: PatchShape) -> Quads:
    """The cards' corners as a network saw them, picture pixels; float32 (n, 4, 2). Means nothing without a card.

    homographies : as patches_from_quads gives them; offsets : (n, 4, 2) from the quad's corners, in card widths
    """
    return projected(homographies, shape.corners() + offsets * shape.card_width_px).astype(np.float32)


def projected(homographies: Matrix, points: Points) -> Points:
    """(n, k, 2) the points under each homography. homographies : (n, 3, 3); points : (k, 2), or (n, k, 2) for each"""
    whole = np.concatenate([points, np.ones((*points.shape[:-1], 1))], -1) @ np.swapaxes(homographies, 1, 2)
    out: Points = whole[..., :2] / whole[..., 2:]
    return out


# ---- the table from above -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BirdsEyeSettings:
    """The table drawn as seen from straight above."""

    card_px: float = 36.0  # wide: so large, a table of nine by five cells takes no longer than a picture in small
    most_px: float = 450_000.0  # of the drawing; on larger tables cards are smaller: 286 tables are read no worse so
    rim: float = 0.3  # of a cell around the play area, as a maze drifts
    around: float = 1.6  # cells around a card's middle: the next card, and room for it to drift
    step_px: int = 16  # between points whose places are reckoned; 0.8 px wrong in between from 600 mm, 3 px from 400
    misshapen_mm: float = 20.0  # a corner of what may be a card of the maze, as it was detected
    in_a_cell: float = 0.27  # of the pitch, off the cell's middle: chance puts 3 of 10 so near


BIRDS_EYE = BirdsEyeSettings()


@dataclass(frozen=True)
class BirdsEye:
    """A drawing of the table from above, to scale, with the game's north up.

    pose : of the picture that it is drawn from
    corner_mm : where the table is at its upper left corner; size_px : width, height; px_per_mm : of the table
    """

    pose: TablePose
    corner_mm: tuple[float, float]
    size_px: tuple[int, int]
    px_per_mm: float

    def to_picture(self, points: Points) -> Points:
        """(..., 2) pixels of the drawing to pixels of the picture."""
        return self.pose.project((np.asarray(points, float) + 0.5) / self.px_per_mm + self.corner_mm)

    def from_picture(self, points_px: Points) -> Points:
        """(..., 2) pixels of the picture to pixels of the drawing."""
        return (self.pose.to_table(points_px) - self.corner_mm) * self.px_per_mm - 0.5

    def draw(self, picture: Pyramid) -> Image:
        """Beyond the picture's edge its last pixels go on."""
        copy, to_copy = picture.finest_for(_shrunk(self))
        columns_rows = _places_in_copy(self, float(to_copy[0, 0]), float(to_copy[0, 2]))
        drawn = cv2.remap(  # type: ignore[call-overload]  # OpenCV's stubs know no map that holds columns and rows
            copy, columns_rows, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(drawn, np.uint8)


def birds_eye_of(pose: TablePose, quads_px: Quads) -> BirdsEye:
    """Of the play area, and of the cells beside those of the cards (n, 4, 2) that lie in cells."""
    field = play_area_mm(pose.goals)
    cards = np.array([(card.x_mm, card.y_mm) for card in card_poses_of(pose, quads_px) if _in_a_cell(card)])
    cards = cards.reshape(-1, 2)
    low = np.concatenate([field - BIRDS_EYE.rim * PITCH_MM, cards - BIRDS_EYE.around * PITCH_MM]).min(0)
    high = np.concatenate([field + BIRDS_EYE.rim * PITCH_MM, cards + BIRDS_EYE.around * PITCH_MM]).max(0)
    px_per_mm = min(BIRDS_EYE.card_px / CARD_WIDTH_MM, float(np.sqrt(BIRDS_EYE.most_px / np.prod(high - low))))
    width, height = np.ceil((high - low) * px_per_mm).astype(int)
    return BirdsEye(pose, (float(low[0]), float(low[1])), (int(width), int(height)), px_per_mm)


def _in_a_cell(card: CardPose) -> bool:
    """As a card of the maze does, and most things beside it do not."""
    place = np.array([card.x_mm, card.y_mm]) / PITCH_MM
    x, y = np.round(place)
    return (
        card.worst_mm < BIRDS_EYE.misshapen_mm
        and bool(np.abs(place - (x, y)).max() < BIRDS_EYE.in_a_cell)
        and may_hold_cards(Cell(int(x), int(y)))
    )


@lru_cache(maxsize=2)
def _places(view: BirdsEye) -> Points:
    """(height, width, 2) pixels of the picture; reckoned at some points, in between they run all but straight."""
    width, height = view.size_px
    step = BIRDS_EYE.step_px
    columns, rows = (np.arange(-1, -(-length // step) + 1) * step + (step - 1) / 2 for length in (width, height))
    coarse = view.to_picture(np.stack(np.meshgrid(columns, rows), -1)).astype(np.float32)
    fine = np.asarray(cv2.resize(coarse, None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR), np.float32)
    return fine[step : step + height, step : step + width]


@lru_cache(maxsize=2)
def _places_in_copy(view: BirdsEye, shrink: float, middle: float) -> Points:
    """The same in a smaller copy of the picture; kept as well, as reckoning them takes longer than drawing."""
    return np.ascontiguousarray(_places(view) * np.float64(shrink) + np.float64(middle), np.float32)


@lru_cache(maxsize=2)
def _shrunk(view: BirdsEye) -> float:
    """How many of the picture's pixels go into one of the drawing's, along a side: the median over the drawing."""
    step = BIRDS_EYE.step_px
    some = _places(view)[:: step // 2, :: step // 2]
    across, down = some[1:, 1:] - some[1:, :-1], some[1:, 1:] - some[:-1, 1:]
    area = np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0])
    return float(np.sqrt(np.median(area)) / (step // 2))
