"""A card in its cell: what may lie there and whether it is a card at all, the card probed again, the pose many tell.

Finds no new cells.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.arrays import Floats, Quad
from vision.detection.card_network import CardEstimates, Presence, card_in
from vision.detection.card_probe import CardProbe, CardProbes
from vision.geometry.card_pose import CardPose, card_poses_of, quads_of
from vision.geometry.landmarks import goal_landmark, maze_landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import TablePose


@dataclass(frozen=True)
class LocatedCardSettings:
    """From a coarse probe to a fine one."""

    least_coarse: float = 0.2  # presence of a card, as it was detected, to be probed finely
    moved_mm: float = 6.0  # detected so far from where it was expected, a card is probed in both places
    back: float = 0.5  # of the presence of any card: more for its back than for its front
    fine_rounds: int = 2  # each where the last one saw the card's corners


LOCATED_CARD = LocatedCardSettings()


@dataclass(frozen=True)
class CellPriorSettings:
    """How much likelier than elsewhere NOTHING, TUNNEL, START, BACK, OTHER are in a cell. The places are rules of the
    layout, the factors are cautious: what is plainly seen overcomes them."""

    start_cell: tuple[float, ...] = (1.0, 0.2, 5.0, 0.1, 0.3)
    goal_cell: tuple[float, ...] = (1.0, 0.3, 0.02, 3.0, 0.3)
    any_cell: tuple[float, ...] = (1.0, 1.0, 1.0, 0.15, 0.6)

    def of(self, cell: Cell, goals: Collection[Cell]) -> tuple[float, ...]:
        if cell == START_CELL:
            return self.start_cell
        return self.goal_cell if cell in goals else self.any_cell


CELL_PRIOR = CellPriorSettings()


@dataclass(frozen=True, eq=False)
class LocatedCard:
    """A card that lies in a cell, or is expected to.

    quad_px : (4, 2) its corners, N-W, N-E, S-E, S-W
    presence : (5,) in the order of Presence, as the quad was last probed, given the cell
    detected : how surely it was a card in the coarse probe
    likeness : log odds that it is one, from its colours: see card_stock; 0 where these tell nothing
    """

    cell: Cell
    quad_px: Quad
    pose: CardPose
    presence: Floats
    detected: float = 1.0
    likeness: float = 0.0

    @classmethod
    def expected(cls, cell: Cell, pose: CardPose) -> LocatedCard:
        """Not seen yet."""
        return cls(cell, np.empty((0, 2)), pose, np.empty(0))

    @property
    def sure(self) -> float:
        return float(card_in(self.presence))

    @property
    def is_back(self) -> bool:
        return bool(self.presence[Presence.BACK] >= LOCATED_CARD.back * self.sure)


def probed_coarse_to_fine(probes: CardProbes, pose: TablePose, cards: Sequence[LocatedCard]) -> list[LocatedCard]:
    """Those of the cards that were detected thereabouts, with their corners after the surest of several fine probes.

    Where one was detected some way off, the place where it was expected is probed as well: the surer one counts.
    """
    detected = {card.cell: card for card in probed(probes.coarse, pose, cards)}
    seen = [card for card in detected.values() if card.sure > LOCATED_CARD.least_coarse]
    expected = {card.cell: card for card in cards}
    moved = [card.cell for card in seen if card.pose.distance_mm(expected[card.cell].pose) > LOCATED_CARD.moved_mm]
    rounds = []
    for _ in range(LOCATED_CARD.fine_rounds):
        seen = probed(probes.fine, pose, [*seen, *(expected[cell] for cell in moved)])
        rounds += seen
        moved = []
    surest = {card.cell: card for card in sorted(rounds, key=lambda card: round(card.sure, 1))}  # of equals the last
    return [replace(card, detected=detected[cell].sure) for cell, card in surest.items()]


def probed(probe: CardProbe, pose: TablePose, cards: Sequence[LocatedCard]) -> list[LocatedCard]:
    """The cards with their corners as they are seen now; the probe is given a true card's shape, laid as they were."""
    if not cards:
        return []
    answers = probe(quads_of(pose, [card.pose for card in cards]))
    presence = with_cell_prior(answers.presence, [card.cell for card in cards], pose.goals)
    poses = card_poses_of(pose, answers.quads)
    return [
        LocatedCard(card.cell, corners, lying, row)
        for card, corners, lying, row in zip(cards, answers.quads, poses, presence, strict=True)
        if np.isfinite(corners).all()
    ]


def refined_pose(pose: TablePose, cards: Sequence[LocatedCard]) -> TablePose:
    """The table's pose again, from all cards that were found: the maze may drift, start and goals hold."""
    held = (START_CELL, *pose.goals)
    landmarks = [(goal_landmark if card.cell in held else maze_landmark)(card.cell, card.quad_px) for card in cards]
    fit = fit_pose(landmarks, pose) if landmarks else None
    return fit.pose if fit else pose


def reposed(pose: TablePose, found: Mapping[Cell, LocatedCard]) -> dict[Cell, LocatedCard]:
    """The same cards in the same pixels, laid on the table as this pose has it."""
    poses = card_poses_of(pose, np.array([card.quad_px for card in found.values()]).reshape(-1, 4, 2))
    return {cell: replace(card, pose=lying) for (cell, card), lying in zip(found.items(), poses, strict=True)}


def with_cell_prior(presence: Floats, cells: Sequence[Cell], goals: Collection[Cell] = GOAL_CELLS) -> Floats:
    """Presence, (n, 5), given which cells were probed: goals lie face down, the start card in its place."""
    factors = np.array([CELL_PRIOR.of(cell, goals) for cell in cells])
    weights = presence * factors.reshape(-1, len(Presence))
    weighed: Floats = weights / np.maximum(weights.sum(-1, keepdims=True), 1e-9)
    return weighed


def with_likeness(presence: Floats, likeness: Floats) -> Floats:
    """Presence, (n, 5), given the colours that were seen. likeness : (n,) log odds of a tunnel card"""
    weights = presence.astype(float)
    weights[:, [Presence.TUNNEL, Presence.START]] *= np.exp(likeness)[:, None]  # elsewhere, that is a crossing
    weighed: Floats = weights / np.maximum(weights.sum(-1, keepdims=True), 1e-9)
    return weighed


@dataclass(frozen=True)
class CardEvidenceSettings:
    """What a card shows of itself: the sum of both networks' log odds that it is one, and of its colours'."""

    in_sight: float = 0.6  # probability, of every side and the middle; below it something hides a part of the card
    hidden: float = 3.0  # log odds to its credit: of such one in 20 showed less than 1.7, of those in sight than 9.2
    most_of_detector: float = 0.98  # probability; nearer to certainty than this the detector's word is not weighed
    most_of_reader: float = 1 - 1e-6  # likewise the reading network's


CARD_EVIDENCE = CardEvidenceSettings()


def card_evidence(estimates: CardEstimates, cards: Sequence[LocatedCard]) -> Floats:
    """(n,) log odds that a card lies there at all. estimates : of these cards"""
    hidden = estimates.in_sight.min(1) < CARD_EVIDENCE.in_sight
    credit = np.where(
        hidden, CARD_EVIDENCE.hidden, [card.likeness for card in cards]
    )  # what hides it has other colours
    reader = _log_odds(estimates.is_card, CARD_EVIDENCE.most_of_reader)
    detector = _log_odds(np.array([card.detected for card in cards]), CARD_EVIDENCE.most_of_detector)
    evidence: Floats = credit + reader + detector
    return evidence


def _log_odds(chance: Floats, most: float) -> Floats:
    within = np.clip(chance.astype(np.float64), 1 - most, most)
    odds: Floats = np.log(within / (1 - within))
    return odds
