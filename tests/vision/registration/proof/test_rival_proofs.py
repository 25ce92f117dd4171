"""Of tables that are proved about as well the one is believed in whose maze most cards lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes, detection_probe
from vision.geometry.card_pose import CardPose
from vision.geometry.table_pose import pose_of
from vision.registration.located_card import LocatedCard
from vision.registration.proof import rival_proofs as room
from vision.registration.proof.rival_proofs import apart, not_outdone, proved_by_the_maze, rivals_among
from vision.registration.proof.table_proof import Evidence, TableProof

NOTHING_FOUND = Detections(np.zeros((0, 4, 2)), np.zeros((0, len(Presence))))
POSE = pose_of(np.array([0.4, -0.1, 0.2, -240.0, -30.0, 900.0, np.log(980.0), -0.03]), (1280, 720))


def unasked(quads_px):
    pytest.fail("nobody should look")


@pytest.mark.parametrize(("better_by", "cards", "is_told"), [(0.0, 18, False), (0.3, 18, True), (0.0, 9, True)])
def test_a_table_and_the_same_turned_by_half_are_not_told_apart_by_chance(monkeypatch, better_by, cards, is_told):
    """Two goals are seen and no start card: they may be those in the north, or those in the south."""
    one, turned = TableProof(POSE, score=2.0 + better_by), TableProof(POSE.moved((900.0, 0.0), np.pi), score=2.0)
    sizes = {id(one): 18, id(turned): cards}
    monkeypatch.setattr(room, "_maze_size", lambda proof, evidence: sizes[id(proof)])
    evidence = Evidence(NOTHING_FOUND, CardProbes(detection_probe(NOTHING_FOUND), unasked))
    assert proved_by_the_maze(one, [one, turned], evidence) is (one if is_told else None)


def seen(cell, kind):
    return LocatedCard(cell, POSE.quad(cell), CardPose(0.0, 0.0, 0.0), np.eye(len(Presence))[kind])


GOALS = tuple(seen(cell, Presence.BACK) for cell in GOAL_CELLS)
A_CROSSING = seen(START_CELL, Presence.START)  # under a coin


ROW_OFF = tuple(replace(card, cell=cell) for card, cell in zip(GOALS[1:], GOAL_CELLS[:2], strict=True))


@pytest.mark.parametrize(
    ("goals", "agreement", "is_outdone"),
    [
        (GOALS[1:], 0.9, True),
        (ROW_OFF, 0.9, True),
        (GOALS, 0.9, True),
        (GOALS[1:], 0.7, False),
        (GOALS[:2], 0.9, False),
    ],
    ids=["the same", "taken for those a row off", "one more", "hardly more of the others in cells", "others"],
)
def test_a_table_whose_other_cards_lie_between_cells_yields_to_one_of_the_same_goals_in_whose_cells_they_lie(
    goals, agreement, is_outdone
):
    wrong = TableProof(POSE, (*GOALS[1:], A_CROSSING), score=4.0, agreement=0.25)
    right = TableProof(POSE, goals, score=float(len(goals)), agreement=agreement)
    assert not_outdone([wrong, right]) == ([right] if is_outdone else [wrong, right])


def test_a_table_of_which_start_card_and_all_goals_are_seen_yields_to_none_as_on_a_carpet_much_looks_like_a_card():
    seen_all = TableProof(POSE, (*GOALS, A_CROSSING), score=4.4, agreement=0.1)
    assert not_outdone([seen_all, TableProof(POSE, GOALS, score=3.0, agreement=0.9)])[0] is seen_all


NO_PLAIN_START = replace(A_CROSSING, presence=np.array([0.0, 0.07, 0.93, 0.0, 0.0]))  # a crossing half under a hand
A_COLUMN_ON = POSE.moved((60.0, 0.0))
ELSEWHERE = TableProof(A_COLUMN_ON, GOALS, 3.0, cost=3.0, agreement=0.9, landmarks=15)


@pytest.mark.parametrize(
    ("start", "rival", "is_outdone"),
    [
        (NO_PLAIN_START, ELSEWHERE, True),
        (NO_PLAIN_START, replace(ELSEWHERE, cost=30.0), False),
        (NO_PLAIN_START, replace(ELSEWHERE, landmarks=3), False),
        (NO_PLAIN_START, replace(ELSEWHERE, agreement=0.7), False),
        (NO_PLAIN_START, replace(ELSEWHERE, cards=GOALS[1:]), False),
        (NO_PLAIN_START, replace(ELSEWHERE, pose=POSE), False),
        (A_CROSSING, ELSEWHERE, False),
    ],
    ids=[
        "better laid",
        "hardly better",
        "better, of fewer cards",
        "others between cells",
        "a goal less",
        "in the same place",
        "a plain start",
    ],
)
def test_a_table_whose_start_card_is_not_plain_yields_to_one_a_column_on_with_which_its_cards_lie_better(
    start, rival, is_outdone
):
    """The start card lies under a hand, and a crossing beside it looks like one: so the goals lie a column too far."""
    wrong = TableProof(POSE, (*GOALS, start), 4.86, cost=37.0, agreement=0.9, landmarks=16)
    assert not_outdone([wrong, rival]) == ([rival] if is_outdone else [wrong, rival])


def test_a_table_whose_start_card_is_not_plain_yields_to_one_in_whose_cells_far_more_of_the_other_cards_lie():
    wrong = TableProof(POSE, (*GOALS, NO_PLAIN_START), 4.86, agreement=0.1)
    right = TableProof(A_COLUMN_ON, GOALS, 3.0, agreement=0.9)
    assert not_outdone([wrong, right]) == [right]


def test_a_table_that_leaves_no_doubt_yields_to_none_though_its_start_card_might_be_plainer():
    start = replace(A_CROSSING, presence=np.array([0.0, 0.02, 0.98, 0.0, 0.0]))
    seen_all = TableProof(POSE, (*GOALS, start), 4.96, agreement=0.1)
    assert seen_all.leaves_no_doubt
    assert not_outdone([seen_all, TableProof(A_COLUMN_ON, GOALS, 3.0, agreement=0.9)])[0] is seen_all


def test_proofs_of_the_same_table_in_the_same_place_are_no_rivals():
    one = TableProof(POSE, score=3.0)
    nearly, turned = replace(one, pose=POSE.moved((10.0, 0.0))), replace(one, pose=POSE.moved((900.0, 0.0), np.pi))
    assert rivals_among([one, nearly, turned]) == [one, turned]


def test_how_far_two_poses_lay_a_card_apart_is_told_in_cards_widths():
    cells = (START_CELL, *GOAL_CELLS)
    assert apart(POSE, POSE, cells) == 0.0
    assert apart(POSE, POSE.moved((58.0, 0.0)), (START_CELL,)) == pytest.approx(1.0, abs=0.15)
