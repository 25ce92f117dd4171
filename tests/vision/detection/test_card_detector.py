"""Cards are detected in the whole picture; their sides come out right even where the network is vague about them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from turns import LONG

from companion.maze.geometry import Cell
from vision.detection.card_detector import (
    KINDS,
    CardDetector,
    Detections,
    detections_from_answers,
    in_perspective,
    scaled_by_neighbours,
)
from vision.detection.card_estimates import Presence
from vision.geometry.table_pose import TablePose
from vision.train.dataset.detection_targets import targets_for
from vision.train.dataset.table_pictures import HEIGHT, NOBODY, ROW, WIDTH, make_tables

ASLANT = TablePose((0.62, 0.03, 0.05), (-210.0, -20.0, 1250.0), 640.0, 0.0, (640, 360))
CELLS = [Cell(x, y) for x in range(5) for y in (-1, 0, 1)]


@pytest.fixture(scope="module")
def detector() -> CardDetector:
    return CardDetector.load()


def corners(row: np.ndarray) -> np.ndarray:
    middle, across, down = row[1:3], row[3:5], row[5:7]
    return np.array([middle - across - down, middle + across - down, middle + across + down, middle - across + down])


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """Mean distance of two quads' corners in card widths, whichever corner they begin at."""
    width = np.linalg.norm(other[1] - other[0])
    return min(float(np.linalg.norm(np.roll(one, turn, 0) - other, axis=1).mean()) for turn in range(4)) / width


def parallelograms(quads: np.ndarray) -> np.ndarray:
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.stack([quads.mean(1) + right * across + below * down for right, below in signs], 1)


def test_what_ought_to_be_answered_for_a_table_gives_back_its_cards():
    _, labels = make_tables(4, 12)
    for rows in labels:
        spots, sides, _, _ = targets_for(rows, HEIGHT // 4, WIDTH // 4)
        logits = np.log(np.clip(spots, 1e-6, 1 - 1e-6) / (1 - np.clip(spots, 1e-6, 1 - 1e-6)))
        found = detections_from_answers(np.concatenate([logits, sides]))
        cards = rows[rows[:, 0] > 0]
        lonely = [row for row in cards if (np.linalg.norm(cards[:, 1:3] - row[1:3], axis=1) < 12).sum() == 1]
        for row in lonely:
            best = min(range(len(found)), key=lambda number: apart(found.quads[number], corners(row)))
            assert apart(found.quads[best], corners(row)) < 1e-3
            assert found.presence[best].argmax() == row[0]


def test_a_picture_without_labels_asks_for_nothing():
    empty = np.full((3, ROW), NOBODY, np.float32)
    spots, _, taught, judged = targets_for(empty, 10, 12)
    assert not spots.any()
    assert not taught.any()
    assert judged.all()


def test_neighbours_tell_how_wide_cards_are_that_were_taken_for_slim():
    true = parallelograms(np.array([ASLANT.quad(cell) for cell in CELLS]))
    middles = true.mean(1, keepdims=True)
    across = (true[:, 1] - true[:, 0])[:, None] / 2
    slim = true - np.array([-1, 1, 1, -1])[None, :, None] * across * 0.2
    told = scaled_by_neighbours(slim)
    before, after = ([apart(quad, right) for quad, right in zip(quads, true, strict=True)] for quads in (slim, told))
    assert np.allclose(told.mean(1, keepdims=True), middles)
    assert np.mean(after) < 0.35 * np.mean(before)


def test_a_lonely_card_keeps_the_sides_it_was_seen_with():
    one = parallelograms(ASLANT.quad(Cell(0, 0))[None])
    far = np.concatenate([one, one + 300.0])
    assert np.allclose(scaled_by_neighbours(far), far)


def test_the_far_side_of_a_card_is_shorter_by_the_perspective_of_all_of_them():
    true = np.array([ASLANT.quad(cell) for cell in CELLS])
    before = [apart(quad, right) for quad, right in zip(parallelograms(true), true, strict=True)]
    seen = in_perspective(parallelograms(true))
    after = [apart(quad, right) for quad, right in zip(seen, true, strict=True)]
    assert np.mean(after) < 0.3 * np.mean(before)


@pytest.mark.parametrize(("side", "tilt"), [(0, 12), (-35, 40), *([(90, 20), (180, 30)] if LONG else [])])
def test_every_card_of_our_own_table_is_detected(film, detector, side, tilt):
    image, truth = film(side + 1000, False, side, tilt)
    found = detector.detect(image)
    for cell in truth["cells"]:
        true = np.array(cell["quad_px"])
        nearest = min(found.quads, key=lambda quad: float(np.linalg.norm(quad.mean(0) - true.mean(0))))
        assert np.linalg.norm(nearest.mean(0) - true.mean(0)) < 0.3 * np.linalg.norm(true[1] - true[0]), cell
        assert apart(nearest, true) < 0.4, cell
    assert found.presence[:, list(KINDS)].sum(1).min() > 0.15


def test_a_bare_table_holds_no_card(detector):
    rng = np.random.default_rng(0)
    wood = np.clip(np.array([60, 90, 120]) + rng.normal(0, 6, (720, 1280, 3)), 0, 255).astype(np.uint8)
    wood = cv2.GaussianBlur(wood, (0, 0), 2)
    assert not (detector.detect(wood).presence[:, Presence.NOTHING] < 0.5).any()


@pytest.mark.parametrize("shape", [(1280, 720), (200, 300), (33, 900), (2000, 2000), (1, 3000), (3000, 2)])
def test_pictures_of_any_shape_are_looked_at(detector, shape):
    found = detector.detect(np.full((*shape, 3), 90, np.uint8))
    assert found.quads.shape == (len(found), 4, 2)
    assert found.presence.shape == (len(found), len(Presence))


def test_a_trace_of_a_card_counts_near_the_middle_of_a_cell():
    answers = np.full((len(KINDS) + 9, 92, 160), -9.0)
    answers[0, 40, 70] = 0.0
    found = detections_from_answers(answers)
    card = np.add([[-14, -22], [14, -22], [14, 22], [-14, 22]], (70 * 4 + 1.5, 40 * 4 + 1.5))
    places = card + np.array([[[0, 0]], [[10, 0]], [[-16, 0]], [[0, 30]], [[9000, -9000]]])
    assert found.have_traces(places).tolist() == [True, True, False, False, False]
    enlarged = replace(found, to_places=lambda px: found.to_places((px - 0.5) / 2))
    assert enlarged.have_traces(2 * places + 0.5).tolist() == [True, True, False, False, False]


def test_what_was_detected_twice_counts_once_as_it_was_seen_first():
    card = np.array([[0, 0], [40, 0], [40, 60], [0, 60]], float)
    beside = card + np.array([44, 0])
    surely, hardly = np.eye(len(Presence))[[Presence.TUNNEL]], np.eye(len(Presence))[[Presence.NOTHING]]
    first = Detections(card[None], surely)
    second = Detections(np.array([card + 6, beside]), np.concatenate([hardly, surely]))
    both = first.merged_with(second)
    assert both.quads.tolist() == [card.tolist(), beside.tolist()]
    assert both.presence[:, Presence.TUNNEL].tolist() == [1, 1]
    nothing = Detections(np.zeros((0, 4, 2)), np.zeros((0, len(Presence))))
    assert len(nothing.merged_with(first)) == len(first.merged_with(nothing)) == 1
