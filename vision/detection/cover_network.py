"""The covering network: what lies over the cards of a picture, place by place.

in     the picture, and quads where cards lie
out    InSight: the share in sight of the places where a card's tunnels would be, and of all of it in the picture
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
    has_none: float = 0.5  # probability of a mouth: with less, the side is said to have none
    most_of_one: float = 0.999  # probability; surer of a side than this neither is: the other one is always heard


COVER_NETWORK = CoverNetworkSettings()
STRIDE = 4  # of a patch's pixels to a place
PLACES = (WIDE_PATCH.width // STRIDE, WIDE_PATCH.height // STRIDE)  # columns, rows
# Where on a card it matters that nothing lies over it, in card widths, as both networks were taught
MOUTH = 0.36  # side of the square at the middle of a side, in which its tunnel's mouth would be seen
MIDDLE = (0.4, 0.6)  # width, height of where tunnels meet
# Likewise the strip at the middle of a side through which tunnels to it run, width and depth: with widths of 0.24 to
# 0.36 and depths of 0.12 to 0.2 as many wrong cards are asked about
WAY_OUT = (0.24, 0.2)


@dataclass(frozen=True, eq=False)
class InSight:
    """Shares of n cards over which nothing lies; nan where nothing is told of it.

    places : (n, 5) where the mouths of N, E, S, W would be, and where tunnels meet
    ways_out : (n, 4) in the first four of these, the strip at the side's middle that no tunnel to it can avoid
    card : (n,) all of the card that is in the picture
    """

    places: Floats
    ways_out: Floats
    card: Floats

    def telling(self, mouths: Floats) -> Floats:
        """(n, 5) what of the places tells what the reading network says of them: that a side has no mouth is told by
        its way out, which must be in sight; a mouth may show itself beside what lies over that.

        On 720 development tables, of which 360 had things over their cards, 3 of 51 cards that were wrong though sure
        are asked about so, and 16 of 15,485 that were right. mouths : (n, 4) probability of one
        """
        sides, middle = self.places[:, :4], self.places[:, 4:]
        has_none = mouths < COVER_NETWORK.has_none
        return np.column_stack([np.where(has_none, np.minimum(sides, self.ways_out), sides), middle])


def both_say(one: Floats, other: Floats) -> Floats:
    """Two networks' probabilities that something is in sight as one, their odds multiplied: each is mistaken in its
    own way.

    Of 10,262 cards in sight let 1 in 100 be called hidden: then of 421 half-hidden ones the reading network alone tells
    61 %, the covering one 68 %, both 77 %.
    """
    sure = COVER_NETWORK.most_of_one
    one, other = np.clip(one, 1 - sure, sure), np.clip(other, 1 - sure, sure)
    both: Floats = one * other / (one * other + (1 - one) * (1 - other))
    return both


SightProbe = Callable[[Quads], InSight]  # (n, 4, 2) pixels to what of these cards is in sight


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
    zones, strips = _zones(), _strips()

    def probe(quads_px: Quads) -> InSight:
        patches, homographies = patches_from_quads(picture, quads_px, WIDE_PATCH, cv2.BORDER_REFLECT_101)
        hidden = network.hidden(patches)
        outside = lie_outside(sides_and_middles(quads_px), picture.size_px)
        places, ways_out = (1 - np.tensordot(hidden, share, ((1, 2), (1, 2))) for share in (zones, strips))
        bare = hidden[:, card_places()] < COVER_NETWORK.hidden
        in_picture = ~lie_outside(projected(homographies, _middles_of_places()), picture.size_px)
        with np.errstate(invalid="ignore"):
            whole = (bare & in_picture).sum(1) / in_picture.sum(1)
        places[outside], ways_out[outside[:, :4]] = np.nan, np.nan
        return InSight(places, ways_out, whole)

    return probe


@cache
def _zones() -> Floats:
    """(5, rows, columns) how much of the places N, E, S, W and the middle is in each place; each sums to 1."""
    sides, middle = _shares_of_sides(MOUTH, MOUTH), _middle_px()
    reach = np.array(MIDDLE) / 2 * WIDE_PATCH.card_width_px
    return np.concatenate([sides, _normal(_share(middle - reach, middle + reach)[None])])


@cache
def _strips() -> Floats:
    """(4, rows, columns) likewise of the ways out to N, E, S, W."""
    return _shares_of_sides(*WAY_OUT)


def _shares_of_sides(width: float, depth: float) -> Floats:
    """(4, rows, columns) likewise of what lies at the middle of each side, so wide along it and so deep inwards."""
    unit, middle = WIDE_PATCH.card_width_px, _middle_px()
    (*sides, _) = sides_and_middles(WIDE_PATCH.corners().astype(float)[None])[0]
    shares = []
    for at in sides:
        inward = np.sign(np.round(middle - at))
        centre, reach = at + inward * depth / 2 * unit, np.where(inward == 0, width, depth) / 2 * unit
        shares.append(_share(centre - reach, centre + reach))
    return _normal(np.array(shares))


def _middle_px() -> Points:
    """(2,) of the patch, where the card's middle is."""
    middle: Points = sides_and_middles(WIDE_PATCH.corners().astype(float)[None])[0][-1]
    return middle


def _normal(shares: Floats) -> Floats:
    """(n, rows, columns) that sum to 1 each."""
    normal: Floats = shares / shares.sum((1, 2), keepdims=True)
    return normal


def _share(low: Floats, high: Floats) -> Floats:
    """(rows, columns) how much of each place lies between two corners (x, y), in pixels of the patch."""
    along = []
    for count, begin, end in zip(PLACES, low, high, strict=True):
        edges = np.arange(count + 1) * STRIDE - 0.5
        along.append(np.clip(np.minimum(edges[1:], end) - np.maximum(edges[:-1], begin), 0, STRIDE))
    across, down = along
    return np.outer(down, across)
