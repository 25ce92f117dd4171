"""Where the camera is held so that the maze is in the picture, and where beside the maze there is room. No drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians, sqrt

import cv2
import numpy as np

from exam.lens import Lens
from exam.noise import Rng
from vision.simulate.scene.table_scene import SceneCard

Box = tuple[float, float, float, float]  # west, north, east, south in mm


@dataclass(frozen=True)
class Pose:
    """fill: the share of the picture's width or height that the maze takes; share: of its area, for snapshots."""

    tilt_rad: float
    side_rad: float
    size_px: tuple[int, int] = (1920, 1080)
    fill: float = 0.85
    share: float = 0.0

    @classmethod
    def usual(cls, rng: Rng) -> Pose:
        tilt = min(abs(float(rng.normal(0, 22))), 48)
        side = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.35)
        sizes = ((1920, 1080), (1280, 720), (1600, 1200), (2560, 1440))
        size = sizes[int(rng.choice(4, p=[0.5, 0.2, 0.15, 0.15]))]
        return cls(radians(tilt), float(side), size, float(rng.uniform(0.72, 0.95)))

    @classmethod
    def far(cls, rng: Rng) -> Pose:
        """A third to a half of the picture each way."""
        usual = cls.usual(rng)
        return cls(usual.tilt_rad * 0.7, usual.side_rad, (1920, 1080), float(rng.uniform(0.34, 0.5)))

    @classmethod
    def snapshot(cls, rng: Rng) -> Pose:
        """12 megapixels, upright or across, the whole room in it."""
        size = (4032, 3024) if rng.random() < 0.5 else (3024, 4032)
        side = float(rng.uniform(0, 2 * np.pi))
        return cls(radians(float(rng.uniform(8, 45))), side, size, share=float(rng.uniform(0.05, 0.15)))


def box_of(cards: Sequence[SceneCard]) -> Box:
    """What the cards take up of the table."""
    corners = np.array([corner for card in cards for corner in card.corners_mm()])
    (west, north), (east, south) = corners.min(axis=0), corners.max(axis=0)
    return float(west), float(north), float(east), float(south)


def corners_of(box: Box) -> np.ndarray:
    west, north, east, south = box
    return np.array([[west, north], [east, north], [east, south], [west, south]])


def framed(rng: Rng, box: Box, pose: Pose) -> Lens:
    """As near as shows the whole box within `fill` of the picture."""
    corners, middle = corners_of(box), corners_of(box).mean(axis=0)
    aim = (float(middle[0] + rng.normal(0, 8)), float(middle[1] + rng.normal(0, 8)))
    make = _maker(rng, pose, aim)
    away = 300.0
    for _ in range(200):
        lens = make(away)
        pixels = lens.project(corners) / np.array(pose.size_px) - 0.5
        if float(np.abs(pixels).max()) <= pose.fill / 2:
            return lens
        away *= 1.03
    raise ValueError("no camera sees this table")


def photographed(rng: Rng, box: Box, pose: Pose) -> Lens:
    """So far that the box takes its share of the picture's area, and anywhere in the picture."""
    corners, middle = corners_of(box), corners_of(box).mean(axis=0)
    wide = sqrt((box[2] - box[0]) * (box[3] - box[1]))
    aim = middle + rng.uniform(-0.6, 0.6, 2) * wide
    make = _maker(rng, pose, (float(aim[0]), float(aim[1])))
    away = 400.0
    while away < 8000:
        lens = make(away)
        pixels = lens.project(corners)
        inside = bool((pixels > 30).all() and (pixels < np.array(pose.size_px) - 30).all())
        area = float(cv2.contourArea(pixels.astype(np.float32))) / (pose.size_px[0] * pose.size_px[1])
        if inside and area <= pose.share:
            return lens
        away *= 1.02
    raise ValueError("no camera sees this table")


def _maker(rng, pose: Pose, aim: tuple[float, float]):  # type: ignore[no-untyped-def]
    """A camera on its way back from the table; all else about it is settled."""
    fov, roll = radians(float(rng.uniform(52, 78))), float(rng.normal(0, 0.06))
    bend = (float(rng.normal(-0.02, 0.03)), float(rng.normal(0, 0.01)), *rng.normal(0, 0.0006, 2).tolist(), 0.0)
    off = (float(rng.normal(0, 0.006)), float(rng.normal(0, 0.006)))
    flat, up = np.sin(pose.tilt_rad), np.cos(pose.tilt_rad)

    def make(away_mm: float) -> Lens:
        eye = (aim[0] + away_mm * flat * np.sin(pose.side_rad), aim[1] + away_mm * flat * np.cos(pose.side_rad) + 0.01,
               away_mm * up)  # fmt: skip
        return Lens(eye, aim, fov, *pose.size_px, pose.side_rad, roll, bend, off)  # type: ignore[arg-type]

    return make


def clear_spots(
    rng: Rng, cards: Sequence[SceneCard], bounds: Box, count: int, away_mm: float
) -> list[tuple[float, float]]:
    """Places on the table that are so far from every card's middle, and from each other."""
    middles = [np.array([card.x_mm, card.y_mm]) for card in cards]
    found: list[tuple[float, float]] = []
    for _ in range(60 * count):
        spot = rng.uniform((bounds[0] + 60, bounds[1] + 60), (bounds[2] - 60, bounds[3] - 60))
        if len(found) < count and all(np.linalg.norm(spot - middle) > away_mm for middle in middles):
            found.append((float(spot[0]), float(spot[1])))
            middles.append(spot)
    return found
