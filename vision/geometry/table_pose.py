"""The table's pose: where the play area lies on the table, in millimetres, and where that is in the picture.

No pictures, and no fitting: see pose_fit.

The table is the plane of the game's frame in millimetres: the start card's middle at (0, 0), x towards the goals, y
south. The camera is a pinhole with its axis in the middle of the picture and one radial term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.arrays import Floats, Matrix, Points, Quad
from vision.geometry.dimensions import CARD_CORNERS_MM, PITCH_X_MM, PITCH_Y_MM, PLAY_AREA_SIZE_MM, cell_mm


@dataclass(frozen=True)
class TablePoseSettings:
    """Where a person would put a camera."""

    tilt_max_rad: float = 1.15  # 66 degrees from overhead: flatter than that no card can be read
    distance_min_mm: float = 200.0
    distance_max_mm: float = 5000.0  # a card of 58 mm is 17 px wide then in a picture of 1920, as small as can be read


TABLE_POSE = TablePoseSettings()

# Of the arithmetic, not of any camera or table: nothing to tune.
_NEAREST_MM = 1.0  # what is nearer to the camera, or behind it, is projected as if it were so near
_UNDISTORT_ROUNDS = 5  # each leaves a fiftieth of what was wrong


@dataclass(frozen=True)
class CameraPrior:
    """What is known of any webcam or phone before it has looked. Widths are one standard deviation."""

    focal_to_long_side: float = 0.77  # 66 degrees across, the middle of webcams (54..90) and phones (60..75)
    focal_spread: float = 0.22  # of the logarithm: covers 54..90 degrees
    k1: float = -0.02  # radial distortion after the camera's own correction
    k1_spread: float = 0.04

    def focal_px(self, size_px: tuple[int, int]) -> float:
        return self.focal_to_long_side * max(size_px)


CAMERA_PRIOR = CameraPrior()
NUMBERS = 8  # of a camera, see below
MAZE_COLUMNS = range(-7, 16)  # a maze that grows beyond these is a misread table
MAZE_ROWS = range(-8, 9)


def play_area_mm(goals: Sequence[Cell] = GOAL_CELLS) -> Quad:
    """(4, 2): the outer corners of the play area, N-W, N-E, S-E, S-W."""
    rows = PLAY_AREA_SIZE_MM[1] / 2
    xs = [cell.x * PITCH_X_MM for cell in (START_CELL, *GOAL_CELLS, *goals)]
    ys = [cell.y * PITCH_Y_MM for cell in goals] or [0.0]
    west, east = min(xs) - PITCH_X_MM / 2, max(xs) + PITCH_X_MM / 2
    north, south = min(-rows, min(ys) - PITCH_Y_MM / 2), max(rows, max(ys) + PITCH_Y_MM / 2)
    return np.array([[west, north], [east, north], [east, south], [west, south]])


def may_hold_cards(cell: Cell) -> bool:
    """Whether a maze can have grown as far as `cell`."""
    return cell.x in MAZE_COLUMNS and cell.y in MAZE_ROWS


@dataclass(frozen=True)
class TablePose:
    """Where the camera stands over the table.

    turn_rad : rotation vector, table to camera; shift_mm : the start card's middle in camera coordinates, z forward
    markers_mm : the middles of the markers that were seen: no card lies there
    goals : where the goals of the game lie
    """

    turn_rad: tuple[float, float, float]
    shift_mm: tuple[float, float, float]
    focal_px: float
    k1: float
    size_px: tuple[int, int]  # width, height
    markers_mm: tuple[tuple[float, float], ...] = ()
    goals: tuple[Cell, ...] = GOAL_CELLS

    def project(self, points_mm: Points) -> Points:
        """(..., 2) table millimetres to (..., 2) picture pixels."""
        points = np.asarray(points_mm, float)
        return project(self.vector(), points.reshape(-1, 2), self.size_px).reshape(points.shape)

    def to_table(self, points_px: Points) -> Points:
        """(..., 2) picture pixels to (..., 2) table millimetres; points above the horizon come out far away."""
        points = np.asarray(points_px, float)
        straight = undistorted(self.vector(), points.reshape(-1, 2), self.size_px)
        rotation = rotation_matrix(np.array(self.turn_rad))
        columns = np.column_stack([rotation[:, 0], rotation[:, 1], self.shift_mm])
        back = straight @ np.linalg.inv(columns).T
        depth = np.where(np.abs(back[:, 2:]) < 1e-9, 1e-9, back[:, 2:])
        flat: Points = back[:, :2] / depth
        return flat.reshape(points.shape)

    def quad(self, cell: Cell) -> Quad:
        """(4, 2) pixels: N-W, N-E, S-E, S-W corner of a card that lies exactly in `cell`."""
        return self.project(CARD_CORNERS_MM + cell_mm(cell))

    def vector(self) -> Floats:
        """(8,) the camera's numbers."""
        return np.array([*self.turn_rad, *self.shift_mm, np.log(self.focal_px), self.k1])

    @property
    def tilt_rad(self) -> float:
        """Angle between the camera's axis and straight down."""
        return float(np.arccos(np.clip(rotation_matrix(np.array(self.turn_rad))[2, 2], -1, 1)))

    @property
    def distance_mm(self) -> float:
        return float(np.linalg.norm(self.shift_mm))

    @property
    def faces_table(self) -> bool:
        """Whether the table lies before the camera, and not too flat."""
        return self.shift_mm[2] > 0 and self.tilt_rad < TABLE_POSE.tilt_max_rad

    @property
    def is_plausible(self) -> bool:
        """Whether a person would put a camera there."""
        return TABLE_POSE.distance_min_mm < self.distance_mm < TABLE_POSE.distance_max_mm and self.faces_table

    def moved(self, origin_mm: Sequence[float] | Points, turn_rad: float = 0.0) -> TablePose:
        """The same camera, with the game's frame put at `origin_mm` and turned by `turn_rad` on the table."""
        rotation = rotation_matrix(np.array(self.turn_rad))
        cosine, sine = np.cos(turn_rad), np.sin(turn_rad)
        spin = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
        shift = rotation @ np.array([origin_mm[0], origin_mm[1], 0.0]) + self.shift_mm
        return replace(self, turn_rad=_three(rotation_vector(rotation @ spin)), shift_mm=_three(shift))


def pose_of(vector: Floats, size_px: tuple[int, int]) -> TablePose:
    """vector : (8,) the camera's numbers; size_px : width, height"""
    return TablePose(
        _three(vector[:3]), _three(vector[3:6]), float(np.exp(float(vector[6]))), float(vector[7]), size_px
    )


def pose_from_homography(homography: Matrix, size_px: tuple[int, int], focal_px: float) -> TablePose:
    """A first pose from millimetres-to-pixels, for a focal length taken as known; LinAlgError where there is none."""
    camera = np.array([[focal_px, 0, middle_of(size_px)[0]], [0, focal_px, middle_of(size_px)[1]], [0, 0, 1]])
    plane = np.linalg.inv(camera) @ homography
    plane = plane / np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1]))
    plane = plane if plane[2, 2] > 0 else -plane
    u, _, v = np.linalg.svd(np.column_stack([plane[:, 0], plane[:, 1], np.cross(plane[:, 0], plane[:, 1])]))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ v)]) @ v
    return pose_of(
        np.concatenate([rotation_vector(rotation), plane[:, 2], [np.log(focal_px), CAMERA_PRIOR.k1]]),
        size_px,
    )


def _three(numbers: Floats) -> tuple[float, float, float]:
    x, y, z = (float(number) for number in numbers)
    return x, y, z


# ---- a camera as eight numbers: rotation vector 3, shift 3, logarithm of the focal length in pixels, radial term k1 --


def middle_of(size_px: tuple[int, int]) -> Points:
    """(2,) pixels."""
    return np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2])


def project(camera: Floats, points_mm: Points, size_px: tuple[int, int]) -> Points:
    """(8,) camera numbers and (n, 2) millimetres to (n, 2) pixels."""
    seen = points_mm @ rotation_matrix(camera[:3])[:, :2].T + camera[3:6]
    straight = seen[:, :2] / np.maximum(seen[:, 2:], _NEAREST_MM)
    bent = straight * (1 + camera[7] * (straight * straight).sum(1, keepdims=True))
    pixels: Points = bent * np.exp(camera[6]) + middle_of(size_px)
    return pixels


def undistorted(camera: Floats, points_px: Points, size_px: tuple[int, int]) -> Floats:
    """(n, 2) pixels to (n, 3) rays in camera coordinates, z = 1."""
    bent = (points_px - middle_of(size_px)) * np.exp(-camera[6])
    straight = bent
    for _ in range(_UNDISTORT_ROUNDS):
        straight = bent / (1 + camera[7] * (straight * straight).sum(1, keepdims=True))
    return np.column_stack([straight, np.ones(len(straight))])


def rotation_matrix(vector: Floats) -> Matrix:
    """(3,) rotation vector to (3, 3)."""
    return np.asarray(cv2.Rodrigues(np.asarray(vector, float))[0], float)


def rotation_vector(rotation: Matrix) -> Floats:
    """(3, 3) to the rotation vector (3,)."""
    return np.asarray(cv2.Rodrigues(rotation)[0], float).ravel()
