"""Cards that lie beside each other tell in which grid they lie, and that grid tells the table."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detection.card_detector import Detections
from vision.detection.card_probe import ProbedCards
from vision.geometry.table_pose import TablePose
from vision.registration.card_grid import card_grids, starts_in_grids, tables_of_grids

POSE = TablePose((0.62, 0.03, 0.05), (-210.0, -20.0, 1250.0), 900.0, 0.0, (1280, 720))
MAZE = [Cell(0, 0), Cell(1, 0), Cell(2, 0), Cell(2, -1), Cell(2, -2), Cell(3, -1), Cell(0, 1), Cell(-1, 0)]


def quads_of(cells: list[Cell], seed: int = 3, noise_px: float = 1.0) -> np.ndarray:
    """Some of them begin at the other upper left corner, as detections do."""
    rng = np.random.default_rng(seed)
    quads = np.array([POSE.quad(cell) for cell in cells]) + rng.normal(0, noise_px, (len(cells), 4, 2))
    return np.array([np.roll(quad, 2 * int(rng.integers(2)), 0) for quad in quads])


def steps(cells: tuple[Cell, ...]) -> set[frozenset[Cell]]:
    """The same for cells counted from any of them, and from either side of the table."""
    return {
        frozenset(Cell(way * (cell.x - first.x), way * (cell.y - first.y)) for cell in cells)
        for first in cells
        for way in (1, -1)
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_maze_is_one_grid_whichever_corner_its_cards_begin_at(seed):
    (grid,) = card_grids(quads_of(MAZE, seed))
    assert frozenset(MAZE) in steps(grid.cells)


def test_each_card_of_a_grid_is_in_the_cell_where_it_lies():
    (grid,) = card_grids(quads_of(MAZE))
    way = (
        1
        if np.dot(grid.quads[0][1] - grid.quads[0][0], POSE.quad(START_CELL)[1] - POSE.quad(START_CELL)[0]) > 0
        else -1
    )
    shifts = {
        (way * MAZE[number].x - cell.x, way * MAZE[number].y - cell.y)
        for number, cell in zip(grid.numbers, grid.cells, strict=True)
    }
    assert len(shifts) == 1


def test_goals_lie_too_far_apart_for_a_grid():
    assert [len(grid.cells) for grid in card_grids(quads_of(list(GOAL_CELLS)))] == [1, 1, 1]


def test_a_card_that_lies_crosswise_beside_the_maze_is_not_in_it():
    crosswise = POSE.project(np.array([[130, 60], [217, 60], [217, 116], [130, 116]])[[1, 2, 3, 0]].astype(float))
    found = sorted(card_grids(np.concatenate([quads_of(MAZE), crosswise[None]])), key=lambda grid: -len(grid.cells))
    assert [len(grid.cells) for grid in found] == [len(MAZE), 1]


def test_no_cards_are_no_grid():
    assert not list(card_grids(np.zeros((0, 4, 2))))


@pytest.mark.parametrize(("side", "tilt"), [(0, 12), (90, 20), (180, 30), (-35, 45)])
def test_the_likeliest_table_of_a_maze_has_its_start_card_and_its_direction(film, true_sight, side, tilt):
    image, truth = film(side + 1000, False, side, tilt)
    best = next(tables_of_grids(true_sight(truth).detections, (image.shape[1], image.shape[0])))
    quads = {Cell(cell["x"], cell["y"]): np.array(cell["quad_px"]) for cell in truth["cells"]}
    width = np.linalg.norm(quads[START_CELL][1] - quads[START_CELL][0])
    assert np.linalg.norm(best.pose.quad(START_CELL).mean(0) - quads[START_CELL].mean(0)) < 0.15 * width
    for goal in GOAL_CELLS:
        assert np.linalg.norm(best.pose.quad(goal).mean(0) - quads[goal].mean(0)) < 0.8 * width


def test_two_cards_tell_no_perspective_and_so_no_table(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    few = {**truth, "cells": [cell for cell in truth["cells"] if cell["kind"] in ("start", "goal")]}
    assert not list(tables_of_grids(true_sight(few).detections, (image.shape[1], image.shape[0])))


APART = [cell for cell in (Cell(x, y) for x in range(2, 7) for y in (-1, 0, 1)) if cell != Cell(4, 0)]
PLAIN, PERHAPS_TILE, START = [0.0, 0.9, 0.0, 0.05, 0.05], [0.5, 0.3, 0.0, 0.1, 0.1], [0.0, 0.25, 0.7, 0.0, 0.05]


def detected(*kinds: tuple[list[Cell], list[float]]) -> Detections:
    """Cells and the presence of what lies in them."""
    quads = [quads_of(cells, seed) for seed, (cells, _) in enumerate(kinds)]
    return Detections(np.concatenate(quads), np.concatenate([np.tile(row, (len(cells), 1)) for cells, row in kinds]))


def start_of(pose: TablePose) -> np.ndarray:
    return pose.quad(START_CELL).mean(0)


def test_a_start_card_that_lies_apart_from_the_maze_is_tried_first():
    """One card is missing between them: so mazes lie after a rockfall."""
    seen = detected((APART, PLAIN), ([START_CELL], START), (list(GOAL_CELLS), PLAIN))
    first = next(tables_of_grids(seen, POSE.size_px))
    assert np.linalg.norm(start_of(first.pose) - start_of(POSE)) < 10


def test_tiles_in_a_larger_grid_are_tried_after_the_maze():
    tiles = [Cell(x, y) for x in range(-14, -8) for y in range(-2, 3)]
    seen = detected((tiles, PERHAPS_TILE), (MAZE[1:], PLAIN), ([START_CELL], START), (list(GOAL_CELLS), PLAIN))
    first = next(tables_of_grids(seen, POSE.size_px))
    assert np.linalg.norm(start_of(first.pose) - start_of(POSE)) < 10


def test_a_start_card_that_nobody_detected_is_seen_by_who_looks_into_every_cell():
    seen = detected((APART, PLAIN), ([Cell(1, 0)], PLAIN))

    def look(quads: np.ndarray) -> ProbedCards:
        near = np.linalg.norm(quads.mean(1) - start_of(POSE), axis=1) < 20
        return ProbedCards(np.where(near[:, None], [0, 0.02, 0.98, 0, 0], PLAIN), quads)

    starts = starts_in_grids(seen, POSE.size_px, look)
    assert np.linalg.norm(starts.quads.mean(1) - start_of(POSE), axis=1).max() < 20
    assert len(starts) == 1
    assert len(starts_in_grids(detected(([START_CELL], START)), POSE.size_px, look)) == 0, "no maze, no grid"


def test_two_sure_cards_side_by_side_do_not_keep_a_faint_maze_from_being_tried():
    faint = [0.55, 0.4, 0.02, 0.02, 0.01]
    loose = [Cell(-12, 3), Cell(-11, 3)]
    assert list(tables_of_grids(detected((APART, faint), (loose, PLAIN), (list(GOAL_CELLS), PLAIN)), POSE.size_px))
