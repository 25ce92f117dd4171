"""What markers alone tell of the table, and what cards are worth that speak for one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detection.card_estimates import Presence
from vision.geometry.landmarks import marker_landmarks
from vision.registration.markers import detect_markers
from vision.registration.table_hypothesis import goal_worth, hypothesis_of_landmarks, start_worth


def test_markers_tell_how_large_things_on_the_table_are(film):
    image, truth = film(1000, True, 0, 12)
    fit = hypothesis_of_landmarks(
        marker_landmarks(detect_markers(image).right_way_round), (image.shape[1], image.shape[0])
    )
    cards = fit.pose.to_table(np.array([cell["quad_px"] for cell in truth["cells"]]))
    widths = np.linalg.norm(cards[:, 1] - cards[:, 0], axis=1)
    assert np.abs(widths / 56 - 1).max() < 0.05


def test_markers_that_lie_as_no_camera_could_see_them_tell_nothing():
    one_spot = {number: np.full((4, 2), 100.0) for number in range(4)}
    assert hypothesis_of_landmarks(marker_landmarks(one_spot), (1280, 720)) is None


def test_a_goal_face_down_proves_more_than_one_turned_up_and_a_start_card_more_than_both():
    down, up, table = np.eye(len(Presence))[[Presence.BACK, Presence.TUNNEL, Presence.NOTHING]]
    assert goal_worth(table) == 0.0 < goal_worth(up) < goal_worth(down) == 1.0 < start_worth()
    assert start_worth(0.5) == pytest.approx(start_worth() / 2)
