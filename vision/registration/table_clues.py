"""What tells of a table before any card is looked for: markers and dragged corners; or why there is nothing to see.

in     Image; corners where a person dragged them, and where the goals of the game in play lie
out    TableClues; or a Hint that says what is wrong with the picture
never  looks for a table: see registered_table
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration
from vision.arrays import Image, Quad
from vision.geometry.landmarks import Landmark, corner_landmarks, marker_landmarks
from vision.registration.markers import detect_markers


@dataclass(frozen=True)
class TableCluesSettings:
    """Which pictures are searched."""

    least_side_px: int = 200
    mirrored_markers: int = 2  # of the four, and more than are seen the right way round: one may be a thing like it
    judged_px: tuple[int, int] = (160, 90)  # width, height of the copy of which the levels are judged
    bright_percentile: float = 98.0  # of the grey levels: a lamp's reflection may be brighter than the table
    # grey level that it must exceed: of 31 drawn tables with 12 to 25 30 were found and 20 read exactly, with 25 to 40
    # all and 13 of 20; with 8 to 12 8 of 11 were found, and 9 cards were wrong though sure
    black_level: float = 12.0
    dark_level: float = 25.0  # likewise: with less, a table that is not found is too dark
    flat_level: float = 2.0  # grey levels, standard deviation
    white_level: int = 240  # grey level of the darkest channel from which on little is left of what is printed
    white_share: float = 0.2  # of the picture; drawn ones too bright to read had 0.37, 1 bare table in 144 over 0.12


TABLE_CLUES = TableCluesSettings()
NO_TABLE = Hint("table.not_found")
MIRRORED = Hint("table.mirrored")
TOO_DARK = Hint("table.too_dark")
TOO_BRIGHT = Hint("table.too_bright")
NOTHING_TO_SEE = Hint("table.nothing")


@dataclass(frozen=True, eq=False)
class TableClues:
    """What one picture tells.

    goals : where those of the game in play lie; frames : landmarks that tell the table's frame but for its exact place
    if_none : what is said where no table is found from them
    """

    size_px: tuple[int, int]
    goals: tuple[Cell, ...]
    frames: tuple[tuple[Calibration, tuple[Landmark, ...]], ...] = ()
    if_none: Hint = NO_TABLE


def clues_in(image: Image, corners: Quad | None = None, goals: tuple[Cell, ...] = GOAL_CELLS) -> TableClues | Hint:
    """Markers and dragged corners, what a person dragged first; or a hint that says why there is nothing to see.

    corners : (4, 2) pixels, the play area's outer corners N-W, N-E, S-E, S-W, if a person gave them
    """
    small = np.asarray(cv2.resize(image, TABLE_CLUES.judged_px, interpolation=cv2.INTER_AREA), np.uint8)
    hint = _why_unusable(image, small)
    if hint:
        return hint
    frames = [] if corners is None else [(Calibration.CORNERS, tuple(corner_landmarks(corners, goals)))]
    seen = detect_markers(image)
    markers, mirrored = seen.right_way_round, seen.mirrored
    if mirrored >= TABLE_CLUES.mirrored_markers and mirrored > len(markers):
        return MIRRORED  # a bend to the left would be read as one to the right
    frames += [(Calibration.MARKERS, tuple(marker_landmarks(markers)))] if markers else []
    return TableClues((image.shape[1], image.shape[0]), goals, tuple(frames), _why_not_found(small))


def _why_unusable(image: Image, small: Image) -> Hint | None:
    height, width = image.shape[:2]
    if min(height, width) < TABLE_CLUES.least_side_px:
        return Hint("table.too_small", {"width": width, "height": height})
    if _level(small) < TABLE_CLUES.black_level:
        return TOO_DARK
    if cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).std() < TABLE_CLUES.flat_level:
        hint = _why_not_found(small)
        return NOTHING_TO_SEE if hint is NO_TABLE else hint
    return None


def _why_not_found(small: Image) -> Hint:
    """What is said of a picture in which no table is found."""
    if _is_washed_out(small):
        return TOO_BRIGHT
    return TOO_DARK if _level(small) < TABLE_CLUES.dark_level else NO_TABLE


def _level(small: Image) -> float:
    """The grey level of what is bright in it."""
    return float(np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), TABLE_CLUES.bright_percentile))


def _is_washed_out(small: Image) -> bool:
    """A table may be found all the same: cards in the shade or of strong colours can still be read."""
    return bool((small.min(2) >= TABLE_CLUES.white_level).mean() > TABLE_CLUES.white_share)
