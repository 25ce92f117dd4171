"""What a proof of a table is worth: its cards, and where all others lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes, ProbedCards, detection_probe
from vision.geometry.card_pose import CardPose
from vision.geometry.table_pose import TablePose, pose_of
from vision.registration.located_card import LocatedCard
from vision.registration.proof.hypothesis_proof import polished
from vision.registration.proof.other_cards import grid_agreement
from vision.registration.proof.table_proof import (
    Evidence,
    TableProof,
    best_posed,
    pose_by_sizes,
    refitted,
)

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


def test_where_a_round_begins_a_strangely_drawn_start_card_is_believed_before_goals_that_plainly_lie_face_down():
    """Three of 368 tables were not found until some cards of a maze lay there."""
    begins = replace(proof(0.55, 0.33), begins=True)
    assert proof(0.55, 0.33).has_a_doubtful_start and not begins.has_a_doubtful_start
    dim = (*begins.cards[:2], seen(GOAL_CELLS[2], Presence.BACK, 0.8), begins.cards[3])
    assert replace(begins, cards=dim).has_a_doubtful_start
    assert replace(begins, too_many=1.0).has_a_doubtful_start
    assert replace(begins, cost=30.0).has_a_doubtful_start  # a pattern that lies askew to the goals
    assert replace(begins, cards=begins.cards[1:]).has_a_doubtful_start


def test_what_only_may_be_the_start_card_is_doubted_where_a_goal_was_not_seen_however_the_other_cards_lie():
    """Two rows further on they lie in cells as well."""
    of_three = proof(0.83, 0.9)
    of_two = replace(of_three, cards=of_three.cards[1:])
    assert of_two.has_a_doubtful_start and not of_three.has_a_doubtful_start
    assert not replace(of_two, cards=(*of_two.cards[:-1], seen(START_CELL, Presence.START, 0.95))).has_a_doubtful_start


@pytest.mark.parametrize(
    ("start", "agreement", "is_misfit"),
    [(0.99, 0.83, False), (0.99, 0.6, True), (0.8, 0.83, True), (None, 0.83, True)],
    ids=["plain", "others between cells", "no plain start card", "none"],
)
def test_cards_that_lie_as_no_tables_do_are_laid_carelessly_where_all_are_plain_and_the_others_lie_in_cells(
    start, agreement, is_misfit
):
    laid = proof(start, agreement)
    lie = {badly: replace(laid, cost=badly * len(laid.cards)) for badly in (6.0, 7.4, 11.0)}
    assert [lie[badly].is_misfit for badly in (6.0, 7.4, 11.0)] == [False, is_misfit, True]


@pytest.mark.parametrize(
    ("goals", "start", "may_be"),
    [((0, 1), None, True), ((1, 2), 0.8, True), ((0, 2), None, False), ((0, 1), 0.99, False), ((0, 1, 2), None, False)],
    ids=["two neighbours", "and what only may be the start card", "both ends", "a plain start card", "all three"],
)
def test_two_goals_that_lie_side_by_side_without_a_start_card_may_be_those_of_the_next_rows(goals, start, may_be):
    cards = [seen(GOAL_CELLS[number], Presence.BACK, 1.0) for number in goals]
    cards += [] if start is None else [seen(START_CELL, Presence.START, start)]
    assert TableProof(POSE, tuple(cards), agreement=0.9).may_be_rows_off == may_be


@pytest.mark.parametrize(
    ("goals", "start", "kind", "may_be"),
    [
        (1.0, 1.0, Presence.TUNNEL, False),
        (0.95, 1.0, Presence.TUNNEL, True),
        (1.0, 0.95, Presence.TUNNEL, True),
        (0.95, 0.95, Presence.BACK, False),
        (0.85, 0.99, Presence.BACK, False),
    ],
    ids=["all plain", "goals that are hardly seen", "a start card that is", "goals face down", "goals in glare"],
)
def test_goals_that_were_turned_up_may_be_any_cards_where_they_or_the_start_card_are_not_plain(
    goals, start, kind, may_be
):
    cards = [*(seen(cell, kind, goals) for cell in GOAL_CELLS), seen(START_CELL, Presence.START, start)]
    table = TableProof(POSE, tuple(cards), 3.2, agreement=0.9)
    assert table.may_be_any_cards == may_be
    assert not (table.leaves_no_doubt and may_be)


@pytest.mark.parametrize(("goals", "agreement", "may_be"), [(0, 0.5, True), (0, 0.7, False), (1, 0.5, False)])
def test_goals_that_were_all_turned_up_may_be_any_cards_where_others_lie_between_cells(goals, agreement, may_be):
    """Three cards of a maze lay like goals a column before them, and each of them was plain."""
    kinds = [Presence.BACK] * goals + [Presence.TUNNEL] * (3 - goals)
    cards = [seen(cell, kind, 1.0) for cell, kind in zip(GOAL_CELLS, kinds, strict=True)]
    table = TableProof(POSE, (*cards, seen(START_CELL, Presence.START, 1.0)), 3.2, agreement=agreement)
    assert table.may_be_any_cards == may_be


@pytest.mark.parametrize(
    ("backs", "start", "may_be"),
    [((0.99, 0.99, 0.5), None, False), ((0.98, 0.83, 0.55), None, True), ((0.98, 0.83, 0.55), 0.95, False)],
    ids=["two are plain", "one is", "one is, and the start card is seen"],
)
def test_without_a_start_card_two_goals_must_plainly_lie_face_down(backs, start, may_be):
    """A box and a card of another game passed for goals of a table that lay elsewhere, all of its own turned up."""
    cards = [seen(cell, Presence.BACK, back) for cell, back in zip(GOAL_CELLS, backs, strict=True)]
    cards += [] if start is None else [seen(START_CELL, Presence.START, start)]
    assert TableProof(POSE, tuple(cards), 2.4, agreement=0.9).may_be_any_cards == may_be


def test_a_crossing_beside_a_start_card_under_a_hand_proves_less_than_the_cards_that_lie_in_cells_without_it():
    assert proof(0.79, 0.5).value < proof(None, 0.9).value
    assert proof(0.79, 0.8).value > proof(None, 0.8).value


def test_two_goals_with_one_more_in_their_row_and_a_crossing_like_a_start_card_prove_less_than_three_without_any():
    """The start card lies under a hand; a step further on a crossing passes for it."""
    further_on = [seen(cell, Presence.BACK, 1.0) for cell in GOAL_CELLS[:2]] + [seen(START_CELL, Presence.START, 1.0)]
    other = TableProof(POSE, tuple(further_on), 4.0, agreement=0.4, too_many=1.0)
    assert other.value < proof(None, 0.7).value < replace(other, too_many=0.0).value
    four = replace(proof(0.99, 0.4), too_many=1.0)
    assert four.proved == pytest.approx(four.score - 0.6)


def test_goals_that_were_turned_up_leave_no_doubt_where_all_three_and_the_start_are_plain_and_the_rest_fits():
    assert proof(0.99, 0.7, Presence.TUNNEL).leaves_no_doubt
    assert not proof(0.99, 0.2, Presence.TUNNEL).leaves_no_doubt
    assert not proof(0.7, 0.7, Presence.TUNNEL).leaves_no_doubt
    assert not proof(None, 0.7, Presence.TUNNEL).leaves_no_doubt


def test_goals_and_start_card_that_are_all_plain_leave_no_doubt_though_some_things_like_cards_lie_between_cells():
    assert proof(0.99, -0.2).leaves_no_doubt
    assert not proof(0.9, -0.2).leaves_no_doubt
    assert not proof(0.99, -0.2, Presence.TUNNEL).leaves_no_doubt


def test_a_doubt_is_left_where_they_are_plain_and_most_other_cards_lie_between_cells():
    """From fifty degrees goals and start card were each seen too flat, and the pose that fits them is none."""
    assert not proof(0.99, -0.3).leaves_no_doubt


def test_other_cards_that_fit_leave_a_doubt_where_more_lie_face_down_than_are_goals():
    """On tiles of a card's size the tiles fit, whichever of them are taken for goals."""
    assert proof(0.99, 0.9).leaves_no_doubt and proof(0.99, 0.9).is_plain_throughout
    doubted = replace(proof(0.99, 0.9), too_many=3.0)
    assert not doubted.leaves_no_doubt and not doubted.is_plain_throughout


def test_a_start_card_that_is_not_plain_leaves_a_doubt_however_well_the_rest_fits():
    """A crossing half under a hand looked like the start card beside it: with it the goals lay a column too far."""
    assert proof(0.98, 0.9).leaves_no_doubt
    assert not any(proof(start, 0.9).leaves_no_doubt for start in (0.92, 0.94, 0.96))


MAZE = [Cell(x, y) for x in range(1, 5) for y in (0, 1)]
NOTHING_FOUND = Detections(np.zeros((0, 4, 2)), np.zeros((0, len(Presence))))


def detected(pose: TablePose, kind: Presence = Presence.TUNNEL) -> Detections:
    """A maze of eight cards, without its start card or goals."""
    presence = np.full((len(MAZE), len(Presence)), 0.01)
    presence[:, kind] = 0.96
    return Detections(np.array([pose.quad(cell) for cell in MAZE]), presence)


def test_a_pose_puts_the_other_cards_in_cells_and_one_half_a_card_off_puts_them_between():
    found = detected(POSE)
    assert grid_agreement(POSE, found) == pytest.approx(0.8)
    assert grid_agreement(POSE.moved((29.0, 0.0)), found) == pytest.approx(-0.8)


def of_trembling_goals(seed: int = 0) -> TableProof:
    """The proof of three goals whose corners are seen some pixels off, as of cards 50 pixels wide."""
    rng = np.random.default_rng(seed)
    goals = [seen(cell, Presence.BACK, 1.0) for cell in GOAL_CELLS]
    trembling = [replace(card, quad_px=card.quad_px + rng.normal(0, 3.0, (4, 2))) for card in goals]
    return refitted(POSE, trembling, evidence(1.0))


def start_off_mm(pose: TablePose) -> float:
    return float(np.linalg.norm(pose.to_table(POSE.quad(START_CELL)).mean(0)))


def test_the_sizes_of_the_other_cards_foretell_the_start_card_where_goals_alone_do_so_badly():
    all_seen = replace(evidence(1.0), detections=detected(POSE))
    goals = [of_trembling_goals(seed) for seed in range(10)]
    by_sizes = [pose_by_sizes(proof, all_seen) for proof in goals]
    assert np.mean([*map(start_off_mm, by_sizes)]) < 0.7 * np.mean([start_off_mm(proof.pose) for proof in goals])


@pytest.mark.parametrize("found", [NOTHING_FOUND, detected(POSE, Presence.BACK)], ids=["no cards", "face down"])
def test_without_cards_that_lie_face_up_no_sizes_are_heard(found):
    assert pose_by_sizes(of_trembling_goals(), replace(evidence(1.0), detections=found)) is None


def test_a_pose_by_sizes_is_taken_where_more_of_the_other_cards_lie_in_cells_then():
    """Half-hidden cards seem smaller, and tell it worse than goals alone."""
    all_seen, goals = replace(evidence(1.0), detections=detected(POSE)), of_trembling_goals()
    between = POSE.moved((29.0, 0.0))
    askew = replace(goals, agreement=grid_agreement(between, all_seen.detections))
    assert best_posed(askew, POSE, all_seen).pose == POSE
    assert best_posed(askew, POSE, all_seen).agreement == pytest.approx(0.8)
    assert best_posed(replace(goals, agreement=0.8), between, all_seen).pose == goals.pose
    assert best_posed(goals, None, all_seen) is goals


def test_cards_face_down_and_a_table_without_cards_speak_neither_for_a_pose_nor_against_it():
    assert grid_agreement(POSE, detected(POSE, Presence.BACK)) == 0.0
    assert grid_agreement(POSE, NOTHING_FOUND) == 0.0


def evidence(sure: float) -> Evidence:
    """Whoever looks again sees a back, so surely."""

    def fine(quads_px: np.ndarray) -> ProbedCards:
        presence = np.zeros((len(quads_px), len(Presence)))
        presence[:, Presence.BACK], presence[:, Presence.NOTHING] = sure, 1 - sure
        return ProbedCards(presence, np.array(quads_px, float) + 5.0)

    return Evidence(NOTHING_FOUND, CardProbes(detection_probe(NOTHING_FOUND), fine))


def test_goals_as_they_were_seen_are_worth_one_each_and_misshapen_ones_nothing():
    goals = [seen(cell, Presence.BACK, 1.0) for cell in GOAL_CELLS]
    assert refitted(POSE, goals, evidence(1.0)).score == pytest.approx(3.0)
    torn = goals[0].quad_px + np.array([[0.0, 0.0], [0.0, 0.0], [40.0, 40.0], [0.0, 0.0]])
    misshapen = [LocatedCard(goals[0].cell, torn, goals[0].pose, goals[0].presence), *goals[1:]]
    assert refitted(POSE, misshapen, evidence(1.0)).score == 0.0
    assert refitted(POSE, [], evidence(1.0)).score == 0.0


@pytest.mark.parametrize(("sure", "moved_px"), [(0.9, 5.0), (0.1, 0.0)])
def test_a_last_probe_moves_the_cards_that_it_sees_and_leaves_the_others(sure, moved_px):
    goals = [seen(cell, Presence.BACK, 1.0) for cell in GOAL_CELLS]
    before = refitted(POSE, goals, evidence(sure))
    after = polished(before, evidence(sure))
    for one, other in zip(before.cards, after.cards, strict=True):
        assert np.abs(other.quad_px - one.quad_px - moved_px).max() < 1.0
