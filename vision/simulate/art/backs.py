"""Cards without tunnels: backs, action cards, gold cards. No fronts of the maze."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from vision.arrays import Image
from vision.simulate.art.curves import card_size
from vision.simulate.art.emblems import EMBLEMS, no_emblem
from vision.simulate.art.style import Colour, Style
from vision.simulate.art.texture import blend, boulder, clouds, printed, shade

_TINT: dict[str, Colour] = {"gold": (60, 170, 215), "role": (50, 50, 165)}


def draw_back(style: Style, which: str, height_px: int, rng: np.random.Generator) -> Image:
    """The back of a 'path', 'goal', 'gold' or 'role' card; BGR uint8."""
    colour = {"goal": style.back_goal, "path": style.back_path}.get(which) or _TINT[which]
    sketch, unit = _slab(style, colour, height_px, rng)
    light, dark = style.back_light or shade(colour, 1.45), shade(colour, 0.45)
    centre = np.array([unit / 2, sketch.shape[0] / 2])
    if style.back_kind != "plain":
        inset = int(unit * 0.07)
        cv2.rectangle(
            sketch,
            (inset, inset),
            (sketch.shape[1] - inset, sketch.shape[0] - inset),
            dark,
            max(int(unit * 0.012), 1),
            cv2.LINE_AA,
        )
    emblem = {"gold": "sun", "role": "face"}.get(which, style.back_kind)
    EMBLEMS.get(emblem, no_emblem)(sketch, centre, unit * 0.24, light, dark, rng)
    return printed(sketch, style, card_size(height_px), rng)


def draw_action(style: Style, height_px: int, rng: np.random.Generator) -> Image:
    """An action card: a tool, broken or mended, a lamp, a map, in a frame; BGR uint8."""
    colour = style.rock if rng.random() < 0.4 else _random_colour(rng)
    sketch, unit = _slab(style, colour, height_px, rng)
    light, dark = shade(colour, 1.5), shade(colour, 0.4)
    height = sketch.shape[0]
    if rng.random() < 0.6:
        low, high = int(unit * 0.1), int(unit * 0.9)
        panel = _random_colour(rng) if rng.random() < 0.5 else style.tunnel
        cv2.rectangle(sketch, (low, low), (high, int(height - unit * rng.uniform(0.1, 0.5))), panel, -1)
    for _ in range(int(rng.integers(1, 4))):
        at = rng.uniform(0.25, 0.75, 2) * (unit, height)
        kind = list(EMBLEMS)[int(rng.integers(len(EMBLEMS)))]
        EMBLEMS[kind](sketch, at, unit * rng.uniform(0.12, 0.33), _random_colour(rng), dark, rng)
    if rng.random() < 0.4:
        red = (40, 40, 210)
        a, b = np.array([unit * 0.2, height * 0.25]), np.array([unit * 0.8, height * 0.75])
        cv2.line(sketch, tuple(a.astype(int)), tuple(b.astype(int)), red, max(int(unit * 0.05), 1), cv2.LINE_AA)
        cv2.line(sketch, (int(b[0]), int(a[1])), (int(a[0]), int(b[1])), red, max(int(unit * 0.05), 1), cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(sketch, (int(unit * 0.18), int(unit * 0.18)), int(unit * 0.11), light, -1, cv2.LINE_AA)
    return printed(sketch, style, card_size(height_px), rng)


def draw_gold(style: Style, height_px: int, rng: np.random.Generator) -> Image:
    """A gold card with one to three nuggets; BGR uint8."""
    colour = style.rock if rng.random() < 0.5 else shade(style.back_goal, 1.2)
    sketch, unit = _slab(style, colour, height_px, rng)
    height = sketch.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        at = rng.uniform(0.25, 0.75, 2) * (unit, height)
        tone = shade((60, 190, 245), rng.uniform(0.75, 1.05))
        boulder(sketch, at, unit * rng.uniform(0.12, 0.22), tone, shade(tone, 0.4), rng)
    return printed(sketch, style, card_size(height_px), rng)


def _slab(style: Style, colour: Colour, height_px: int, rng: np.random.Generator) -> tuple[Image, float]:
    """A worked stone plate, painted twice as large as wanted."""
    width, height = (2 * side for side in card_size(height_px))
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour
    blend(
        picture, np.clip(0.3 + clouds((height, width), 5, rng), 0, 1) * 0.5 * max(style.mottle, 0.2), shade(colour, 0.6)
    )
    return np.clip(picture, 0, 255).astype(np.uint8), float(width)


def _random_colour(rng: np.random.Generator) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.15, 1)))
    return (int(b * 255), int(g * 255), int(r * 255))
