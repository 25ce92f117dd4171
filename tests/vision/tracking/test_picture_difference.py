"""Where two small pictures differ and what of it reaches in. Drawn cards on plain cloth, masks; no camera."""

import cv2
import numpy as np
import pytest

from vision.detection.pyramid import Pyramid
from vision.tracking.picture_difference import (
    PICTURE_DIFFERENCE,
    differing,
    drawn_otherwise,
    exposure_gain,
    grey_of,
    made_small,
    reaching_in,
    share_foreign,
    share_of_picture,
    share_of_quad,
    shares_of_quads,
)

SIZE = (180, 320)
CARD = np.s_[70:93, 140:155]
LEAST = 0.001  # of the picture: 58 pixels


def table():
    """Cards in their own patterns, and a bare place."""
    rng, picture = np.random.default_rng(4), np.full(SIZE, 90, np.float32)
    for x in (40, 90, 200, 250):
        picture[70:93, x : x + 15] = cv2.resize(rng.uniform(40, 200, (6, 4)).astype(np.float32), (15, 23))
    return np.dstack([cv2.GaussianBlur(picture, (0, 0), PICTURE_DIFFERENCE.blur_px)] * 3)


def with_card(picture, colour=150):
    laid = picture.copy()
    laid[CARD] = colour
    return laid


def noisy(picture, seed=5):
    return picture + np.random.default_rng(seed).normal(0, 1, (*SIZE, 3)).astype(np.float32)


def lamp(picture):
    """Half as bright again towards one side."""
    return picture * np.linspace(1.0, 1.5, SIZE[1], dtype=np.float32)[:, None]


@pytest.mark.parametrize("size", [(720, 1280), (480, 854), (1920, 1080)])
def test_a_picture_is_made_small_and_keeps_its_shape_and_colours(size):
    small = made_small(Pyramid(np.full((*size, 3), (0, 0, 255), np.uint8)))
    assert small.shape == (round(320 * size[0] / size[1]), 320, 3)
    assert small.dtype == np.float32
    assert np.allclose(small, (0, 0, 255))
    assert np.allclose(grey_of(small), 76, atol=0.5)  # as bright as red is


def test_noise_of_a_large_picture_is_gone_from_the_small_one():
    noise = np.random.default_rng(3).normal(120, 12, (720, 1280, 3))
    assert made_small(Pyramid(np.clip(noise, 0, 255).astype(np.uint8))).std() < 1


@pytest.mark.parametrize("exposure", [0.6, 1.0, 1.4])
def test_a_card_that_was_laid_differs_in_its_place_and_nothing_else_does_in_whatever_exposure(exposure):
    differs = differing(noisy(with_card(table())) * np.float32(exposure), noisy(table(), 6)) > 0
    assert differs[71:93, 141:155].all()
    differs[70:94, 140:156] = False  # to a pixel
    assert not differs.any()


AS_BRIGHT = (90 + 60, 90 - 6, 90 - 11)  # as the cloth, which is grey; this is bluish


def test_a_card_as_bright_as_the_cloth_differs_by_its_colour():
    laid = with_card(table(), AS_BRIGHT)
    assert np.abs(grey_of(laid) - grey_of(table())).max() < PICTURE_DIFFERENCE.level_least
    assert differing(noisy(laid), noisy(table(), 6))[71:93, 141:155].all()
    assert differing(noisy(laid), np.roll(noisy(table(), 6), 1, 1), carried=True)[71:93, 141:155].all()


@pytest.mark.parametrize(("colour", "foreign"), [((30, 160, 200), 1.0), ((90, 90, 90), 0.0), ((60, 60, 60), 0.0)])
def test_a_coin_has_colours_that_no_card_had_and_another_card_has_not(colour, foreign):
    """The cloth's grey is on the card as well, and so is a darker one."""
    card = np.zeros(SIZE, bool)
    card[70:94, 140:156] = True
    before = noisy(with_card(table()), 6)
    before[74:84, 144:150], before[84:92, 144:150] = (90, 90, 90), (60, 60, 60)
    now, coin = before.copy(), np.zeros(SIZE, bool)
    coin[76:86, 142:152] = True
    now[coin] = colour
    assert share_foreign(now, coin, before, card) == pytest.approx(foreign, abs=0.02)
    assert share_foreign(now, coin & ~coin, before, card) == share_foreign(now, coin, before, coin & ~coin) == 0


def test_white_that_is_balanced_anew_is_no_difference():
    assert not differing(noisy(table()) * np.array([0.8, 1.0, 1.15], np.float32), noisy(table(), 6)).any()


@pytest.mark.parametrize("exposure", [0.92, 1.05, 1.11])
@pytest.mark.parametrize("cloth", [(2, 9, 120), (110, 30, 3), (4, 110, 30)])
def test_on_a_cloth_that_hardly_has_a_colour_a_change_of_light_is_no_difference(cloth, exposure):
    before = np.clip(table() + np.array(cloth, np.float32) - 90, 0, 255)
    lit = before * np.float32(exposure) + 1  # and a little veiled
    assert not differing(np.round(lit), np.round(before)).any()


def test_a_tinge_of_colour_is_none():
    assert not differing(with_card(table(), (90 + 10, 90 - 1, 90 - 2)), table()).any()


def test_how_much_brighter_it_was_is_told_by_most_of_the_picture():
    tinted = with_card(table()) * np.array([0.5, 1.0, 0.8], np.float32)
    assert exposure_gain(tinted, table()) == pytest.approx((2, 1, 1.25), rel=0.02)


@pytest.mark.parametrize(("wide", "differs"), [(1, False), (2, True)])
def test_a_line_of_one_pixel_is_an_edge_that_trembled(wide, differs):
    now = table()
    now[20:60, 100 : 100 + wide] = 200
    assert differing(now, table()).any() == differs


def test_a_picture_that_was_carried_along_lies_a_pixel_aside_and_that_is_no_difference():
    carried = np.roll(table(), 1, 1)
    assert differing(table(), carried).any()
    assert not differing(table(), carried, carried=True).any()
    assert drawn_otherwise(table(), carried).any()
    assert not drawn_otherwise(table(), carried, carried=True).any()


def test_on_one_that_was_carried_along_a_card_still_differs():
    carried = np.roll(table(), 1, 1)
    assert differing(with_card(table()), carried, carried=True)[71:93, 141:155].all()
    assert drawn_otherwise(with_card(table()), carried, carried=True)[CARD].any()


def test_a_lamp_makes_a_difference_but_draws_nothing_otherwise():
    assert share_of_picture(differing(lamp(table()), table())) > 0.1
    assert not drawn_otherwise(lamp(table()), table()).any()


def test_a_card_is_drawn_otherwise_beside_a_lamp_as_well():
    assert drawn_otherwise(lamp(with_card(table())), table())[CARD].mean() > 0.5


def patches(*places):
    mask = np.zeros(SIZE, np.uint8)
    for place in places:
        mask[place] = 255
    return mask


NOWHERE, EVERYWHERE = np.zeros(SIZE, np.uint8), np.ones(SIZE, bool)
ARM, SLEEVE, ISLAND = np.s_[100:180, 150:170], np.s_[60:90, :40], np.s_[40:80, 200:240]


def test_what_touches_the_edge_reaches_in_and_an_island_does_not():
    arms, largest = reaching_in(patches(ARM, SLEEVE, ISLAND), NOWHERE, EVERYWHERE, LEAST)
    assert (arms * 255 == patches(ARM, SLEEVE)).all()
    assert (largest * 255 == patches(ARM)).all()


def test_where_only_an_island_changed_nothing_reaches_in():
    arms, largest = reaching_in(patches(ISLAND), NOWHERE, EVERYWHERE, LEAST)
    assert not arms.any()
    assert not largest.any()


@pytest.mark.parametrize(("gap", "reaches"), [(4, True), (5, False)])
def test_an_arm_whose_sleeve_looks_like_the_table_reaches_in_over_a_narrow_gap(gap, reaches):
    hand = np.s_[100:140, 150:170]
    arms, _ = reaching_in(patches(hand, np.s_[140 + gap : 180, 150:170]), NOWHERE, EVERYWHERE, LEAST)
    assert arms[hand].all() == reaches


@pytest.mark.parametrize(("apart", "reaches"), [(0, True), (1, False)])
def test_an_arm_reaches_out_of_a_moving_background_that_it_touches(apart, reaches):
    screen = patches(np.s_[20 : 40 - apart, 200:240])
    assert reaching_in(patches(ISLAND), screen, EVERYWHERE, LEAST)[0].any() == reaches


@pytest.mark.parametrize(("pixels", "reaches"), [(57, False), (58, True)])
def test_what_lies_at_the_edge_and_has_not_moved_lately_reaches_in_nowhere(pixels, reaches):
    lately = np.zeros(SIZE, bool)
    lately[100, 150:170] = lately[101, 150:170] = True
    lately[102, 150 : 150 + pixels - 40] = True
    lately[ISLAND] = True
    assert reaching_in(patches(ARM), NOWHERE, lately, LEAST)[0].any() == reaches


def test_a_share_of_the_picture_counts_pixels_whatever_they_are_set_to():
    assert share_of_picture(patches(np.s_[:90])) == share_of_picture(patches(np.s_[:90]) // 255) == 0.5


QUAD = np.array([[140, 70], [159, 70], [159, 99], [140, 99]], float)
EAST, SOUTH = np.eye(2)


def test_of_a_quad_the_share_is_told_and_outside_the_picture_it_is_none():
    mask = patches(np.s_[70:85]) > 0
    assert share_of_quad(QUAD, mask) == 0.5
    assert share_of_quad(QUAD + SOUTH * 30, mask) == 0
    assert share_of_quad(QUAD + EAST * 400, mask) == 0


def test_what_two_quads_cover_is_counted_for_the_later_one():
    mask = patches(np.s_[70:85]) > 0
    lower = QUAD + SOUTH * 15
    assert shares_of_quads(np.array([QUAD, lower]), mask).tolist() == [1, 0]
    assert shares_of_quads(np.array([lower, QUAD]), mask).tolist() == [0, 0.5]


def test_quads_without_end_or_out_of_sight_have_their_shares():
    mask = patches(np.s_[:90]) > 0
    endless = np.array([[-1e12, -1e12], [1e12, -1e12], [1e12, 1e12], [-1e12, 1e12]])
    assert shares_of_quads(np.array([endless, QUAD - EAST * 1000]), mask).tolist() == [0.5, 0]
    assert shares_of_quads(np.empty((0, 4, 2)), mask).shape == (0,)
