"""Pictures in the middle of backs and action cards: tools, lamps, suns, dwarves."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, Points
from vision.simulate.art.style import Colour
from vision.simulate.art.texture import shade


def _tools(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
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


def _cross(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
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


def _sign(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    text = str(rng.choice(["?", "!", "1", "S", "X"]))
    scale = size / 14
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, max(int(scale * 2), 1))
    spot = (int(at[0] - wide / 2), int(at[1] + high / 2))
    cv2.putText(sketch, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, max(int(scale * 2), 1), cv2.LINE_AA)


def _rings(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    for share in (0.35, 0.7, 1.05):
        cv2.circle(sketch, tuple(at.astype(int)), int(size * share), tone, max(int(size * 0.1), 1), cv2.LINE_AA)


def _sun(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
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


def _face(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
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


def _lattice(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    height, width = sketch.shape[:2]
    step = int(size * 0.9) + 2
    for k in range(-height, width, step):
        cv2.line(sketch, (k, 0), (k + height, height), ink, 1, cv2.LINE_AA)
        cv2.line(sketch, (k + height, 0), (k, height), ink, 1, cv2.LINE_AA)


def _lamp(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
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


def _cart(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
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


def no_emblem(sketch: Image, at: Points, size: float, tone: Colour, ink: Colour, rng: np.random.Generator) -> None:
    """A plain back."""


EMBLEMS = {
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
