"""A lamp that flickers faster than the camera films draws bands over its pictures, which roll from one to the next."""

import cv2
import numpy as np
import pytest
from staging import Stage, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.detection.pyramid import Pyramid
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.read_trigger import FLICKERS

WAYS = {"along the rows": 0, "along the columns": 1}
READ_THROUGH, TOO_STRONG = 0.1, 0.5
ON = 10  # pictures, after which it is known that the light flickers


def lit(image, number, depth, axis=0, drift_rad=2.3):
    """The picture with bands across it, a good part of its height apart."""
    size = image.shape[axis]
    light = 1 + depth * np.sin(np.arange(size) * (2 * np.pi * 1.7 / size) + number * drift_rad)
    shape = (size, 1, 1) if axis == 0 else (1, size, 1)
    return np.clip(image * light.reshape(shape), 0, 255).astype(np.uint8)


def table(*cards):
    """Pale cards with black tunnels on cloth, so bright that a band burns them out."""
    image = np.full((360, 640, 3), (90, 110, 70), np.uint8)
    for x, y in ((80, 60), (500, 60), (500, 200), *cards):
        cv2.rectangle(image, (x, y), (x + 40, y + 60), (245, 240, 235), -1)
        cv2.line(image, (x + 20, y), (x + 20, y + 60), (30, 30, 30), 8)
    return image


@pytest.mark.parametrize("axis", WAYS.values(), ids=WAYS)
def test_bands_that_roll_over_the_picture_are_no_change_once_they_are_known(axis):
    detector = ChangeDetector()
    for number in range(60):
        change = detector.detect(Pyramid(lit(table(), number, READ_THROUGH, axis)), number / 10)
        if number == ON:
            detector.remember()
        assert number <= ON or not (change.is_moving or change.has_changed), number


@pytest.mark.parametrize("axis", WAYS.values(), ids=WAYS)
def test_what_is_laid_between_bands_is_a_change_in_its_place_alone(axis):
    detector = ChangeDetector()
    for number in range(60):
        cards = [(160, 60)] if number > 30 else []
        change = detector.detect(Pyramid(lit(table(*cards), number, READ_THROUGH, axis)), number / 10)
        if number == ON:
            detector.remember()
        assert change.is_moving or number != 31
        assert not change.is_moving or number <= ON or 31 <= number < 35, number
    places = np.array([[[x, y], [x + 40, y], [x + 40, y + 60], [x, y + 60]] for x, y in ((160, 60), (80, 60))], float)
    laid, lain = detector.shares_changed(places, (640, 360))
    assert laid > 0.8 and lain < 0.02


def test_an_arm_that_lies_along_most_of_the_bands_is_still_a_hand():
    detector = ChangeDetector()
    for number in range(60):
        image = table()
        if number > 30:
            image[150:190, : 12 * min(number - 30, 40)] = (120, 150, 200)
        change = detector.detect(Pyramid(lit(image, number, READ_THROUGH)), number / 10)
        if number == ON:
            detector.remember()
    assert change.is_hand and change.is_redrawn


def flickering(stage, frames, depth, axis=0):
    """Return what is told until every deed is done, and so many frames later."""
    told, later = [], 0
    while later < frames:
        frame = next(stage.frames)
        later += stage.table.resting
        told += stage.trigger.see(replace_image(frame, lit(frame.image, frame.number, depth, axis)))
    return words(told)


@pytest.mark.parametrize("axis", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("depth", [0.05, READ_THROUGH, 0.2])
def test_cards_are_told_that_are_laid_and_taken_under_a_lamp_that_flickers(depth, axis):
    stage = Stage()
    assert len(flickering(stage, 30, depth, axis)) == 1, "the whole board"
    stage.table.lay(Cell(1, 0), Face.parse("EW"))
    laid = flickering(stage, 30, depth, axis)
    stage.table.take(Cell(1, 0))
    assert [word for word in laid + flickering(stage, 30, depth, axis) if len(word) > 1] == [
        ("laid", "1,0:EW"),
        ("removed", "1,0:EW"),
    ]
    assert stage.reader.looked_at_hand == 0
    assert FLICKERS not in stage.trigger.sight.hints


def test_it_is_told_that_the_light_flickers_where_it_does_so_too_strongly():
    stage = Stage()
    flickering(stage, 30, TOO_STRONG)
    assert stage.trigger.sight.hints[:1] == (FLICKERS,)
    flickering(stage, 40, 0.0)
    assert stage.trigger.sight.hints == ()
