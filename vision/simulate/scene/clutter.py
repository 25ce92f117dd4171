"""What else lies on a game table, seen from above: markers, piles of cards, mugs, pens, dice, nuggets, phones."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.maze.geometry import Cell
from companion.sight.reading import CardKind
from vision.arrays import Alpha, Image
from vision.geometry.dimensions import MARKER_MM
from vision.simulate.art.backs import draw_back
from vision.simulate.art.style import Style
from vision.simulate.scene.sprite import Sprite, card_sprite, stamp_card
from vision.simulate.scene.table_scene import CARD_MM, SceneCard, Thing

Rng = np.random.Generator


def draw_thing(
    canvas: Image, thing: Thing, to_px: Callable[[float, float], tuple[float, float]], scale: float, style: Style
) -> None:
    """Draws `thing` onto the canvas in place. `to_px` takes table mm to canvas pixels."""
    name, _, detail = thing.kind.partition(":")
    rng = np.random.default_rng([thing.seed, 11])
    if name == "pile":
        _pile(canvas, thing, to_px, scale, style, rng, detail)
        return
    width_mm, height_mm, paint, lift_mm = THINGS[name]
    size = (int(width_mm * scale * 2), int(height_mm * scale * 2))
    colour = np.zeros((size[1], size[0], 3), np.uint8)
    mask = np.zeros((size[1], size[0]), np.uint8)
    paint(colour, mask, scale * 2, rng, detail)
    sprite = Sprite(
        np.asarray(cv2.resize(colour, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8),
        np.asarray(cv2.resize(mask, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8),
    )
    sprite.stamp(canvas, to_px(thing.x_mm, thing.y_mm), thing.turn_rad, lift_px=lift_mm * scale)


def _pile(
    canvas: Image,
    thing: Thing,
    to_px: Callable[[float, float], tuple[float, float]],
    scale: float,
    style: Style,
    rng: Rng,
    detail: str,
) -> None:
    """A draw pile of `detail` cards, or a looser discard pile where the detail ends in `~`."""
    count, loose = int(detail.rstrip("~") or 20), detail.endswith("~")
    layers = max(1, min(count, 12 if not loose else 6))
    back = card_sprite(draw_back(style, "path", round(CARD_MM[1] * scale), rng), style)
    for layer in range(layers):
        spread = 7.0 if loose else 0.5
        dx, dy = rng.normal(0, spread, 2)
        twist = thing.turn_rad + rng.normal(0, 0.22 if loose else 0.008)
        height = 0.25 * layer  # a pile grows a little towards the camera
        card = SceneCard(Cell(0, 0), CardKind.COVERED, None, thing.x_mm + dx, thing.y_mm + dy - height, twist, layer)
        stamp_card(canvas, back, card, to_px, 0.8 * scale)


def _marker(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    mask[:] = 255
    colour[:] = (236, 240, 242)
    side = round(MARKER_MM * scale)
    code = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), int(detail or 0), 240
    )
    top, left = (colour.shape[0] - side) // 2, (colour.shape[1] - side) // 2
    code = cv2.resize(code, (side, side), interpolation=cv2.INTER_NEAREST)
    colour[top : top + side, left : left + side] = np.clip(code, 24, 236)[..., None]


def _mug(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    glaze = tuple(int(v) for v in POTTERY[int(rng.integers(len(POTTERY)))])
    middle, r = (colour.shape[1] // 2, colour.shape[0] // 2), 42 * scale
    handle = (int(middle[0] + 50 * scale), middle[1])
    for image, value in ((mask, 255), (colour, tuple(int(v * 0.8) for v in glaze))):
        cv2.ellipse(image, handle, (int(17 * scale), int(13 * scale)), 0, 0, 360, value, int(8 * scale), cv2.LINE_AA)
        cv2.circle(image, middle, int(r), value, -1, cv2.LINE_AA)
    cv2.circle(colour, middle, int(r - 1 * scale), glaze, -1, cv2.LINE_AA)
    cv2.circle(colour, middle, int(r - 4.5 * scale), tuple(int(v * 0.6) for v in glaze), -1, cv2.LINE_AA)
    cv2.circle(colour, middle, int(r - 7 * scale), (24, 44, 74), -1, cv2.LINE_AA)
    shine = (int(middle[0] - 12 * scale), int(middle[1] - 12 * scale))
    cv2.ellipse(colour, shine, (int(11 * scale), int(5 * scale)), -40, 0, 360, (70, 104, 146), -1, cv2.LINE_AA)


def _pen(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    body = tuple(int(v) for v in POTTERY[int(rng.integers(len(POTTERY)))])
    h, w = mask.shape
    cv2.line(mask, (int(8 * scale), h // 2), (w - int(8 * scale), h // 2), 255, int(9 * scale), cv2.LINE_AA)
    colour[:] = body
    colour[: h // 2 - int(1.5 * scale)] = tuple(min(255, int(v * 1.25 + 14)) for v in body)
    colour[:, : int(14 * scale)] = (150, 200, 226)
    colour[:, : int(7 * scale)] = (60, 60, 64)


def _die(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    mask[:] = 255
    colour[:] = (226, 234, 238)
    side = mask.shape[0]
    for u, v in PIPS[int(rng.integers(1, 7))]:
        cv2.circle(
            colour,
            (int(side * (0.5 + 0.26 * u)), int(side * (0.5 + 0.26 * v))),
            int(side * 0.09),
            (40, 36, 36),
            -1,
            cv2.LINE_AA,
        )


def _nuggets(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    """A few lumps of gold in a loose heap."""
    h, w = mask.shape
    for _ in range(7):
        middle = rng.normal((w / 2, h / 2), (w / 7, h / 7))
        angles = np.sort(rng.uniform(0, 2 * np.pi, 8))
        reach = rng.uniform(5.5, 8.5, 8) * scale
        ring = np.column_stack([middle[0] + np.cos(angles) * reach, middle[1] + np.sin(angles) * reach])
        cv2.fillPoly(mask, [ring.astype(np.int32)], 255, cv2.LINE_AA)
        for shrink, tone in ((1.0, (20, 110, 170)), (0.75, (46, 160, 220)), (0.4, (120, 214, 250))):
            lump = (middle - 1.5 * scale * (1 - shrink)) + (ring - middle) * shrink
            cv2.fillPoly(colour, [lump.astype(np.int32)], tone, cv2.LINE_AA)


def _phone(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    h, w = mask.shape
    _rounded(mask, 0, 0, w, h, int(9 * scale), 255)
    colour[:] = (40, 38, 36)
    _rounded(
        colour, int(3 * scale), int(4 * scale), w - int(3 * scale), h - int(4 * scale), int(6 * scale), (74, 60, 44)
    )
    _rounded(colour, int(9 * scale), int(h * 0.60), w - int(9 * scale), int(h * 0.74), int(5 * scale), (90, 176, 232))
    for row in (0.14, 0.24, 0.34):
        _rounded(
            colour,
            int(9 * scale),
            int(h * row),
            w - int(9 * scale),
            int(h * (row + 0.06)),
            int(2 * scale),
            (132, 116, 96),
        )


def _bowl(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    glaze = tuple(int(v) for v in POTTERY[int(rng.integers(len(POTTERY)))])
    middle = (mask.shape[1] // 2, mask.shape[0] // 2)
    cv2.circle(mask, middle, int(58 * scale), 255, -1, cv2.LINE_AA)
    cv2.circle(colour, middle, int(58 * scale), glaze, -1, cv2.LINE_AA)
    cv2.circle(colour, middle, int(53 * scale), tuple(int(v * 0.7) for v in glaze), -1, cv2.LINE_AA)
    for _ in range(42):
        angle, reach = rng.uniform(0, 6.28), 38 * scale * np.sqrt(rng.uniform(0, 1))
        spot = (int(middle[0] + reach * np.cos(angle)), int(middle[1] + reach * np.sin(angle)))
        tone = np.array((96, 168, 214)) * rng.uniform(0.75, 1.1)
        size = (int(9 * scale), int(5.5 * scale))
        cv2.ellipse(colour, spot, size, rng.uniform(0, 180), 0, 360, (tone * 0.7).tolist(), -1, cv2.LINE_AA)
        cv2.ellipse(
            colour,
            spot,
            (int(7.5 * scale), int(4.2 * scale)),
            rng.uniform(0, 180),
            0,
            360,
            tone.tolist(),
            -1,
            cv2.LINE_AA,
        )


def _paper(colour: Image, mask: Alpha, scale: float, rng: Rng, detail: str) -> None:
    mask[:] = 255
    colour[:] = (226, 232, 234)
    for row in range(9):
        y = int((24 + 13 * row) * scale)
        cv2.line(colour, (int(14 * scale), y), (int(rng.uniform(50, 90) * scale), y), (150, 120, 96), int(1.4 * scale))


def _rounded(image: Image, x0: int, y0: int, x1: int, y1: int, radius: int, value: int | tuple[int, int, int]) -> None:
    inner = [
        (x0 + radius, y0 + radius),
        (x1 - radius, y0 + radius),
        (x1 - radius, y1 - radius),
        (x0 + radius, y1 - radius),
    ]
    cv2.fillPoly(image, [np.array(inner)], value)
    for a, b in zip(inner, inner[1:] + inner[:1], strict=True):
        cv2.line(image, a, b, value, 2 * radius, cv2.LINE_AA)


POTTERY = ((150, 110, 52), (60, 84, 190), (196, 206, 210), (88, 140, 60), (60, 160, 214))
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}
# kind -> width and height in mm, how it is painted, how high it stands (its shadow's length) in mm
THINGS: dict[str, tuple[float, float, Callable[[Image, Alpha, float, Rng, str], None], float]] = {
    "marker": (52, 52, _marker, 0.3),
    "mug": (150, 100, _mug, 16),
    "pen": (142, 12, _pen, 3),
    "die": (16, 16, _die, 4),
    "nuggets": (64, 56, _nuggets, 2.5),
    "phone": (72, 148, _phone, 2.5),
    "bowl": (124, 124, _bowl, 10),
    "paper": (105, 148, _paper, 0.3),
}


def reach_mm(thing: Thing) -> float:
    """From the middle of a thing to what it covers at most."""
    name = thing.kind.partition(":")[0]
    width_mm, height_mm = CARD_MM if name == "pile" else THINGS[name][:2]
    return max(width_mm, height_mm) / 2
