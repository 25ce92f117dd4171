"""The table's pose: from millimetres on the table to pixels and back, fitted to things of known size. No pictures here.

The table is the plane of the game's frame in millimetres: the start card's middle at (0, 0), x towards the goals, y
south. The camera is a pinhole with its axis in the middle of the picture and one radial term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
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
        flat = project_many(self.vector()[None], points.reshape(1, -1, 2), self.size_px)
        return flat.reshape(points.shape)

    def to_table(self, points_px: np.ndarray) -> np.ndarray:
        """(..., 2) picture pixels to (..., 2) table millimetres; points above the horizon come out far away."""
        points = np.asarray(points_px, float)
        distorted = (points - middle_of(self.size_px)) / self.focal_px
        straight = distorted
        for _ in range(6):
            straight = distorted / (1 + self.k1 * (straight**2).sum(-1, keepdims=True))
        rotation = rotation_matrices(np.array([self.turn_rad]))[0]
        columns = np.column_stack([rotation[:, 0], rotation[:, 1], self.shift_mm])
        rays = np.concatenate([straight, np.ones_like(straight[..., :1])], -1)
        back = rays @ np.linalg.inv(columns).T
        depth = np.where(np.abs(back[..., 2:]) < 1e-9, 1e-9, back[..., 2:])
        return back[..., :2] / depth

    def quad(self, cell: Cell) -> np.ndarray:
        """(4, 2) pixels: N-W, N-E, S-E, S-W corner of a card that lies exactly in `cell`."""
        return self.project(CARD_CORNERS_MM + cell_mm(cell))

    def vector(self) -> np.ndarray:
        return np.array([*self.turn_rad, *self.shift_mm, np.log(self.focal_px), self.k1])

    @property
    def tilt_rad(self) -> float:
        """Angle between the camera's axis and straight down."""
        return float(np.arccos(np.clip(rotation_matrices(np.array([self.turn_rad]))[0, 2, 2], -1, 1)))

    @property
    def distance_mm(self) -> float:
        return float(np.linalg.norm(self.shift_mm))

    def moved(self, origin_mm: Sequence[float], turn_rad: float = 0.0) -> TablePose:
        """The same camera, with the game's frame put at `origin_mm` and turned by `turn_rad` on the table."""
        rotation = rotation_matrices(np.array([self.turn_rad]))[0]
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
        return _descend(sightings, first, rounds)


def _descend(sightings: Sequence[Sighting], first: TablePose, rounds: int) -> Fit:
    problem = _Problem(sightings, first.size_px)
    state = np.concatenate([first.vector(), np.zeros(3 * len(sightings))])
    damping = 1e-3
    rest = problem.residuals(state[None])[0]
    for _ in range(rounds):
        jacobian = problem.jacobian(state, rest)
        normal, slope = jacobian.T @ jacobian, jacobian.T @ rest
        improved = False
        for _ in range(5):
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -slope)
            trial = problem.residuals((state + step)[None])[0]
            if trial @ trial < rest @ rest:
                improved = True
                break
            damping *= 6
        if not improved:
            break
        gain = rest @ rest - trial @ trial
        state, rest, damping = state + step, trial, max(damping / 6, 1e-9)
        if gain < 1e-4 * (1 + rest @ rest):
            break
    fit = problem.fit_of(state, rest)
    return replace(fit, pose=replace(fit.pose, markers_mm=first.markers_mm, goals=first.goals))


class _Problem:
    """Residuals of a fit, for many states at once. A state: 8 camera numbers, then (dx, dy, twist) for each thing."""

    def __init__(self, sightings: Sequence[Sighting], size_px: tuple[int, int]) -> None:
        self.size_px = size_px
        self.sightings = sightings
        self.shapes = np.concatenate([thing.shape_mm for thing in sightings])
        self.owner = np.repeat(np.arange(len(sightings)), [len(thing.shape_mm) for thing in sightings])
        self.places = np.array([thing.place_mm for thing in sightings])
        self.seen = np.concatenate([thing.seen_px for thing in sightings])
        self.noise = np.array([thing.noise_px for thing in sightings])[self.owner][:, None]
        self.slack = np.array([(thing.slack_mm, thing.slack_mm, thing.slack_rad) for thing in sightings])
        self.log_focal = np.log(CAMERA.focal_to_long_side * max(size_px))

    def points_mm(self, states: np.ndarray) -> np.ndarray:
        moves = states[:, 8:].reshape(len(states), -1, 3)[:, self.owner]
        cosine, sine = np.cos(moves[..., 2]), np.sin(moves[..., 2])
        x, y = self.shapes[:, 0], self.shapes[:, 1]
        spun = np.stack([cosine * x - sine * y, sine * x + cosine * y], -1)
        return spun + self.places[self.owner] + moves[..., :2]

    def residuals(self, states: np.ndarray) -> np.ndarray:
        wrong = (project_many(states[:, :8], self.points_mm(states), self.size_px) - self.seen) / self.noise
        length = np.sqrt((wrong**2).sum(-1, keepdims=True)) + 1e-9
        robust = np.where(length < 3, 1.0, np.sqrt(np.maximum(6 * length - 9, 0)) / length)  # Huber beyond 3 sigma
        moves = states[:, 8:].reshape(len(states), -1, 3) / self.slack
        camera = np.stack(
            [
                (states[:, 6] - self.log_focal) / CAMERA.focal_spread,
                (states[:, 7] - CAMERA.k1) / CAMERA.k1_spread,
            ],
            -1,
        )
        return np.concatenate([(wrong * robust).reshape(len(states), -1), moves.reshape(len(states), -1), camera], -1)

    def jacobian(self, state: np.ndarray, rest: np.ndarray) -> np.ndarray:
        steps = np.concatenate([[1e-5] * 3, [1e-2] * 3, [1e-5, 1e-5], np.tile([1e-3, 1e-3, 1e-5], len(self.sightings))])
        return ((self.residuals(state + np.diag(steps)) - rest) / steps[:, None]).T

    def fit_of(self, state: np.ndarray, rest: np.ndarray) -> Fit:
        return Fit(pose_of(state[:8], self.size_px), float(rest @ rest) / 2)


def pose_of(vector: np.ndarray, size_px: tuple[int, int]) -> TablePose:
    numbers = [float(value) for value in vector]
    return TablePose(
        (numbers[0], numbers[1], numbers[2]),
        (numbers[3], numbers[4], numbers[5]),
        float(np.exp(numbers[6])),
        numbers[7],
        size_px,
    )


def middle_of(size_px: tuple[int, int]) -> np.ndarray:
    return np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2])


def project_many(vectors: np.ndarray, points_mm: np.ndarray, size_px: tuple[int, int]) -> np.ndarray:
    """(m, 8) camera numbers and (m or 1, n, 2) millimetres to (m, n, 2) pixels."""
    rotation = rotation_matrices(vectors[:, :3])
    seen = np.einsum(
        "mij,mnj->mni", rotation[:, :, :2], np.broadcast_to(points_mm, (len(vectors), *points_mm.shape[1:]))
    )
    seen = seen + vectors[:, None, 3:6]
    straight = seen[..., :2] / np.maximum(seen[..., 2:], 1.0)
    bent = straight * (1 + vectors[:, None, 7:8] * (straight**2).sum(-1, keepdims=True))
    return bent * np.exp(vectors[:, None, 6:7]) + middle_of(size_px)


def rotation_matrices(vectors: np.ndarray) -> np.ndarray:
    """(m, 3) rotation vectors to (m, 3, 3)."""
    angle = np.sqrt((vectors**2).sum(-1))[:, None, None]
    safe = np.maximum(angle, 1e-12)
    axis = vectors / safe[:, 0]
    zero = np.zeros(len(vectors))
    cross = np.stack(
        [
            np.stack([zero, -axis[:, 2], axis[:, 1]], -1),
            np.stack([axis[:, 2], zero, -axis[:, 0]], -1),
            np.stack([-axis[:, 1], axis[:, 0], zero], -1),
        ],
        1,
    )
    return np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross)


def rotation_vector(rotation: np.ndarray) -> np.ndarray:
    """(3, 3) to the rotation vector; near a half-turn the axis comes from the symmetric part."""
    cosine = np.clip((np.trace(rotation) - 1) / 2, -1, 1)
    angle = np.arccos(cosine)
    axis = np.array([rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]])
    if angle < 1e-7:
        return axis / 2
    if np.pi - angle > 1e-4:
        return axis / (2 * np.sin(angle)) * angle
    symmetric = (rotation + np.eye(3)) / 2
    column = symmetric[:, int(np.argmax(np.diag(symmetric)))]
    return column / np.linalg.norm(column) * angle


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
