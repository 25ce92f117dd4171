"""How cards lie on the table, and where that puts them in the picture. No looking: see locate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.pose import CARD_CORNERS_MM, TablePose
from vision.settings import LOCATE, PITCH_X_MM, PITCH_Y_MM


@dataclass(frozen=True)
class Lay:
    """How a card lies on the table, in millimetres of the game's frame."""

    x_mm: float
    y_mm: float
    twist_rad: float
    worst_mm: float = 0.0  # how far its corners are from those of a true card there

    def corners_mm(self) -> np.ndarray:
        return corners_of([self])[0]


def lay_of(pose: TablePose, quad_px: np.ndarray) -> Lay:
    return lays_of(pose, np.asarray(quad_px)[None])[0]


def lays_of(pose: TablePose, quads_px: np.ndarray) -> list[Lay]:
    """Of (n, 4, 2) pixels."""
    flat = pose.to_table(quads_px)
    middles = flat.mean(1)
    across, down = flat[:, 1] + flat[:, 2] - flat[:, 0] - flat[:, 3], flat[:, 2] + flat[:, 3] - flat[:, 0] - flat[:, 1]
    twists = np.arctan2(across[:, 1] - down[:, 0], across[:, 0] + down[:, 1])
    wrong = np.abs(flat - card_corners_mm(middles, twists)).max((1, 2))
    rows = zip(middles, twists, wrong, strict=True)
    return [Lay(float(x), float(y), float(twist), float(worst)) for (x, y), twist, worst in rows]


def card_corners_mm(middles_mm: np.ndarray, twists_rad: np.ndarray) -> np.ndarray:
    """(n, 4, 2) corners of cards with these middles, (n, 2), and twists, (n,)."""
    cosine, sine = np.cos(twists_rad)[:, None], np.sin(twists_rad)[:, None]
    x, y = CARD_CORNERS_MM.T
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], 2) + middles_mm[:, None]


def quad_of(pose: TablePose, lay: Lay) -> np.ndarray:
    """(4, 2) pixels of a card that lies so."""
    return pose.project(lay.corners_mm())


def quads_of(pose: TablePose, lays: Sequence[Lay]) -> np.ndarray:
    """(n, 4, 2) likewise."""
    return pose.project(corners_of(lays))


def corners_of(lays: Sequence[Lay]) -> np.ndarray:
    """(n, 4, 2) millimetres of cards that lie so."""
    rows = np.array([(lay.x_mm, lay.y_mm, lay.twist_rad) for lay in lays]).reshape(-1, 3)
    return card_corners_mm(rows[:, :2], rows[:, 2])


def strayed(lay: Lay, expected: Lay) -> float:
    return float(np.hypot(lay.x_mm - expected.x_mm, lay.y_mm - expected.y_mm))


def apart(one: Lay, other: Lay) -> bool:
    """Cards may overlap by a thumb's width, not by half."""
    return (
        abs(one.x_mm - other.x_mm) > LOCATE.apart * PITCH_X_MM or abs(one.y_mm - other.y_mm) > LOCATE.apart * PITCH_Y_MM
    )
