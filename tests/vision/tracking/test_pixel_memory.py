"""What a place looks like beside how it looked bare: a patterned cloth, cards, lamps, things, a pushed camera."""

import cv2
import numpy as np
import pytest

from vision.tracking.picture_difference import grey_of
from vision.tracking.pixel_memory import BareTable

SIZE = (180, 320)
TINT = np.array((1.1, 1.0, 0.95), np.float32)
CARD = np.array([[0, 0], [15, 0], [15, 23], [0, 23]], float)
PLACE, BESIDE = CARD + np.array((150, 80)), CARD + np.array((168, 81))
NOWHERE = np.empty((0, 4, 2))
LIKE, UNLIKE = 0.05, 0.2


def cloth(seed=3):
    """Medallions as large as cards."""
    coarse = np.random.default_rng(seed).uniform(70, 150, (15, 26)).astype(np.float32)
    return (
        cv2.GaussianBlur(cv2.resize(coarse, SIZE[::-1], interpolation=cv2.INTER_NEAREST), (0, 0), 1)[..., None] * TINT
    )


def with_card(picture, place, seed=8):
    x, y = place[0].astype(int)
    laid = picture.copy()
    face = np.random.default_rng(seed).uniform(40, 200, (6, 4)).astype(np.float32)
    laid[y : y + 23, x : x + 15] = cv2.resize(face, (15, 23))[..., None] * TINT
    return cv2.GaussianBlur(laid, (0, 0), 0.8)


def noisy(picture, seed=5):
    return picture + np.random.default_rng(seed).normal(0, 1.5, (*SIZE, 3)).astype(np.float32)


def lamp(picture):
    x = np.linspace(0.65, 1.15, SIZE[1], dtype=np.float32)
    return picture * x[:, None]


def dim(picture):
    return picture * np.float32(0.7)


def warm(picture):
    """A lamp's light on one side, the window's on the other."""
    x = np.linspace(0, 1, SIZE[1], dtype=np.float32)[:, None]
    return picture * ((1 - x) * np.float32((0.7, 0.95, 1.1)) + x * np.float32((1.05, 1.0, 0.9)))


LIGHTS = {"as before": lambda picture: picture, "dimmer": dim, "a lamp": lamp}


@pytest.fixture
def table():
    table = BareTable()
    table.learn(noisy(cloth()), NOWHERE)
    return table


def of_one_colour(cloth, card):
    """A table of plain cloth that is known; how it looks bare, and with a plain card on it."""
    table, plain = BareTable(), np.full((*SIZE, 3), cloth, np.float32)
    table.learn(noisy(plain), NOWHERE)
    laid, (x, y) = plain.copy(), PLACE[0].astype(int)
    laid[y : y + 23, x : x + 15] = card
    return table, plain, laid


def share(table, picture, others=NOWHERE):
    return table.share_otherwise(noisy(picture, 6), PLACE, np.asarray(others))


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_a_bare_place_looks_as_it_did_and_one_with_a_card_does_not(table, light):
    assert share(table, light(cloth())) < LIKE
    assert share(table, light(with_card(cloth(), PLACE))) > UNLIKE


@pytest.mark.parametrize("light", [*LIGHTS.values(), warm], ids=[*LIGHTS, "warm"])
def test_a_card_as_bright_as_the_cloth_is_told_by_its_colour(light):
    table, plain, laid = of_one_colour((150, 170, 130), (155.8, 155.8, 155.8))
    assert abs(grey_of(laid) - grey_of(plain)).max() < 1
    assert share(table, light(plain)) < LIKE
    assert share(table, light(laid)) > UNLIKE


@pytest.mark.parametrize("light", [*LIGHTS.values(), warm], ids=[*LIGHTS, "warm"])
def test_a_card_nearly_of_the_cloths_colour_is_told_by_all_its_pixels_together(light):
    table, plain, laid = of_one_colour((74, 75, 80), (80, 76, 74))
    assert share(table, laid) < LIKE, "no pixel tells it"
    assert table.is_shown(noisy(light(plain), 6), PLACE, NOWHERE)
    assert not table.is_shown(noisy(light(laid), 6), PLACE, NOWHERE)


def test_a_card_laid_beside_it_makes_no_place_look_otherwise(table):
    assert share(table, with_card(cloth(), BESIDE), [BESIDE]) < LIKE


@pytest.mark.parametrize("grey", [15, 240])
def test_a_dark_or_bright_thing_put_down_beside_it_makes_no_place_look_otherwise(table, grey):
    picture = cloth()
    cv2.circle(picture, (185, 105), 16, (grey, grey, grey), -1)  # a glass, as large as two cards
    assert share(table, picture) < LIKE


def test_a_place_is_known_again_after_a_card_lay_there(table):
    table.learn(noisy(with_card(cloth(), PLACE)), PLACE[None])
    assert share(table, cloth()) < LIKE


def with_thing(picture, off, size, grey):
    """off : from the place's north-western corner"""
    hidden = picture.copy()
    x, y = PLACE[0].astype(int) + off
    hidden[y : y + size[1], x : x + size[0]] = grey
    return hidden


DIE = ((0, 14), (6, 6), 230)  # over the card's corner
GLASS = ((-8, 4), (12, 26), 25)  # over a quarter of the card, and beyond it
BOOK = ((-4, -2), (12, 40), 108)  # as grey as the cloth is there, over half of the card


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize(
    ("before", "now", "is_bared"),
    [
        (with_card(cloth(), PLACE), cloth(), True),
        (with_thing(with_card(cloth(), PLACE), *DIE), with_thing(cloth(), *DIE), True),
        (with_thing(with_card(cloth(), PLACE), *GLASS), with_thing(cloth(), *GLASS), True),
        (with_card(cloth(), PLACE), with_card(cloth(), PLACE), False),
        (with_card(cloth(), PLACE), with_thing(with_card(cloth(), PLACE), *DIE), False),
        (with_card(cloth(), PLACE), with_thing(with_card(cloth(), PLACE), *GLASS), False),
        (with_card(cloth(), PLACE), with_thing(with_card(cloth(), PLACE), *BOOK), False),
        (with_card(cloth(), PLACE), with_card(cloth(), PLACE, seed=9), False),
    ],
    ids=[
        "taken",
        "from under a die",
        "from under a glass",
        "still there",
        "a die",
        "a glass",
        "a book",
        "another card",
    ],
)
def test_a_card_has_left_where_the_cloth_shows_again_in_most_of_its_place(table, light, before, now, is_bared):
    table.learn(noisy(before), PLACE[None])
    assert table.is_bared(noisy(light(now), 6), PLACE, NOWHERE) == is_bared


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
@pytest.mark.parametrize("thing", [DIE, GLASS, ((-6, 11), (28, 30), 25)], ids=["a die", "a glass", "a mug"])
def test_of_what_a_card_hid_more_shows_again_where_it_was_taken_from_under_a_thing_than_where_it_lies(
    table, light, thing
):
    table.learn(noisy(with_thing(with_card(cloth(), PLACE), *thing)), PLACE[None])
    taken, there = (with_thing(one, *thing) for one in (cloth(), with_card(cloth(), PLACE)))
    assert table.share_bared(noisy(light(taken), 6), PLACE, NOWHERE) > 0.2
    assert table.share_bared(noisy(light(there), 6), PLACE, NOWHERE) < 0.1


def test_a_glass_that_stood_beside_a_place_before_hides_no_more_of_it_than_then(table):
    beside = ((18, 0), (20, 24), 25)
    table.learn(noisy(with_thing(with_card(cloth(), PLACE), *beside)), PLACE[None])
    assert table.share_around(noisy(with_thing(cloth(), *beside), 6), PLACE, NOWHERE) < LIKE
    leaning = ((-20, -20), (60, 60), 60)
    assert table.share_around(noisy(with_thing(cloth(), *leaning), 6), PLACE, NOWHERE) > UNLIKE


@pytest.mark.parametrize("light", [lambda picture: picture, dim], ids=["as before", "dimmer"])
def test_where_a_mug_stood_the_cloth_shows_again_and_under_an_arm_it_does_not(table, light):
    where = np.zeros(SIZE, bool)
    where[:40, 100:130] = True
    assert table.shows_in(noisy(light(cloth()), 6), where)
    arm = cloth()
    arm[:40, 105:125] = 190
    assert not table.shows_in(noisy(light(arm), 6), where)
    assert not BareTable().shows_in(cloth(), where)
    assert not table.shows_in(cloth(), np.zeros(SIZE, bool))


def test_what_lies_under_a_card_is_remembered_in_another_light(table):
    for light in (1.0, 0.9, 0.8, 0.7):
        table.learn(noisy(with_card(cloth(), PLACE) * np.float32(light)), PLACE[None])
    assert share(table, dim(cloth())) < LIKE


def test_a_thing_put_down_is_not_taken_for_the_table(table):
    for _ in range(5):
        table.learn(noisy(with_card(cloth(), PLACE)), NOWHERE)
    assert share(table, cloth()) < LIKE
    assert share(table, with_card(cloth(), PLACE)) > UNLIKE


def test_of_a_place_that_was_never_bare_nothing_is_known():
    table = BareTable()
    assert share(table, cloth()) is None
    table.learn(noisy(with_card(cloth(), PLACE)), PLACE[None])
    assert share(table, cloth()) is None


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_round_a_place_that_was_never_bare_the_table_is_seen_to_be_free_or_hidden(light):
    table = BareTable()
    table.learn(noisy(with_card(cloth(), PLACE)), PLACE[None])
    thing = cv2.circle(cloth(), (157, 91), 30, (60, 60, 60), -1)
    around = [table.share_around(noisy(light(one), 6), PLACE, NOWHERE) for one in (cloth(), thing)]
    assert around[0] < LIKE
    assert around[1] > UNLIKE


def test_of_the_table_around_a_place_nothing_is_known_where_cards_lie_all_about_it():
    table = BareTable()
    table.learn(noisy(cloth()), (CARD * 3 + np.array((130, 60)))[None])
    assert table.share_around(noisy(cloth(), 6), PLACE, NOWHERE) is None


def test_another_cloth_is_learnt_anew(table):
    other = cloth(seed=4)
    assert share(table, other) > UNLIKE
    table.learn(noisy(other), NOWHERE)
    assert share(table, other) < LIKE


def test_bare_cloth_is_shown_though_it_was_carried_along_a_pixel_amiss_and_a_card_of_its_colour_is_not():
    """Where a medallion's rim ran through a place, the place was of another colour on the whole."""
    amiss, push = np.float32([[1, 0, 5], [0, 1, 3.7]]), np.float32([[1, 0, 4], [0, 1, 3]])
    for picture in (cloth(0), np.full((*SIZE, 3), (74, 75, 80), np.float32)):
        table = BareTable()
        table.learn(noisy(picture), NOWHERE)
        table.carry_along(np.vstack([amiss, (0, 0, 1)]))
        now = cv2.warpAffine(picture, push, SIZE[::-1], borderMode=cv2.BORDER_REPLICATE)
        places = [PLACE + np.array((18 * x, 26 * y)) for x in range(-6, 7, 2) for y in (-2, -1, 1, 2)]
        assert all(table.is_shown(noisy(now, 6), place, NOWHERE) for place in places)
    x, y = PLACE[0].astype(int)
    now[y : y + 23, x : x + 15] = (80, 76, 74)
    assert not table.is_shown(noisy(now, 6), PLACE, NOWHERE)


@pytest.mark.parametrize(("degrees", "across"), [(1, 4), (-4, 9)])
def test_it_is_carried_along_with_a_camera_that_is_pushed(table, degrees, across):
    way = np.vstack([cv2.getRotationMatrix2D((160, 90), degrees, 1), (0, 0, 1)])
    way[0, 2] += across
    table.carry_along(way)
    now = cv2.warpPerspective(cloth(), way, SIZE[::-1], borderMode=cv2.BORDER_REPLICATE)
    assert share(table, now) < LIKE
    assert share(table, with_card(now, PLACE)) > UNLIKE
