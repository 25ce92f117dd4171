"""Of proofs of different tables the one that is believed: by how many cards lie in each one's maze.

in     TableProofs, best first, and the Evidence
out    one of them, or None where they cannot be told apart
never  looks for goals or a start card: see hypothesis_proof, start_card_proof
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import START_CELL, Cell
from vision.detection.card_probe import colour_blind
from vision.geometry.table_pose import TablePose
from vision.registration.maze_growth import grow_maze, nowhere
from vision.registration.proof.table_proof import Evidence, TableProof


@dataclass(frozen=True)
class RivalProofsSettings:
    """Which proofs are as good as the best, and what tells them apart. Worth is counted in goals."""

    rival_within: float = 1.0  # where no start card is sure, proofs worth so little less than the best are as good
    most_rivals: int = 3  # of these, a tenth of a second each, as their mazes are grown, or the start card looked for
    as_many: float = 0.85  # of the most cards in a rival's maze: as many but for one or two that are seen or not
    told_apart: float = 0.05  # of a goal's worth: nearer, it is chance which of two rivals is the better
    outdone_by: float = 0.5  # more agreement with the same goals: of 800 tables found rightly none was lost by it
    fits_better_by: float = 10.0  # of the fit's cost, with as many landmarks: of 680 tables a wrong one was 15 worse
    as_well: float = 0.05  # agreement that the one that fits better may lack: a card in 20
    # presence of a start card that none of these outdoes where all goals are seen: of 280 true ones 1 in 15 has less,
    # of 8 wrong ones, crossings half under a hand or a sleeve, 7
    beyond_rivals: float = 0.99
    rival_apart: float = 0.5  # of a card's width: proofs that differ by less are of the same table
    least_maze: int = 4  # cards without which goals alone are no table, where neither start nor markers are seen
    least_maze_in_frame: int = 1  # likewise with markers
    maze_columns: range = range(-2, 8)  # where those lie: between goals and start card, or a little beyond
    plain: float = 0.9  # presence of a card that counts as one of the maze


RIVAL_PROOFS = RivalProofsSettings()


def proved_by_the_maze(best: TableProof, proofs: Sequence[TableProof], evidence: Evidence) -> TableProof | None:
    """Where no start card is sure: of the proofs about as good, the best of those with most cards in their mazes.

    None where the next of these is no worse: from two goals a table and the same one turned by half look alike.
    """
    as_good = [proof for proof in proofs if proof.value > best.value - RIVAL_PROOFS.rival_within]
    rivals = rivals_among(as_good)
    sizes = [_maze_size(proof, evidence) for proof in rivals]
    most = max(sizes)
    least = RIVAL_PROOFS.least_maze_in_frame if evidence.landmarks else RIVAL_PROOFS.least_maze
    if most < least:
        return None
    likely = [rival for rival, size in zip(rivals, sizes, strict=True) if size >= RIVAL_PROOFS.as_many * most]
    told_apart = len(likely) == 1 or likely[0].value - likely[1].value > RIVAL_PROOFS.told_apart
    return likely[0] if told_apart else None


def not_outdone(proofs: Sequence[TableProof]) -> list[TableProof]:
    """Without those that another outdoes from the same goals, however much like the start card looks what lies a card
    beside that. The other may be no table to believe either: better none is told than the wrong one."""
    return [one for one in proofs if not any(_outdoes(other, one) for other in proofs)]


def _outdoes(one: TableProof, other: TableProof) -> bool:
    """Where the other lacks a goal, or has a start card that is not plain: far more of the other cards lie in cells
    with this one. Or, where that start card is the doubt, as many do, and the pose fits as many things far better."""
    has_no_plain_start = other.has_start and other.start < RIVAL_PROOFS.beyond_rivals and not other.leaves_no_doubt
    if not (other.lacks_a_goal or has_no_plain_start) or not _has_goals_of(one, other):
        return False
    more = one.agreement - other.agreement
    if one.has_others_in_cells and more > RIVAL_PROOFS.outdone_by:
        return True
    is_elsewhere = apart(one.pose, other.pose, (START_CELL,)) > RIVAL_PROOFS.rival_apart
    return has_no_plain_start and is_elsewhere and more > -RIVAL_PROOFS.as_well and _fits_better(one, other)


def _fits_better(one: TableProof, other: TableProof) -> bool:
    """By as many landmarks, but for the other's start card: fewer are always fitted better."""
    return one.landmarks >= other.landmarks - 1 and one.cost + RIVAL_PROOFS.fits_better_by < other.cost


def _has_goals_of(one: TableProof, other: TableProof) -> bool:
    """Whether each card that is a goal to the other is one to this as well, of whichever row."""
    mine, its = (np.array([card.quad_px for card in proof.goals]).reshape(-1, 4, 2) for proof in (one, other))
    if not len(mine) or not len(its):
        return False
    near = RIVAL_PROOFS.rival_apart * np.linalg.norm(its[:, 1] - its[:, 0], axis=1)
    apart_px = np.linalg.norm(its.mean(1)[:, None] - mine.mean(1)[None], axis=2).min(1)
    return bool((apart_px < near).all())


def rivals_among(proofs: Sequence[TableProof]) -> list[TableProof]:
    """The first ones, each of another table, or of the same in another place."""
    kept: list[TableProof] = []
    for proof in proofs:
        cells = (START_CELL, *proof.pose.goals)
        if all(apart(proof.pose, other.pose, cells) > RIVAL_PROOFS.rival_apart for other in kept):
            kept.append(proof)
    return kept[: RIVAL_PROOFS.most_rivals]


def apart(one: TablePose, other: TablePose, cells: Sequence[Cell]) -> float:
    """How far the other has the corners of these cards from where the one has them, in widths of its largest card."""
    place, elsewhere = (np.array([pose.quad(cell) for cell in cells]) for pose in (one, other))
    wide = np.linalg.norm(place[:, 1] - place[:, 0], axis=1).max()
    return float(np.abs(place - elsewhere).max() / wide)


def _maze_size(proof: TableProof, evidence: Evidence) -> int:
    """How many cards plainly lie where a maze does."""
    probes = replace(evidence.probes, colours=colour_blind)  # as they were detected; nothing is looked for
    found = grow_maze(probes, proof.pose, proof.cards, closely=nowhere)
    columns, plain = RIVAL_PROOFS.maze_columns, RIVAL_PROOFS.plain
    return sum(cell.x in columns and card.sure > plain for cell, card in found.items())
