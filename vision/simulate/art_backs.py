"""Cards without tunnels: backs, action cards, gold cards. No fronts of the maze."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np

from vision.simulate.art_paint import add_grain, blend, boulder, clouds, shade
from vision.simulate.art_style import Colour, Style

_RATIO = 56 / 87
_TINT: dict[str, Colour] = {"gold": (60, 170, 215), "role": (50, 50, 165)}


def draw_back(style: Style, which: str, height_px: int, rng: np.random.Generator) -> np.ndarray:
    """The back of a 'path', 'goal', 'gold' or 'role' card; BGR uint8."""
    colour = {"goal": style.back_goal, "path": style.back_path}.get(which) or _TINT[which]
    sketch, unit = _slab(style, colour, height_px, rng)
    light, dark = shade(colour, 1.45), shade(colour, 0.45)
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
    _EMBLEMS.get(emblem, _no_emblem)(sketch, centre, unit * 0.24, light, dark, rng)
    return _finish(sketch, style, height_px, rng)


def draw_action(style: Style, height_px: int, rng: np.random.Generator) -> np.ndarray:
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
        kind = list(_EMBLEMS)[int(rng.integers(len(_EMBLEMS)))]
        _EMBLEMS[kind](sketch, at, unit * rng.uniform(0.12, 0.33), _random_colour(rng), dark, rng)
    if rng.random() < 0.4:
        red = (40, 40, 210)
        a, b = np.array([unit * 0.2, height * 0.25]), np.array([unit * 0.8, height * 0.75])
        cv2.line(sketch, tuple(a.astype(int)), tuple(b.astype(int)), red, max(int(unit * 0.05), 1), cv2.LINE_AA)
        cv2.line(sketch, (int(b[0]), int(a[1])), (int(a[0]), int(b[1])), red, max(int(unit * 0.05), 1), cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(sketch, (int(unit * 0.18), int(unit * 0.18)), int(unit * 0.11), light, -1, cv2.LINE_AA)
    return _finish(sketch, style, height_px, rng)


def draw_gold(style: Style, height_px: int, rng: np.random.Generator) -> np.ndarray:
    """A gold card with one to three nuggets; BGR uint8."""
    colour = style.rock if rng.random() < 0.5 else shade(style.back_goal, 1.2)
    sketch, unit = _slab(style, colour, height_px, rng)
    height = sketch.shape[0]
    for _ in range(int(rng.integers(1, 4))):
        at = rng.uniform(0.25, 0.75, 2) * (unit, height)
        tone = shade((60, 190, 245), rng.uniform(0.75, 1.05))
        boulder(sketch, at, unit * rng.uniform(0.12, 0.22), tone, shade(tone, 0.4), rng)
    return _finish(sketch, style, height_px, rng)


def _slab(style: Style, colour: Colour, height_px: int, rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """A worked stone plate, painted twice as large as wanted."""
    height, width = height_px * 2, round(height_px * _RATIO) * 2
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour
    blend(
        picture, np.clip(0.3 + clouds((height, width), 5, rng), 0, 1) * 0.5 * max(style.mottle, 0.2), shade(colour, 0.6)
    )
    return np.clip(picture, 0, 255).astype(np.uint8), float(width)


def _finish(sketch: np.ndarray, style: Style, height_px: int, rng: np.random.Generator) -> np.ndarray:
    picture = sketch.astype(np.float32)
    add_grain(picture, style.grain, rng)
    if style.fade:
        picture += style.fade * (np.array(style.fade_colour, np.float32) - picture)
    sketch = np.clip(picture, 0, 255).astype(np.uint8)
    if style.border:
        thick = max(int(style.border * sketch.shape[1]), 1)
        cv2.rectangle(sketch, (0, 0), (sketch.shape[1] - 1, sketch.shape[0] - 1), style.border_colour, 2 * thick)
    return cv2.resize(sketch, (round(height_px * _RATIO), height_px), interpolation=cv2.INTER_AREA)


def _tools(
    sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator
) -> None:
    """A pick and a hammer, crossed."""
    thick = max(int(size * 0.16), 1)
    for side in (-1, 1):
        foot, head = at + np.array([-side * 0.8, 0.9]) * size, at + np.array([side * 0.8, -0.9]) * size
        for colour, line in ((ink, thick + 2), (tone, thick)):
            cv2.line(sketch, tuple(foot.astype(int)), tuple(head.astype(int)), colour, line, cv2.LINE_AA)
            if side == 1:
                axes = (int(size * 0.75), int(size * 0.5))
                cv2.ellipse(
                    sketch,
                    tuple((head + np.array([-size * 0.15, size * 0.35])).astype(int)),
                    axes,
                    45,
                    180,
                    360,
                    colour,
                    line,
                    cv2.LINE_AA,
                )
            else:
                across = np.array([0.35, 0.3]) * size
                cv2.line(
                    sketch,
                    tuple((head - across).astype(int)),
                    tuple((head + across).astype(int)),
                    colour,
                    line * 2,
                    cv2.LINE_AA,
                )


def _cross(
    sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator
) -> None:
    for side in (-1, 1):
        reach = np.array([side * 0.7, 1.0]) * size
        cv2.line(
            sketch,
            tuple((at - reach).astype(int)),
            tuple((at + reach).astype(int)),
            ink,
            max(int(size * 0.2), 1),
            cv2.LINE_AA,
        )


def _sign(sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    text = str(rng.choice(["?", "!", "1", "S", "X"]))
    scale = size / 14
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, max(int(scale * 2), 1))
    spot = (int(at[0] - wide / 2), int(at[1] + high / 2))
    cv2.putText(sketch, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, max(int(scale * 2), 1), cv2.LINE_AA)


def _rings(
    sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator
) -> None:
    for share in (0.35, 0.7, 1.05):
        cv2.circle(sketch, tuple(at.astype(int)), int(size * share), tone, max(int(size * 0.1), 1), cv2.LINE_AA)


def _sun(sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    for turn in np.arange(12) * np.pi / 6:
        way = np.array([np.cos(turn), np.sin(turn)]) * size
        cv2.line(
            sketch,
            tuple((at + way * 0.7).astype(int)),
            tuple((at + way * 1.4).astype(int)),
            tone,
            max(int(size * 0.1), 1),
            cv2.LINE_AA,
        )
    cv2.circle(sketch, tuple(at.astype(int)), int(size * 0.5), tone, -1, cv2.LINE_AA)


def _face(sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    """A dwarf: a beard under a round head with a pointed hat."""
    x, y = at
    cv2.circle(sketch, (int(x), int(y)), int(size * 0.55), tone, -1, cv2.LINE_AA)
    hat = np.array([[x - size * 0.7, y - size * 0.3], [x + size * 0.7, y - size * 0.3], [x, y - size * 1.4]]).astype(
        np.int32
    )
    beard = np.array(
        [[x - size * 0.55, y + size * 0.1], [x + size * 0.55, y + size * 0.1], [x, y + size * 1.3]]
    ).astype(np.int32)
    cv2.fillConvexPoly(sketch, hat, ink, cv2.LINE_AA)
    cv2.fillConvexPoly(sketch, beard, shade(tone, 1.25), cv2.LINE_AA)


def _lattice(
    sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator
) -> None:
    height, width = sketch.shape[:2]
    step = int(size * 0.9) + 2
    for k in range(-height, width, step):
        cv2.line(sketch, (k, 0), (k + height, height), ink, 1, cv2.LINE_AA)
        cv2.line(sketch, (k + height, 0), (k, height), ink, 1, cv2.LINE_AA)


def _lamp(sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    x, y = at
    cv2.rectangle(
        sketch, (int(x - size * 0.5), int(y - size * 0.6)), (int(x + size * 0.5), int(y + size * 0.8)), ink, -1
    )
    cv2.circle(sketch, (int(x), int(y)), int(size * 0.4), (120, 225, 255), -1, cv2.LINE_AA)
    cv2.ellipse(
        sketch,
        (int(x), int(y - size * 0.6)),
        (int(size * 0.4), int(size * 0.5)),
        0,
        180,
        360,
        ink,
        max(int(size * 0.1), 1),
        cv2.LINE_AA,
    )


def _cart(sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    x, y = at
    body = np.array(
        [
            [x - size, y - size * 0.6],
            [x + size, y - size * 0.6],
            [x + size * 0.7, y + size * 0.4],
            [x - size * 0.7, y + size * 0.4],
        ]
    )
    cv2.fillConvexPoly(sketch, body.astype(np.int32), tone, cv2.LINE_AA)
    for side in (-0.5, 0.5):
        cv2.circle(sketch, (int(x + side * size), int(y + size * 0.6)), max(int(size * 0.28), 1), ink, -1, cv2.LINE_AA)


def _no_emblem(
    sketch: np.ndarray, at: np.ndarray, size: float, tone: Colour, ink: Colour, rng: np.random.Generator
) -> None:
    """A plain back."""


def _random_colour(rng: np.random.Generator) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(float(rng.random()), float(rng.uniform(0, 0.9)), float(rng.uniform(0.15, 1)))
    return (int(b * 255), int(g * 255), int(r * 255))


_EMBLEMS = {
    "tools": _tools,
    "cross": _cross,
    "mark": _sign,
    "rings": _rings,
    "sun": _sun,
    "face": _face,
    "lattice": _lattice,
    "lamp": _lamp,
    "cart": _cart,
}
