"""Table-cloths and floors by name, plain and patterned: `ground`. Carpets, wood, tiles and paper: beside this."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from exam.carpets import carpet, kilim
from exam.noise import Rng, Size, clouds, dye, dyes, grid_of, grit, mix, threads
from exam.tabletops import coarse_wood, game_mat, newspaper, tiles

Ground = Callable[[Rng, Size, float], np.ndarray]


def ground(kind: str, rng: Rng, size: Size, scale: float) -> np.ndarray:
    """A table top seen from above, BGR uint8. `scale`: pixels a mm."""
    return np.clip(GROUNDS[kind](rng, size, scale), 0, 255).astype(np.uint8)


def felt(rng: Rng, size: Size, scale: float) -> np.ndarray:
    tone = 1 + 0.05 * grit(rng, size, 0.8) + 0.03 * clouds(rng, size, 90 * scale)
    return dye(rng, (0.15, 0.75), (0.05, 0.6)) * tone[..., None]


def linen(rng: Rng, size: Size, scale: float) -> np.ndarray:
    slubs = clouds(rng, size, 14 * scale, 2, 12.0) + clouds(rng, (size[1], size[0]), 14 * scale, 2, 12.0).T
    tone = threads(size, 1.3 * scale, 1.3 * scale, 0.1) * (1 + 0.035 * slubs)
    return dye(rng, (0.45, 0.95), (0.02, 0.35)) * tone[..., None]


def lacquer(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """A painted table: one colour, a few smears."""
    return dye(rng, (0.12, 0.95), (0.02, 0.35)) * (1 + 0.02 * clouds(rng, size, 120 * scale, 4))[..., None]


def checked(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Gingham or tartan: one sett of stripes across and down, in a twill."""
    colours = dyes(rng, 5)
    if rng.random() < 0.4:  # gingham
        colours = [np.full(3, 235, np.float32), dye(rng)]
        sett = [(0, rng.uniform(10, 62)), (1, 0.0)]
        sett[1] = (1, sett[0][1])
    else:
        sett = [(int(rng.integers(5)), rng.choice([3, 6, 12, 25, 45]) * rng.uniform(0.8, 1.2)) for _ in range(7)]
    across, down = _stripes(size[0], sett, colours, scale), _stripes(size[1], sett, colours, scale)
    x, y = grid_of(size)
    twill = 0.5 + 0.18 * np.sign(np.sin((x + y) * np.pi / max(1.1 * scale, 1.5)))
    cloth = mix(np.broadcast_to(across[None], (size[1], size[0], 3)), down[:, None], twill.astype(np.float32))
    return cloth * (1 + 0.03 * grit(rng, size, 0.5))[..., None]


def striped(rng: Rng, size: Size, scale: float) -> np.ndarray:
    colours = dyes(rng, 6)
    sett = [(int(rng.integers(6)), rng.uniform(2, 70)) for _ in range(int(rng.integers(3, 14)))]
    upright = rng.random() < 0.5
    line = _stripes(size[0] if upright else size[1], sett, colours, scale)
    cloth = np.broadcast_to(line[None] if upright else line[:, None], (size[1], size[0], 3))
    return cloth * (threads(size, scale, scale) * (1 + 0.03 * grit(rng, size, 0.7)))[..., None]


def _stripes(length: int, sett: list[tuple[int, float]], colours: list[np.ndarray], scale: float) -> np.ndarray:
    """(length, 3): the sett there, back and there again."""
    row: list[np.ndarray] = []
    count = 0
    for colour, mm in [*sett, *sett[::-1]] * (1 + int(length / max(2 * scale * sum(mm for _, mm in sett), 1))):
        wide = max(int(mm * scale), 1)
        row.append(np.tile(colours[colour % len(colours)], (wide, 1)))
        count += wide
    line = np.concatenate(row)
    return np.resize(line, (length, 3)).astype(np.float32)


def arabesque(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Damask: contour bands of waves that meet in a lattice, in two tones or many."""
    x, y = grid_of(size)
    period = rng.uniform(40, 180) * scale
    u, v = 2 * np.pi * x / period, 2 * np.pi * y / (period * rng.uniform(0.7, 1.6))
    fold = rng.uniform(0.4, 1.5)
    field = np.cos(u + fold * np.sin(v)) + np.cos(v + fold * np.sin(u)) + 0.6 * np.cos(2 * u) * np.cos(2 * v)
    field += 0.4 * np.cos(3 * u + 2 * np.sin(2 * v)) * np.cos(3 * v)
    edge = period * 0.02
    first = 1 / (1 + np.exp(-np.clip(np.sin(field * rng.uniform(1.5, 4.0)) * edge, -30, 30)))
    colours = dyes(rng, 3)
    if rng.random() < 0.5:
        colours[1] = colours[0] * rng.uniform(1.1, 1.4)
    cloth = mix(colours[0], colours[1], first.astype(np.float32))
    return cloth * (threads(size, 0.9 * scale, 0.9 * scale) * (1 + 0.02 * grit(rng, size)))[..., None]


def printed_flowers(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """An oilcloth: leaves and blossoms strewn over it, with a repeat."""
    colours = dyes(rng, 6)
    tile_px = max(int(rng.uniform(140, 320) * scale), 32)
    repeat = np.empty((tile_px, tile_px, 3), np.float32)
    repeat[:] = colours[0]
    for _ in range(int(rng.integers(14, 40))):
        at, radius = rng.uniform(0, tile_px, 2), rng.uniform(6, 34) * scale
        tone, petals = colours[int(rng.integers(1, 6))], int(rng.integers(2, 8))
        begin = rng.uniform(0, 2 * np.pi)
        for number in range(petals):
            angle = begin + 2 * np.pi * number / petals
            for dx in (-tile_px, 0, tile_px):
                for dy in (-tile_px, 0, tile_px):
                    middle = at + (dx, dy) + radius * 0.6 * np.array([np.cos(angle), np.sin(angle)])
                    axes = (int(radius * 0.5) + 1, int(radius * rng.uniform(0.2, 0.26)) + 1)
                    cv2.ellipse(repeat, np.int32(middle).tolist(), axes, float(np.degrees(angle)), 0, 360,
                                tone.tolist(), -1, cv2.LINE_AA)  # fmt: skip
    cloth = np.tile(repeat, (size[1] // tile_px + 1, size[0] // tile_px + 1, 1))[: size[1], : size[0]]
    return cloth * (1 + 0.015 * clouds(rng, size, 60 * scale))[..., None]


PLAIN: dict[str, Ground] = {"felt": felt, "linen": linen, "lacquer": lacquer}
PATTERNED: dict[str, Ground] = {
    "carpet": carpet,
    "kilim": kilim,
    "checked": checked,
    "striped": striped,
    "arabesque": arabesque,
    "flowers": printed_flowers,
    "coarse wood": coarse_wood,
    "tiles": tiles,
    "game mat": game_mat,
    "newspaper": newspaper,
}
GROUNDS: dict[str, Ground] = {**PLAIN, **PATTERNED}
