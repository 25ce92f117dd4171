"""Corners dragged by hand hold until the camera moves or the reader shall find the table itself."""

from __future__ import annotations

import numpy as np
import pytest

from companion.sight.reading import Calibration
from vision.registration.dragged_corners import CROSSED, NO_PICTURE, TOO_SMALL, corners_px
from vision.service.camera_service import CameraService
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.tracking.tracker import Tracker

FIELD_MM = np.array([[-29.0, -222.5], [493.0, -222.5], [493.0, 222.5], [-29.0, 222.5]])


def test_dragged_corners_are_used_until_the_reader_shall_find_the_table_itself(film, reader):
    from dataclasses import replace
    from math import radians

    image, _ = film(700, True, 0, 12, "tidy", 18)
    camera = replace(DEMO_CAMERA, azimuth_rad=0.0, tilt_rad=radians(12), height_mm=1050)
    corners = camera.project(FIELD_MM) + 8
    tracker = Tracker(reader)
    assert tracker.read(image).calibration is Calibration.MARKERS
    tracker.use_corners(corners)
    assert tracker.read(image).calibration is Calibration.CORNERS
    assert tracker.read(image).calibration is Calibration.CORNERS
    tracker.use_corners(None)
    assert tracker.read(image).calibration is Calibration.MARKERS


def test_corners_are_forgotten_when_the_table_lies_elsewhere(film, reader):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    tracker = Tracker(reader, corners=np.array([[5.0, 5.0], [60, 5], [60, 60], [5, 60]]))
    reading = tracker.read(image)
    assert reading.calibration is Calibration.MARKERS
    assert len(reading.cards) == len(truth["cells"])
    assert tracker.read(image).calibration is Calibration.MARKERS


PICTURE_PX = (1000, 500)
ROUND = ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.1, 0.8))


def test_corners_become_pixels_of_the_picture():
    assert corners_px(ROUND, PICTURE_PX).tolist() == [[100, 100], [900, 100], [900, 400], [100, 400]]


def test_corners_that_go_round_the_wrong_way_keep_the_start_cards_side():
    mirrored = corners_px((ROUND[3], ROUND[2], ROUND[1], ROUND[0]), PICTURE_PX)
    assert mirrored.tolist() == corners_px(ROUND, PICTURE_PX).tolist()


@pytest.mark.parametrize(
    ("corners", "trouble"),
    [
        ((ROUND[0], ROUND[2], ROUND[1], ROUND[3]), CROSSED),
        ((ROUND[0], ROUND[1], (0.3, 0.3), ROUND[3]), CROSSED),  # one dragged inside the other three
        ([(0.5 + x / 10, 0.5 + y / 10) for x, y in ROUND], TOO_SMALL),
        ([(0.5, 0.5)] * 4, TOO_SMALL),
    ],
    ids=["crossed", "a dart", "small", "one spot"],
)
def test_corners_that_no_table_has_are_answered_with_a_sentence(corners, trouble):
    assert corners_px(corners, PICTURE_PX) is trouble


def test_without_a_picture_corners_are_not_taken():
    camera = CameraService(lambda seen: None, lambda *state: None)
    try:
        assert camera.aim(ROUND) is NO_PICTURE
        assert camera.aim(None) is NO_PICTURE
    finally:
        camera.close()
