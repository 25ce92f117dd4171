"""How large a picture is read; patches are cut from a copy no larger than they need; far cards seen from above."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.maze.geometry import START_CELL, Cell
from vision.detection.pyramid import (
    BIRDS_EYE,
    PYRAMID,
    READING_PATCH,
    WIDE_PATCH,
    BirdsEye,
    PatchShape,
    Pyramid,
    WorkingPicture,
    birds_eye_of,
    patches_from_quads,
    refined_quads,
)
from vision.geometry.dimensions import CARD_WIDTH_MM, PITCH_X_MM, PITCH_Y_MM
from vision.geometry.table_pose import TablePose


def empty(width: int, height: int) -> np.ndarray:
    return np.zeros((height, width, 3), np.uint8)


def test_a_picture_that_is_small_enough_is_worked_with_as_it_came():
    image = empty(PYRAMID.largest_side_px, 1440)
    assert WorkingPicture.of(image).image is image


def test_a_larger_one_keeps_its_shape_whichever_side_is_the_longer():
    assert WorkingPicture.of(empty(3840, 2160)).size_px == (2560, 1440)
    assert WorkingPicture.of(empty(3024, 4032)).size_px == (1920, 2560)


def test_corners_come_out_where_they_went_in():
    working = WorkingPicture.of(empty(3840, 2160))
    quad = np.array([[300.0, 600], [360, 600], [360, 690], [300, 690]])
    assert np.allclose(working.inward(quad), quad * 2 / 3)
    assert np.allclose(working.outward(working.inward(quad)), quad)


PICTURE = empty(1280, 720)


@pytest.mark.parametrize(("tall", "width"), [(0.3, 1280), (1.5, 1280), (2.0, 640), (4.1, 320), (1e9, 5)])
def test_the_copy_is_shrunk_as_far_as_cards_are_larger_than_their_patches(tall, width):
    copy, _ = Pyramid(PICTURE).finest_for(tall)
    assert copy.shape[1] == pytest.approx(width, abs=1)


def test_a_place_in_the_picture_is_found_again_in_the_copy():
    picture = PICTURE.copy()
    picture[400:420, 800:820] = 255
    copy, to_copy = Pyramid(picture).finest_for(4.0)
    rows, columns = np.nonzero(copy[..., 0] > 128)
    expected = to_copy @ (809.5, 409.5, 1.0)
    assert np.allclose((columns.mean(), rows.mean()), expected[:2], atol=0.5)


@pytest.mark.parametrize(
    ("size", "shape"), [((1280, 720), (180, 320)), ((1000, 600), (300, 500)), ((1280, 2), (1, 640))]
)
def test_a_picture_is_halved_as_long_as_it_is_wide_enough_and_something_of_it_is_left(size, shape):
    width, height = size
    assert Pyramid(np.zeros((height, width, 3), np.uint8)).halved_to(320).shape[:2] == shape


def test_a_copy_is_made_once():
    pyramid = Pyramid(PICTURE)
    assert pyramid.finest_for(4.0)[0] is pyramid.finest_for(4.2)[0]


QUAD = np.array([(60, 40), (137, 40), (137, 160), (60, 160)], np.float32)


@pytest.mark.parametrize("shape", [WIDE_PATCH, READING_PATCH])
def test_a_patch_shows_the_quad_where_its_shape_says(shape: PatchShape):
    image = np.zeros((200, 200, 3), np.uint8)
    for x, y in QUAD.astype(int):
        cv2.circle(image, (int(x), int(y)), 3, (255, 255, 255), -1)
    patches, homographies = patches_from_quads(Pyramid(image), QUAD[None], shape)
    assert all(patches[0, round(float(y)), round(float(x))].min() > 100 for x, y in shape.corners())
    assert np.allclose(refined_quads(homographies, np.zeros((1, 4, 2)), shape), QUAD, atol=1e-3)


def test_corner_offsets_move_the_quad_by_card_widths_in_the_games_frame():
    turned = QUAD[[2, 3, 0, 1]]  # seen from the other side of the table
    _, homographies = patches_from_quads(Pyramid(np.zeros((200, 200, 3), np.uint8)), turned[None], READING_PATCH)
    moved = refined_quads(homographies, np.full((1, 4, 2), (0.1, 0.0)), READING_PATCH)[0]
    assert np.allclose(moved - turned, (-7.7, 0), atol=0.05)
    assert np.ptp(READING_PATCH.corners()[:, 0]) == pytest.approx(READING_PATCH.card_width_px, abs=1e-3)


NONE = np.zeros((0, 4, 2))


@pytest.fixture
def steep() -> TablePose:
    """A full HD camera 1.2 m away, 52 degrees from overhead, with a wide lens."""
    return TablePose((-0.91, 0.0, 0.0), (-230.0, 10.0, 1200.0), 1500.0, -0.05, (1920, 1080))


def test_places_go_to_the_view_and_back(steep):
    view = birds_eye_of(steep, NONE)
    places = np.array([[400.0, 700.0], [960.0, 540.0], [1500.0, 300.0]])
    assert np.allclose(view.to_picture(view.from_picture(places)), places, atol=0.01)


def test_every_card_is_as_large_on_the_view_as_every_other(steep):
    view = birds_eye_of(steep, NONE)
    cards = np.array([view.from_picture(steep.quad(cell)) for cell in (START_CELL, *steep.goals, Cell(4, -2))])
    assert np.allclose(cards[:, 1] - cards[:, 0], (BIRDS_EYE.card_px, 0), atol=0.05)
    assert np.ptp(cards[:, 3, 1] - cards[:, 0, 1]) < 0.05


def test_the_view_is_drawn_where_the_picture_has_it(steep):
    """A white dot on the table in a black picture."""
    picture = np.zeros((1080, 1920, 3), np.uint8)
    spot_mm = np.array([5 * PITCH_X_MM, -PITCH_Y_MM])
    x, y = np.round(steep.project(spot_mm)).astype(int)
    picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    view = birds_eye_of(steep, NONE)
    drawn = view.draw(Pyramid(picture))
    assert drawn.shape == (view.size_px[1], view.size_px[0], 3)
    rows, columns = np.nonzero(drawn[..., 0] > 100)
    assert np.allclose((columns.mean(), rows.mean()), view.from_picture(np.array([x, y])), atol=0.7)


def test_the_view_reaches_a_cell_beyond_the_cards_of_a_maze_that_outgrew_the_field(steep):
    usual = birds_eye_of(steep, NONE)
    beyond = steep.quad(Cell(3, 4))
    assert _reaches(birds_eye_of(steep, beyond[None]), steep.quad(Cell(3, 5)))
    assert not _reaches(usual, steep.quad(Cell(3, 5)))


def test_a_view_of_a_maze_that_outgrew_the_table_has_smaller_cards_and_no_more_pixels(steep):
    corners = np.array([steep.quad(cell) for cell in (Cell(-4, -5), Cell(12, 5))])
    view = birds_eye_of(steep, corners)
    assert 0.95 * BIRDS_EYE.most_px < np.prod(view.size_px) < 1.01 * BIRDS_EYE.most_px
    card = view.from_picture(steep.quad(Cell(0, 0)))
    assert np.allclose(card[1] - card[0], (view.px_per_mm * CARD_WIDTH_MM, 0), atol=0.05)
    assert view.px_per_mm * CARD_WIDTH_MM < BIRDS_EYE.card_px
    places = np.array([[400.0, 700.0], [1500.0, 300.0]])
    assert np.allclose(view.to_picture(view.from_picture(places)), places, atol=0.01)


def test_what_lies_about_does_not_make_the_view_larger(steep):
    card = steep.quad(Cell(3, 4))
    between_cells = steep.project(steep.to_table(card) + np.array([PITCH_X_MM / 2, 0]))
    twice_as_large = card * 2 - card.mean(0)
    assert birds_eye_of(steep, np.array([between_cells, twice_as_large])) == birds_eye_of(steep, NONE)


def _reaches(view: BirdsEye, quad_px: np.ndarray) -> bool:
    corners = view.from_picture(quad_px)
    return bool((corners > -1).all() and (corners < np.array(view.size_px) + 1).all())
