"""The covering network: what lies over the cards of a picture, place by place.

in     the picture, and quads where cards lie
out    the share in sight of the places where a card's tunnels would be, and of all of the card that is in the picture
never  says what is seen there: see card_network
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Images, Points, Quads
from vision.detection.card_network import engine_of, normalised, sigmoid
from vision.detection.card_probe import lie_outside
from vision.detection.pyramid import WIDE_PATCH, Pyramid, patches_from_quads, projected
from vision.geometry.card_pose import sides_and_middles


@dataclass(frozen=True)
class CoverNetworkSettings:
    hidden: float = 0.5  # probability; a place that is hidden more surely is no part of the card in sight: even odds


COVER_NETWORK = CoverNetworkSettings()
STRIDE = 4  # of a patch's pixels to a place
PLACES = (WIDE_PATCH.width // STRIDE, WIDE_PATCH.height // STRIDE)  # columns, rows
# Where on a card it matters that nothing lies over it, in card widths, as both networks were taught
MOUTH = 0.36  # side of the square at the middle of a side, in which its tunnel's mouth would be seen
MIDDLE = (0.4, 0.6)  # width, height of where tunnels meet
# (n, 4, 2) pixels to (n, 6): share in sight of N, E, S, W, the middle and the card; nan where nothing is told of it
SightProbe = Callable[[Quads], Floats]


class CoverNetwork:
    """Not for several threads at once, as CardNetwork."""

    def __init__(self, onnx: bytes) -> None:
        self._answers = engine_of(onnx)

    @classmethod
    def load(cls) -> CoverNetwork:
        """The weights that come with the package."""
        return cls((files("vision") / "weights" / "cover.onnx").read_bytes())

    def hidden(self, patches: Images) -> Floats:
        """(n, rows, columns) probability of each place that something lies over it.

        patches : (n, WIDE_PATCH.height, WIDE_PATCH.width, 3); n may be 0
        """
        columns, rows = PLACES
        if len(patches) == 0:
            return np.zeros((0, rows, columns), np.float32)
        return sigmoid(self._answers(normalised(patches)).reshape(len(patches), rows, columns))


@cache
def card_places() -> Flags:
    """(rows, columns) the places whose middle is on the card."""
    north_west, _, south_east, _ = WIDE_PATCH.corners()
    middles = _grid_of_middles()
    inside: Flags = ((middles > north_west) & (middles < south_east)).all(2)
    return inside


@cache
def _middles_of_places() -> Points:
    """(k, 2) pixels of the patch: the middles of card_places."""
    return _grid_of_middles()[card_places()]


def _grid_of_middles() -> Points:
    """(rows, columns, 2) pixels of the patch"""
    columns, rows = (np.arange(count) * STRIDE + (STRIDE - 1) / 2 for count in PLACES)
    return np.stack(np.meshgrid(columns, rows), 2)


def sight_probe(picture: Pyramid, network: CoverNetwork) -> SightProbe:
    """Asks about one picture; nothing is told of a side or a middle that is not in it.

    Beyond its edge it goes on as in a mirror: drawn out in streaks it looks like a thing that reaches in.
    """
    zones = _zones()

    def probe(quads_px: Quads) -> Floats:
        patches, homographies = patches_from_quads(picture, quads_px, WIDE_PATCH, cv2.BORDER_REFLECT_101)
        hidden = network.hidden(patches)
        shares = 1 - np.tensordot(hidden, zones, ((1, 2), (1, 2)))
        told = np.where(lie_outside(sides_and_middles(quads_px), picture.size_px), np.nan, shares)
        bare = hidden[:, card_places()] < COVER_NETWORK.hidden
        in_picture = ~lie_outside(projected(homographies, _middles_of_places()), picture.size_px)
        with np.errstate(invalid="ignore"):
            whole = (bare & in_picture).sum(1) / in_picture.sum(1)
        return np.column_stack([told, whole])

    return probe


@cache
def _zones() -> Floats:
    """(5, rows, columns) how much of N, E, S, W and the middle is in each place; each sums to 1."""
    corners = WIDE_PATCH.corners().astype(float)
    unit = WIDE_PATCH.card_width_px
    half = MOUTH / 2 * unit
    (*sides, middle) = sides_and_middles(corners[None])[0]
    inward = sides + np.sign(np.round(middle - sides)) * half
    boxes = [(at - half, at + half) for at in inward]
    reach = np.array(MIDDLE) / 2 * unit
    zones = np.array([_share(*box) for box in (*boxes, (middle - reach, middle + reach))])
    shares: Floats = zones / zones.sum((1, 2), keepdims=True)
    return shares


def _share(low: Floats, high: Floats) -> Floats:
    """(rows, columns) how much of each place lies between two corners (x, y), in pixels of the patch."""
    along = []
    for count, begin, end in zip(PLACES, low, high, strict=True):
        edges = np.arange(count + 1) * STRIDE - 0.5
        along.append(np.clip(np.minimum(edges[1:], end) - np.maximum(edges[:-1], begin), 0, STRIDE))
    across, down = along
    return np.outer(down, across)
