"""Where the demo's webcam stands for a game, and what lies round its field. Films nothing: see studio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import radians

import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from vision.arrays import Points, Quad
from vision.geometry.dimensions import MARKER_MM
from vision.geometry.table_pose import play_area_mm
from vision.simulate.scene.painter import DEMO_BOUNDS_MM, BoundsMm
from vision.simulate.scene.table_scene import Thing
from vision.simulate.webcam import Camera

DEMO_CAMERA = Camera(target_mm=(227.0, 6.0), tilt_rad=radians(13), height_mm=1050, fov_rad=radians(58), k1=-0.05)
DEMO_THINGS = (
    Thing("pile:34", 655, -120, 0.06, 1),
    Thing("pile:9~", 655, 30, 0.15, 2),
    Thing("nuggets", 650, 205, 0.0, 1),
    Thing("mug", -235, -230, 2.5, 2),
    Thing("phone", -250, 190, 0.25, 1),
    Thing("pen", -300, 10, 1.25, 3),
    Thing("bowl", 770, -270, 0.0, 3),
    Thing("die", -190, 60, 0.4, 3),
)
DEMO_MARKERS = tuple(
    Thing(f"marker:{number}", x, y, turn, number)
    for number, (x, y, turn) in enumerate(
        ((-135, -265, 0.03), (590, -270, -0.05), (592, 268, 0.02), (-132, 272, -0.03))
    )
)
SEATS_AT_MM: BoundsMm = (-330.0, -420.0, 790.0, 430.0)  # round this oval hands come from
MARGIN_PX = 40.0  # of table to be seen round the field, and round the markers half as much
STEP_BACK = 1.02  # times as high, until everything is in sight


@dataclass(frozen=True)
class CameraStand:
    """bounds_mm : of the table that is painted; seats_mm : of the oval that hands come from"""

    camera: Camera = DEMO_CAMERA
    markers: tuple[Thing, ...] = DEMO_MARKERS
    bounds_mm: BoundsMm = DEMO_BOUNDS_MM
    seats_mm: BoundsMm = SEATS_AT_MM


def stand_for(goals: Sequence[Cell] = GOAL_CELLS) -> CameraStand:
    """The usual stand, where its camera sees the whole field of a game with these goals; else one farther back."""
    field = play_area_mm(goals)
    if DEMO_CAMERA.sees(field, MARGIN_PX):
        return CameraStand()
    camera, markers = DEMO_CAMERA, _at_corners(field)
    rims = _rims(markers)
    while not (camera.sees(field, MARGIN_PX) and camera.sees(rims, MARGIN_PX / 2)):
        camera = _centred(replace(camera, height_mm=camera.height_mm * STEP_BACK), np.concatenate([field, rims]))
    larger = camera.height_mm / DEMO_CAMERA.height_mm
    return CameraStand(camera, markers, _scaled(DEMO_BOUNDS_MM, larger), _scaled(SEATS_AT_MM, larger))


def _at_corners(field: Quad) -> tuple[Thing, ...]:
    """The markers as far north and south of this field as of the usual one; goals that are moved go east only."""
    farther = field[:, 1] - play_area_mm()[:, 1]
    return tuple(replace(marker, y_mm=marker.y_mm + y) for marker, y in zip(DEMO_MARKERS, farther, strict=True))


def _rims(markers: Sequence[Thing]) -> Points:
    """(4 n, 2): the corners of the markers' black squares."""
    half = MARKER_MM / 2
    return np.array([marker.at(x, y) for marker in markers for x in (-half, half) for y in (-half, half)])


def _centred(camera: Camera, points_mm: Points) -> Camera:
    """The same, looking where these points are in the middle of its picture."""
    seen = camera.project(points_mm)
    off_px = (seen.min(axis=0) + seen.max(axis=0)) / 2 - np.array([camera.width_px, camera.height_px]) / 2
    x, y = np.array(camera.target_mm) + off_px / camera.px_per_mm
    return replace(camera, target_mm=(float(x), float(y)))


def _scaled(bounds_mm: BoundsMm, factor: float) -> BoundsMm:
    """About their middle."""
    west, north, east, south = bounds_mm
    x, y, wide, high = (west + east) / 2, (north + south) / 2, (east - west) / 2 * factor, (south - north) / 2 * factor
    return x - wide, y - high, x + wide, y + high
