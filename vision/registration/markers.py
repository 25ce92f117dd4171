"""The four printed markers in a picture. The pose that they give is not asked here."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Image, Quad


@dataclass(frozen=True)
class MarkerSettings:
    """Beside OpenCV's own: together these decode blurred prints as well."""

    cell_px: int = 8  # of a marker put upright, a cell of its code
    ignored_margin: float = 0.25  # of a cell, all around: there blur mixes it with its neighbours


MARKERS = MarkerSettings()
MARKER_IDS = (0, 1, 2, 3)  # N-W, N-E, S-E, S-W of the play area


def detect_markers(image: Image) -> dict[int, Quad]:
    """Marker id to its (4, 2) corners in pixels, the marker's own top-left first; of two alike the larger."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = MARKERS.cell_px
    parameters.perspectiveRemoveIgnoredMarginPerCell = MARKERS.ignored_margin
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found: dict[int, Quad] = {}
    for marker, quad in zip([] if ids is None else np.ravel(ids), corners, strict=True):
        points = np.asarray(quad, float).reshape(4, 2)
        known = found.get(int(marker))
        if int(marker) in MARKER_IDS and (known is None or _span(points) > _span(known)):
            found[int(marker)] = points
    return found


def _span(points: Quad) -> float:
    return float(np.linalg.norm(points[0] - points[2]) + np.linalg.norm(points[1] - points[3]))
