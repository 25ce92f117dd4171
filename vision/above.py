"""The table as a camera straight above it would show it: far cards are as large as near ones. Cards are found there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.detect import Detections, Detector
from vision.field import field_mm
from vision.lays import Lay, lays_of
from vision.network import Pyramid
from vision.pose import TablePose
from vision.settings import ABOVE, CALIBRATE, CARD_WIDTH_MM, LOCATE, PITCH_X_MM, PITCH_Y_MM

_PX_PER_MM = ABOVE.card_px / CARD_WIDTH_MM
_PITCH_MM = np.array([PITCH_X_MM, PITCH_Y_MM])


@dataclass(frozen=True)
class Plan:
    """A drawing of the table from above, to scale, with the game's north up.

    pose : of the picture that it is drawn from
    corner_mm : where the table is at its upper left corner; size_px : width, height
    """

    pose: TablePose
    corner_mm: tuple[float, float]
    size_px: tuple[int, int]

    def to_picture(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) pixels of the plan to pixels of the picture."""
        return self.pose.project((np.asarray(points, float) + 0.5) / _PX_PER_MM + self.corner_mm)

    def from_picture(self, points_px: np.ndarray) -> np.ndarray:
        """(..., 2) pixels of the picture to pixels of the plan."""
        return (self.pose.to_table(points_px) - self.corner_mm) * _PX_PER_MM - 0.5

    def draw(self, picture: Pyramid) -> np.ndarray:
        """BGR uint8; beyond the picture's edge its last pixels go on."""
        places = _places(self)
        copy, to_copy = picture.finest_for(_shrunk(places))
        there = (places * to_copy[0, 0] + to_copy[:2, 2]).astype(np.float32)
        return cv2.remap(copy, there, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def detect_from_above(detector: Detector, picture: Pyramid, plan: Plan) -> Detections:
    """The cards on the plan, in the picture's pixels. Beyond the plan there is no trace of any."""
    seen = detector.detect(plan.draw(picture), max(plan.size_px))
    quads = plan.to_picture(seen.quads)
    middles = quads.mean(1)
    inside = np.isfinite(quads).all((1, 2)) & ((middles > 0) & (middles < picture.size_px)).all(1)

    def to_places(points_px: np.ndarray) -> np.ndarray:
        return seen.to_places(plan.from_picture(points_px))

    return Detections(quads[inside], seen.presence[inside], seen.traces, to_places)


def plan_of(pose: TablePose, quads_px: np.ndarray) -> Plan:
    """Of the play area, and of the cells beside those of the cards (n, 4, 2) that lie in cells."""
    field = field_mm(pose.goals)
    cards = np.array([(lay.x_mm, lay.y_mm) for lay in lays_of(pose, quads_px) if _in_a_cell(lay)]).reshape(-1, 2)
    low = np.concatenate([field - ABOVE.rim * _PITCH_MM, cards - ABOVE.around * _PITCH_MM]).min(0)
    high = np.concatenate([field + ABOVE.rim * _PITCH_MM, cards + ABOVE.around * _PITCH_MM]).max(0)
    width, height = np.ceil((high - low) * _PX_PER_MM).astype(int)
    return Plan(pose, (float(low[0]), float(low[1])), (int(width), int(height)))


def _in_a_cell(lay: Lay) -> bool:
    """As a card of the maze does, and most things beside it do not."""
    cell = np.array([lay.x_mm, lay.y_mm]) / _PITCH_MM
    x, y = np.round(cell)
    return (
        lay.worst_mm < CALIBRATE.detected_misshapen_mm
        and bool(np.abs(cell - (x, y)).max() < CALIBRATE.in_a_cell)
        and x in LOCATE.columns
        and y in LOCATE.rows
    )


@lru_cache(maxsize=2)
def _places(plan: Plan) -> np.ndarray:
    """(height, width, 2) pixels of the picture; reckoned at some points, in between they run all but straight."""
    width, height = plan.size_px
    step = ABOVE.step_px
    columns, rows = (np.arange(-1, -(-length // step) + 1) * step + (step - 1) / 2 for length in (width, height))
    coarse = plan.to_picture(np.stack(np.meshgrid(columns, rows), -1)).astype(np.float32)
    fine = cv2.resize(coarse, None, fx=step, fy=step, interpolation=cv2.INTER_LINEAR)
    return fine[step : step + height, step : step + width]


def _shrunk(places: np.ndarray) -> float:
    """How many of the picture's pixels go into one of the plan's, along a side: the median over the plan."""
    step = ABOVE.step_px
    some = places[:: step // 2, :: step // 2]
    across, down = some[1:, 1:] - some[1:, :-1], some[1:, 1:] - some[:-1, 1:]
    area = np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0])
    return float(np.sqrt(np.median(area)) / (step // 2))
