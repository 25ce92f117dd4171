"""How often a place in the picture is looked at: once, and from the other end only where that was not enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.glance import Glances, remembering
from vision.network import Looks
from vision.read import look_twice

QUAD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], np.float32) + 100


class Eye:
    """Sees a plain cross in every quad, less sure of the quads that begin east of `unsure_from_px`."""

    def __init__(self, unsure_from_px=1e9):
        self.asked, self.unsure_from_px = [], unsure_from_px

    def __call__(self, quads_px):
        quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
        self.asked += list(quads)
        count = len(quads)
        looks = Looks(
            np.tile([0.0, 1.0, 0.0, 0.0, 0.0], (count, 1)),
            np.zeros((count, 4, 2)),
            np.ones((count, 4)),
            np.ones((count, 6)),
            np.tile([1.0, 0.0, 0.0], (count, 1)),
            np.zeros(count),
            np.zeros(count),
        )
        unsure = quads[:, 0, 0] > self.unsure_from_px
        return Glances(looks.presence, quads + 1, replace(looks, mouths=np.where(unsure[:, None], 0.8, looks.mouths)))


def test_a_place_is_looked_at_once_however_often_it_is_asked_about():
    eye = Eye()
    again = remembering(eye)
    first = again(np.array([QUAD, QUAD + 200]))
    second = again(np.array([QUAD + 200, QUAD + 0.5, QUAD + 400]))
    assert [tuple(quad[0]) for quad in eye.asked] == [(100, 100), (300, 300), (500, 500)]
    assert np.array_equal(second.quads[:2], first.quads[::-1])
    assert np.array_equal(second.quads[2], QUAD + 401)
    assert len(second.looks) == 3


def test_a_place_a_little_further_on_is_another():
    eye = Eye()
    again = remembering(eye)
    again(QUAD[None])
    again(QUAD[None] + 3)
    again(np.roll(QUAD, 2, 0)[None])
    assert len(eye.asked) == 3


def test_nothing_asked_is_nothing_seen():
    assert len(remembering(Eye())(np.empty((0, 4, 2))).quads) == 0


def test_only_a_card_in_doubt_is_looked_at_from_its_other_end():
    eye = Eye(unsure_from_px=200)
    looks = look_twice(eye, np.array([QUAD, QUAD + 200]))
    assert [tuple(quad[0]) for quad in eye.asked] == [(100, 100), (300, 300), (356, 387)]
    assert (looks.mouths[0] == 1).all()
    assert len(looks) == 2


def test_how_sides_are_joined_matters_only_where_both_may_be_open():
    eye = Eye()

    def shut(quads_px):
        glances = eye(quads_px)
        mouths, links = glances.looks.mouths * [1, 0, 1, 0], glances.looks.links * [0.5, 1, 0.5, 0.5, 0.5, 0.5]
        return replace(glances, looks=replace(glances.looks, mouths=mouths, links=links))

    look_twice(shut, QUAD[None])
    assert len(eye.asked) == 1
