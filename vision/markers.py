"""The four printed markers in a picture, and the pose they give. Where cards lie is not asked here."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from vision.field import field_mm
from vision.pose import Fit, Sighting, corners_mm, fit_pose, pose_from_homography
from vision.settings import CAMERA, FIELD_MIDDLE_MM, MARKER_FIELD_MM, MARKER_MM, SLACK

MARKER_IDS = (0, 1, 2, 3)  # N-W, N-E, S-E, S-W of the play area


def detect_markers(image: np.ndarray) -> dict[int, np.ndarray]:
    """Marker id to its (4, 2) corners in pixels, the marker's own top-left first; of two alike the larger."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = 8  # with the wider margin below, blurred prints still decode
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found: dict[int, np.ndarray] = {}
    for marker, quad in zip([] if ids is None else np.ravel(ids), corners, strict=True):
        points = quad.reshape(4, 2).astype(float)
        known = found.get(int(marker))
        if int(marker) in MARKER_IDS and (known is None or _span(points) > _span(known)):
            found[int(marker)] = points
    return found


def marker_sightings(markers: dict[int, np.ndarray]) -> list[Sighting]:
    """Markers as things of known size whose places are known only roughly."""
    places = corners_mm(*MARKER_FIELD_MM) + FIELD_MIDDLE_MM
    return [
        Sighting(
            corners_mm(MARKER_MM, MARKER_MM),
            (float(places[marker, 0]), float(places[marker, 1])),
            points,
            SLACK.marker_mm,
            SLACK.marker_turn_rad,
            1.0,
        )
        for marker, points in sorted(markers.items())
    ]


def corner_sightings(corners_px: np.ndarray, goals: Sequence[Cell] = GOAL_CELLS) -> list[Sighting]:
    """The play area's outer corners, dragged by hand: (4, 2) pixels in the order of the markers."""
    places = field_mm(goals)
    point = np.zeros((1, 2))
    return [
        Sighting(point, (float(place[0]), float(place[1])), seen[None], SLACK.corner_mm, 1.0, 2.0)
        for place, seen in zip(places, np.asarray(corners_px, float), strict=True)
    ]


def fit_anchors(anchors: Sequence[Sighting], size_px: tuple[int, int]) -> Fit | None:
    """The pose from markers or corners alone; None where they lie as no camera could see them."""
    shapes = np.concatenate([thing.shape_mm + thing.place_mm for thing in anchors])
    seen = np.concatenate([thing.seen_px for thing in anchors])
    homography, _ = cv2.findHomography(shapes, seen, 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    fits = []
    for factor in (1.0, 0.75, 1.35):
        try:
            first = pose_from_homography(homography, size_px, CAMERA.focal_to_long_side * max(size_px) * factor)
            fits.append(fit_pose(anchors, first, rounds=25))
        except np.linalg.LinAlgError:
            continue
    usable = [fit for fit in fits if fit.pose.shift_mm[2] > 0 and fit.pose.tilt_rad < CAMERA.tilt_max_rad]
    return min(usable, key=lambda fit: fit.cost, default=None)


def _span(points: np.ndarray) -> float:
    return float(np.linalg.norm(points[0] - points[2]) + np.linalg.norm(points[1] - points[3]))
