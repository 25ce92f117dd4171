"""What a probe may say of a card that is only partly in the picture, and how often it looks at it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from looks import plain_looks

from vision.detection.answer_places import READING_AT
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.detection.card_probe import EstimatedCards, estimated_with_care, network_probe, remembering
from vision.detection.pyramid import Pyramid


class SureNetwork:
    """Says that every card has all four mouths, all joined."""

    def estimate(self, patches: np.ndarray):
        looks = estimates_from_outputs(np.full((len(patches), READING_AT.answers), 6.0), Temperatures())
        return replace(looks, rims=np.zeros((len(patches), 4, 6)))


def estimates_of(quad: np.ndarray):
    picture = Pyramid(np.full((400, 600, 3), 120, np.uint8))
    return network_probe(picture, SureNetwork())(quad[None]).estimates


CARD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], float)


def test_a_card_inside_the_picture_is_read_whole():
    estimates = estimates_of(CARD + np.array([100, 100]))
    assert (estimates.mouths > 0.9).all()
    assert (estimates.links > 0.9).all()


def test_nothing_is_said_of_a_tunnel_of_which_the_picture_shows_only_where_it_meets_the_others():
    estimates = estimates_of(CARD + np.array([100, 400 - 46]))
    assert estimates.mouths[0, 2] == 0.5
    assert (estimates.mouths[0, [0, 1, 3]] > 0.9).all()
    assert (estimates.links > 0.9).all()


@pytest.mark.parametrize("in_sight_px", [75, 50])
def test_a_tunnel_that_is_seen_to_run_out_of_the_picture_counts(in_sight_px):
    estimates = estimates_of(CARD + np.array([100, 400 - in_sight_px]))
    assert (estimates.mouths > 0.9).all()


def test_of_a_side_outside_the_picture_no_colours_are_told():
    for cut_px in (10, 37):
        beyond = estimates_of(CARD + np.array([100, 400 - 87 + cut_px]))
        assert np.isfinite(beyond.rims[0]).all(1).tolist() == [True, True, False, True]


@pytest.mark.parametrize("turned", [0, 2])
def test_which_sides_and_whether_the_middle_are_in_the_picture_is_told(turned):
    half_out = estimates_of(np.roll(CARD + np.array([100, 400 - 60]), turned, 0))
    assert half_out.in_picture[0].tolist() == [turned == 0, True, turned == 2, True, True]
    assert half_out.half_turned().in_picture[0].tolist() == [turned == 2, True, turned == 0, True, True]


def test_nothing_is_said_of_joints_that_lie_outside_the_picture():
    estimates = estimates_of(CARD + np.array([600 - 20, 100]))
    assert estimates.mouths[0, 1] == 0.5
    assert (estimates.links == 0.5).all()
    assert (estimates.plugged == 0).all()


def test_a_card_given_from_its_other_end_loses_its_other_mouth():
    estimates = estimates_of(np.roll(CARD + np.array([100, 400 - 46]), 2, 0))
    assert estimates.mouths[0, 0] == 0.5
    assert estimates.mouths[0, 2] > 0.9


QUAD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], np.float32) + 100


class CardProbe:
    """Sees a plain cross in every quad, less sure of the quads that begin east of `unsure_from_px`."""

    def __init__(self, unsure_from_px=1e9):
        self.asked, self.in_mirror, self.unsure_from_px = [], [], unsure_from_px

    def __call__(self, quads_px, mirrored=False):
        quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
        (self.in_mirror if mirrored else self.asked).extend(quads)
        count = len(quads)
        unsure = quads[:, 0, 0] > self.unsure_from_px
        looks = plain_looks(
            count,
            mouths=np.where(unsure, 0.8, 1.0)[:, None].repeat(4, 1),
            links=np.ones((count, 6)),
            rims=np.zeros((count, 4, 6)),
        )
        return EstimatedCards(looks.presence, quads + 1, looks)


def test_a_place_is_looked_at_once_however_often_it_is_asked_about():
    eye = CardProbe()
    again = remembering(eye)
    first = again(np.array([QUAD, QUAD + 200]))
    second = again(np.array([QUAD + 200, QUAD + 0.5, QUAD + 400]))
    assert [tuple(quad[0]) for quad in eye.asked] == [(100, 100), (300, 300), (500, 500)]
    assert np.array_equal(second.quads[:2], first.quads[::-1])
    assert np.array_equal(second.quads[2], QUAD + 401)
    assert len(second.estimates) == 3


def test_a_place_a_little_further_on_is_another():
    eye = CardProbe()
    again = remembering(eye)
    again(QUAD[None])
    again(QUAD[None] + 3)
    again(np.roll(QUAD, 2, 0)[None])
    assert len(eye.asked) == 3


def test_what_is_seen_in_a_mirror_is_not_taken_for_what_was_seen_without():
    eye = CardProbe()
    again = remembering(eye)
    again(QUAD[None], mirrored=True)
    again(QUAD[None])
    assert len(eye.asked) == len(eye.in_mirror) == 1


def test_nothing_asked_is_nothing_seen():
    assert len(remembering(CardProbe())(np.empty((0, 4, 2))).quads) == 0


def starts_of(quads):
    return [tuple(quad[0]) for quad in quads]


def test_only_a_card_in_doubt_is_looked_at_from_its_other_end_and_in_a_mirror():
    eye = CardProbe(unsure_from_px=200)
    looks = estimated_with_care(eye, np.array([QUAD, QUAD + 200]))
    assert starts_of(eye.asked) == [(100, 100), (300, 300), (356, 387)]
    assert starts_of(eye.in_mirror) == [(300, 300), (356, 387)]
    assert (looks.mouths[0] == 1).all()
    assert np.allclose(looks.mouths[1], 0.8)
    assert len(looks) == 2


def test_a_card_that_its_other_end_makes_sure_is_not_looked_at_in_a_mirror():
    eye = CardProbe(unsure_from_px=200)

    def surer_when_turned(quads_px, mirrored=False):
        answers = eye(quads_px, mirrored)
        turned = np.asarray(quads_px)[:, 0, 0] > 350
        mouths = np.where(turned[:, None], 1 - 1e-6, answers.estimates.mouths)
        return replace(answers, estimates=replace(answers.estimates, mouths=mouths))

    estimated_with_care(surer_when_turned, np.array([QUAD, QUAD + 200]))
    assert starts_of(eye.asked) == [(100, 100), (300, 300), (356, 387)]
    assert not eye.in_mirror


def test_a_mirror_changes_nothing_but_the_doubt():
    """A network that goes by the left of its patch alone sees the west of a card, and in a mirror its east."""

    class LeftSide:
        def estimate(self, patches):
            looks = SureNetwork().estimate(patches)
            bright = patches[:, 30:60, :20].mean((1, 2, 3)) > 100
            return replace(looks, mouths=np.where(bright[:, None], looks.mouths, looks.mouths * [1, 1, 1, 0]))

    image = np.full((400, 600, 3), 50, np.uint8)
    image[:, 128:] = 200  # the east half of the card at (100, 100) is lit
    probe = network_probe(Pyramid(image), LeftSide())
    quads = (CARD + 100)[None]
    assert (probe(quads).estimates.mouths[0] > 0.9).tolist() == [True, True, True, False]
    assert (probe(quads, mirrored=True).estimates.mouths[0] > 0.9).all()


def test_how_sides_are_joined_matters_only_where_both_may_be_open():
    eye = CardProbe()

    def shut(quads_px, mirrored=False):
        glances = eye(quads_px, mirrored)
        mouths, links = glances.estimates.mouths * [1, 0, 1, 0], glances.estimates.links * [0.5, 1, 0.5, 0.5, 0.5, 0.5]
        return replace(glances, estimates=replace(glances.estimates, mouths=mouths, links=links))

    estimated_with_care(shut, QUAD[None])
    assert len(eye.asked) == 1
