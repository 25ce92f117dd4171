"""The start card and two goals tell the table, however askew they lie."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.geometry.dimensions import CARD_CORNERS_MM, cell_mm
from vision.registration.goal_column import tables_anywhere
from vision.registration.start_and_goals import tables_of_start_and_goals

PLACES = (START_CELL, *GOAL_CELLS)


def seen(true_pose, twists: tuple[float, ...], without: tuple[int, ...] = ()) -> Detections:
    """The start card and the goals, each twisted by so many radians about its middle, and a pile beside them."""
    quads, kinds = [], []
    for number, (cell, twist) in enumerate(zip(PLACES, twists, strict=True)):
        cosine, sine = np.cos(twist), np.sin(twist)
        corners = CARD_CORNERS_MM @ np.array([[cosine, sine], [-sine, cosine]]) + cell_mm(cell)
        if number not in without:
            quads.append(np.roll(true_pose.project(corners), 2 * (number % 2), 0))
            kinds.append(Presence.START if cell == START_CELL else Presence.BACK)
    quads.append(true_pose.project(CARD_CORNERS_MM + cell_mm(GOAL_CELLS[1]) + (160, 40)))
    presence = np.full((len(quads), len(Presence)), 0.05)
    presence[range(len(quads)), [*kinds, Presence.BACK]] = 0.8
    return Detections(np.array(quads), presence)


@pytest.fixture
def true_pose(film, true_sight):
    """Of a drawn table, as its goal column tells it."""
    image, truth = film(1000, False, 0, 12)
    return next(tables_anywhere(true_sight(truth).detections, (image.shape[1], image.shape[0]))).pose


@pytest.mark.parametrize("without", [(), (1,), (2,), (3,)], ids=["all three", "no north", "no middle", "no south"])
def test_a_table_whose_cards_lie_askew_is_told_by_where_they_lie(true_pose, without):
    detections = seen(true_pose, (0.05, -0.16, 0.15, -0.14), without)
    hypotheses = list(tables_of_start_and_goals(detections, true_pose.size_px))
    wide = np.linalg.norm(np.diff(true_pose.quad(START_CELL)[:2], axis=0))
    off = [
        max(np.linalg.norm((one.pose.quad(cell) - true_pose.quad(cell)).mean(0)) / wide for cell in PLACES)
        for one in hypotheses
    ]
    assert min(off) < 0.35, "a third of a card, from where the proof finds each"
    assert dict(hypotheses[int(np.argmin(off))].cards).keys() == {
        cell for number, cell in enumerate(PLACES) if number not in without
    }


def test_without_a_start_card_nothing_is_guessed(true_pose):
    assert list(tables_of_start_and_goals(seen(true_pose, (0, 0, 0, 0), without=(0,)), true_pose.size_px)) == []


def test_a_card_that_lies_crosswise_is_no_start_card(true_pose):
    assert list(tables_of_start_and_goals(seen(true_pose, (np.pi / 2, 0, 0, 0)), true_pose.size_px)) == []
