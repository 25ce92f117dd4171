"""Pictures of a 4K webcam or a phone, larger than pays: a table is gone on from in them as in any."""

from dataclasses import replace
from math import radians

import cv2
import numpy as np
import pytest

from companion.maze.geometry import START_CELL
from companion.sight.reading import Calibration, quad_px
from vision.geometry.table_pose import play_area_mm
from vision.reading.reader import read_table
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.tracking.tracker import Tracker

LARGER = 3  # than the pictures of the simulated camera: 3840 x 2160
OFF = 0.1  # of a card's width


@pytest.fixture
def table(film):
    """A picture in 4K, and where its cards are in it."""
    image, truth = film(700, True, 0, 12, "tidy", 18)
    quads = {(cell["x"], cell["y"]): np.array(cell["quad_px"]) * LARGER for cell in truth["cells"]}
    return cv2.resize(image, None, fx=LARGER, fy=LARGER, interpolation=cv2.INTER_CUBIC), quads


@pytest.fixture
def found(monkeypatch):
    """The sizes of the pictures in which the table was found as if nothing were known."""
    sizes = []

    def counting(image, **known):
        sizes.append(image.shape[1::-1])
        return read_table(image, **known)

    monkeypatch.setattr("vision.tracking.tracker.read_table", counting)
    return sizes


def fits(reading, quads):
    assert {(card.cell.x, card.cell.y) for card in reading.cards} == quads.keys()
    for card in reading.cards:
        true = quads[card.cell.x, card.cell.y]
        assert np.abs(np.array(card.quad_px) - true).max() < OFF * np.linalg.norm(true[1] - true[0]), card.cell
    return True


def test_a_table_seen_in_4k_is_found_once_and_then_gone_on_from(table, reader, found):
    image, quads = table
    tracker = Tracker(reader)
    assert fits(tracker.read(image), quads)
    assert fits(tracker.read(image), quads)
    assert len(found) == 1


def test_corners_dragged_in_4k_hold_and_the_cards_are_where_they_are_seen(table, reader, found):
    image, quads = table
    camera = replace(DEMO_CAMERA, azimuth_rad=0.0, tilt_rad=radians(12), height_mm=1050)
    tracker = Tracker(reader)
    tracker.use_corners((camera.project(play_area_mm()) + 8) * LARGER)
    for _ in range(2):
        reading = tracker.read(image)
        assert reading.calibration is Calibration.CORNERS
        assert fits(reading, quads)
    assert len(found) == 1


def test_pictures_that_come_finer_or_coarser_from_then_on_show_the_cards_in_their_own_pixels(table, reader, found):
    image, quads = table
    tracker = Tracker(reader)
    for scale in (1.0, 0.75, 0.5, 1.0):  # the second is as large as the first is worked with
        reading = tracker.read(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        assert fits(reading, {cell: quad * scale for cell, quad in quads.items()})
    assert len(found) == 3


def test_a_place_in_4k_is_bare_where_no_card_lies(table, reader):
    image, quads = table
    free = quads[2, 0] + quads[0, -2] - quads[0, 0]
    tracker = Tracker(reader)
    start = next(card for card in tracker.read(image).cards if card.cell == START_CELL)
    assert tracker.bare(image, [start, replace(start, quad_px=quad_px(free))]) == [False, True]
