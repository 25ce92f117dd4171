"""Corners dragged by hand hold in pictures of another size, and are forgotten in pictures of another shape."""

from dataclasses import replace
from math import radians

import cv2

from companion.sight.reading import Calibration
from vision.geometry.table_pose import play_area_mm
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.tracking.tracker import Tracker


def test_dragged_corners_hold_when_the_stream_becomes_finer_and_not_when_the_phone_is_turned(film):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    camera = replace(DEMO_CAMERA, azimuth_rad=0.0, tilt_rad=radians(12), height_mm=1050)
    tracker = Tracker(corners=camera.project(play_area_mm()) + 8)
    assert tracker.read(image).calibration is Calibration.CORNERS
    reading = tracker.read(cv2.resize(image, None, fx=1.25, fy=1.25, interpolation=cv2.INTER_CUBIC))
    assert reading.calibration is Calibration.CORNERS
    assert len(reading.cards) == len(truth["cells"])
    assert tracker.read(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)).calibration is Calibration.MARKERS
