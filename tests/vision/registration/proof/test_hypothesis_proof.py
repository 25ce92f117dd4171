"""A hypothesis is proved by the goals, and by the start card, that are seen where it has them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.geometry.dimensions import cell_mm
from vision.registration.proof.hypothesis_proof import prove
from vision.registration.proof.table_proof import TABLE_PROOF, Evidence
from vision.registration.registered_table import register_table
from vision.registration.table_clues import clues_in
from vision.registration.table_hypothesis import TableHypothesis


@pytest.mark.parametrize("rows", [0, 1, -1])
def test_goals_taken_for_their_neighbours_prove_less_by_the_one_that_lies_where_their_row_goes_on(
    film, true_sight, rows
):
    """As where a hand hides the start card: nothing else tells which goal is which."""
    image, truth = film(1000, False, 0, 12)
    sight = true_sight(truth)
    right = register_table(clues_in(image), *sight).pose
    one_on = right.moved((0.0, rows * float(cell_mm(GOAL_CELLS[1])[1] - cell_mm(GOAL_CELLS[0])[1])), 0.0)
    tried = prove(TableHypothesis(one_on, 0.0), Evidence(*sight), 1.0)
    assert [cell for cell in GOAL_CELLS if any(card.cell == cell for card in tried.cards)] == {
        0: [*GOAL_CELLS],
        1: [*GOAL_CELLS[:2]],
        -1: [*GOAL_CELLS[1:]],
    }[rows]
    assert tried.too_many == pytest.approx(abs(rows), abs=0.25)
    assert tried.proved == pytest.approx(tried.score - TABLE_PROOF.one_more_instead * tried.too_many, abs=0.1)


def test_the_true_pose_is_proved_by_three_goals_and_the_start_card(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    sight = true_sight(truth)
    right = register_table(clues_in(image), *sight).pose
    proof = prove(TableHypothesis(right, 0.0), Evidence(*sight), 1.0)
    assert {card.cell for card in proof.cards} == {START_CELL, *GOAL_CELLS}
    assert proof.leaves_no_doubt


def test_a_pose_that_has_its_goals_where_none_lie_is_no_proof(film, true_sight):
    image, truth = film(1000, False, 0, 12)
    sight = true_sight(truth)
    beside = register_table(clues_in(image), *sight).pose.moved((150.0, 0.0))
    assert prove(TableHypothesis(beside, 0.0), Evidence(*sight), 1.0) is None


@pytest.mark.parametrize(("off_mm", "goals"), [(22.0, {*GOAL_CELLS}), (29.0, set())])
def test_a_card_half_a_width_from_where_the_hypothesis_has_a_goal_is_no_goal(film, true_sight, off_mm, goals):
    """A card is 56 mm wide."""
    image, truth = film(1000, False, 0, 12)
    sight = true_sight(truth)
    right = register_table(clues_in(image), *sight).pose
    proof = prove(TableHypothesis(right.moved((0.0, off_mm)), 0.0), Evidence(*sight), 0.0)
    assert {card.cell for card in proof.cards} & {*GOAL_CELLS} == goals


@pytest.mark.parametrize(("others", "too_many"), [(2, 0), (3, 3)])
def test_goals_are_hardly_the_goals_where_as_many_other_cards_lie_face_down_more_plainly(
    film, true_sight, others, too_many
):
    """Tiles of a card's size passed for goals right beside the true ones."""
    image, truth = film(1000, False, 0, 12)
    detections, probes = true_sight(truth)
    right = register_table(clues_in(image), detections, probes).pose
    goals = np.flatnonzero(detections.presence[:, Presence.BACK] > 0.9)
    presence = detections.presence.copy()
    presence[goals, Presence.BACK] = 0.6
    beside = detections.quads[goals[:others]] + [-90.0, 0.0]
    plainer = Detections(beside, detections.presence[goals[:others]])
    doubted = Evidence(replace(detections, presence=presence).merged_with(plainer), probes)
    assert prove(TableHypothesis(right, 0.0), doubted, 1.0).too_many == pytest.approx(too_many, abs=0.25)
