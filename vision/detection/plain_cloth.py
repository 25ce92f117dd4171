"""A picture of a table whose cloth has a pattern of few colours, checks, stripes or rings, as if it had but one.

in     a picture
out    the same, in the same size, what has the cloth's colours all in one; None where the cloth has no such pattern
never  shows cards as they are: what on them has the cloth's colours is lost, so none is read in it
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Image, Indices, Mask


@dataclass(frozen=True)
class PlainClothSettings:
    """What is a cloth's pattern. Colours are 8-bit Lab, 255 from black to white."""

    long_side_px: int = 960  # half as large again as cards are looked for in: edges of squares stay sharp
    palette_px: int = 160  # long side of what the colours are taken from
    colours: int = 8  # of the whole picture, cards and things included
    rounds: int = 10  # of k-means
    parts: tuple[int, int] = (16, 9)  # of the picture, across and down
    least_of_part: float = 0.05  # of a part's pixels have a colour that is found there
    spread: float = 0.4  # of the parts in which a colour of the cloth is found; few mazes reach so far
    contrast: float = 50.0  # between two of its colours; wood, felt and light that falls off have less
    alike: float = 16.0  # what is so near to a colour of the cloth, or to a mix of two, and to no other, is cloth
    mixes: tuple[float, ...] = (0.0, 0.25, 0.5)  # of two colours, at the edge between two squares, either way round
    levels: int = 32  # of blue, green and red each, by which colours are told apart
    grain_px: int = 5  # threads and noise are smoothed away by a median of so many pixels
    light_px: int = 64  # long side of the picture in which the light is seen
    light_reach: float = 0.1  # of that side: so slowly light falls off
    most_light: float = 1.6  # times as bright as usual, or as dark: more is no light, but a floor beside the table


PLAIN_CLOTH = PlainClothSettings()


def with_plain_cloth(image: Image) -> Image | None:
    """None where no colours are all over the picture, or none that differ much."""
    small = _shrunk(image, PLAIN_CLOTH.long_side_px, cv2.INTER_AREA)
    colours = np.asarray(cv2.medianBlur(_evenly_lit(small), PLAIN_CLOTH.grain_px), np.uint8)
    cloth, others = _palette(_shrunk(colours, PLAIN_CLOTH.palette_px, cv2.INTER_NEAREST))
    contrast = max((np.linalg.norm(cloth - colour, axis=1).max() for colour in cloth), default=0.0)
    if contrast < PLAIN_CLOTH.contrast:
        return None
    is_cloth = _in_colours(colours, cloth, others)
    if not is_cloth.any():
        return None
    share = cv2.GaussianBlur(is_cloth.astype(np.float32), (0, 0), 1)[..., None]
    plain = small * (1 - share) + small[is_cloth].mean(0) * share
    return np.asarray(cv2.resize(plain.astype(np.uint8), image.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.uint8)


def _shrunk(image: Image, long_side_px: int, way: int) -> Image:
    scale = min(1.0, long_side_px / max(image.shape[:2]))
    height, width = (max(round(side * scale), 1) for side in image.shape[:2])
    return np.asarray(cv2.resize(image, (width, height), interpolation=way), np.uint8)


def _evenly_lit(image: Image) -> Image:
    """Without the slow fall of light from one side to the other."""
    side = PLAIN_CLOTH.light_px
    grey = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA).mean(2).astype(np.float32) + 1
    light = cv2.GaussianBlur(grey, (0, 0), side * PLAIN_CLOTH.light_reach)
    usual = float(np.median(light))
    gain = usual / np.clip(light, usual / PLAIN_CLOTH.most_light, usual * PLAIN_CLOTH.most_light)
    gains = cv2.merge([cv2.resize(gain, image.shape[1::-1])] * 3)
    return np.asarray(cv2.multiply(image, gains, dtype=cv2.CV_8U), np.uint8)


def _palette(image: Image) -> tuple[Floats, Floats]:
    """Two times (n, 3): the colours that are all over the picture, and the others."""
    settings = PLAIN_CLOTH
    pixels = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
    cv2.setRNGSeed(0)
    until = (cv2.TERM_CRITERIA_MAX_ITER, settings.rounds, 0.0)
    most = min(settings.colours, len(pixels))
    which, colours = cv2.kmeans(pixels, most, np.empty(0), until, 1, cv2.KMEANS_PP_CENTERS)[1:]
    (rows, columns), (across, down) = image.shape[:2], settings.parts
    part = (np.arange(rows) * down // rows)[:, None] * across + np.arange(columns) * across // columns
    here = part * most + which.reshape(rows, columns)
    counts = np.bincount(here.ravel(), minlength=across * down * most).reshape(-1, most)
    found = counts > settings.least_of_part * counts.sum(1, keepdims=True)
    is_spread: Flags = found.mean(0) > settings.spread
    palette = np.asarray(colours, np.float32)
    return palette[is_spread], palette[~is_spread]


def _in_colours(image: Image, cloth: Floats, others: Floats) -> Mask:
    """Which pixels have these colours, or mixes of them, rather than the others."""
    levels = PLAIN_CLOTH.levels
    step, shape = 256 // levels, (levels,) * 3
    colour: Indices = np.ravel_multi_index(tuple(np.moveaxis(image // step, 2, 0).astype(np.intp)), shape)
    present = np.flatnonzero(np.bincount(colour.ravel(), minlength=levels**3))
    shown = np.stack(np.unravel_index(present, shape), -1) * step + step // 2
    lab = cv2.cvtColor(shown[None].astype(np.uint8), cv2.COLOR_BGR2LAB)[0].astype(np.float32)
    mixes = np.concatenate([one + (cloth - one) * part for one in cloth for part in PLAIN_CLOTH.mixes])
    near, far = _to_the_nearest(np.unique(mixes, axis=0), lab), _to_the_nearest(others, lab)
    is_cloth = np.zeros(levels**3, bool)
    is_cloth[present] = (near < PLAIN_CLOTH.alike) & (near < far)
    return np.asarray(is_cloth[colour])


def _to_the_nearest(some: Floats, colours: Floats) -> Floats:
    """(n,) from (n, 3) colours; one after the other, as all distances at once take a hundred megabytes."""
    nearest: Floats = np.full(len(colours), np.inf)
    for one in some:
        nearest = np.minimum(nearest, np.linalg.norm(colours - one, axis=1))
    return nearest
