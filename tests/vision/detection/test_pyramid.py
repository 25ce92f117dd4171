"""Patches are cut from a copy that is no larger than they need, and no smaller."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detection.pyramid import READING_PATCH, WIDE_PATCH, PatchShape, Pyramid, patches_from_quads, refined_quads

PICTURE = np.zeros((720, 1280, 3), np.uint8)


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
