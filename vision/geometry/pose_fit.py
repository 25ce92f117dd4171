"""The table's pose fitted to landmarks by least squares, after Levenberg and Marquardt. Knows no cards, no pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Matrix, Points
from vision.geometry.landmarks import Landmark
from vision.geometry.table_pose import (
    CAMERA_PRIOR,
    NUMBERS,
    TablePose,
    pose_from_homography,
    pose_of,
    project,
    rotation_matrix,
)


@dataclass(frozen=True)
class PoseFitSettings:
    """When a fit ends, and what it does not believe."""

    rounds: int = 12
    first_damping: float = 1e-5
    damping_step: float = 10.0
    tries: int = 5  # with more damping each, before a round gives up
    least_gain: float = 1e-3  # of the cost; what another round would gain moves no corner by a tenth of a pixel
    outlier: float = 3.0  # standard deviations; beyond it a corner counts as Huber has it: it was mistaken
    least_determinant: float = 1e-12  # of a homography that can be inverted


POSE_FIT = PoseFitSettings()
_LEAST_CURVATURE = 1e-9  # of the arithmetic: what a number changes nothing by is damped all the same


@dataclass(frozen=True)
class PoseFit:
    pose: TablePose
    cost: float  # half the sum of squared residuals, each in standard deviations


def fit_pose(landmarks: Sequence[Landmark], first: TablePose, rounds: int = POSE_FIT.rounds) -> PoseFit | None:
    """The pose, and each landmark's own small shift and twist, that explain best what was seen (robust, from `first`).

    None where the numbers tell no pose.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # a step too far is not taken
            return _descend(_Problem(landmarks, first.size_px), first, rounds)
    except np.linalg.LinAlgError:
        return None


def fit_pose_anew(
    landmarks: Sequence[Landmark],
    homography: Matrix,
    size_px: tuple[int, int],
    focal_factor: float = 1.0,
    rounds: int = POSE_FIT.rounds,
) -> PoseFit | None:
    """As fit_pose, from a homography of millimetres to pixels and a usual camera's focal length, times a factor."""
    try:
        first = pose_from_homography(homography, size_px, CAMERA_PRIOR.focal_px(size_px) * focal_factor)
    except np.linalg.LinAlgError:
        return None
    return fit_pose(landmarks, first, rounds)


def find_homography(points_mm: Points, points_px: Points) -> Matrix | None:
    """From (n, 2) millimetres to (n, 2) pixels, least squares; None where no camera could see them so."""
    homography = cv2.findHomography(points_mm, points_px, 0)[0]
    if homography is None:
        return None
    matrix = np.asarray(homography, float)
    sound = np.isfinite(matrix).all() and abs(np.linalg.det(matrix)) > POSE_FIT.least_determinant
    return matrix if sound else None


def _descend(problem: _Problem, first: TablePose, rounds: int) -> PoseFit:
    """What is far off is weighed anew in every round."""
    state = np.concatenate([first.vector(), np.zeros(problem.moves)])
    damping, rest = POSE_FIT.first_damping, problem.residuals(state)
    for _ in range(rounds):
        equations = problem.equations(state, rest)
        for _ in range(POSE_FIT.tries):
            step = equations.step(damping)
            trial = problem.residuals(state + step)
            if trial.cost < rest.cost:
                break
            damping *= POSE_FIT.damping_step
        else:
            break
        gain = rest.cost - trial.cost
        state, rest, damping = state + step, trial, max(damping / POSE_FIT.damping_step, 1e-9)
        if gain < POSE_FIT.least_gain * (1 + rest.cost):
            break
    pose = replace(pose_of(state[:NUMBERS], first.size_px), markers_mm=first.markers_mm, goals=first.goals)
    return PoseFit(pose, rest.cost / 2)


@dataclass(frozen=True, eq=False)
class _Residuals:
    """What a state leaves unexplained. values : weighted, in standard deviations; weight : (n, 1), of the corners."""

    cost: float
    values: Floats
    weight: Floats


@dataclass(frozen=True, eq=False)
class NormalEquations:
    """What a step must solve. A landmark's own move meets no other landmark's, only the camera: so it is eliminated,
    and what is left is 8 x 8 (the Schur complement; Triggs et al., "Bundle Adjustment", 1999, section 6). A fit to 45
    cards takes 1.6 ms; as one matrix it took 4, and 33 where BLAS shared that among the cores.

    camera : (8, 8); shared : (n, 3, 8); own : (n, 3, 3); camera_slope : (8,); own_slope : (n, 3)
    """

    camera: Floats
    shared: Floats
    own: Floats
    camera_slope: Floats
    own_slope: Floats

    def step(self, damping: float) -> Floats:
        """(8 + 3 n,) of the state; each number damped by its own curvature. LinAlgError where nothing is told."""
        camera = self.camera + damping * np.diag(np.diag(self.camera) + _LEAST_CURVATURE)
        stiff = np.einsum("nii->ni", self.own) + _LEAST_CURVATURE
        own = self.own + damping * np.eye(3) * stiff[:, None]
        asked = np.concatenate([self.shared, self.own_slope[..., None]], 2)
        solved = np.linalg.solve(own, asked)
        by_camera, alone = solved[..., :NUMBERS], solved[..., NUMBERS]
        shared = self.shared.reshape(-1, NUMBERS).T
        left = camera - shared @ by_camera.reshape(-1, NUMBERS)
        slope = self.camera_slope - shared @ alone.ravel()
        moved = np.linalg.solve(left, -slope)
        return np.concatenate([moved, (-alone - by_camera @ moved).ravel()])


class _Problem:
    """What is left of a fit, and its slopes. A state: 8 camera numbers, then (dx, dy, twist) for each landmark."""

    def __init__(self, landmarks: Sequence[Landmark], size_px: tuple[int, int]) -> None:
        self.size_px, self.moves = size_px, 3 * len(landmarks)
        self.shapes = np.concatenate([thing.shape_mm for thing in landmarks])
        corners = [len(thing.shape_mm) for thing in landmarks]
        self.owner, self.firsts = np.repeat(np.arange(len(landmarks)), corners), np.cumsum([0, *corners[:-1]])
        self.places = np.array([thing.place_mm for thing in landmarks])[self.owner]
        self.seen = np.concatenate([thing.seen_px for thing in landmarks])
        self.noise = np.array([thing.noise_px for thing in landmarks])[self.owner][:, None]
        self.slack = np.array([(thing.slack_mm, thing.slack_mm, thing.slack_rad) for thing in landmarks]).ravel()
        self.expected = np.array([np.log(CAMERA_PRIOR.focal_px(size_px)), CAMERA_PRIOR.k1])
        self.spread = np.array([CAMERA_PRIOR.focal_spread, CAMERA_PRIOR.k1_spread])

    def residuals(self, state: Floats) -> _Residuals:
        """Of the corners, of each landmark's own move, and of what is known of cameras."""
        points, _ = self._points_mm(state)
        wrong = (project(state[:NUMBERS], points, self.size_px) - self.seen) / self.noise
        length, far = np.sqrt((wrong * wrong).sum(1, keepdims=True)), POSE_FIT.outlier
        weight = np.sqrt(far / np.maximum(length, far))
        cost = np.where(length < far, length**2, far * (2 * length - far)).sum()
        known = np.concatenate([state[NUMBERS:] / self.slack, (state[6:NUMBERS] - self.expected) / self.spread])
        return _Residuals(float(cost + known @ known), np.concatenate([(wrong * weight).ravel(), known]), weight)

    def equations(self, state: Floats, rest: _Residuals) -> NormalEquations:
        points, spun = self._points_mm(state)
        by_camera, by_place = slopes(state[:NUMBERS], points)
        by_twist = by_place @ np.stack([-spun[:, 1], spun[:, 0]], 1)[..., None]
        weight = (rest.weight / self.noise)[..., None]
        camera, own = weight * by_camera, weight * np.concatenate([by_place, by_twist], 2)
        wrong, known = rest.values[: 2 * len(points)].reshape(-1, 2, 1), rest.values[2 * len(points) :]
        flat, prior = camera.reshape(-1, NUMBERS), np.array([0.0] * (NUMBERS - 2) + [*(1 / self.spread)])
        return NormalEquations(
            flat.T @ flat + np.diag(prior**2),
            self._of_each(np.swapaxes(own, 1, 2) @ camera),
            self._of_each(np.swapaxes(own, 1, 2) @ own) + np.eye(3) * (1 / self.slack.reshape(-1, 1, 3)) ** 2,
            flat.T @ wrong.ravel() + prior * np.append(np.zeros(NUMBERS - 2), known[self.moves :]),
            self._of_each((np.swapaxes(own, 1, 2) @ wrong)[..., 0]) + (known[: self.moves] / self.slack).reshape(-1, 3),
        )

    def _of_each(self, by_corner: Floats) -> Floats:
        """(landmarks, ...) from (corners, ...): the sum over the corners of each."""
        return np.add.reduceat(by_corner, self.firsts, axis=0)

    def _points_mm(self, state: Floats) -> tuple[Points, Points]:
        """(n, 2) where the corners lie on the table, and from their landmark's middle."""
        moves = state[NUMBERS:].reshape(-1, 3)[self.owner]
        cosine, sine = np.cos(moves[:, 2]), np.sin(moves[:, 2])
        x, y = self.shapes.T
        spun = np.stack([cosine * x - sine * y, sine * x + cosine * y], 1)
        return spun + self.places + moves[:, :2], spun


def slopes(camera: Floats, points_mm: Points) -> tuple[Floats, Floats]:
    """How pixels of (n, 2) millimetres change with the camera's numbers, (n, 2, 8), and with the points, (n, 2, 2)."""
    focal = float(np.exp(camera[6]))
    lens, bent = np.diag([focal, focal, 1.0]), np.array([camera[7], 0, 0, 0])
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    _, jacobian = cv2.projectPoints(flat, camera[:3], camera[3:6], lens, bent)
    by = np.asarray(jacobian, float)
    by_camera = np.column_stack([by[:, :6], focal * by[:, 6:8].sum(1), by[:, 10]])  # either focal length moves one axis
    by_place = by[:, 3:6] @ rotation_matrix(camera[:3])[:, :2]
    return by_camera.reshape(-1, 2, NUMBERS), by_place.reshape(-1, 2, 2)
