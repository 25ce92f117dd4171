"""The table's pose is found from things of known size, from far off, and withstands a corner that was mistaken."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import Cell
from vision.geometry.dimensions import CARD_CORNERS_MM, cell_mm
from vision.geometry.landmarks import Landmark
from vision.geometry.pose_fit import NormalEquations, fit_pose, slopes
from vision.geometry.table_pose import pose_of, project

SIZE = (1280, 720)
CAMERA = np.array([0.4, -0.1, 0.2, -240.0, -30.0, 900.0, np.log(980.0), -0.03])
CELLS = [Cell(0, 0), Cell(8, -2), Cell(8, 0), Cell(8, 2), Cell(3, 1)]


def seen(pose, noise_px=0.0, seed=0):
    rng = np.random.default_rng(seed)
    return [
        Landmark(
            CARD_CORNERS_MM,
            tuple(cell_mm(cell)),
            pose.quad(cell) + rng.normal(0, noise_px, (4, 2)),
            slack_mm=3.0,
            slack_rad=0.035,
        )
        for cell in CELLS
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_pose_is_found_from_far_off(seed):
    true, rng = pose_of(CAMERA, SIZE), np.random.default_rng(seed)
    first = pose_of(CAMERA + rng.normal(0, 1, 8) * [0.08, 0.08, 0.08, 30, 30, 80, 0.15, 0.02], SIZE)
    found = fit_pose(seen(true, 0.5, seed), first).pose
    assert max(np.abs(found.quad(cell) - true.quad(cell)).max() for cell in CELLS) < 3


def test_a_corner_that_was_mistaken_bends_little_even_from_far_off():
    """What is far off is weighed anew in each round; weighed once and for all, the way there took dozens of rounds."""
    true = pose_of(CAMERA, SIZE)
    things = seen(true)
    things[4].seen_px[0] += (80, -50)
    found = fit_pose(things, pose_of(np.add(CAMERA, [0.1, 0.05, 0, 20, 10, 60, 0, 0]), SIZE)).pose
    assert max(np.abs(found.quad(cell) - true.quad(cell)).max() for cell in CELLS[:4]) < 4


def test_slopes_say_what_a_small_step_does():
    points = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell in CELLS])
    by_camera, by_place = slopes(CAMERA, points)
    for number, step in enumerate([1e-6, 1e-6, 1e-6, 1e-3, 1e-3, 1e-3, 1e-6, 1e-6]):
        stepped = project(CAMERA + step * np.eye(8)[number], points, SIZE)
        assert by_camera[:, :, number] == pytest.approx((stepped - project(CAMERA, points, SIZE)) / step, rel=1e-3)
    for axis in range(2):
        stepped = project(CAMERA, points + 1e-3 * np.eye(2)[axis], SIZE)
        expected = (stepped - project(CAMERA, points, SIZE)) / 1e-3
        assert by_place[:, :, axis] == pytest.approx(expected, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_a_step_with_the_landmarks_own_moves_eliminated_is_that_of_the_one_large_matrix(seed):
    rng, damping = np.random.default_rng(seed), 0.01
    jacobian = np.zeros((40, 8 + 3 * 5))
    jacobian[:, :8] = rng.normal(size=(40, 8))
    for number in range(5):
        jacobian[8 * number : 8 * number + 8, 8 + 3 * number : 11 + 3 * number] = rng.normal(size=(8, 3))
    normal, slope = jacobian.T @ jacobian, jacobian.T @ rng.normal(size=40)
    own = np.array([normal[at : at + 3, at : at + 3] for at in range(8, 23, 3)])
    apart = NormalEquations(normal[:8, :8], normal[8:, :8].reshape(5, 3, 8), own, slope[:8], slope[8:].reshape(5, 3))
    whole = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope)
    assert apart.step(damping) == pytest.approx(whole, rel=1e-6, abs=1e-9)
