"""How large a picture is read, and how what was read gets back into the picture that came."""

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import Calibration, CardKind, Reading, SeenCard, quad_px
from vision.detection.pyramid import PYRAMID, WorkingPicture
from vision.reading.card_reading import as_it_came


def picture(width, height):
    return np.zeros((height, width, 3), np.uint8)


def test_a_picture_that_is_small_enough_is_worked_with_as_it_came():
    image = picture(PYRAMID.largest_side_px, 1440)
    assert WorkingPicture.of(image).image is image


def test_a_larger_one_keeps_its_shape_whichever_side_is_the_longer():
    assert WorkingPicture.of(picture(3840, 2160)).size_px == (2560, 1440)
    assert WorkingPicture.of(picture(3024, 4032)).size_px == (1920, 2560)


def test_corners_come_out_where_they_went_in():
    working = WorkingPicture.of(picture(3840, 2160))
    quad = np.array([[300.0, 600], [360, 600], [360, 690], [300, 690]])
    inward = working.inward(quad)
    assert np.allclose(inward, quad * 2 / 3)
    card = SeenCard(Cell(1, 0), CardKind.PATH, Face.parse("EW"), 0.9, False, quad_px(inward))
    outward = as_it_came(Reading(Calibration.LAYOUT, (card,)), working)
    assert np.allclose(outward.cards[0].quad_px, quad)
