"""What never comes to rest and what only sees hands come and go; what is light. Ten pictures a second, and no table."""

import cv2
import numpy as np
import pytest

from vision.detection.pyramid import Pyramid
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.pixel_memory import MOVING_BACKGROUND, MovingBackground

SIZE = (180, 320)
RATE = 10


def watched(moves, seconds):
    """The share of the picture that is restless in each picture. moves : of the time, the slices that move then."""
    background, shares = MovingBackground(), []
    for number in range(round(seconds * RATE)):
        moved = np.zeros(SIZE, np.uint8)
        for place in moves(number / RATE):
            moved[place] = 255
        shares.append((background.detect(moved, 100 + number / RATE) > 0).mean())
    return np.array(shares)


def flame(time_s):
    leap = round(3 * np.sin(9 * time_s))
    return [np.s_[40 + leap : 52 + leap, 300:308]]


def test_a_flame_is_restless_after_a_while_and_not_before():
    shares = watched(flame, 8)
    assert not shares[: round(MOVING_BACKGROUND.after_s * RATE)].any()
    assert (shares[-20:] > 0.001).all()


def test_a_screen_that_stands_still_for_a_moment_is_still_restless_and_one_switched_off_is_not():
    shares = watched(lambda time_s: flame(time_s) if time_s < 6 or 8 < time_s < 9 else [], 15)
    assert shares[round(7.9 * RATE)] > 0.001
    assert shares[-1] == 0


def test_a_sign_that_blinks_twice_a_second_is_restless():
    assert watched(lambda time_s: flame(0) if time_s % 0.5 < 0.1 else [], 8)[-1] > 0.001


@pytest.mark.parametrize("gesture_s", [1.2, 2.5])
def test_hands_that_come_from_one_seat_turn_after_turn_are_not_restless(gesture_s):
    turn_s = gesture_s + 1.5
    arm = np.s_[100:180, 150:170]
    assert not watched(lambda time_s: [arm] if time_s % turn_s < gesture_s else [], 30).any()


def test_a_camera_that_shakes_is_no_furniture():
    cards = [np.s_[y : y + 3, 20:300] for y in range(20, 160, 12)]
    assert not watched(lambda time_s: cards, 10).any()


CARD = np.array([[140, 70], [164, 70], [164, 107], [140, 107]], float)


def table_with_card():
    """As small as pictures are compared: pale tunnels that cross on slate."""
    picture = np.full((*SIZE, 3), 120, np.uint8)
    picture[70:107, 140:164] = 85
    picture[84:94, 140:164] = picture[70:107, 148:157] = 190
    return picture


def washed_out(picture):
    """A lamp beside the card: what was pale is white now, and no brighter where the lamp is nearest."""
    x = np.linspace(1.4, 2.0, SIZE[1])[:, None]
    return np.clip(picture * x, 0, 255).astype(np.uint8)


def finger(picture):
    return cv2.line(picture.copy(), (0, 95), (147, 95), (90, 110, 170), 9)


@pytest.mark.parametrize(("other", "is_redrawn"), [(washed_out, False), (finger, True)], ids=["a lamp", "a finger"])
def test_a_lamp_that_washes_out_a_card_redraws_it_less_than_a_finger_over_its_rim(other, is_redrawn):
    changes = ChangeDetector()
    changes.detect(Pyramid(table_with_card()))
    changes.remember()
    change = changes.detect(Pyramid(other(table_with_card())))
    assert change.has_changed
    assert changes.redraws_any([CARD], (SIZE[1], SIZE[0])) == is_redrawn
