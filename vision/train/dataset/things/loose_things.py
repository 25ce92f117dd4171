"""Things of no game that lie over or beside the cards of a training picture: dice, pens, cords, hands, cups, phones."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Flags, Image, Points, Quad
from vision.train.dataset.tops.table_tops import Tone, any_colour

Rng = np.random.Generator
KINDS = ("die", "pen", "cord", "cord", "hand", "disc", "slab", "marker", "token", "sleeve")


def put_thing(canvas: Image, at: Points, unit: float, rng: Rng) -> Flags:
    """A die, pen, cord, hand, cup, phone, token or marker; returns (rows, columns) where it hides what was there.

    at : canvas pixels; unit : a card's width in pixels
    """
    before = canvas.copy()
    kind = str(rng.choice(KINDS))
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn)])
    _DRAW[kind](canvas, at, way, unit, any_colour(rng, 1.0), rng)
    hidden: Flags = np.any(before != canvas, 2)
    return hidden


def _die(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    size = unit * _sides(rng)["die"]
    cv2.fillConvexPoly(canvas, _box(at, size * way, size * _across(way)).astype(np.int32), tone, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 6))):
        spot = at + rng.uniform(-0.6, 0.6, 2) * size
        cv2.circle(canvas, tuple(spot.astype(int)), max(int(size * 0.2), 1), (240, 240, 240), -1, cv2.LINE_AA)


def _slab(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    """A phone, a box, a book."""
    size = unit * _sides(rng)["slab"]
    box = _box(at, size * way, size * _across(way) * rng.uniform(0.5, 1.0))
    cv2.fillConvexPoly(canvas, box.astype(np.int32), tone, cv2.LINE_AA)


def _marker(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    size = unit * _sides(rng)["marker"]
    box = _box(at, size * way, size * _across(way))
    cv2.fillConvexPoly(canvas, box.astype(np.int32), (245, 245, 245), cv2.LINE_AA)
    _bits(canvas, box, rng)


def _sides(rng: Rng) -> dict[str, float]:
    """Half a side of each angular thing, in card widths; all are drawn, whichever is needed: the seeds are old."""
    return {"die": rng.uniform(0.1, 0.17), "slab": rng.uniform(0.5, 1.4), "marker": rng.uniform(0.3, 0.42)}


def _across(way: Points) -> Points:
    return np.array([-way[1], way[0]])


def _box(at: Points, along: Points, across: Points) -> Quad:
    return np.array([at + along * i + across * j for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def _pen(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    a, b = at - way * unit * rng.uniform(0.4, 2), at + way * unit * rng.uniform(0.4, 2)
    thick = max(int(unit * rng.uniform(0.08, 0.2)), 1)
    cv2.line(canvas, tuple(a.astype(int)), tuple(b.astype(int)), tone, thick, cv2.LINE_AA)


def _cord(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    steps = np.cumsum(rng.standard_normal((14, 2)) * unit * 0.15 + way * unit * 0.18, 0)
    points = (at + steps - steps[7]).astype(np.int32)
    colour = tone if rng.random() < 0.4 else (25, 25, 25)
    cv2.polylines(canvas, [points], False, colour, max(int(unit * rng.uniform(0.03, 0.1)), 1), cv2.LINE_AA)


def _disc(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    """A cup, a plate."""
    _round(canvas, at, unit * rng.uniform(0.4, 1.0), tone, rng)


def _token(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    _round(canvas, at, unit * rng.uniform(0.1, 0.2), tone, rng)


def _round(canvas: Image, at: Points, radius: float, tone: Tone, rng: Rng) -> None:
    middle, ring = (int(at[0]), int(at[1])), any_colour(rng, 1.0)
    cv2.circle(canvas, middle, int(radius), tone, -1, cv2.LINE_AA)
    cv2.circle(canvas, middle, int(radius * 0.75), ring, max(int(radius * 0.1), 1), cv2.LINE_AA)


def _hand(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    skin = np.array([120, 160, 210]) * rng.uniform(0.3, 1.15) + rng.uniform(-15, 15, 3)
    blue, green, red = (float(v) for v in np.clip(skin, 0, 255))
    tone, side = (blue, green, red), _across(way)
    palm = at + way * unit * rng.uniform(0.5, 1.1)
    for k in range(int(rng.integers(1, 5))):
        root = palm + side * unit * (k - 1.5) * 0.25
        tip = root - way * unit * rng.uniform(0.5, 1.1) + side * unit * rng.uniform(-0.1, 0.1)
        thick = max(int(unit * rng.uniform(0.17, 0.26)), 1)
        cv2.line(canvas, tuple(root.astype(int)), tuple(tip.astype(int)), tone, thick, cv2.LINE_AA)
    cv2.ellipse(canvas, tuple(palm.astype(int)), (int(unit * 0.6), int(unit * 0.5)), 0, 0, 360, tone, -1, cv2.LINE_AA)
    wrist = palm + way * unit * 3
    sleeve = tone if rng.random() < 0.5 else (40, 40, 40)
    cv2.line(canvas, tuple(palm.astype(int)), tuple(wrist.astype(int)), sleeve, int(unit * 0.75), cv2.LINE_AA)


def _sleeve(canvas: Image, at: Points, way: Points, unit: float, tone: Tone, rng: Rng) -> None:
    """An arm that reaches over from beyond the picture: cloth of one colour or striped, with folds."""
    half, long = unit * rng.uniform(0.25, 0.6), unit * 6
    arm = _box(at + way * long, way * long, _across(way) * half)
    shape = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(shape, arm.astype(np.int32), 1)
    cv2.circle(shape, tuple(at.astype(int)), int(half), 1, -1)
    rows, columns = np.nonzero(shape)
    along = (np.stack([columns, rows], 1) - at) @ way / unit
    beside = (np.stack([columns, rows], 1) - at) @ _across(way) / half
    cloth = np.array(tone) * (1 - 0.4 * beside**2)[:, None]
    if rng.random() < 0.4:
        striped = np.sin(along * rng.uniform(8, 40) if rng.random() < 0.5 else beside * rng.uniform(3, 12)) > 0
        cloth[striped] = np.array(any_colour(rng, 0.8)) * (1 - 0.4 * beside[striped] ** 2)[:, None]
    folds = 1 + 0.15 * np.sin(along * rng.uniform(2, 9) + beside * rng.uniform(-2, 2))
    canvas[rows, columns] = np.clip(cloth * folds[:, None], 0, 255).astype(np.uint8)


def _bits(canvas: Image, box: Quad, rng: Rng) -> None:
    corner, across, down = box[0], (box[1] - box[0]) / 8, (box[3] - box[0]) / 8
    for row in range(1, 7):
        for column in range(1, 7):
            if row in (1, 6) or column in (1, 6) or rng.random() < 0.5:
                a = corner + across * column + down * row
                bit = np.array([a, a + across, a + across + down, a + down]).astype(np.int32)
                cv2.fillConvexPoly(canvas, bit, (20, 20, 20))


_DRAW: dict[str, Callable[[Image, Points, Points, float, Tone, Rng], None]] = {
    "die": _die,
    "pen": _pen,
    "cord": _cord,
    "hand": _hand,
    "disc": _disc,
    "slab": _slab,
    "marker": _marker,
    "token": _token,
    "sleeve": _sleeve,
}
