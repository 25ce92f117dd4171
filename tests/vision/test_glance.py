"""What a look may say of a card that is only partly in the picture."""

from __future__ import annotations

import numpy as np

from vision.glance import eye_of
from vision.network import OUTPUTS, Pyramid, Temperatures, looks_from_outputs


class SureNet:
    """Says that every card has all four mouths, all joined."""

    def look(self, patches: np.ndarray):
        return looks_from_outputs(np.full((len(patches), OUTPUTS), 6.0), Temperatures())


def looks_at(quad: np.ndarray):
    picture = Pyramid(np.full((400, 600, 3), 120, np.uint8))
    return eye_of(picture, SureNet())(quad[None]).looks


CARD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], float)


def test_a_card_inside_the_picture_is_read_whole():
    looks = looks_at(CARD + np.array([100, 100]))
    assert (looks.mouths > 0.9).all()
    assert (looks.links > 0.9).all()


def test_nothing_is_said_of_a_tunnel_that_would_run_outside_the_picture():
    looks = looks_at(CARD + np.array([100, 400 - 50]))
    assert looks.mouths[0, 2] == 0.5
    assert (looks.mouths[0, [0, 1, 3]] > 0.9).all()
    assert (looks.links > 0.9).all()


def test_a_tunnel_that_is_seen_to_run_out_of_the_picture_counts():
    looks = looks_at(CARD + np.array([100, 400 - 75]))
    assert (looks.mouths > 0.9).all()


def test_nothing_is_said_of_joints_that_lie_outside_the_picture():
    looks = looks_at(CARD + np.array([600 - 20, 100]))
    assert looks.mouths[0, 1] == 0.5
    assert (looks.links == 0.5).all()


def test_a_card_given_from_its_other_end_loses_its_other_mouth():
    looks = looks_at(np.roll(CARD + np.array([100, 400 - 50]), 2, 0))
    assert looks.mouths[0, 0] == 0.5
    assert looks.mouths[0, 2] > 0.9
