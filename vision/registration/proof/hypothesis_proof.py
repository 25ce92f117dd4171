"""A hypothesis put to the proof: are the cards that it foretells truly there?

in     a TableHypothesis, and the Evidence
out    TableProof with its goals, and the start card that start_card_proof finds; None where goals are worth too little
never  says what a card is worth: see table_proof; knows which hypotheses are tried: see registered_table
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import Cell
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.geometry.card_pose import CardPose, quad_of
from vision.geometry.dimensions import cell_mm
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard, probed, probed_coarse_to_fine
from vision.registration.proof.other_cards import grid_agreement
from vision.registration.proof.start_card_proof import with_start
from vision.registration.proof.table_proof import (
    Evidence,
    TableProof,
    best_posed,
    pose_by_sizes,
    refitted,
)
from vision.registration.table_hypothesis import TableHypothesis


@dataclass(frozen=True)
class HypothesisProofSettings:
    """Which cards are goals of the hypothesis."""

    sure: float = 0.5  # presence of a card
    goal_reach_mm: float = 25.0  # from where the hypothesis has it
    beyond_reach_mm: float = 45.0  # likewise of one more, in whose place the pose may err further
    plainer: float = 0.1  # presence of a back, as detected, by which it is one more plainly than a goal
    same_card: float = 0.5  # of a card's width: so near a detection is of that goal


HYPOTHESIS_PROOF = HypothesisProofSettings()


def prove(hypothesis: TableHypothesis, evidence: Evidence, least_goals: float) -> TableProof | None:
    """The hypothesis with the goals and the start card that are truly there; None where the goals are worth less."""
    evidence = replace(evidence, landmarks=(*evidence.landmarks, *hypothesis.support))
    goals = _with_goals(hypothesis.pose, evidence)
    if goals.score < least_goals:
        return None
    return with_start(goals, evidence, in_grid=bool(hypothesis.support))


def polished(proof: TableProof, evidence: Evidence) -> TableProof:
    """With each card where a last probe has it, in a card's true shape."""
    seen = probed(evidence.probes.fine, proof.pose, proof.cards)
    cards = [last if last.sure > HYPOTHESIS_PROOF.sure else card for card, last in zip(proof.cards, seen, strict=True)]
    cards = [replace(card, quad_px=quad_of(proof.pose, card.pose)) for card in cards]
    again = refitted(proof.pose, cards, evidence)
    if not again.score:
        return proof
    again = replace(again, agreement=grid_agreement(again.pose, evidence.detections), too_many=proof.too_many)
    return again if again.has_start else best_posed(again, pose_by_sizes(again, evidence), evidence)


def _with_goals(pose: TablePose, evidence: Evidence) -> TableProof:
    """The hypothesis with the goals that are truly there; the less worth, the more goals there would be."""
    proof = refitted(pose, _goals_in(pose.goals, pose, evidence), evidence)
    reach_mm = HYPOTHESIS_PROOF.beyond_reach_mm
    one_more = _goals_in(_beyond(pose.goals), proof.pose, evidence, reach_mm) if proof.score else []
    beyond = sum(float(card.presence[Presence.BACK]) for card in one_more)
    return replace(proof, too_many=beyond + _plainer_backs(proof, evidence.detections))


def _plainer_backs(proof: TableProof, detections: Detections) -> int:
    """How many other cards lie face down more plainly than any of its goals, where these may be the true ones: tiles of
    a card's size pass for goals wherever one looks."""
    goals = np.array([card.quad_px.mean(0) for card in proof.goals]).reshape(-1, 1, 2)
    backs = detections.presence[:, Presence.BACK]
    if not len(goals) or not proof.has_plain_backs(1):
        return 0
    off_px = np.linalg.norm(detections.quads.mean(1) - goals, axis=2).min(0)
    own = off_px < HYPOTHESIS_PROOF.same_card * np.linalg.norm(detections.quads[:, 1] - detections.quads[:, 0], axis=1)
    plainer = int((backs[~own] > backs[own].max(initial=0) + HYPOTHESIS_PROOF.plainer).sum())
    return plainer if plainer >= len(proof.pose.goals) else 0


def _goals_in(
    cells: Iterable[Cell],
    pose: TablePose,
    evidence: Evidence,
    reach_mm: float = HYPOTHESIS_PROOF.goal_reach_mm,
) -> list[LocatedCard]:
    places = ((cell, cell_mm(cell)) for cell in cells)
    asked = [LocatedCard.expected(cell, CardPose(float(x), float(y), 0.0)) for cell, (x, y) in places]
    return [card for card in probed_coarse_to_fine(evidence.probes, pose, asked) if _is_goal(card, reach_mm)]


def _beyond(goals: Sequence[Cell]) -> list[Cell]:
    """Where the next goal would lie at either end of their row: a card there tells that they are taken for others."""
    ends = ((goals[0], goals[1]), (goals[-1], goals[-2]))
    return [Cell(2 * last.x - next_to.x, 2 * last.y - next_to.y) for last, next_to in ends]


def _is_goal(card: LocatedCard, reach_mm: float) -> bool:
    off_mm = np.hypot(*(np.array([card.pose.x_mm, card.pose.y_mm]) - cell_mm(card.cell)))
    return bool(card.sure > HYPOTHESIS_PROOF.sure and off_mm < reach_mm)
