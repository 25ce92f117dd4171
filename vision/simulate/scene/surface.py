"""Table tops seen from straight above: wood, felt, cloth, paper. Nothing that lies on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import FloatImage, Image, Plane

Rng = np.random.Generator
Tone = tuple[float, float, float]  # blue, green, red; grain and light are multiplied in before it is rounded


@lru_cache(maxsize=4)  # a second game on the same table need not wait for its wood again (a second and more)
def draw_surface(kind: str, width_px: int, height_px: int, scale: float, seed: int) -> Image:
    """A table top, BGR uint8, not to be drawn on. `kind` may name a colour: `felt:blue`. `scale` is in pixels a mm."""
    name, _, shade = kind.partition(":")
    top = SURFACES[name](width_px, height_px, scale, np.random.default_rng([seed, 4]), shade)
    drawn: Image = np.clip(top, 0, 255).astype(np.uint8)
    drawn.flags.writeable = False
    return drawn


def _wood(width: int, height: int, scale: float, rng: Rng, shade: str) -> FloatImage:
    """Planks that run west to east, each with its own tone and grain."""
    light, dark = WOODS.get(shade or "oak", WOODS["oak"])
    top = np.empty((height, width, 3), np.float32)
    y = 0
    while y < height:
        tall = min(int(rng.uniform(95, 125) * scale), height - y)
        top[y : y + tall] = _plank(width, tall, scale, rng, light, dark)
        seam = max(1, int(0.9 * scale))
        top[y : y + seam] *= 0.55
        top[y + seam : y + 2 * seam] *= 1.06
        y += tall
    return top


def _plank(width: int, height: int, scale: float, rng: Rng, light: Tone, dark: Tone) -> FloatImage:
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32) / scale
    bend = _cloud(width, height, 220 * scale, rng) * 16 + _cloud(width, height, 60 * scale, rng) * 3
    rings = (
        np.sin((rows + bend + columns * rng.normal(0, 0.01)) * rng.uniform(0.35, 0.6) + rng.uniform(0, 6)) * 0.5 + 0.5
    )
    fibre = cv2.GaussianBlur(
        rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 14 * scale, sigmaY=0.5 * scale
    )
    mix = np.clip(0.30 + 0.2 * rings**2 + 0.13 * fibre / fibre.std() + rng.normal(0, 0.07), 0, 1)[..., None]
    plank: FloatImage = np.array(light, np.float32) * (1 - mix) + np.array(dark, np.float32) * mix
    return plank


def _felt(width: int, height: int, scale: float, rng: Rng, shade: str) -> FloatImage:
    colour = np.array(FELTS.get(shade or "green", FELTS["green"]), np.float32)
    nap = _cloud(width, height, 60 * scale, rng) * 0.05 + _grain(width, height, 0.7 * scale, rng) * 0.05
    felt: FloatImage = colour * (1 + nap[..., None])
    return felt


def _cloth(width: int, height: int, scale: float, rng: Rng, shade: str) -> FloatImage:
    """A checked tablecloth."""
    colour = np.array(FELTS.get(shade or "red", FELTS["red"]), np.float32)
    band = 24 * scale
    rows, columns = np.mgrid[0:height, 0:width]
    dyed = ((rows // band) % 2 + (columns // band) % 2)[..., None] / 2
    woven = np.array((216, 222, 226), np.float32) * (1 - dyed) + colour * dyed
    cloth: FloatImage = woven * (1 + 0.05 * _grain(width, height, 0.6 * scale, rng)[..., None])
    return cloth


def _plain(width: int, height: int, scale: float, rng: Rng, shade: str) -> FloatImage:
    colour = np.array(FELTS.get(shade or "white", FELTS["white"]), np.float32)
    uneven = 1 + 0.02 * _cloud(width, height, 120 * scale, rng) + 0.008 * _grain(width, height, 1, rng)
    plain: FloatImage = colour * uneven[..., None]
    return plain


def _cloud(width: int, height: int, reach_px: float, rng: Rng) -> Plane:
    """Smooth noise of unit strength that changes over about `reach_px`."""
    coarse = rng.normal(0, 1, (int(height / reach_px) + 4, int(width / reach_px) + 4)).astype(np.float32)
    shift = rng.uniform(0, 1, 2)
    columns = (np.arange(width, dtype=np.float32) / reach_px + 1 + shift[0]).astype(np.float32)
    rows = (np.arange(height, dtype=np.float32) / reach_px + 1 + shift[1]).astype(np.float32)
    across, down = np.meshgrid(columns, rows)
    return np.asarray(cv2.remap(coarse, across, down, cv2.INTER_CUBIC), np.float32)


def _grain(width: int, height: int, soft_px: float, rng: Rng) -> Plane:
    noise = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), max(soft_px, 0.3))
    grain: Plane = np.asarray(noise / noise.std())
    return grain


WOODS: dict[str, tuple[Tone, Tone]] = {
    "oak": ((118, 162, 198), (70, 108, 146)),
    "walnut": ((72, 98, 128), (38, 56, 80)),
    "red": ((70, 96, 150), (36, 50, 92)),
    "grey": ((150, 156, 160), (96, 102, 108)),
}
FELTS: dict[str, Tone] = {
    "green": (64, 104, 44),
    "blue": (112, 70, 36),
    "grey": (92, 90, 86),
    "red": (52, 44, 150),
    "black": (38, 36, 36),
    "white": (206, 210, 212),
}
SURFACES: dict[str, Callable[[int, int, float, Rng, str], FloatImage]] = {
    "wood": _wood,
    "felt": _felt,
    "cloth": _cloth,
    "plain": _plain,
}
