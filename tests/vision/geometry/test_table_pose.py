"""A pose maps millimetres of the table to pixels and back, whatever frame they are counted in."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.table_pose import TablePose, rotation_matrix, rotation_vector


def test_a_pose_maps_there_and_back():
    pose = TablePose((0.4, -0.2, 1.2), (-150.0, 60.0, 900.0), 1000.0, -0.06, (1280, 720))
    points = np.array([[0.0, 0.0], [464.0, 178.0], [464.0, -178.0], [-58.0, 89.0]])
    assert np.allclose(pose.to_table(pose.project(points)), points, atol=0.05)


def test_a_frame_moved_on_the_table_shows_the_same_places():
    pose = TablePose((0.4, -0.2, 1.2), (-150.0, 60.0, 900.0), 1000.0, -0.06, (1280, 720))
    turned = pose.moved((464.0, 0.0), np.pi)
    assert np.allclose(turned.project(np.array([0.0, 178.0])), pose.project(np.array([464.0, -178.0])), atol=1e-6)


@pytest.mark.parametrize("vector", [(0.0, 0.0, 0.0), (0.3, -0.2, 2.9), (np.pi, 0.0, 0.0)])
def test_a_rotation_and_its_vector_say_the_same(vector):
    rotation = rotation_matrix(np.array(vector))
    assert rotation_matrix(rotation_vector(rotation)) == pytest.approx(rotation, abs=1e-9)


@pytest.mark.parametrize(("away_mm", "plausible"), [(150.0, False), (900.0, True), (4000.0, True), (6000.0, False)])
def test_a_camera_hangs_over_the_table_or_stands_across_the_room(away_mm, plausible):
    assert TablePose((0.4, -0.2, 1.2), (0.0, 0.0, away_mm), 1000.0, -0.06, (1280, 720)).is_plausible == plausible
