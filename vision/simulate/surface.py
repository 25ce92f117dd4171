"""Table tops seen from straight above: wood, felt, cloth, paper. Nothing that lies on them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

Rng = np.random.Generator
Colour = tuple[float, float, float]  # blue, green, red


def draw_surface(kind: str, width_px: int, height_px: int, scale: float, rng: Rng) -> np.ndarray:
    """A table top, BGR uint8. `kind` may name a colour: `felt:blue`. `scale` is in pixels a millimetre."""
    name, _, shade = kind.partition(":")
    top = SURFACES[name](width_px, height_px, scale, rng, shade)
    return np.clip(top, 0, 255).astype(np.uint8)


def _wood(width: int, height: int, scale: float, rng: Rng, shade: str) -> np.ndarray:
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


def _plank(width: int, height: int, scale: float, rng: Rng, light: Colour, dark: Colour) -> np.ndarray:
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32) / scale
    bend = _cloud(width, height, 220 * scale, rng) * 16 + _cloud(width, height, 60 * scale, rng) * 3
    rings = (
        np.sin((rows + bend + columns * rng.normal(0, 0.01)) * rng.uniform(0.35, 0.6) + rng.uniform(0, 6)) * 0.5 + 0.5
    )
    fibre = cv2.GaussianBlur(
        rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 14 * scale, sigmaY=0.5 * scale
    )
    mix = np.clip(0.30 + 0.2 * rings**2 + 0.13 * fibre / fibre.std() + rng.normal(0, 0.07), 0, 1)[..., None]
    return np.array(light, np.float32) * (1 - mix) + np.array(dark, np.float32) * mix


def _felt(width: int, height: int, scale: float, rng: Rng, shade: str) -> np.ndarray:
    colour = np.array(FELTS.get(shade or "green", FELTS["green"]), np.float32)
    nap = _cloud(width, height, 60 * scale, rng) * 0.05 + _grain(width, height, 0.7 * scale, rng) * 0.05
    return colour * (1 + nap[..., None])


def _cloth(width: int, height: int, scale: float, rng: Rng, shade: str) -> np.ndarray:
    """A checked tablecloth."""
    colour = np.array(FELTS.get(shade or "red", FELTS["red"]), np.float32)
    band = 24 * scale
    rows, columns = np.mgrid[0:height, 0:width]
    dyed = ((rows // band) % 2 + (columns // band) % 2)[..., None] / 2
    woven = np.array((216, 222, 226), np.float32) * (1 - dyed) + colour * dyed
    return woven * (1 + 0.05 * _grain(width, height, 0.6 * scale, rng)[..., None])


def _plain(width: int, height: int, scale: float, rng: Rng, shade: str) -> np.ndarray:
    colour = np.array(FELTS.get(shade or "white", FELTS["white"]), np.float32)
    return (
        colour * (1 + 0.02 * _cloud(width, height, 120 * scale, rng) + 0.008 * _grain(width, height, 1, rng))[..., None]
    )


def _cloud(width: int, height: int, reach_px: float, rng: Rng) -> np.ndarray:
    """Smooth noise of unit strength that changes over about `reach_px`."""
    coarse = rng.normal(0, 1, (int(height / reach_px) + 4, int(width / reach_px) + 4)).astype(np.float32)
    shift = rng.uniform(0, 1, 2)
    columns = (np.arange(width, dtype=np.float32) / reach_px + 1 + shift[0]).astype(np.float32)
    rows = (np.arange(height, dtype=np.float32) / reach_px + 1 + shift[1]).astype(np.float32)
    return cv2.remap(coarse, *np.meshgrid(columns, rows), cv2.INTER_CUBIC)


def _grain(width: int, height: int, soft_px: float, rng: Rng) -> np.ndarray:
    noise = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), max(soft_px, 0.3))
    return noise / noise.std()


WOODS: dict[str, tuple[Colour, Colour]] = {
    "oak": ((118, 162, 198), (70, 108, 146)),
    "walnut": ((72, 98, 128), (38, 56, 80)),
    "red": ((70, 96, 150), (36, 50, 92)),
    "grey": ((150, 156, 160), (96, 102, 108)),
}
FELTS: dict[str, Colour] = {
    "green": (64, 104, 44),
    "blue": (112, 70, 36),
    "grey": (92, 90, 86),
    "red": (52, 44, 150),
    "black": (38, 36, 36),
    "white": (206, 210, 212),
}
SURFACES: dict[str, Callable[[int, int, float, Rng, str], np.ndarray]] = {
    "wood": _wood,
    "felt": _felt,
    "cloth": _cloth,
    "plain": _plain,
}
