"""Plain rock between a tunnel that goes through and what comes in from the sides: these are closed stubs, no bridge.

in     CardEstimates, quads (n, 4, 2) in picture pixels and the Pyramid of the picture
out    the same estimates; where rock shows the sides are not joined
never  takes a card for a bridge: the networks do, and on flat decks of such stubs as well
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import Side
from vision.arrays import Flags, Floats, Image, Quads
from vision.detection.card_estimates import SIDE_PAIRS, CardEstimates
from vision.detection.pyramid import PatchShape, Pyramid, patches_from_quads

ROCK_PATCH = PatchShape(60, 90, 1.0)  # the card and nothing beside it
_ACROSS = [SIDE_PAIRS.index((Side.N, Side.S)), SIDE_PAIRS.index((Side.E, Side.W))]


@dataclass(frozen=True)
class RockBetweenSettings:
    """Pixels of a patch, 60 across. Of 46 flat drawn cards with stubs 41 show so much rock, of 45 bridges drawn as flat
    and 45 as printers draw them none: walls, arches and the dark in them are not so plain."""

    taken: float = 0.5  # for a bridge: probability of each mouth, and that both pairs of opposite sides are joined
    parted: float = 0.02  # likewise where rock shows between them
    rock_px: tuple[int, int, int] = (6, 18, 28)  # the patch's corners without its rim: from, to across, to down
    mouth_px: tuple[int, int] = (3, 9)  # from the side, along the tunnel: its floor
    beside_px: int = 2  # of the tunnel's middle line, each way, that must show rock
    alike: float = 0.1  # of the way from the rock's colour to the floor's, at most
    contrast: float = 20.0  # levels of L*a*b* as OpenCV packs it into bytes, between them at least
    least_px: int = 2  # of rock along the line


ROCK_BETWEEN = RockBetweenSettings()


def with_rock_between(picture: Pyramid, seen: CardEstimates, quads_px: Quads) -> CardEstimates:
    """Of cards that are taken for bridges."""
    joined, open_ = seen.links[:, _ACROSS] > ROCK_BETWEEN.taken, seen.mouths > ROCK_BETWEEN.taken
    bridges = joined.all(1) & open_.all(1)
    if not bridges.any():
        return seen
    links = seen.links.copy()
    patches = patches_from_quads(picture, quads_px[bridges], ROCK_PATCH)[0]
    for number, patch in zip(np.flatnonzero(bridges), patches, strict=True):
        parted = np.array(_ACROSS)[_shows_rock(patch)]
        links[number, parted] = np.minimum(links[number, parted], ROCK_BETWEEN.parted)
    return replace(seen, links=links)


def _shows_rock(patch: Image) -> Flags:
    """(2,) whether it does on both sides of the middle, from north to south and from east to west."""
    colours: Floats = np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2LAB), float)
    begin, across, down = ROCK_BETWEEN.rock_px
    turned = (colours, colours[::-1], colours[:, ::-1], colours[::-1, ::-1])
    rock = np.median(np.concatenate([one[begin:down, begin:across].reshape(-1, 3) for one in turned]), axis=0)
    lines = (colours, colours[::-1]), (colours.transpose(1, 0, 2), colours.transpose(1, 0, 2)[::-1])
    return np.array([all(_rock_along(half, rock) for half in both) for both in lines])


def _rock_along(colours: Floats, rock: Floats) -> bool:
    """Whether rock lies on the line from the first row's middle to that of all."""
    limits, middle = ROCK_BETWEEN, colours.shape[1] // 2
    line = colours[: len(colours) // 2, middle - limits.beside_px : middle + limits.beside_px + 1]
    begin, end = limits.mouth_px
    floor = np.median(line[begin:end].reshape(-1, 3), axis=0)
    apart = float(np.linalg.norm(floor - rock))
    if apart < limits.contrast:
        return False
    is_rock = (np.linalg.norm(line - rock, axis=2) < limits.alike * apart).all(1)[begin:]
    together = np.convolve(is_rock, np.ones(limits.least_px), "valid")
    return bool((together == limits.least_px).any())
