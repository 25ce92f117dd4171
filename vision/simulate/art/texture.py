"""Procedural paint of a card: noise, stone, rock and tunnel floor; its print. It knows no faces and no places."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Alpha, FloatImage, Image, Plane, Points
from vision.simulate.art.style import Colour, Style


def noise(shape: tuple[int, int], cells: float, rng: np.random.Generator) -> Plane:
    """Smooth noise of about -1..1 with `cells` bumps over the picture's width; float32 (h, w)."""
    height, width = shape
    columns = max(int(cells), 2)
    rows = max(int(cells * height / width), 2)
    small = rng.standard_normal((rows, columns), dtype=np.float32) * 0.6
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def clouds(shape: tuple[int, int], cells: float, rng: np.random.Generator) -> Plane:
    """Noise with finer and fainter noise in it."""
    cloud: Plane = noise(shape, cells, rng) + 0.5 * noise(shape, cells * 2.3, rng) + 0.25 * noise(shape, cells * 5, rng)
    return cloud


def blend(picture: FloatImage, mask: Plane, colour: Colour | FloatImage) -> None:
    """Paint over float32 (h, w, 3) in place. mask : float32 (h, w), 0..1; colour : one colour or a picture."""
    tone = np.asarray(colour, np.float32)
    for channel in range(3):  # three times as fast as all at once, along an axis of three
        picture[..., channel] += mask * (tone[..., channel] - picture[..., channel])


def shade(colour: Colour, factor: float) -> Colour:
    blue, green, red = (int(min(max(channel * factor, 0), 255)) for channel in colour)
    return blue, green, red


def paint_rock(shape: tuple[int, int], style: Style, colour: Colour, rng: np.random.Generator) -> FloatImage:
    """Rock all over the card; float32 (h, w, 3)."""
    height, width = shape
    sketch = np.empty((height, width, 3), np.uint8)
    sketch[:] = colour
    ratio = (np.array(style.rock_shade) + 8) / (np.array(style.rock) + 8)
    blue, green, red = (int(channel) for channel in np.clip(np.array(colour) * ratio, 0, 255))
    dark = (blue, green, red)
    _DRAW.get(style.rock_kind, _plain)(sketch, colour, dark, style, rng)
    rock = sketch.astype(np.float32)
    if style.mottle > 0:
        amount = np.clip(0.5 + clouds(shape, rng.uniform(3, 8), rng), 0, 1) * (0.7 * style.mottle)
        blend(rock, amount, dark)
    if style.glow > 0:
        pale = np.clip(np.array(colour) + style.glow * (np.mean(style.tunnel) - np.mean(style.rock)), 0, 255)
        blend(rock, np.clip(0.15 + 0.8 * noise(shape, rng.uniform(2, 5), rng), 0, 1), pale)
    return rock


def paint_tunnel_floor(shape: tuple[int, int], style: Style, rng: np.random.Generator) -> FloatImage:
    """The colour of every tunnel of the card, wherever one may run; float32 (h, w, 3)."""
    floor = np.empty((*shape, 3), np.float32)
    floor[:] = style.tunnel
    if style.tunnel_mottle > 0:
        amount = np.clip(0.4 + clouds(shape, rng.uniform(3, 9), rng), 0, 1) * style.tunnel_mottle
        blend(floor, amount, style.tunnel_shade)
    return floor


def add_grain(picture: FloatImage, amount: float, rng: np.random.Generator) -> None:
    if amount > 0:
        grain = rng.standard_normal((picture.shape[0] // 2, picture.shape[1] // 2), dtype=np.float32) * (60 * amount)
        picture += cv2.resize(grain, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)[..., None]


def printed(sketch: Image, style: Style, size: tuple[int, int], rng: np.random.Generator) -> Image:
    """A card's sketch with its grain, its fading and its border. size : width and height, pixels"""
    picture = sketch.astype(np.float32)
    add_grain(picture, style.grain, rng)
    if style.fade:
        picture += style.fade * (np.array(style.fade_colour, np.float32) - picture)
    sketch = np.clip(picture, 0, 255).astype(np.uint8)
    if style.border:
        height, width = sketch.shape[:2]
        thick = max(int(style.border * width), 1)
        cv2.rectangle(sketch, (0, 0), (width - 1, height - 1), style.border_colour, 2 * thick)
    if sketch.shape[1::-1] == size:
        return sketch
    return np.asarray(cv2.resize(sketch, size, interpolation=cv2.INTER_AREA), np.uint8)


def ragged_flow(shape: tuple[int, int], amount_px: float, rng: np.random.Generator) -> tuple[Plane, Plane]:
    """Maps for cv2.remap that make straight edges ragged by about `amount_px`."""
    height, width = shape
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    cells = rng.uniform(7, 16)
    return x + clouds(shape, cells, rng) * amount_px, y + clouds(shape, cells, rng) * amount_px


def grow(mask: Alpha, by_px: float) -> Alpha:
    size = 2 * max(round(by_px), 1) + 1
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))), np.uint8)


def soften(mask: Alpha, by_px: float) -> Alpha:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), by_px), np.uint8) if by_px > 0.3 else mask


def boulder(
    sketch: Image, centre: Points, radius_px: float, colour: Colour, ink: Colour, rng: np.random.Generator
) -> None:
    """One stone with a lit side, on uint8 (h, w, 3)."""
    angles = np.sort(rng.uniform(0, 2 * np.pi, 9))
    ring = np.stack([np.cos(angles), np.sin(angles) * rng.uniform(0.6, 1)], 1) * (
        radius_px * rng.uniform(0.8, 1.1, (9, 1))
    )
    hull = cv2.convexHull((centre + ring).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(sketch, hull, colour, cv2.LINE_AA)
    lit = ((hull.reshape(-1, 2) - centre) * 0.55 + centre - radius_px * 0.2).astype(np.int32)
    cv2.fillConvexPoly(sketch, lit, shade(colour, 1.22), cv2.LINE_AA)
    cv2.polylines(sketch, [hull], True, ink, max(int(radius_px * 0.12), 1), cv2.LINE_AA)


def _plain(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    """Only what mottling adds."""


def _facets(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    height, width = sketch.shape[:2]
    for _ in range(int(rng.uniform(12, 45))):
        centre = rng.uniform(0, 1, 2) * (width, height)
        spread = rng.uniform(0.05, 0.3) * width
        corners = cv2.convexHull((centre + rng.uniform(-spread, spread, (5, 2))).astype(np.float32)).astype(np.int32)
        mix = rng.uniform(0, 0.8)
        tone = tuple(
            int(c * (1 - mix) + d * mix) for c, d in zip(shade(colour, rng.uniform(0.95, 1.3)), dark, strict=True)
        )
        cv2.fillConvexPoly(sketch, corners, tone, cv2.LINE_AA)
        if rng.random() < 0.55:
            part = corners[: int(rng.integers(2, len(corners) + 1))]
            cv2.polylines(
                sketch, [part], False, style.rock_ink, max(int(width * rng.uniform(0.004, 0.014)), 1), cv2.LINE_AA
            )


def _hatched(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    height, width = sketch.shape[:2]
    slant = rng.uniform(-1, 1)
    for _ in range(int(rng.uniform(60, 200))):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        length = rng.uniform(0.03, 0.14) * width
        tone = dark if rng.random() < 0.6 else style.rock_ink
        end = (int(x + length), int(y + length * (slant + rng.uniform(-0.3, 0.3))))
        cv2.line(sketch, (int(x), int(y)), end, tone, max(int(width * 0.006), 1), cv2.LINE_AA)


def _stones(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    height, width = sketch.shape[:2]
    sketch[:] = dark
    size = rng.uniform(0.05, 0.13) * width
    rows, columns = int(height / size / 1.6) + 2, int(width / size / 1.6) + 2
    for row in range(rows):
        for column in range(columns):
            centre = (np.array([column + 0.5 * (row % 2), row]) + rng.uniform(-0.25, 0.25, 2)) * size * 1.6
            boulder(
                sketch,
                centre,
                size * rng.uniform(0.75, 1.05),
                shade(colour, rng.uniform(0.85, 1.1)),
                style.rock_ink,
                rng,
            )


def _cracked(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    height, width = sketch.shape[:2]
    for _ in range(int(rng.uniform(4, 16))):
        steps = rng.standard_normal((6, 2)) * (0.06 * width) + rng.standard_normal(2) * (0.05 * width)
        points = (rng.uniform(0, 1, 2) * (width, height) + np.cumsum(steps, 0)).astype(np.int32)
        cv2.polylines(
            sketch, [points], False, style.rock_ink, max(int(width * rng.uniform(0.005, 0.016)), 1), cv2.LINE_AA
        )


def _bricks(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    height, width = sketch.shape[:2]
    step = int(max(rng.uniform(0.08, 0.16) * width, 4))
    for row in range(height // step + 1):
        for column in range(-1, width // (2 * step) + 1):
            x = 2 * step * column + step * (row % 2)
            tone = shade(colour, rng.uniform(0.88, 1.08))
            cv2.rectangle(sketch, (x, row * step), (x + 2 * step, row * step + step), tone, -1)
            cv2.rectangle(sketch, (x, row * step), (x + 2 * step, row * step + step), dark, max(step // 8, 1))


def _hollows(sketch: Image, colour: Colour, style: Style, rng: np.random.Generator) -> None:
    """Rounded faces of rock with walls drawn round part of them: no tunnels, though they may look like their ends."""
    height, width = sketch.shape[:2]
    t = np.linspace(0, 2 * np.pi, 20)
    pale = shade(colour, 1 + 0.45 * style.glow)
    for _ in range(int(rng.integers(0, 7))):
        centre, size = rng.uniform(0, 1, 2) * (width, height), rng.uniform(0.08, 0.32) * width
        ring = np.stack([np.cos(t) * rng.uniform(0.5, 1.2), np.sin(t)], 1) * (1 + 0.07 * rng.standard_normal((20, 1)))
        ring = np.roll((centre + size * ring).astype(np.int32), int(rng.integers(20)), 0)
        cv2.fillPoly(sketch, [ring], pale, cv2.LINE_AA)
        thick = max(int(width * rng.uniform(0.008, 0.035)), 1)
        cv2.polylines(sketch, [ring[: int(rng.integers(6, 20))]], False, style.rock_ink, thick, cv2.LINE_AA)


def _creased(sketch: Image, colour: Colour, dark: Colour, style: Style, rng: np.random.Generator) -> None:
    """Folds as a pen and a brush would give them: a line, a soft shadow on one side of it, light on the other."""
    height, width = sketch.shape[:2]
    if style.rock_hollows:
        _hollows(sketch, colour, style, rng)
    t = np.linspace(0, 1, 9)[:, None]
    thin = max(int(width * 0.007), 1)
    for _ in range(int(rng.uniform(8, 32))):
        start, way = rng.uniform(0, 1, 2) * (width, height), rng.standard_normal(2) * (rng.uniform(0.1, 0.3) * width)
        bend = rng.standard_normal(2) * (0.1 * width)
        line = start + way * t + bend * (t - t**2) * 2
        aside = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-6) * width * rng.uniform(0.015, 0.1)
        fold = np.concatenate([line, (line + aside * np.sin(np.pi * t))[::-1]]).astype(np.int32)
        cv2.fillPoly(sketch, [fold], dark, cv2.LINE_AA)
        light = (line - aside * 0.35).astype(np.int32)
        cv2.polylines(sketch, [light], False, shade(colour, 1.18), thin * 2, cv2.LINE_AA)
        cv2.polylines(
            sketch, [line.astype(np.int32)], False, style.rock_ink, thin * int(rng.integers(1, 5)), cv2.LINE_AA
        )


_DRAW = {
    "creased": _creased,
    "facets": _facets,
    "hatched": _hatched,
    "stones": _stones,
    "cracked": _cracked,
    "bricks": _bricks,
}
