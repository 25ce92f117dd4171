"""The sheet with the four markers, to print. Finding them again: registration.markers."""

from __future__ import annotations

from html import escape

import cv2
import numpy as np

from vision.geometry.dimensions import MARKER_MM

PAPERS_MM = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}  # landscape (width, height)
CORNERS = ("N-W", "N-E", "S-E", "S-W")  # ids 0, 1, 2, 3; the start card lies at the side of the first and the last
_MODULES = 6  # a 4x4 code with its black frame
_MARGIN_MM = 15.0
_CUT_MM = 7.0  # white around a marker, or it is not found
_NAME_MM = 8.0  # below that, for what the corner is called


def marker_sheet_svg(paper: str = "a4", start: str = "start", goals: str = "goals") -> str:
    """One page with the four markers at true size, to cut apart and lay at the corners of the play area.

    start, goals : words for the sides of the play area where they lie
    Raises KeyError for a paper that is not in PAPERS_MM.
    """
    width, height = PAPERS_MM[paper]
    left, top = width / 2 - MARKER_MM - _MARGIN_MM * 2, height / 2 - MARKER_MM - _MARGIN_MM * 1.5
    right, bottom = width / 2 + _MARGIN_MM * 2, height / 2 + _MARGIN_MM * 1.5
    places = ((left, top), (right, top), (right, bottom), (left, bottom))
    sides = (start, goals, goals, start)
    parts = [_marker(number, x, y, sides[number]) for number, (x, y) in enumerate(places)]
    ruler = (
        f'<path d="M{width / 2 - 50} {height - 12}h100m0 -2v4m-100 0v-4" stroke="#000" stroke-width="0.4" fill="none"/>'
        f'<text x="{width / 2}" y="{height - 15}" font-size="4" text-anchor="middle">100 mm</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" shape-rendering="crispEdges">'
        f"{''.join(parts)}{ruler}</svg>"
    )


def _marker(number: int, x: float, y: float, side: str) -> str:
    """A marker with its black square's top-left corner at (x, y) mm, and inside the cutting line its corner's name."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    modules = cv2.aruco.generateImageMarker(dictionary, number, _MODULES)
    module = MARKER_MM / _MODULES
    white = "".join(
        f'<rect x="{x + column * module:.3f}" y="{y + row * module:.3f}" width="{module:.3f}" height="{module:.3f}" '
        'fill="#fff"/>'
        for row, column in np.argwhere(modules > 0)
    )
    width = MARKER_MM + 2 * _CUT_MM
    return (
        f'<rect x="{x - _CUT_MM}" y="{y - _CUT_MM}" width="{width}" height="{width + _NAME_MM}" fill="#fff" '
        'stroke="#bbb" stroke-width="0.2" stroke-dasharray="2"/>'
        f'<rect x="{x}" y="{y}" width="{MARKER_MM}" height="{MARKER_MM}" fill="#000"/>{white}'
        f'<text x="{x + MARKER_MM / 2}" y="{y + MARKER_MM + _CUT_MM + 5}" font-size="4" text-anchor="middle">'
        f"{number} · {CORNERS[number]} · {escape(side)}</text>"
    )
