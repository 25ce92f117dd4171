"""How cards lie on the table, and the quads in the picture that this makes of them. Looks at no picture.

A quad is four corners, clockwise as seen in the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Points, Quad, Quads
from vision.geometry.dimensions import CARD_CORNERS_MM
from vision.geometry.table_pose import TablePose


@dataclass(frozen=True)
class CardPose:
    """How a card lies on the table, in millimetres of the game's frame."""

    x_mm: float
    y_mm: float
    twist_rad: float
    worst_mm: float = 0.0  # how far its corners are from those of a true card there

    @property
    def is_turned(self) -> bool:
        """By half, or nearly so."""
        return abs(self.twist_rad) > np.pi / 2

    def corners_mm(self) -> Quad:
        corners: Quad = corners_of([self])[0]
        return corners

    def distance_mm(self, other: CardPose) -> float:
        """From middle to middle."""
        return float(np.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm))


def card_pose_of(pose: TablePose, quad_px: Quad) -> CardPose:
    """Of (4, 2) pixels, as the table's pose has it."""
    return card_poses_of(pose, np.asarray(quad_px)[None])[0]


def card_poses_of(pose: TablePose, quads_px: Quads) -> list[CardPose]:
    """Of (n, 4, 2) pixels."""
    flat = pose.to_table(quads_px)
    middles = flat.mean(1)
    across, down = flat[:, 1] + flat[:, 2] - flat[:, 0] - flat[:, 3], flat[:, 2] + flat[:, 3] - flat[:, 0] - flat[:, 1]
    twists = np.arctan2(across[:, 1] - down[:, 0], across[:, 0] + down[:, 1])
    wrong = np.abs(flat - card_corners_mm(middles, twists)).max((1, 2))
    rows = zip(middles, twists, wrong, strict=True)
    return [CardPose(float(x), float(y), float(twist), float(worst)) for (x, y), twist, worst in rows]


def sides_and_middles(quads: Quads) -> Quads:
    """(n, 5, 2) of (n, 4, 2): the middles of a card's sides N, E, S, W, and its own."""
    sides, middles = (quads + np.roll(quads, -1, 1)) / 2, quads.mean(1, keepdims=True)
    return np.concatenate([sides, middles], 1)


def card_corners_mm(middles_mm: Points, twists_rad: Floats) -> Quads:
    """(n, 4, 2) corners of cards with these middles, (n, 2), and twists, (n,)."""
    cosine, sine = np.cos(twists_rad)[:, None], np.sin(twists_rad)[:, None]
    x, y = CARD_CORNERS_MM.T
    corners: Quads = np.stack([cosine * x - sine * y, sine * x + cosine * y], 2) + middles_mm[:, None]
    return corners


def quad_of(pose: TablePose, card: CardPose) -> Quad:
    """(4, 2) pixels of a card that lies so."""
    return pose.project(card.corners_mm())


def quads_of(pose: TablePose, cards: Sequence[CardPose]) -> Quads:
    """(n, 4, 2) likewise."""
    return pose.project(corners_of(cards))


def corners_of(cards: Sequence[CardPose]) -> Quads:
    """(n, 4, 2) millimetres of cards that lie so."""
    rows = numbers_of(cards)
    return card_corners_mm(rows[:, :2], rows[:, 2])


def numbers_of(cards: Sequence[CardPose]) -> Floats:
    """(n, 3): x and y in millimetres, twist in radians."""
    return np.array([(card.x_mm, card.y_mm, card.twist_rad) for card in cards]).reshape(-1, 3)


def predicted_quads(quad: Quad, steps_mm: Points) -> Quads:
    """(m, 4, 2) pixels: where cards lie that are so far away on the table, by this (4, 2) card's own perspective."""
    plane = cv2.getPerspectiveTransform(CARD_CORNERS_MM.astype(np.float32), quad.astype(np.float32))
    corners = CARD_CORNERS_MM + np.asarray(steps_mm)[:, None]
    return np.asarray(cv2.perspectiveTransform(corners.reshape(1, -1, 2), plane), float).reshape(-1, 4, 2)


def from_north_west(quad: Quad, quad_mm: Quad) -> Quad:
    """The quad from its N-W corner on; quad_mm : the same on the table."""
    turns = [np.abs(np.roll(quad_mm, -turn, 0) - quad_mm.mean(0) - CARD_CORNERS_MM).sum() for turn in (0, 2)]
    return np.roll(quad, -2 * int(np.argmin(turns)), 0)


# ---- quads, whatever they show -------------------------------------------------------------------------------------


def signed_area(quad: Quad) -> float:
    """Of (4, 2) corners; positive where they run clockwise as a person sees the picture, which has y downwards."""
    return float(signed_areas(quad[None])[0])


def signed_areas(quads: Quads) -> Floats:
    """(n,) likewise."""
    (ax, ay), (bx, by) = (quads[:, 2] - quads[:, 0]).T, (quads[:, 3] - quads[:, 1]).T
    areas: Floats = (ax * by - ay * bx) / 2
    return areas


def parallelograms(middles: Points, across: Points, down: Points) -> Quads:
    """(n, 4, 2) from (n, 2) middles and, from there, the middles of the east and the south sides."""
    return np.stack(
        [middles - across - down, middles + across - down, middles + across + down, middles - across + down], 1
    )


def moved_onto(quads: Quads, others: Quads) -> Quads:
    """The quads moved to the middles of `others` and turned as these are; they keep their size and perspective."""
    turn = (_headings(others) - _headings(quads) + np.pi) % (2 * np.pi) - np.pi
    middles = quads.mean(1, keepdims=True)
    x, y = (quads - middles).transpose(2, 0, 1)
    cosine, sine = np.cos(turn.mean(1))[:, None], np.sin(turn.mean(1))[:, None]
    moved: Quads = np.stack([cosine * x - sine * y, sine * x + cosine * y], 2) + others.mean(1, keepdims=True)
    return moved


def widths_moved(before: Quads, after: Quads) -> Floats:
    """(n,) how far the corner that went farthest lies from where it lay, in the card's own widths; nan or inf where
    corners have no place in the picture."""
    with np.errstate(invalid="ignore", divide="ignore"):
        farthest = np.abs(after - before).max((1, 2))
        widths: Floats = farthest / np.linalg.norm(before[:, 1] - before[:, 0], axis=1)
    return widths


def either_way_up(quad: Quad, expected: Quad) -> tuple[int, float]:
    """How a card lies that is expected there: rolled by 0 or 2 corners, and how far these are off then, in pixels."""
    wrong = {roll: float(np.linalg.norm(np.roll(quad, -roll, 0) - expected, axis=1).mean()) for roll in (0, 2)}
    best = min(wrong, key=lambda roll: wrong[roll])
    return best, wrong[best]


def _headings(quads: Quads) -> Floats:
    """(n, 2) radians: which way a quad's rows and its columns run."""
    across = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    down = quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]
    return np.stack([np.arctan2(across[:, 1], across[:, 0]), np.arctan2(down[:, 1], down[:, 0])], 1)
