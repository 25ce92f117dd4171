"""Where a card lies is told by its corners, and its corners by where it lies; a card foretells its neighbours."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import Cell
from vision.geometry.card_pose import (
    CardPose,
    card_pose_of,
    either_way_up,
    from_north_west,
    moved_onto,
    parallelograms,
    predicted_quads,
    quad_of,
    signed_area,
    widths_moved,
)
from vision.geometry.dimensions import cell_mm
from vision.geometry.table_pose import TablePose

POSE = TablePose((0.62, 0.03, 0.05), (-210.0, -20.0, 1250.0), 900.0, 0.0, (1280, 720))


def test_the_pose_of_a_quad_is_its_middle_and_twist():
    card = card_pose_of(POSE, POSE.project(CardPose(58, 178, 0.2).corners_mm()))
    assert np.allclose([card.x_mm, card.y_mm, card.twist_rad], [58, 178, 0.2], atol=0.05)
    assert card.worst_mm < 0.1


def test_what_has_no_cards_shape_is_told_by_how_far_a_corner_is_off():
    corners = CardPose(58, 178, 0.0).corners_mm()
    corners[2] += (12.0, 0.0)
    worst_mm = card_pose_of(POSE, POSE.project(corners)).worst_mm
    assert 6 < worst_mm < 12  # middle and twist take their share of it


def test_a_cards_own_perspective_foretells_where_its_neighbours_lie():
    steps = np.array([cell_mm(Cell(1, 0)), cell_mm(Cell(0, -1))])
    foretold = predicted_quads(quad_of(POSE, CardPose(0.0, 0.0, 0.0)), steps)
    assert np.allclose(foretold, [POSE.quad(Cell(1, 0)), POSE.quad(Cell(0, -1))], atol=0.1)


def test_a_quad_begins_at_its_north_west_corner_whichever_corner_was_seen_first():
    quad = POSE.quad(Cell(3, 1))
    for seen in (quad, np.roll(quad, 2, 0)):
        assert np.array_equal(from_north_west(seen, POSE.to_table(seen)), quad)


ASLANT = TablePose((0.62, 0.03, 0.05), (-210.0, -20.0, 1250.0), 640.0, 0.0, (640, 360))
CARD = np.array([[0.0, 0.0], [56.0, 0.0], [56.0, 87.0], [0.0, 87.0]])


def test_an_area_is_positive_where_corners_run_clockwise_as_a_person_sees_them():
    assert signed_area(CARD) == pytest.approx(56 * 87)
    assert signed_area(CARD[::-1]) == pytest.approx(-56 * 87)


def test_a_parallelogram_is_told_by_its_middle_and_half_its_sides():
    made = parallelograms(np.array([[28.0, 43.5]]), np.array([[28.0, 0.0]]), np.array([[0.0, 43.5]]))
    assert np.allclose(made, CARD[None])


def test_a_quad_moved_onto_another_keeps_its_shape():
    quad = ASLANT.quad(Cell(0, 0))[None]
    turn = np.array([[np.cos(0.2), np.sin(0.2)], [-np.sin(0.2), np.cos(0.2)]])
    other = (quad - quad.mean(1, keepdims=True)) @ turn + (50.0, 20.0)
    assert np.allclose(moved_onto(quad, other), other, atol=1e-6)


def test_a_card_seen_from_its_other_end_is_the_same_card():
    assert either_way_up(CARD + 2.0, CARD) == (0, pytest.approx(np.sqrt(8)))
    assert either_way_up(np.roll(CARD, 2, 0), CARD) == (2, 0.0)


def test_how_far_a_card_moved_is_told_by_the_corner_that_went_farthest_in_its_own_widths():
    moved = CARD.copy()
    moved[2, 1] += 28.0
    assert widths_moved(np.stack([CARD, 3 * CARD]), np.stack([moved, 3 * moved])) == pytest.approx([0.5, 0.5])
    nowhere = np.full_like(CARD, np.inf)
    assert not np.isfinite(widths_moved(np.stack([nowhere, CARD]), np.stack([nowhere, nowhere]))).any()
