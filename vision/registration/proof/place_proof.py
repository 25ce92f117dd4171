"""A maze's place before its goals held against the places beside it: would it lie there nearly as well?

in     a TablePose, the LocatedCards of all cards that were told in it, and how plain its start card is
out    whether the maze may lie a column or a row from where it was found; then all its cells would be others
never  finds a table, or chooses between two: see rival_proofs; is heard of a table that is already followed
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.maze.geometry import Cell, Side
from vision.geometry.landmarks import goal_landmark, maze_landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard


@dataclass(frozen=True)
class PlaceProofSettings:
    """Of the cost a cell on, 477 development tables found in their places had 0.34 at most, all but one 0.28; one of
    which a crossing two columns off was taken for the start card, and one with that under a rulebook and its goals laid
    too far, had 0.59 and 0.52."""

    nearly_as_well: float = 0.43  # of the fit's cost a column or a row off, whichever is less
    least_cards: int = 2  # of the maze, its start card among them; of one alone 3 of 465 tables had more than 0.43
    # presence, as the network sees it where it does not know the cell: of 299 start cards in sight 9 had less, of 4
    # cards that were taken for one none had more than 0.7. Before a plain one goals may lie nearer, or farther
    told_anywhere: float = 0.9
    # likewise between markers where no goal was seen: a card two fingers lay over had 0.08, and was a column off
    told_alone: float = 0.7
    # of the cost a cell on, with one goal and markers: of 57 tables whose start card and goals something lay over those
    # in their places had 0.07 and less with one goal, 0.32 with more; one a column off 0.28
    nearly_as_well_alone: float = 0.2


PLACE_PROOF = PlaceProofSettings()


def may_lie_beside(pose: TablePose, cards: Collection[LocatedCard], start: float) -> bool:
    """Whether goals and maze would fit together nearly as well with the whole maze a cell on in any direction. False
    where that cannot be asked: of too few cards; or need not be, as the start card tells the place.

    start : how surely that is one, wherever it lies; unless plain it counts as any card of the maze, as a crossing may
        have been taken for it
    """
    return start <= PLACE_PROOF.told_anywhere and _as_well_beside(pose, cards) > PLACE_PROOF.nearly_as_well


def may_lie_beside_among_markers(pose: TablePose, cards: Collection[LocatedCard], start: float) -> bool:
    """Likewise where markers tell the frame: they lie only about where they ought to, so that without goals a maze
    whose start card is hidden may be a column off."""
    goals = sum(card.cell in pose.goals for card in cards)
    if not goals or start > PLACE_PROOF.told_anywhere:
        return start <= PLACE_PROOF.told_alone
    most = PLACE_PROOF.nearly_as_well if goals > 1 else PLACE_PROOF.nearly_as_well_alone
    return _as_well_beside(pose, cards) > most


def _as_well_beside(pose: TablePose, cards: Collection[LocatedCard]) -> float:
    """The fit's cost as a share of what it is with the maze a cell on; 0 where that cannot be asked."""
    goals = [card for card in cards if card.cell in pose.goals]
    maze = [card for card in cards if card.cell not in pose.goals]
    if not goals or len(maze) < PLACE_PROOF.least_cards:
        return 0.0
    elsewhere = min(_cost(pose, goals, [(card, card.cell.beside(side)) for card in maze]) for side in Side)
    return _cost(pose, goals, [(card, card.cell) for card in maze]) / elsewhere


def _cost(pose: TablePose, goals: Iterable[LocatedCard], maze: Iterable[tuple[LocatedCard, Cell]]) -> float:
    """How badly a pose fits the goals and the maze's cards, were these in such cells."""
    landmarks = [goal_landmark(card.cell, card.quad_px) for card in goals]
    fit = fit_pose([*landmarks, *(maze_landmark(cell, card.quad_px) for card, cell in maze)], pose)
    return fit.cost if fit else math.inf
