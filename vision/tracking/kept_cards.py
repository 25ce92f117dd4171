"""Which of a table's cards lie where they lay when they were read.

in     LocatedCards of the table, and a probe of the picture that came
out    those that are still there; whether most of them lie elsewhere in the picture
never  looks for a card that was not known: see maze_growth
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import START_CELL, Cell
from vision.arrays import Floats, Quads
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import NetworkProbe
from vision.geometry.card_pose import card_poses_of, corners_of, quads_of
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard, with_cell_prior


@dataclass(frozen=True)
class KeptCardsSettings:
    """When a card is the one that lay there, and lies where it lay."""

    sure: float = 0.5  # probability that a card still lies there
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    moved: float = 0.04  # of a card's width: nearer to its old place, a card lies where it lay
    rounded_mm: float = 0.01  # a card that kept its place keeps it but for the way from table to picture and back
    shifted: float = 0.2  # of the cards that lie elsewhere; fewer were nudged, and the camera stands where it stood


KEPT_CARDS = KeptCardsSettings()


def still_there(probe: NetworkProbe, pose: TablePose, located: Mapping[Cell, LocatedCard]) -> dict[Cell, LocatedCard]:
    """The cards that still lie within a sliver of their places; the start card only if it still shows itself.

    Each probe begins with a true card's corners: corners found on found corners would wander off in time.
    """
    rigid = quads_of(pose, [card.pose for card in located.values()]).astype(np.float32)
    probed = probe(rigid)
    moved = _moved_by(rigid, probed.quads) > KEPT_CARDS.moved
    places = np.where(moved[:, None, None], probed.quads, rigid)  # a probe is not so exact that a place should tremble
    presence = with_cell_prior(probed.presence, list(located), pose.goals)
    seen = zip(located.values(), places, card_poses_of(pose, places), presence, strict=True)
    now = (replace(card, quad_px=quad, pose=lying, presence=row) for card, quad, lying, row in seen)
    return {card.cell: card for card in now if _is_still_one(card)}


def _is_still_one(card: LocatedCard) -> bool:
    is_start = bool(card.presence[Presence.START] > KEPT_CARDS.sure)
    sound = card.pose.worst_mm < KEPT_CARDS.misshapen_mm
    return card.sure > KEPT_CARDS.sure and (card.cell == START_CELL) == is_start and sound


def most_moved(before_px: Quads, now_px: Quads) -> bool:
    """Whether most cards, (n, 4, 2) pixels each, are drawn elsewhere."""
    return float(np.median(_moved_by(before_px, now_px))) >= KEPT_CARDS.moved


def _moved_by(before_px: Quads, now_px: Quads) -> Floats:
    """(n,) how far the corner that moved most did, in widths of the card."""
    wide = np.linalg.norm(before_px[:, 1] - before_px[:, 0], axis=1)
    widths: Floats = np.abs(now_px - before_px).max((1, 2)) / wide
    return widths


def have_shifted(before: Mapping[Cell, LocatedCard], kept: Mapping[Cell, LocatedCard]) -> bool:
    """Whether so many cards lie elsewhere on the table that it was the camera; fitting the pose takes as long as
    finding cards."""
    now, then = (corners_of([cards[cell].pose for cell in kept]) for cards in (kept, before))
    return float(np.mean(np.abs(now - then).max((1, 2)) > KEPT_CARDS.rounded_mm)) > KEPT_CARDS.shifted
