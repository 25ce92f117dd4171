"""A proof's start card looked for: goals foretell its place badly, so each card thereabouts is tried.

in     a TableProof with goals, and the Evidence
out    the TableProof with the start card as well, if one is truly there
never  looks for goals: see hypothesis_proof; says what a card is worth: see table_proof
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import START_CELL
from vision.arrays import Quad
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes
from vision.geometry.card_pose import CardPose, card_pose_of, card_poses_of, quads_of
from vision.geometry.landmarks import detected_goal_landmark, goal_landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard, probed_coarse_to_fine
from vision.registration.proof.other_cards import cells_of_face_up, grid_agreement
from vision.registration.proof.table_proof import (
    Evidence,
    TableProof,
    best_posed,
    pose_by_sizes,
    refitted,
)


@dataclass(frozen=True)
class StartCardProofSettings:
    """How far the start card is looked for, how many cards are tried, and how plainly one must be it."""

    sure: float = 0.5  # presence of a start card
    reach_mm: tuple[float, float] = (150.0, 80.0)  # where the likelihood that it lies there has fallen to a third
    reach_in_grid_mm: tuple[float, float] = (15.0, 15.0)  # likewise; the grid knows its own cards' places
    most_off: float = 2.0  # so many times as far it is not looked for
    # so far (and `most_off` times that at most) from where the pose by sizes has it; farther off it must be plain, and
    # the other cards lie in cells with it no worse than without. On 50 tables all 17 true ones that lay farther off had
    # a presence of 0.98 and more; of 32 false ones 5 had as much, and with 4 of these the others lay worse
    sized_mm: tuple[float, float] = (25.0, 18.0)
    plain: float = 0.97
    twist_rad: float = 0.35  # of a card, against the goals
    tries: int = 30  # cards with which the pose is fitted, some milliseconds each
    tries_at_once: int = 6  # and no more of them if one of these is the start card
    probes: int = 3  # of these, probed finely
    step_mm: float = 20.0  # from place to place that is probed: a card 10 mm off, a sixth of its width, is seen
    same_card: float = 0.5  # of a card's width: nearer to each other, two places showed the same card


START_CARD_PROOF = StartCardProofSettings()


def with_start(proof: TableProof, evidence: Evidence, in_grid: bool) -> TableProof:
    """The same with the start card: with the true one of those tried the other cards lie in cells.

    in_grid : the pose was fitted to the maze's own cards as well, and foretells the place better
    """
    reach_mm = START_CARD_PROOF.reach_in_grid_mm if in_grid else START_CARD_PROOF.reach_mm
    foretold = None if in_grid else pose_by_sizes(proof, evidence)
    alone = replace(proof, agreement=grid_agreement(proof.pose, evidence.detections))
    alone = best_posed(alone, foretold, evidence)
    found: list[TableProof] = []
    hidden = [alone]  # a start card in glare or under a hand is known by the others
    for tried in _starts_tried(proof, evidence, reach_mm):
        seen = (_start_seen(alone, fit, evidence, foretold) for fit in tried[: START_CARD_PROOF.probes])
        found += [fit for fit in seen if fit is not None]
        hidden += [replace(fit, cards=proof.cards) for fit in tried if fit.has_others_in_cells]
        if any(fit.has_others_in_cells for fit in found):
            break
    return max([alone, *found] if found else hidden, key=lambda fit: fit.value)


def with_overlooked_start(proof: TableProof, evidence: Evidence) -> TableProof | None:
    """The proof with the start card, which may show itself to who looks there though none was detected: on a busy
    cloth. None where it does not, or where fewer than two goals lie face down there plainly, or one, the others turned
    up, and other cards anywhere."""
    are_goals = proof.has_plain_backs(1) and proof.has_others_in_cells and not proof.lacks_a_goal
    if not proof.has_plain_backs() and not are_goals:
        return None
    fine = evidence.probes.fine
    seen = fine(quads_of(proof.pose, _places_about_the_start()))
    starts = seen.presence[:, Presence.START]
    likely = [seen.quads[number] for number in np.argsort(-starts) if starts[number] > START_CARD_PROOF.sure]
    placed = (_placed(quad, proof, evidence) for quad in _each_once(likely)[: START_CARD_PROOF.probes])
    closely = replace(evidence, probes=CardProbes(fine, fine))
    foretold = pose_by_sizes(proof, evidence)
    found = [fit for fit in (_start_seen(proof, fit, closely, foretold) for fit in placed) if fit is not None]
    return max((fit for fit in found if fit.value > proof.value), key=lambda fit: fit.value, default=None)


def _starts_tried(proof: TableProof, evidence: Evidence, reach_mm: tuple[float, float]) -> Iterator[list[TableProof]]:
    """Some at once: the proof with each card that may be the start card, those first with which the others agree."""
    quads = _about_the_start(evidence.detections, proof.pose, reach_mm)[: START_CARD_PROOF.tries]
    for begin in range(0, len(quads), START_CARD_PROOF.tries_at_once):
        placed = [_placed(quad, proof, evidence) for quad in quads[begin : begin + START_CARD_PROOF.tries_at_once]]
        yield sorted(placed, key=lambda fit: (-round(fit.agreement, 1), fit.cost))


def _about_the_start(detections: Detections, pose: TablePose, reach_mm: tuple[float, float]) -> list[Quad]:
    """The cards that may be the start card, each from its N-W corner on; the likeliest first."""
    quads = np.concatenate([detections.quads, np.roll(detections.quads, 2, 1)])
    likely = np.tile(detections.presence[:, Presence.START], 2)
    reach_x, reach_y = reach_mm
    found = []
    for quad, start, card in zip(quads, likely, card_poses_of(pose, quads), strict=True):
        off = abs(card.x_mm) / reach_x + abs(card.y_mm) / reach_y
        if off < START_CARD_PROOF.most_off and abs(card.twist_rad) < START_CARD_PROOF.twist_rad:
            found.append((float(start) * np.exp(-off), quad))
    return [quad for _, quad in sorted(found, key=lambda entry: -entry[0])]


def _placed(quad: Quad, proof: TableProof, evidence: Evidence) -> TableProof:
    """The pose if this were the start card; as it was only detected, its corners count for less."""
    goals = [goal_landmark(card.cell, card.quad_px) for card in proof.cards]
    landmarks = [*evidence.landmarks, *goals, detected_goal_landmark(START_CELL, quad)]
    fit = fit_pose(landmarks, proof.pose)
    start = LocatedCard(START_CELL, quad, card_pose_of(fit.pose if fit else proof.pose, quad), np.empty(0))
    cards = (*proof.cards, start)
    if fit is None:
        return replace(proof, cards=cards, agreement=-math.inf)
    agreement = grid_agreement(fit.pose, evidence.detections)
    return TableProof(fit.pose, cards, proof.score, fit.cost, agreement, proof.too_many, len(landmarks))


def _start_seen(
    alone: TableProof, fit: TableProof, evidence: Evidence, foretold: TablePose | None
) -> TableProof | None:
    """The proof with the start card of `fit`, if a fine probe shows that it is one.

    alone : the proof without it; foretold : the pose by sizes, far from which a card must tell more to be it
    """
    seen = probed_coarse_to_fine(evidence.probes, fit.pose, fit.cards[-1:])
    if not seen or (start := float(seen[0].presence[Presence.START])) <= START_CARD_PROOF.sure:
        return None
    found = refitted(fit.pose, [*alone.cards, *seen], evidence)
    agreement = grid_agreement(found.pose, evidence.detections)
    is_told = start > START_CARD_PROOF.plain and agreement >= alone.agreement
    if not found.score or not (is_told or _is_near(seen[0].quad_px, foretold)):
        return None
    begins = len(cells_of_face_up(found.pose, evidence.detections)) <= 1
    return replace(found, agreement=agreement, too_many=alone.too_many, begins=begins)


def _is_near(start_px: Quad, foretold: TablePose | None) -> bool:
    """Whether it lies where that pose has it; also where there is none."""
    if foretold is None:
        return True
    off = np.abs(foretold.to_table(start_px).mean(0)) / START_CARD_PROOF.sized_mm
    return bool(off.sum() < START_CARD_PROOF.most_off)


def _places_about_the_start() -> list[CardPose]:
    """So near to each other that from one of them the card is seen: 135 in all, about 0.15 s to probe."""
    step, (across, down) = START_CARD_PROOF.step_mm, START_CARD_PROOF.reach_mm
    xs, ys = (np.arange(-(reach // step), reach // step + 1) * step for reach in (across, down))
    return [CardPose(float(x), float(y), 0.0) for x in xs for y in ys]


def _each_once(quads: Sequence[Quad]) -> list[Quad]:
    """Of those that are seen to lie in one place the first."""
    kept: list[Quad] = []
    for quad in quads:
        near = START_CARD_PROOF.same_card * np.linalg.norm(quad[1] - quad[0])
        if all(np.linalg.norm(quad.mean(0) - other.mean(0)) > near for other in kept):
            kept.append(quad)
    return kept
