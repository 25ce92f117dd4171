"""Things that lie about on drawn cards and mean nothing. They never close a tunnel."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from vision.arrays import Image, Points
from vision.simulate.art.style import Colour, Style
from vision.simulate.art.texture import boulder, shade


def decoration(sketch: Image, at: Points, size_px: float, style: Style, rng: np.random.Generator) -> None:
    """Something that lies about and means nothing: pebbles, bones, a wheel, a beetle, a toadstool, a spill."""
    vivid = rng.random() < style.decor_vivid
    tone = _vivid(rng) if vivid else shade(style.rock_shade, rng.uniform(0.6, 1.3))
    ink = shade(tone, 0.4)
    _DECORATIONS[int(rng.integers(len(_DECORATIONS)))](sketch, at, max(size_px, 1.5), tone, ink, rng)


def blind_mouth(sketch: Image, style: Style, rng: np.random.Generator) -> None:
    """Two folds that run in from the rim as a tunnel's walls do, with nothing but rock between them."""
    height, width = sketch.shape[:2]
    across, inward = [((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((1, 0), (0, -1)), ((0, 1), (1, 0))][int(rng.integers(4))]
    mouth = np.array([width, height]) / 2 * (1 - np.array(inward)) + np.array(across) * rng.normal(0, 0.07) * width
    deep, half = rng.uniform(0.12, 0.45) * width, style.tunnel_width * rng.uniform(0.35, 0.75) * width
    t = np.linspace(0, 1, 9)[:, None]
    walls = []
    for side in (-1, 1):
        bend = rng.uniform(-0.5, 0.7) * half * side * t**2 + rng.normal(0, 0.01, (9, 1)) * width
        long = deep * rng.uniform(0.6, 1)
        walls.append(mouth + np.array(inward) * long * t + np.array(across) * (side * half - bend))
    if rng.random() < 0.5:
        between = np.concatenate([walls[0], walls[1][::-1]]).astype(np.int32)
        cv2.fillPoly(sketch, [between], shade(style.rock, rng.uniform(0.72, 1.22)), cv2.LINE_AA)
    for wall in walls if rng.random() < 0.7 else walls[:1]:
        line = max(int(width * rng.uniform(0.01, 0.045)), 1)
        cv2.polylines(sketch, [wall.astype(np.int32)], False, style.rock_ink, line, cv2.LINE_AA)


def rails(sketch: Image, points: Points, half_px: float, rng: np.random.Generator) -> None:
    """Two lines and their sleepers along a tunnel. points : (n, 2) pixels."""
    along = np.gradient(points, axis=0)
    normal = along[:, ::-1] * (1, -1) / np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)[:, None]
    tone = _grey(rng, 40, 130)
    wood = shade((70, 100, 140), rng.uniform(0.5, 1.2))
    line = max(int(half_px * 0.12), 1)
    for i in range(0, len(points), 4):
        a, b = points[i] + normal[i] * half_px * 0.55, points[i] - normal[i] * half_px * 0.55
        cv2.line(sketch, tuple(a.astype(int)), tuple(b.astype(int)), wood, line, cv2.LINE_AA)
    for side in (-0.35, 0.35):
        cv2.polylines(sketch, [(points + normal * half_px * side).astype(np.int32)], False, tone, line, cv2.LINE_AA)


def _pebbles(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 4))):
        boulder(sketch, at + rng.uniform(-1, 1, 2) * size * 0.8, size * rng.uniform(0.4, 0.9), tone, ink, rng)


def _block(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    brown = shade((70, 84, 96), rng.uniform(0.5, 1.5)) if rng.random() < 0.5 else tone
    boulder(sketch, at, size * rng.uniform(0.9, 1.5), brown, shade(brown, 0.35), rng)


def _bone(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    white = _grey(rng, 190, 250)
    turn = rng.uniform(0, np.pi)
    half = np.array([np.cos(turn), np.sin(turn)]) * size
    for colour, line in ((ink, 0.55), (white, 0.3)):
        cv2.line(
            sketch,
            tuple((at - half).astype(int)),
            tuple((at + half).astype(int)),
            colour,
            max(int(size * line), 1),
            cv2.LINE_AA,
        )
        for end in (at - half, at + half):
            cv2.circle(sketch, tuple(end.astype(int)), max(int(size * line * 0.75), 1), colour, -1, cv2.LINE_AA)


def _skeleton(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    ink = _grey(rng, 40, 110)
    for _ in range(int(rng.integers(4, 9))):
        a, b = at + rng.uniform(-1.6, 1.6, 2) * size, at + rng.uniform(-1.6, 1.6, 2) * size
        cv2.line(sketch, tuple(a.astype(int)), tuple(b.astype(int)), ink, max(int(size * 0.12), 1), cv2.LINE_AA)
    cv2.circle(sketch, tuple(at.astype(int)), max(int(size * 0.45), 1), _grey(rng, 190, 250), -1, cv2.LINE_AA)
    cv2.circle(sketch, tuple(at.astype(int)), max(int(size * 0.45), 1), ink, 1, cv2.LINE_AA)


def _wheel(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    line = max(int(size * 0.22), 1)
    cv2.circle(sketch, tuple(at.astype(int)), int(size * 0.9), tone, line, cv2.LINE_AA)
    for turn in np.arange(4) * np.pi / 4 + rng.uniform(0, 1):
        half = np.array([np.cos(turn), np.sin(turn)]) * size
        cv2.line(
            sketch, tuple((at - half).astype(int)), tuple((at + half).astype(int)), ink, max(line // 2, 1), cv2.LINE_AA
        )


def _beetle(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    turn = float(rng.uniform(0, 180))
    for k in (-0.5, 0, 0.5):
        reach = np.array([rng.uniform(0.7, 1), k]) * size
        cv2.line(sketch, tuple((at - reach).astype(int)), tuple((at + reach).astype(int)), ink, 1, cv2.LINE_AA)
    body = (max(int(size * 0.8), 1), max(int(size * 0.5), 1))
    for colour, thick in ((tone, -1), (ink, 1)):
        cv2.ellipse(sketch, tuple(at.astype(int)), body, turn, 0, 360, colour, thick, cv2.LINE_AA)


def _toadstool(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    foot = at + np.array([0, size])
    cv2.line(
        sketch,
        tuple(at.astype(int)),
        tuple(foot.astype(int)),
        _grey(rng, 170, 240),
        max(int(size * 0.4), 1),
        cv2.LINE_AA,
    )
    cv2.ellipse(
        sketch, tuple(at.astype(int)), (max(int(size), 1), max(int(size * 0.7), 1)), 0, 180, 360, tone, -1, cv2.LINE_AA
    )
    cv2.ellipse(
        sketch, tuple(at.astype(int)), (max(int(size), 1), max(int(size * 0.7), 1)), 0, 180, 360, ink, 1, cv2.LINE_AA
    )


def _spill(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    for _ in range(3):
        axes = (max(int(size * rng.uniform(0.4, 1)), 1), max(int(size * rng.uniform(0.3, 0.7)), 1))
        spot = at + rng.uniform(-0.5, 0.5, 2) * size
        cv2.ellipse(sketch, tuple(spot.astype(int)), axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA)


def _crack(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    points = (at + np.cumsum(rng.uniform(-0.9, 0.9, (5, 2)), 0) * size).astype(np.int32)
    cv2.polylines(sketch, [points], False, ink, max(int(size * 0.12), 1), cv2.LINE_AA)


def _hole(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    cv2.circle(sketch, tuple(at.astype(int)), max(int(size * 0.6), 1), ink, max(int(size * 0.2), 1), cv2.LINE_AA)


_DECORATIONS = (
    _pebbles,
    _pebbles,
    _block,
    _block,
    _bone,
    _skeleton,
    _wheel,
    _beetle,
    _toadstool,
    _spill,
    _crack,
    _hole,
)


def _vivid(rng: np.random.Generator) -> Colour:
    hue = rng.choice([0.0, 0.02, 0.08, 0.13, rng.uniform(0, 0.38)])  # cool colours are for crystals and doors
    r, g, b = colorsys.hsv_to_rgb(float(hue), float(rng.uniform(0.5, 1)), float(rng.uniform(0.4, 0.95)))
    return (int(b * 255), int(g * 255), int(r * 255))


def _grey(rng: np.random.Generator, low: int, high: int) -> Colour:
    value = int(rng.integers(low, high))
    return (value, value, value)
