"""A goal column tells the table, and the start card to which side of it the table lies."""

from __future__ import annotations

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL
from vision.geometry.dimensions import cell_mm
from vision.registration.goal_column import tables_anywhere


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
