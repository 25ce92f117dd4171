"""The four printed markers in a picture. The pose that they give is not asked here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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


@dataclass(frozen=True, eq=False)
class SeenMarkers:
    """What is seen of the four.

    right_way_round : a marker's id to its (4, 2) corners in pixels, the marker's own top-left first
    mirrored : how many are seen as only a picture shows them that is flipped left to right
    """

    right_way_round: dict[int, Quad]
    mirrored: int


def detect_markers(image: Image) -> SeenMarkers:
    """Of two alike the larger."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.perspectiveRemovePixelPerCell = MARKERS.cell_px
    parameters.perspectiveRemoveIgnoredMarginPerCell = MARKERS.ignored_margin
    detector = cv2.aruco.ArucoDetector(_with_mirrored(), parameters)
    corners, ids, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    found: dict[int, Quad] = {}
    for marker, quad in zip([] if ids is None else np.ravel(ids), corners, strict=True):
        points = np.asarray(quad, float).reshape(4, 2)
        known = found.get(int(marker))
        if known is None or _span(points) > _span(known):
            found[int(marker)] = points
    printed = len(_kind().bytesList)
    return SeenMarkers(
        {number: found[number] for number in MARKER_IDS if number in found},
        sum(printed + number in found for number in MARKER_IDS),
    )


@cache
def _with_mirrored() -> cv2.aruco.Dictionary:
    """The kind, and after it what our four look like in a mirror: two bits or more differ from any that is printed."""
    kind = _kind()
    codes = [cv2.aruco.Dictionary.getBitsFromByteList(kind.bytesList[i : i + 1], kind.markerSize) for i in MARKER_IDS]
    mirrored = [cv2.aruco.Dictionary.getByteListFromBits(np.ascontiguousarray(code[:, ::-1])) for code in codes]
    return cv2.aruco.Dictionary(np.concatenate([kind.bytesList, *mirrored]), kind.markerSize, kind.maxCorrectionBits)


def _kind() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _span(points: Quad) -> float:
    return float(np.linalg.norm(points[0] - points[2]) + np.linalg.norm(points[1] - points[3]))
