"""What a proof of a table is worth, beyond the goals it has."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detection.card_network import Presence
from vision.geometry.card_pose import CardPose
from vision.geometry.dimensions import cell_mm
from vision.geometry.table_pose import pose_of
from vision.registration.located_card import LocatedCard
from vision.registration.registered_table import clues_in, register_table
from vision.registration.table_hypothesis import TableHypothesis
from vision.registration.table_proof import TABLE_PROOF, Evidence, TableProof, prove

POSE = pose_of(np.array([0.4, -0.1, 0.2, -240.0, -30.0, 900.0, np.log(980.0), -0.03]), (1280, 720))


def seen(cell: Cell, kind: Presence, sure: float) -> LocatedCard:
    presence = np.zeros(len(Presence))
    presence[kind], presence[Presence.NOTHING] = sure, 1 - sure
    return LocatedCard(cell, POSE.quad(cell), CardPose(0.0, 0.0, 0.0), presence)


def proof(start: float | None, agreement: float, goals: Presence = Presence.BACK) -> TableProof:
    """With all three goals; start : how surely that card was seen, None where it was not."""
    cards = [seen(cell, goals, 1.0) for cell in GOAL_CELLS]
    cards += [] if start is None else [seen(START_CELL, Presence.START, start)]
    worth = 1.0 if goals is Presence.BACK else 0.4
    return TableProof(POSE, tuple(cards), 3 * worth + 2 * (start or 0.0), agreement=agreement)


@pytest.mark.parametrize(
    ("start", "agreement", "doubtful"),
    [(0.83, 0.06, True), (0.79, 0.5, True), (0.83, 0.7, False), (0.99, 0.06, False), (None, 0.06, False)],
)
def test_what_only_may_be_the_start_card_is_doubted_where_the_other_cards_lie_anywhere(start, agreement, doubtful):
    assert proof(start, agreement).has_a_doubtful_start == doubtful


def test_a_crossing_beside_a_start_card_under_a_hand_proves_less_than_the_cards_that_lie_in_cells_without_it():
    assert proof(0.79, 0.5).value < proof(None, 0.9).value
    assert proof(0.79, 0.8).value > proof(None, 0.8).value


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
    assert tried.proved == pytest.approx(tried.score - TABLE_PROOF.one_more * tried.too_many, abs=0.1)


def test_goals_that_were_turned_up_leave_no_doubt_where_all_three_and_the_start_are_plain_and_the_rest_fits():
    assert proof(0.99, 0.7, Presence.TUNNEL).leaves_no_doubt
    assert not proof(0.99, 0.2, Presence.TUNNEL).leaves_no_doubt
    assert not proof(0.7, 0.7, Presence.TUNNEL).leaves_no_doubt
    assert not proof(None, 0.7, Presence.TUNNEL).leaves_no_doubt


def test_goals_and_start_card_that_are_all_plain_leave_no_doubt_though_a_cloth_full_of_things_like_cards_does_not_fit():
    assert proof(0.99, -0.3).leaves_no_doubt
    assert not proof(0.9, -0.3).leaves_no_doubt
    assert not proof(0.99, -0.3, Presence.TUNNEL).leaves_no_doubt
