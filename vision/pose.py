"""The table's pose: from millimetres on the table to pixels and back, fitted to things of known size. No pictures here.

The table is the plane of the game's frame in millimetres: the start card's middle at (0, 0), x towards the goals, y
south. The camera is a pinhole with its axis in the middle of the picture and one radial term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from vision.pinhole import NUMBERS, middle_of, project, rotation_matrix, rotation_vector, slopes, undistorted
from vision.settings import CAMERA, CARD_HEIGHT_MM, CARD_WIDTH_MM, PITCH_X_MM, PITCH_Y_MM


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

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(..., 2) table millimetres to (..., 2) picture pixels."""
        points = np.asarray(points_mm, float)
        return project(self.vector(), points.reshape(-1, 2), self.size_px).reshape(points.shape)

    def to_table(self, points_px: np.ndarray) -> np.ndarray:
        """(..., 2) picture pixels to (..., 2) table millimetres; points above the horizon come out far away."""
        points = np.asarray(points_px, float)
        straight = undistorted(self.vector(), points.reshape(-1, 2), self.size_px)
        rotation = rotation_matrix(np.array(self.turn_rad))
        columns = np.column_stack([rotation[:, 0], rotation[:, 1], self.shift_mm])
        back = straight @ np.linalg.inv(columns).T
        depth = np.where(np.abs(back[:, 2:]) < 1e-9, 1e-9, back[:, 2:])
        return (back[:, :2] / depth).reshape(points.shape)

    def quad(self, cell: Cell) -> np.ndarray:
        """(4, 2) pixels: N-W, N-E, S-E, S-W corner of a card that lies exactly in `cell`."""
        return self.project(CARD_CORNERS_MM + cell_mm(cell))

    def vector(self) -> np.ndarray:
        return np.array([*self.turn_rad, *self.shift_mm, np.log(self.focal_px), self.k1])

    @property
    def tilt_rad(self) -> float:
        """Angle between the camera's axis and straight down."""
        return float(np.arccos(np.clip(rotation_matrix(np.array(self.turn_rad))[2, 2], -1, 1)))

    @property
    def distance_mm(self) -> float:
        return float(np.linalg.norm(self.shift_mm))

    def moved(self, origin_mm: Sequence[float], turn_rad: float = 0.0) -> TablePose:
        """The same camera, with the game's frame put at `origin_mm` and turned by `turn_rad` on the table."""
        rotation = rotation_matrix(np.array(self.turn_rad))
        cosine, sine = np.cos(turn_rad), np.sin(turn_rad)
        spin = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
        shift = rotation @ np.array([origin_mm[0], origin_mm[1], 0.0]) + self.shift_mm
        return replace(self, turn_rad=tuple(rotation_vector(rotation @ spin)), shift_mm=tuple(map(float, shift)))


def cell_mm(cell: Cell) -> np.ndarray:
    return np.array([cell.x * PITCH_X_MM, cell.y * PITCH_Y_MM])


def corners_mm(width_mm: float, height_mm: float) -> np.ndarray:
    """(4, 2): the corners of a rectangle around (0, 0), N-W, N-E, S-E, S-W."""
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width_mm / 2, height_mm / 2]


CARD_CORNERS_MM = corners_mm(CARD_WIDTH_MM, CARD_HEIGHT_MM)


@dataclass(frozen=True)
class Sighting:
    """A flat thing of known shape, seen in the picture, with the place where it ought to lie.

    shape_mm : (n, 2) around its middle; seen_px : (n, 2); slack is one standard deviation of its place and twist.
    """

    shape_mm: np.ndarray
    place_mm: tuple[float, float]
    seen_px: np.ndarray
    slack_mm: float
    slack_rad: float
    noise_px: float = 1.0


@dataclass(frozen=True)
class Fit:
    pose: TablePose
    cost: float  # half the sum of squared residuals, each in standard deviations


def fit_pose(sightings: Sequence[Sighting], first: TablePose, rounds: int = 12) -> Fit:
    """The pose, and each thing's own small shift and twist, that explain best what was seen (robust, from `first`)."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # a step too far is not taken
        return _descend(_Problem(sightings, first.size_px), first, rounds)


def _descend(problem: _Problem, first: TablePose, rounds: int) -> Fit:
    """After Levenberg and Marquardt; what is far off is weighed anew in every round."""
    state = np.concatenate([first.vector(), np.zeros(problem.moves)])
    damping, rest = _FIRST_DAMPING, problem.rest(state)
    for _ in range(rounds):
        jacobian = problem.jacobian(state, rest)
        normal, slope = jacobian.T @ jacobian, jacobian.T @ rest.values
        for _ in range(_TRIES):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -slope)
            trial = problem.rest(state + step)
            if trial.cost < rest.cost:
                break
            damping *= _DAMPING_STEP
        else:
            break
        gain = rest.cost - trial.cost
        state, rest, damping = state + step, trial, max(damping / _DAMPING_STEP, 1e-9)
        if gain < _LEAST_GAIN * (1 + rest.cost):
            break
    pose = replace(pose_of(state[:NUMBERS], first.size_px), markers_mm=first.markers_mm, goals=first.goals)
    return Fit(pose, rest.cost / 2)


_FIRST_DAMPING, _DAMPING_STEP, _TRIES = 1e-5, 10.0, 5
_LEAST_GAIN = 1e-3  # of the cost; what another round would gain moves no corner by a tenth of a pixel
_FAR = 3.0  # standard deviations; beyond it a corner counts as Huber has it: something else was seen there


@dataclass(frozen=True)
class _Rest:
    """What a state leaves unexplained. values : weighted, in standard deviations; weight : (n, 1), of the corners."""

    cost: float
    values: np.ndarray
    weight: np.ndarray


class _Problem:
    """What is left of a fit, and its slopes. A state: 8 camera numbers, then (dx, dy, twist) for each thing."""

    def __init__(self, sightings: Sequence[Sighting], size_px: tuple[int, int]) -> None:
        self.size_px, self.moves = size_px, 3 * len(sightings)
        self.shapes = np.concatenate([thing.shape_mm for thing in sightings])
        self.owner = np.repeat(np.arange(len(sightings)), [len(thing.shape_mm) for thing in sightings])
        self.places = np.array([thing.place_mm for thing in sightings])[self.owner]
        self.seen = np.concatenate([thing.seen_px for thing in sightings])
        self.noise = np.array([thing.noise_px for thing in sightings])[self.owner][:, None]
        self.slack = np.array([(thing.slack_mm, thing.slack_mm, thing.slack_rad) for thing in sightings]).ravel()
        self.expected = np.array([np.log(CAMERA.focal_to_long_side * max(size_px)), CAMERA.k1])
        self.spread = np.array([CAMERA.focal_spread, CAMERA.k1_spread])

    def rest(self, state: np.ndarray) -> _Rest:
        """Of the corners, of each thing's own move, and of what is known of cameras."""
        points, _ = self._points_mm(state)
        wrong = (project(state[:NUMBERS], points, self.size_px) - self.seen) / self.noise
        length = np.sqrt((wrong * wrong).sum(1, keepdims=True))
        weight = np.sqrt(_FAR / np.maximum(length, _FAR))
        cost = np.where(length < _FAR, length**2, _FAR * (2 * length - _FAR)).sum()
        known = np.concatenate([state[NUMBERS:] / self.slack, (state[6:NUMBERS] - self.expected) / self.spread])
        return _Rest(float(cost + known @ known), np.concatenate([(wrong * weight).ravel(), known]), weight)

    def jacobian(self, state: np.ndarray, rest: _Rest) -> np.ndarray:
        points, spun = self._points_mm(state)
        by_camera, by_place = slopes(state[:NUMBERS], points)
        by_twist = by_place @ np.stack([-spun[:, 1], spun[:, 0]], 1)[..., None]
        weight = (rest.weight / self.noise)[..., None]
        corners, own = 2 * len(points), np.arange(self.moves)
        jacobian = np.zeros((corners + self.moves + 2, NUMBERS + self.moves))
        jacobian[:corners, :NUMBERS] = (weight * by_camera).reshape(corners, NUMBERS)
        rows, columns = np.arange(corners).reshape(-1, 2, 1), NUMBERS + 3 * self.owner[:, None, None] + np.arange(3)
        jacobian[rows, columns] = weight * np.concatenate([by_place, by_twist], 2)
        jacobian[corners + own, NUMBERS + own] = 1 / self.slack
        jacobian[[-2, -1], [6, 7]] = 1 / self.spread
        return jacobian

    def _points_mm(self, state: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(n, 2) where the corners lie on the table, and from their thing's middle."""
        moves = state[NUMBERS:].reshape(-1, 3)[self.owner]
        cosine, sine = np.cos(moves[:, 2]), np.sin(moves[:, 2])
        x, y = self.shapes.T
        spun = np.stack([cosine * x - sine * y, sine * x + cosine * y], 1)
        return spun + self.places + moves[:, :2], spun


def pose_of(vector: np.ndarray, size_px: tuple[int, int]) -> TablePose:
    numbers = [float(value) for value in vector]
    return TablePose(
        (numbers[0], numbers[1], numbers[2]),
        (numbers[3], numbers[4], numbers[5]),
        float(np.exp(numbers[6])),
        numbers[7],
        size_px,
    )


def pose_from_homography(homography: np.ndarray, size_px: tuple[int, int], focal_px: float) -> TablePose:
    """A first pose from millimetres-to-pixels, for a focal length taken as known."""
    camera = np.array([[focal_px, 0, middle_of(size_px)[0]], [0, focal_px, middle_of(size_px)[1]], [0, 0, 1]])
    plane = np.linalg.inv(camera) @ homography
    plane = plane / np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1]))
    plane = plane if plane[2, 2] > 0 else -plane
    u, _, v = np.linalg.svd(np.column_stack([plane[:, 0], plane[:, 1], np.cross(plane[:, 0], plane[:, 1])]))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ v)]) @ v
    return pose_of(
        np.concatenate([rotation_vector(rotation), plane[:, 2], [np.log(focal_px), CAMERA.k1]]),
        size_px,
    )
