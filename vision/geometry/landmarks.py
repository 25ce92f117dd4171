"""Things of known shape that tell the table's pose: cards in cells, markers, dragged corners. No fitting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from vision.arrays import Points, Quad
from vision.geometry.dimensions import CARD_CORNERS_MM, MARKER_MM, PLAY_AREA_MIDDLE_MM, cell_mm, corners_mm
from vision.geometry.table_pose import play_area_mm

MARKERS_APART_MM = (628.0, 526.0)  # where markers usually lie: their width outside the play area, centre to centre


@dataclass(frozen=True)
class LandmarkSettings:
    """How far a thing may lie from its place, and a corner from where it is seen; one standard deviation."""

    goal_mm: float = 3.0  # goals and start are laid out with care
    card_mm: float = 6.0  # the maze drifts while it grows
    card_rad: float = 0.035  # two degrees
    loose_mm: float = 1000.0  # a card of which nobody knows where it lies tells by its size alone
    loose_rad: float = 0.1  # but nobody lays one askew
    card_px: float = 1.5  # a corner that was probed
    detected_px: float = 0.08  # of a card's width: a corner that was only detected
    marker_mm: float = 60.0  # "anywhere around the play area near its corners"
    marker_rad: float = 0.1
    marker_px: float = 1.0
    corner_mm: float = 25.0  # a corner of the play area, dragged by a thumb
    corner_rad: float = 1.0  # a point has no direction: any number would do
    corner_px: float = 2.0


LANDMARKS = LandmarkSettings()


@dataclass(frozen=True, eq=False)
class Landmark:
    """A flat thing of known shape, seen in the picture, with the place where it ought to lie.

    shape_mm : (n, 2) around its middle; seen_px : (n, 2); slack is one standard deviation of its place and twist.
    """

    shape_mm: Points
    place_mm: tuple[float, float]
    seen_px: Points
    slack_mm: float
    slack_rad: float
    noise_px: float = 1.0


def goal_landmark(cell: Cell, quad_px: Quad) -> Landmark:
    """A goal or the start card, probed."""
    return _card(cell, quad_px, LANDMARKS.goal_mm, LANDMARKS.card_px)


def maze_landmark(cell: Cell, quad_px: Quad) -> Landmark:
    """Any other card of the maze, probed."""
    return _card(cell, quad_px, LANDMARKS.card_mm, LANDMARKS.card_px)


def detected_goal_landmark(cell: Cell, quad_px: Quad) -> Landmark:
    """A goal or the start card that was only detected: its corners count for less."""
    return _card(cell, quad_px, LANDMARKS.goal_mm, _detected_px(quad_px))


def detected_maze_landmark(cell: Cell, quad_px: Quad) -> Landmark:
    return _card(cell, quad_px, LANDMARKS.card_mm, _detected_px(quad_px))


def loose_landmark(place_mm: tuple[float, float], quad_px: Quad) -> Landmark:
    """A card that was detected, in no cell that is known. place_mm : about where it lies"""
    return Landmark(CARD_CORNERS_MM, place_mm, quad_px, LANDMARKS.loose_mm, LANDMARKS.loose_rad, _detected_px(quad_px))


def _card(cell: Cell, quad_px: Quad, slack_mm: float, noise_px: float) -> Landmark:
    return Landmark(CARD_CORNERS_MM, _place(cell_mm(cell)), quad_px, slack_mm, LANDMARKS.card_rad, noise_px)


def _detected_px(quad_px: Quad) -> float:
    return LANDMARKS.detected_px * float(np.linalg.norm(quad_px[1] - quad_px[0]))


def marker_landmarks(markers: Mapping[int, Quad]) -> list[Landmark]:
    """Markers by their id, N-W, N-E, S-E, S-W; their places are known only roughly."""
    places, shape = corners_mm(*MARKERS_APART_MM) + PLAY_AREA_MIDDLE_MM, corners_mm(MARKER_MM, MARKER_MM)
    slack = LANDMARKS.marker_mm, LANDMARKS.marker_rad, LANDMARKS.marker_px
    return [Landmark(shape, _place(places[marker]), seen, *slack) for marker, seen in sorted(markers.items())]


def corner_landmarks(corners_px: Quad, goals: Sequence[Cell] = GOAL_CELLS) -> list[Landmark]:
    """The play area's outer corners, dragged by hand: (4, 2) pixels in the order of the markers."""
    slack = LANDMARKS.corner_mm, LANDMARKS.corner_rad, LANDMARKS.corner_px
    return [
        Landmark(np.zeros((1, 2)), _place(place), seen[None], *slack)
        for place, seen in zip(play_area_mm(goals), np.asarray(corners_px, float), strict=True)
    ]


def _place(point_mm: Points) -> tuple[float, float]:
    return float(point_mm[0]), float(point_mm[1])
