"""What counts on a drawn card beside its tunnels: doors, crystals, ladders, lumps, plugs. No decoration."""

from __future__ import annotations

import cv2
import numpy as np

from companion.maze.faces import Door
from vision.arrays import Image, Points
from vision.simulate.art.style import Colour, Style
from vision.simulate.art.texture import boulder, shade

# Every function paints on uint8 (h, w, 3); places are (x, y) in pixels, `unit` is the card's width in pixels.


def door(
    sketch: Image,
    at: Points,
    along: Points,
    half_px: float,
    colour: Door,
    style: Style,
    unit: float,
    rng: np.random.Generator,
) -> None:
    """Across the tunnel, from wall to wall and a little over."""
    tone = style.blue if colour is Door.BLUE else style.green
    across = np.array([-along[1], along[0]])
    wide = max(half_px * rng.uniform(1.0, 1.35), unit * 0.09)
    thick = unit * rng.uniform(0.05, 0.13)
    if style.door_kind == "arch":  # seen from the front, upright on the card
        across, along, thick = (
            np.array([1.0, 0.0]),
            np.array([0.0, 1.0]),
            max(unit * rng.uniform(0.09, 0.15), wide * 0.8),
        )
    corners = np.array([at + across * wide * i + along * thick * j for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    ink = shade(tone, 0.35)
    line = max(int(unit * 0.014), 1)
    cv2.fillConvexPoly(sketch, corners.astype(np.int32), tone, cv2.LINE_AA)
    if style.door_kind in ("planks", "arch"):
        for k in np.linspace(-0.6, 0.6, int(rng.integers(2, 5))):
            top, foot = (tuple((at + across * wide * k + along * thick * j).astype(int)) for j in (-1, 1))
            cv2.line(sketch, top, foot, shade(tone, 0.6), line, cv2.LINE_AA)
    if style.door_kind == "bars":
        left, right = (tuple((at + across * wide * k).astype(int)) for k in (-1, 1))
        cv2.line(sketch, left, right, shade(tone, 1.5), line * 2, cv2.LINE_AA)
    if style.door_kind != "slab" or rng.random() < 0.3:
        cv2.polylines(sketch, [corners.astype(np.int32)], True, ink, line, cv2.LINE_AA)


def crystal(sketch: Image, at: Points, style: Style, unit: float, rng: np.random.Generator) -> None:
    size = unit * rng.uniform(0.07, 0.14)
    ink = shade(style.crystal, 0.4)
    if style.crystal_kind == "star":
        angles = np.arange(12) * np.pi / 6 + rng.uniform(0, 1)
        radii = size * np.where(np.arange(12) % 2, 0.5, 1.15)
        points = at + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
        cv2.fillPoly(sketch, [points.astype(np.int32)], style.crystal, cv2.LINE_AA)
        return
    for turn in rng.uniform(-0.9, 0.9, 1 if style.crystal_kind == "gem" else 3):
        up = np.array([np.sin(turn), -np.cos(turn)])
        side = np.array([up[1], -up[0]])
        long = size * rng.uniform(1.0, 1.5)
        points = np.array(
            [
                at + up * long,
                at + side * size * 0.55 + up * long * 0.3,
                at - up * long * 0.7,
                at - side * size * 0.55 + up * long * 0.3,
            ]
        )
        cv2.fillConvexPoly(sketch, points.astype(np.int32), style.crystal, cv2.LINE_AA)
        cv2.fillConvexPoly(sketch, points[[0, 1, 2]].astype(np.int32), shade(style.crystal, 0.75), cv2.LINE_AA)
        cv2.polylines(sketch, [points.astype(np.int32)], True, ink, max(int(unit * 0.01), 1), cv2.LINE_AA)
    cv2.circle(sketch, tuple((at - size * 0.25).astype(int)), max(int(size * 0.2), 1), (255, 255, 255), -1, cv2.LINE_AA)


def ladder(sketch: Image, at: Points, turn_rad: float, style: Style, unit: float, rng: np.random.Generator) -> None:
    """Two rails and their rungs, leaning by `turn_rad` from upright, sometimes over a dark shaft."""
    up = np.array([np.sin(turn_rad), -np.cos(turn_rad)])
    side = np.array([-up[1], up[0]])
    long, wide = unit * rng.uniform(0.19, 0.3), unit * rng.uniform(0.055, 0.1)
    line = max(int(unit * rng.uniform(0.018, 0.035)), 1)
    if rng.random() < 0.35:
        axes = (int(wide * 2.1), int(long * rng.uniform(0.6, 1)))
        cv2.ellipse(sketch, tuple(at.astype(int)), axes, np.degrees(turn_rad), 0, 360, (25, 25, 30), -1, cv2.LINE_AA)
    ink = shade(style.ladder, 0.45)
    strokes = [(at + side * wide * s - up * long, at + side * wide * s + up * long) for s in (-1, 1)]
    strokes += [
        (at - side * wide + up * k, at + side * wide + up * k)
        for k in np.linspace(-0.82, 0.82, int(rng.integers(4, 8))) * long
    ]
    if rng.random() < 0.6:
        for a, b in strokes:
            cv2.line(
                sketch, tuple(a.astype(int)), tuple(b.astype(int)), ink, line + max(int(unit * 0.02), 1), cv2.LINE_AA
            )
    for a, b in strokes:
        cv2.line(sketch, tuple(a.astype(int)), tuple(b.astype(int)), style.ladder, line, cv2.LINE_AA)


def lump(sketch: Image, at: Points, is_gold: bool, unit: float, rng: np.random.Generator) -> None:
    """The gold or the coal in the middle of a goal card."""
    size = unit * rng.uniform(0.1, 0.2)
    warm = rng.uniform(90, 215)  # green, from orange to yellow
    colour: Colour = (int(warm * 0.35), int(warm), 245) if is_gold else (70, 66, 64)
    colour = shade(colour, rng.uniform(0.65, 1.05) if is_gold else rng.uniform(0.5, 1.3))
    if is_gold and rng.random() < 0.7:
        cv2.circle(sketch, tuple(at.astype(int)), int(size * 1.35), (130, 235, 255), -1, cv2.LINE_AA)
    boulder(sketch, at, size, colour, shade(colour, 0.4), rng)
    for _ in range(3):
        spot = at + rng.uniform(-0.45, 0.45, 2) * size
        cv2.circle(sketch, tuple(spot.astype(int)), max(int(size * 0.14), 1), shade(colour, 1.4), -1, cv2.LINE_AA)


def emblem(sketch: Image, at: Points, style: Style, unit: float, rng: np.random.Generator) -> None:
    """A round sign on the crossing of a start card that has no ladder."""
    tone = shade(style.start_rock or style.rock, rng.uniform(0.6, 1.7))
    size = unit * rng.uniform(0.07, 0.16)
    if rng.random() < 0.5:
        cv2.circle(sketch, tuple(at.astype(int)), int(size), tone, -1, cv2.LINE_AA)
        cv2.circle(sketch, tuple(at.astype(int)), int(size), shade(tone, 0.5), max(int(size * 0.15), 1), cv2.LINE_AA)
        return
    low, high = (at - size).astype(int), (at + size).astype(int)
    cv2.rectangle(sketch, tuple(low), tuple(high), tone, -1, cv2.LINE_AA)


def rubble(sketch: Image, at: Points, half_px: float, style: Style, unit: float, rng: np.random.Generator) -> None:
    """Fallen stones that close a tunnel's blind end."""
    tone = style.rock_shade if rng.random() < 0.6 else shade(style.rock_ink, rng.uniform(1, 1.6))
    for _ in range(int(rng.integers(3, 7))):
        spot = at + rng.uniform(-1, 1, 2) * half_px * 0.9
        boulder(
            sketch,
            spot,
            max(half_px * rng.uniform(0.3, 0.65), 1.5),
            shade(tone, rng.uniform(0.8, 1.2)),
            style.rock_ink,
            rng,
        )


def plug(sketch: Image, at: Points, half_px: float, style: Style, rng: np.random.Generator) -> None:
    """A sign that a tunnel is closed: a block, a disc or a cross as wide as the tunnel."""
    kind = rng.integers(3)
    tone = shade(style.rock_ink, rng.uniform(0.8, 1.5))
    size = max(half_px * rng.uniform(1.05, 1.5), 2.0)
    low, high = (at - size).astype(int), (at + size).astype(int)
    if kind == 0:
        cv2.rectangle(sketch, tuple(low), tuple(high), tone, -1, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(sketch, tuple(at.astype(int)), int(size), tone, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(sketch, tuple(low), tuple(high), style.rock, -1, cv2.LINE_AA)
    if kind == 2 or rng.random() < 0.4:
        line = max(int(half_px * 0.35), 1)
        cross = shade(tone, 0.5)
        cv2.line(sketch, tuple(low), tuple(high), cross, line, cv2.LINE_AA)
        cv2.line(sketch, (low[0], high[1]), (high[0], low[1]), cross, line, cv2.LINE_AA)
