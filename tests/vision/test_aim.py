"""Corners dragged by hand hold until the camera moves or the reader shall find the table itself."""

from __future__ import annotations

import numpy as np
import pytest

from companion.live.observe import Calibration
from vision.follow import Follower
from vision.read import Reader
from vision.simulate.demo import DEMO_CAMERA

FIELD_MM = np.array([[-29.0, -222.5], [493.0, -222.5], [493.0, 222.5], [-29.0, 222.5]])


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


def test_dragged_corners_are_used_until_the_reader_shall_find_the_table_itself(film, reader):
    from dataclasses import replace
    from math import radians

    image, _ = film(700, True, 0, 12, "tidy", 18)
    camera = replace(DEMO_CAMERA, azimuth_rad=0.0, tilt_rad=radians(12), height_mm=1050)
    corners = camera.project(FIELD_MM) + 8
    follower = Follower(reader)
    assert follower.read(image).calibration is Calibration.MARKERS
    follower.use_corners(corners)
    assert follower.read(image).calibration is Calibration.CORNERS
    assert follower.read(image).calibration is Calibration.CORNERS
    follower.use_corners(None)
    assert follower.read(image).calibration is Calibration.MARKERS


def test_corners_are_forgotten_when_the_table_lies_elsewhere(film, reader):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    follower = Follower(reader, corners=np.array([[5.0, 5.0], [60, 5], [60, 60], [5, 60]]))
    reading = follower.read(image)
    assert reading.calibration is Calibration.MARKERS
    assert len(reading.cards) == len(truth["cells"])
    assert follower.read(image).calibration is Calibration.MARKERS
