"""Carpets: knotted ones with a medallion, vines and borders, and flat-woven kilims. Drawn from above, float32 BGR."""

from __future__ import annotations

import cv2
import numpy as np

from exam.noise import Rng, Size, clouds, dyes, grit, threads

Colours = list[np.ndarray]


def carpet(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """A quarter is drawn and mirrored, as the weaver's pattern is; then it is knotted."""
    colours = dyes(rng, 7)
    knot = max(scale * rng.uniform(1.2, 2.6), 1.0)
    wide, high = int(size[0] / knot / 2) + 1, int(size[1] / knot / 2) + 1
    quarter = np.empty((high, wide, 3), np.float32)
    quarter[:] = colours[0]
    unit = scale / knot  # pixels of the quarter a mm
    _vines(quarter, rng, unit, colours)
    _medallion(quarter, rng, unit, colours)
    _border(quarter, rng, unit, colours)
    half = np.concatenate([quarter, quarter[:, ::-1]], 1)
    whole = np.concatenate([half, half[::-1]], 0)
    drawn = cv2.resize(whole, size, interpolation=cv2.INTER_NEAREST if rng.random() < 0.5 else cv2.INTER_LINEAR)
    pile = 1 + 0.05 * grit(rng, size, 0.6) + 0.05 * clouds(rng, size, 160 * scale, 2)
    return drawn * (pile * threads(size, knot, knot, 0.07))[..., None]


def _vines(quarter: np.ndarray, rng: Rng, unit: float, colours: Colours) -> None:
    """Spirals that branch, with leaves and blossoms on them."""
    high, wide = quarter.shape[:2]
    spacing = rng.uniform(70, 130) * unit
    for cx in np.arange(spacing / 2, wide + spacing, spacing):
        for cy in np.arange(spacing / 2, high + spacing, spacing):
            at = np.array([cx, cy]) + rng.normal(0, spacing * 0.06, 2)
            _spiral(quarter, rng, at, spacing * rng.uniform(0.35, 0.5), unit, colours)
            _blossom(quarter, rng, at, spacing * rng.uniform(0.1, 0.19), colours)


def _spiral(quarter: np.ndarray, rng: Rng, at: np.ndarray, reach: float, unit: float, colours: Colours) -> None:
    turns, begin = rng.uniform(2.0, 4.5) * rng.choice([-1, 1]), rng.uniform(0, 2 * np.pi)
    share = np.linspace(0.25, 1.4, 40)
    angles = begin + turns * share
    line = at + reach * share[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
    stem = colours[int(rng.integers(1, 4))]
    cv2.polylines(quarter, [np.int32(line)], False, stem.tolist(), max(int(rng.uniform(1.5, 4) * unit), 1))
    for index in range(4, 40, int(rng.integers(4, 8))):
        leaf = (int(reach * rng.uniform(0.1, 0.2)) + 1, int(reach * rng.uniform(0.04, 0.09)) + 1)
        turn = float(np.degrees(angles[index]) + rng.choice([-40, 40]))
        cv2.ellipse(quarter, np.int32(line[index]).tolist(), leaf, turn, 0, 360, stem.tolist(), -1)


def _blossom(quarter: np.ndarray, rng: Rng, at: np.ndarray, radius: float, colours: Colours) -> None:
    petals = int(rng.integers(4, 9))
    for ring, share in ((0, 1.0), (1, 0.66), (2, 0.3)):
        angles = np.linspace(0, 2 * np.pi, 60)
        wave = radius * share * (1 + 0.28 * np.cos(petals * angles))
        outline = at + wave[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])
        cv2.fillPoly(quarter, [np.int32(outline)], colours[(ring * 2 + petals) % len(colours)].tolist())


def _medallion(quarter: np.ndarray, rng: Rng, unit: float, colours: Colours) -> None:
    """In the carpet's middle, which is the quarter's south-eastern corner; and a piece of it in the outer corner."""
    high, wide = quarter.shape[:2]
    lobes, radius = int(rng.integers(4, 12)) * 2, rng.uniform(0.35, 0.75) * high
    for middle, size in (((wide, high), 1.0), ((0, 0), rng.uniform(0.5, 0.8))):
        for step, share in enumerate((1.0, 0.93, 0.7, 0.64, 0.35, 0.3)):
            angles = np.linspace(0, 2 * np.pi, 240)
            wave = radius * size * share * (1 + 0.1 * np.abs(np.cos(lobes / 2 * angles)))
            squash = np.column_stack([np.cos(angles) * 1.25, np.sin(angles)])
            outline = np.array(middle) + wave[:, None] * squash
            cv2.fillPoly(quarter, [np.int32(outline)], colours[(step + 2) % len(colours)].tolist())
            if step in (1, 3):
                for angle in np.arange(0, 2 * np.pi, 2 * np.pi / lobes):
                    at = np.array(middle) + radius * size * (share - 0.14) * np.array(
                        [np.cos(angle) * 1.25, np.sin(angle)]
                    )
                    _blossom(quarter, rng, at, 16 * unit, colours)


def _border(quarter: np.ndarray, rng: Rng, unit: float, colours: Colours) -> None:
    """Guard stripes, and between them a wide band of one motif again and again."""
    high, wide = quarter.shape[:2]
    inner = 0.0
    for number, mm in enumerate((rng.uniform(60, 110), rng.uniform(8, 16), rng.uniform(14, 30))):
        outer = inner + mm * unit
        tone = colours[(number * 3 + 1) % len(colours)]
        quarter[int(inner) : int(outer)] = tone
        quarter[int(inner) :, int(inner) : int(outer)] = tone
        step, radius = mm * unit * rng.uniform(0.9, 1.3), mm * unit * 0.36
        for along in np.arange(outer, max(high, wide), step):
            for at in ((along, (inner + outer) / 2), ((inner + outer) / 2, along)):
                _blossom(quarter, rng, np.array(at), radius, colours)
        inner = outer


def kilim(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Bands of stepped diamonds, hooks and zigzags, woven in coarse cells."""
    colours = np.array(dyes(rng, 6))
    cell = scale * rng.uniform(3.0, 7.0)
    wide, high = int(size[0] / cell) + 2, int(size[1] / cell) + 2
    chart = np.zeros((high, wide), np.int64)
    x, y = np.arange(wide)[None], np.arange(high)[:, None]
    top = 0
    while top < high:
        tall = int(rng.integers(4, 30))
        chart[top : top + tall] = _band(rng, x, y[top : top + tall] - top, tall)
        top += tall
    if rng.random() < 0.5:
        chart = chart.T[:high] if chart.shape[1] >= high else chart
        chart = cv2.resize(chart.astype(np.float32), (wide, high), interpolation=cv2.INTER_NEAREST).astype(int)
    picture = colours[chart % len(colours)].astype(np.float32)
    picture *= 1 + 0.06 * rng.standard_normal((*picture.shape[:2], 1), np.float32)
    drawn = cv2.resize(picture, (int(wide * cell), int(high * cell)), interpolation=cv2.INTER_NEAREST)
    drawn = drawn[: size[1], : size[0]]
    weft = threads(size, 2.2 * scale, 1.4 * scale, 0.12) * (1 + 0.06 * clouds(rng, size, 40 * scale, 3, 6.0))
    return drawn * weft[..., None]


def _band(rng: Rng, x: np.ndarray, y: np.ndarray, tall: int) -> np.ndarray:
    """Indices of colours, (tall, wide)."""
    kind, one, other = rng.integers(5), int(rng.integers(6)), int(rng.integers(6))
    period = int(rng.integers(6, 28))
    across = np.abs(x % period - period // 2)
    middle = np.abs(y - tall // 2)
    if kind == 0:
        return np.broadcast_to(one + 0 * x + 0 * y, (len(y), x.shape[1]))
    if kind == 1:  # diamonds in diamonds
        return one + (across + middle) // max(int(rng.integers(2, 6)), 1)
    if kind == 2:  # zigzag
        return one + ((y + across) // int(rng.integers(2, 5))) % 3
    if kind == 3:  # stepped towers
        return np.where(across < tall - y, one, other) + ((across // 2 + y // 2) % 5 == 0)
    return np.where((x // 3 + y // 3) % 2 == 0, one, other) + (middle < 2)
