"""The table is found from markers, from corners, or from start card and goals alone, whatever side the camera is on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.live.observe import Calibration, Hint
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision import calibrate as room
from vision.calibrate import Calibrated, better_explained, calibrate, refine_pose
from vision.detect import Detections
from vision.glance import Eyes, Glances, first_eye
from vision.layout import tables_anywhere
from vision.markers import detect_markers, fit_anchors, marker_sightings
from vision.network import Presence
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose

SIDES = [(0, 12), (55, 35), (90, 20), (180, 30), (-120, 25), (-35, 45)]


def unasked(quads_px):
    pytest.fail("nobody should look")


def off_mm(calibrated: object, truth: dict) -> float:
    """How far the worst of start and goals lies from its place in the pose that was found."""
    assert isinstance(calibrated, Calibrated), calibrated
    held = [cell for cell in truth["cells"] if cell["kind"] in ("start", "goal")]
    middles = calibrated.pose.to_table(np.array([cell["quad_px"] for cell in held])).mean(1)
    return float(np.abs(middles - [cell_mm(Cell(cell["x"], cell["y"])) for cell in held]).max())


@pytest.mark.parametrize(("side", "tilt"), SIDES)
def test_four_markers_and_the_goals_give_the_table_from_any_side(film, true_sight, side, tilt):
    image, truth = film(side + 1000, True, side, tilt)
    calibrated = calibrate(image, *true_sight(truth))
    assert off_mm(calibrated, truth) < 8
    assert calibrated.how is Calibration.MARKERS


@pytest.mark.parametrize(("side", "tilt"), SIDES)
def test_start_card_and_goals_alone_give_the_table_from_any_side(film, true_sight, side, tilt):
    image, truth = film(side + 1000, False, side, tilt)
    calibrated = calibrate(image, *true_sight(truth))
    assert off_mm(calibrated, truth) < 8
    assert calibrated.how is Calibration.LAYOUT


def test_carelessly_laid_goals_are_still_a_column(film, true_sight):
    image, truth = film(31, False, 20, 20, "sloppy")
    assert off_mm(calibrate(image, *true_sight(truth)), truth) < 16


@pytest.mark.parametrize("seen", [(0, 1, 2), (1, 3), (2,)])
def test_some_of_the_markers_are_enough(film, true_sight, seen, monkeypatch):
    image, truth = film(1000, True, 0, 12)
    some = {number: quad for number, quad in detect_markers(image).items() if number in seen}
    monkeypatch.setattr(room, "detect_markers", lambda image: some)
    calibrated = calibrate(image, *true_sight(truth))
    assert off_mm(calibrated, truth) < 8
    assert calibrated.how is Calibration.MARKERS


def test_markers_tell_how_large_things_on_the_table_are(film):
    image, truth = film(1000, True, 0, 12)
    fit = fit_anchors(marker_sightings(detect_markers(image)), (image.shape[1], image.shape[0]))
    cards = fit.pose.to_table(np.array([cell["quad_px"] for cell in truth["cells"]]))
    widths = np.linalg.norm(cards[:, 1] - cards[:, 0], axis=1)
    assert np.abs(widths / 56 - 1).max() < 0.05


def test_corners_dragged_roughly_by_hand_give_the_table(film, true_sight):
    image, truth = film(1090, False, 90, 20)
    quads = {(cell["x"], cell["y"]): np.array(cell["quad_px"]) for cell in truth["cells"]}
    pose = fit_pose(
        [Sighting(CARD_CORNERS_MM, tuple(cell_mm(cell)), quads[cell], 3.0, 0.05) for cell in (START_CELL, *GOAL_CELLS)],
        calibrate(image, *true_sight(truth)).pose,
    ).pose
    field = np.array([[-29, -222.5], [493, -222.5], [493, 222.5], [-29, 222.5]])
    corners = pose.project(field) + np.array([[6, -5], [-8, 4], [5, 7], [-4, -6]])
    calibrated = calibrate(image, *true_sight(truth), corners)
    assert off_mm(calibrated, truth) < 8
    assert calibrated.how is Calibration.CORNERS


def test_without_a_start_card_a_goal_column_may_belong_to_a_table_on_either_side(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    goals = {**truth, "cells": [cell for cell in truth["cells"] if cell["kind"] == "goal"]}
    both = list(tables_anywhere(true_sight(goals).detections, (image.shape[1], image.shape[0])))[:2]
    starts = [hypothesis.pose.project(np.zeros(2)) for hypothesis in both]
    goals_px = [hypothesis.pose.project(cell_mm(GOAL_CELLS[1])) for hypothesis in both]
    assert np.allclose(goals_px[0], goals_px[1], atol=3.0)
    assert np.linalg.norm(starts[0] - starts[1]) > 600


def test_the_start_card_tells_at_once_to_which_side_the_table_lies(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    best = next(tables_anywhere(true_sight(truth).detections, (image.shape[1], image.shape[0])))
    start = next(np.array(cell["quad_px"]) for cell in truth["cells"] if cell["kind"] == "start")
    assert START_CELL in dict(best.cards)
    assert np.abs(best.pose.quad(START_CELL) - start).max() < 12


def test_a_picture_without_cards_holds_no_table(film):
    image, _ = film(1000, True, 0, 12)
    nothing = Detections(np.zeros((0, 4, 2)), np.zeros((0, len(Presence))))
    assert calibrate(image, nothing, Eyes(first_eye(nothing), unasked)) == room.NO_TABLE


def test_eyes_that_see_no_card_on_a_closer_look_find_no_table(film, true_sight):
    image, truth = film(1000, True, 0, 12)

    def blind(quads_px):
        presence = np.tile([0.97, 0.01, 0.01, 0.005, 0.005], (len(quads_px), 1))
        return Glances(presence, np.array(quads_px, float))

    detections = true_sight(truth).detections
    assert calibrate(image, detections, Eyes(first_eye(detections), blind)) == room.NO_TABLE


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "table.too_dark"),
        (np.full((720, 1280, 3), 200, np.uint8), "table.nothing"),
        (np.full((40, 60, 3), 200, np.uint8), "table.too_small"),
    ],
)
def test_a_picture_that_shows_nothing_says_why(picture, code):
    nothing = Detections(np.zeros((0, 4, 2)), np.zeros((0, len(Presence))))
    hint = calibrate(picture, nothing, Eyes(unasked, unasked))
    assert isinstance(hint, Hint)
    assert hint.code == code
    assert hint.text


def test_a_pose_maps_there_and_back():
    pose = TablePose((0.4, -0.2, 1.2), (-150.0, 60.0, 900.0), 1000.0, -0.06, (1280, 720))
    points = np.array([[0.0, 0.0], [464.0, 178.0], [464.0, -178.0], [-58.0, 89.0]])
    assert np.allclose(pose.to_table(pose.project(points)), points, atol=0.05)


def test_a_frame_moved_on_the_table_shows_the_same_places():
    pose = TablePose((0.4, -0.2, 1.2), (-150.0, 60.0, 900.0), 1000.0, -0.06, (1280, 720))
    turned = pose.moved((464.0, 0.0), np.pi)
    assert np.allclose(turned.project(np.array([0.0, 178.0])), pose.project(np.array([464.0, -178.0])), atol=1e-6)


def test_one_crooked_card_hardly_moves_a_refined_pose(film, true_sight):
    image, truth = film(1000, True, 0, 12)
    calibrated = calibrate(image, *true_sight(truth, 0.0))
    refined = refine_pose(calibrated.pose, calibrated.anchors)
    assert np.abs(refined.project(np.zeros(2)) - calibrated.pose.project(np.zeros(2))).max() < 3


def test_of_two_finds_of_a_table_the_one_is_kept_that_has_more_to_show(film, true_sight):
    """At 50 degrees a second look once took another card for the start card, three columns off."""
    image, truth = film(430, False, 0, 20)
    sight = true_sight(truth)
    found = calibrate(image, *sight)
    between_cells = replace(found, pose=found.pose.moved((29.0, 0.0)))
    three_columns_off = replace(found, pose=found.pose.moved((174.0, 0.0)), proved=found.proved - 2)
    for wrong in (between_cells, three_columns_off):
        assert better_explained(found, wrong, *sight) is found
        assert better_explained(wrong, found, *sight) is found
