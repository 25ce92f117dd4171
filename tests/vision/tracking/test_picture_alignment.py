"""How a picture of the table lies on the one before the camera was pushed. Drawn cards on plain cloth, no reader."""

import cv2
import numpy as np
import pytest

from vision.tracking.picture_alignment import aligned, scaled, warped

SIZE = (180, 320)
CARD = np.array([[0, 0], [15, 0], [15, 23], [0, 23]], float)
CARDS = [CARD + np.array((30 + 18 * x, 20 + 28 * y)) for x in range(13) for y in range(5) if (3 * x + 7 * y) % 5 < 3]
HAND = np.array([(140, 180), (120, 90), (150, 70), (190, 90), (200, 180)], np.int32)


def drawn(cards, seed=4):
    """Each card in its own pattern."""
    rng, picture = np.random.default_rng(seed), np.full(SIZE, 90, np.float32)
    for card in cards:
        x, y = card[0].astype(int)
        picture[y : y + 23, x : x + 15] = cv2.resize(rng.uniform(40, 200, (6, 4)).astype(np.float32), (15, 23))
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def pushed(degrees, across, down, zoom=1.0):
    way = np.vstack([cv2.getRotationMatrix2D((160, 90), degrees, zoom), (0, 0, 1)])
    way[:2, 2] += across, down
    return way


def seen_from(way, picture):
    noise = np.random.default_rng(5).normal(0, 1.5, SIZE).astype(np.float32)
    return cv2.warpPerspective(picture, way, SIZE[::-1], borderMode=cv2.BORDER_REPLICATE) + noise


def off(found, way):
    points = np.array(CARDS).reshape(1, -1, 2)
    return np.abs(cv2.perspectiveTransform(points, found) - cv2.perspectiveTransform(points, way)).max()


WAYS = {
    "half a card aside": pushed(0, 7, -6),
    "turned by half a degree about its middle": pushed(0.5, 0, 0),
    "turned by five degrees": pushed(5, 2, 1),
    "turned, nearer and aside": pushed(-3, -6, 4, 1.03),
    "turned by half a right angle and farther away": pushed(45, -6, 4, 0.7),
    "on the other side of the table": pushed(180, 4, 3),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("exposure", [1.0, 0.7])
def test_where_the_camera_was_pushed_to_is_found(way, exposure):
    before = drawn(CARDS)
    found = aligned(before, exposure * seen_from(way, before), np.array(CARDS))
    assert found is not None
    assert off(found, way) < 1


def test_it_is_found_while_a_hand_lies_over_the_table_and_a_card_was_laid():
    before, way = drawn(CARDS), pushed(2, 5, 3)
    now = seen_from(way, drawn([*CARDS, CARD + np.array((265, 132))]))
    cv2.fillPoly(now, [HAND], 160)
    found = aligned(before, now, np.array(CARDS))
    assert found is not None
    assert off(found, way) < 1


def test_a_hand_alone_moves_nothing():
    before = drawn(CARDS)
    now = before.copy()
    cv2.fillPoly(now, [HAND], 160)
    assert aligned(before, now, np.array(CARDS)) is None


def test_from_the_cards_beside_somebody_who_leans_over_the_others_it_is_not_told():
    before = drawn(CARDS)
    now = seen_from(pushed(1, 3, 2), before)
    now[:, 100:] = 60
    assert aligned(before, now, np.array(CARDS)) is None


@pytest.mark.parametrize("seed", range(6))
def test_a_few_cards_that_lie_where_they_lay_tell_of_no_push_while_somebody_leans_over_the_others(seed):
    """One of them was nudged, so that a wild homography fits them better than none."""
    start = [CARD + np.array((40 + 17 * x, 90 + 26 * y)) for x, y in ((0, 0), (1, 0), (0, 1), (1, 1), (0, -1))]
    goals = [CARD + np.array((220 + 20 * y, 30 + 50 * y)) for y in range(3)]
    before = drawn([*start, *goals], seed)
    now = drawn([start[0] + (0, 1), *start[1:], *goals], seed) + np.random.default_rng(seed).normal(0, 1.5, SIZE)
    cv2.circle(now, (230, 60), 90, 60, -1)
    assert aligned(before, now.astype(np.float32), np.array([*start, *goals])) is None


def test_another_table_is_not_the_same_one_from_elsewhere():
    assert aligned(drawn(CARDS), drawn(CARDS, seed=9), np.array(CARDS)) is None


def test_a_table_in_the_dark_tells_nothing():
    assert aligned(drawn(CARDS), np.zeros(SIZE, np.float32), np.array(CARDS)) is None


def test_a_way_between_large_pictures_leads_as_far_between_small_ones():
    way = pushed(3, 12, -8, 1.02)
    points = np.array(CARDS).reshape(1, -1, 2)
    there = cv2.perspectiveTransform(points / 4, scaled(way, 1 / 4))
    assert np.abs(there - cv2.perspectiveTransform(points, way) / 4).max() < 1e-9


@pytest.mark.parametrize("exposure", [1.0, 0.7])
def test_of_a_colour_that_the_cloth_has_not_the_new_rim_is_as_dark_as_it_is_seen(exposure):
    before = np.dstack([np.zeros((180, 320)), drawn(CARDS), drawn(CARDS)]).astype(np.float32)
    now = (np.roll(before, 20, 1) * exposure).astype(np.float32)
    now[:, :20] = 60 * exposure
    assert np.abs(warped(before, pushed(0, 20, 0), now)[:, :20] - 60).max() < 1


@pytest.mark.parametrize("exposure", [1.0, 0.7])
def test_a_picture_is_drawn_as_it_would_be_seen_now_and_its_new_rim_as_it_is_seen_in_the_exposure_of_then(exposure):
    before, way = np.dstack([drawn(CARDS)] * 3), pushed(0, 20, 0)
    now = (np.roll(before, 20, 1) * exposure).astype(np.float32)
    now[:, :20] = 60 * exposure
    there = warped(before, way, now)
    assert there.dtype == np.float32
    assert np.abs(there[:, 20:] - before[:, :-20]).max() < 1e-3
    assert np.abs(there[:, :20] - 60).max() < 1
