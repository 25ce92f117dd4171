"""The table as a camera straight above it would show it: far cards are as large as near ones. Cards are found there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from companion.maze.geometry import Cell
from vision.arrays import Image, Points, Quads
from vision.detection.card_detector import CardDetector, Detections
from vision.detection.pyramid import Pyramid
from vision.geometry.card_pose import CardPose, card_poses_of
from vision.geometry.dimensions import CARD_WIDTH_MM, PITCH_MM
from vision.geometry.table_pose import TablePose, may_hold_cards, play_area_mm


@dataclass(frozen=True)
class BirdsEyeSettings:
    """The table drawn as seen from straight above."""

    card_px: float = 36.0  # wide: so large, a table of nine by five cells takes no longer than a picture in small
    rim: float = 0.3  # of a cell around the play area, as a maze drifts
    around: float = 1.6  # cells around a card's middle: the next card, and room for it to drift
    step_px: int = 16  # between points whose places are reckoned; 0.8 px wrong in between from 600 mm, 3 px from 400
    misshapen_mm: float = 20.0  # a corner of what may be a card of the maze, as it was detected
    in_a_cell: float = 0.27  # of the pitch, off the cell's middle: chance puts 3 of 10 so near


BIRDS_EYE = BirdsEyeSettings()
_PX_PER_MM = BIRDS_EYE.card_px / CARD_WIDTH_MM


@dataclass(frozen=True)
class BirdsEye:
    """A drawing of the table from above, to scale, with the game's north up.

    pose : of the picture that it is drawn from
    corner_mm : where the table is at its upper left corner; size_px : width, height
    """

    pose: TablePose
    corner_mm: tuple[float, float]
    size_px: tuple[int, int]

    def to_picture(self, points: Points) -> Points:
        """(..., 2) pixels of the drawing to pixels of the picture."""
        return self.pose.project((np.asarray(points, float) + 0.5) / _PX_PER_MM + self.corner_mm)

    def from_picture(self, points_px: Points) -> Points:
        """(..., 2) pixels of the picture to pixels of the drawing."""
        return (self.pose.to_table(points_px) - self.corner_mm) * _PX_PER_MM - 0.5

    def draw(self, picture: Pyramid) -> Image:
        """Beyond the picture's edge its last pixels go on."""
        copy, to_copy = picture.finest_for(_shrunk(_places(self)))
        columns_rows = _places_in_copy(self, float(to_copy[0, 0]), float(to_copy[0, 2]))
        drawn = cv2.remap(  # type: ignore[call-overload]  # OpenCV's stubs know no map that holds columns and rows
            copy, columns_rows, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(drawn, np.uint8)


def detect_from_above(detector: CardDetector, picture: Pyramid, view: BirdsEye) -> Detections:
    """The cards seen from above, in the picture's pixels. Beyond the view there is no trace of any."""
    seen = detector.detect(view.draw(picture), max(view.size_px))
    quads = view.to_picture(seen.quads)
    middles = quads.mean(1)
    inside = np.isfinite(quads).all((1, 2)) & ((middles > 0) & (middles < picture.size_px)).all(1)

    def to_places(points_px: Points) -> Points:
        return seen.to_places(view.from_picture(points_px))

    return Detections(quads[inside], seen.presence[inside], seen.traces, to_places)


def birds_eye_of(pose: TablePose, quads_px: Quads) -> BirdsEye:
    """Of the play area, and of the cells beside those of the cards (n, 4, 2) that lie in cells."""
    field = play_area_mm(pose.goals)
    cards = np.array([(card.x_mm, card.y_mm) for card in card_poses_of(pose, quads_px) if _in_a_cell(card)])
    cards = cards.reshape(-1, 2)
    low = np.concatenate([field - BIRDS_EYE.rim * PITCH_MM, cards - BIRDS_EYE.around * PITCH_MM]).min(0)
    high = np.concatenate([field + BIRDS_EYE.rim * PITCH_MM, cards + BIRDS_EYE.around * PITCH_MM]).max(0)
    width, height = np.ceil((high - low) * _PX_PER_MM).astype(int)
    return BirdsEye(pose, (float(low[0]), float(low[1])), (int(width), int(height)))


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


def _shrunk(places: Points) -> float:
    """How many of the picture's pixels go into one of the drawing's, along a side: the median over the drawing."""
    step = BIRDS_EYE.step_px
    some = places[:: step // 2, :: step // 2]
    across, down = some[1:, 1:] - some[1:, :-1], some[1:, 1:] - some[:-1, 1:]
    area = np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0])
    return float(np.sqrt(np.median(area)) / (step // 2))
