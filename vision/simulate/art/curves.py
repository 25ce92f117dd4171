"""Curves of drawn tunnels, in units of the card's width. No faces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.maze.geometry import Side
from vision.arrays import Floats, Points
from vision.simulate.art.style import Style

HEIGHT = 87 / 56  # of a card that is 1 wide
INWARD = {Side.N: (0.0, 1.0), Side.E: (-1.0, 0.0), Side.S: (0.0, -1.0), Side.W: (1.0, 0.0)}
_OUTSIDE = 0.08  # a tunnel is drawn this far over the card's edge, so that its mouth is cut straight


@dataclass
class Run:
    """A stretch of tunnel. points : (n, 2), from the mouth inwards; radii : (n,)."""

    points: Points
    radii: Floats

    def at(self, share: float) -> tuple[Points, Points, float]:
        """Place, direction of unit length and half-width at a share of the run's length."""
        index = int(np.clip(share, 0, 1) * (len(self.points) - 1))
        ahead, behind = min(index + 1, len(self.points) - 1), max(index - 1, 0)
        along = self.points[ahead] - self.points[behind]
        return self.points[index], along / max(float(np.hypot(*along)), 1e-6), float(self.radii[index])


def card_size(height_px: int) -> tuple[int, int]:
    """Width and height in pixels of a card (56 x 87 mm)."""
    return round(height_px / HEIGHT), height_px


def spiral(side: Side, mouth: Points, half: float, rng: np.random.Generator) -> Points:
    """In from the mouth, round a turn and part of the way back."""
    inward, across = np.array(INWARD[side]), np.array(crossways(side)) * rng.choice([-1, 1])
    size = max(half * 1.35 + 0.04, rng.uniform(0.16, 0.24)) if side in (Side.E, Side.W) else 0.16
    room = 0.9 if side in (Side.E, Side.W) else 1.2
    start = mouth + inward * max(room - size - half - rng.uniform(0.1, 0.25), 0.2)
    angles = np.linspace(-np.pi / 2, np.pi / 2 * rng.uniform(0.7, 1.25), 24)
    centre = start + across * size
    turn = centre + size * (np.cos(angles)[:, None] * inward + np.sin(angles)[:, None] * across)
    back = turn[-1] - inward * rng.uniform(0.02, 0.14)
    return np.concatenate([straight(mouth, start, 16), turn[1:], straight(turn[-1], back, 6)[1:]])


def wind(line: Points, half: float, style: Style, rng: np.random.Generator, blind: bool) -> Run:
    count = len(line)
    share = np.linspace(0, 1, count)
    if style.course == "wandering":
        wave = sum(rng.uniform(-1, 1) * np.sin(np.pi * k * share + rng.uniform(0, 6)) / k for k in (2, 3, 5))
        normal = np.gradient(line, axis=0)[:, ::-1] * (1, -1)
        normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-6)[:, None]
        line = line + normal * (wave * np.sin(np.pi * share) * style.wander * 0.5)[:, None]
    wobble = sum(rng.uniform(-1, 1) * np.sin(rng.uniform(1, 4) * np.pi * share) for _ in range(2))
    radii = np.asarray(half * (1 + style.width_wobble * wobble))
    if blind:
        radii = radii * (1 - rng.uniform(0, 0.25) * share)
    outside = line[0] + (line[0] - line[1]) / max(float(np.hypot(*(line[0] - line[1]))), 1e-6) * _OUTSIDE
    line, radii = np.concatenate([[outside], line]), np.concatenate([radii[:1], radii])
    if not blind:
        outside = line[-1] + (line[-1] - line[-2]) / max(float(np.hypot(*(line[-1] - line[-2]))), 1e-6) * _OUTSIDE
        near_edge = min(line[-1][0], 1 - line[-1][0], line[-1][1], HEIGHT - line[-1][1]) < 0.02
        if near_edge:
            line, radii = np.concatenate([line, [outside]]), np.concatenate([radii, radii[-1:]])
    return Run(line, np.maximum(radii, 0.012))


def bezier(a: Points, b: Points, c: Points, d: Points, count: int = 40) -> Points:
    t = np.linspace(0, 1, count)[:, None]
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d


def straight(a: Points, b: Points, count: int) -> Points:
    t = np.linspace(0, 1, count)[:, None]
    return (1 - t) * a + t * b


def toward(side: Side, share: float) -> Points:
    """Inwards from a mouth by a share of the way to the middle."""
    return np.array(INWARD[side]) * share * (HEIGHT / 2 if side in (Side.N, Side.S) else 0.5)


def crossways(side: Side) -> tuple[float, float]:
    return (1.0, 0.0) if side in (Side.N, Side.S) else (0.0, 1.0)


OUTWARD = {side: (-x, -y) for side, (x, y) in INWARD.items()}
