"""Cards printed and laid onto a painted table; and bridges as printers draw them. The deck's style is given."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import Side
from exam.noise import Rng
from exam.scans import ScannedDeck
from vision.simulate.art import texture
from vision.simulate.art.card_art import draw_card
from vision.simulate.art.curves import HEIGHT, card_size
from vision.simulate.art.style import Style
from vision.simulate.art.tunnel_layout import Run, is_bridge, lay_tunnels
from vision.simulate.art.tunnel_painting import paint_tunnels
from vision.simulate.random_decks import random_style
from vision.simulate.scene.sprite import Sprite, card_sprite, stamp_card
from vision.simulate.scene.table_scene import CARD_MM, SceneCard

PORTALS = ((16, 24, 40), (28, 44, 74), (40, 62, 98), (22, 28, 36), (12, 16, 26))


class Press:
    """One deck. in_print: whether its bridges are drawn as printers draw them; scans: laid instead of drawn cards"""

    def __init__(self, style: Style, scale: float, in_print: bool = False, scans: ScannedDeck | None = None) -> None:
        self.style, self.scale, self.in_print, self._scans = style, scale, in_print, scans
        self._sprites: dict[tuple[object, ...], Sprite] = {}

    def lay(self, canvas: np.ndarray, cards: tuple[SceneCard, ...], origin_mm: tuple[float, float]) -> None:
        """Onto a painting, uint8, whose north-western corner is at `origin_mm`."""
        for card in cards:
            at = lambda x, y: ((x - origin_mm[0]) * self.scale, (y - origin_mm[1]) * self.scale)  # noqa: E731
            stamp_card(canvas, self._sprite(card), card, at, 0.8 * self.scale)

    def _sprite(self, card: SceneCard) -> Sprite:
        key = (card.kind, card.face, card.goal, card.seed if card.face else 0)
        if key not in self._sprites:
            rng = np.random.default_rng([card.seed if card.face else 0, 17])
            high = round(CARD_MM[1] * self.scale)
            if self._scans:
                picture = cv2.resize(self._scans.picture(card, rng), card_size(high), interpolation=cv2.INTER_AREA)
            elif self.in_print and card.face and is_bridge(card.face):
                picture = printed_bridge(card.face, self.style, high, rng)
            else:
                picture = draw_card(card.face, card.kind, self.style, high, rng, card.goal)
            self._sprites[key] = card_sprite(picture, self.style)
        return self._sprites[key]


def printed_style(rng: Rng) -> Style:
    """Somebody's illustration: worked walls, an outline, dead ends that stop in the rock."""
    style = random_style(rng)
    return replace(
        style,
        tunnel_width=float(rng.uniform(0.2, 0.34)),
        course=str(rng.choice(["round", "wandering", "straight"])),
        edge=float(rng.uniform(0.012, 0.03)),
        dead_end=str(rng.choice(["gap", "rubble"])),
        wander=min(style.wander, 0.05),
        mouth_shift=min(style.mouth_shift, 0.07),
    )


def printed_bridge(face: Face, style: Style, height_px: int, rng: Rng) -> np.ndarray:
    """The upper tunnel goes through; the lower one dives into a dark arch on each side of it."""
    fine = 2 if height_px < 260 else 1
    wide, high = card_size(height_px * fine)
    unit = float(wide)
    picture = texture.paint_rock((high, wide), style, style.rock, rng)
    tunnels = {tunnel.passage.sides: tunnel for tunnel in lay_tunnels(face, style, rng)}
    upright = bool(rng.random() < 0.5)
    over = tunnels[(Side.N, Side.S) if upright else (Side.E, Side.W)]
    under = tunnels[(Side.E, Side.W) if upright else (Side.N, Side.S)]
    paint_tunnels(picture, Face((under.passage,)), [under], style, unit, rng)
    over_band, under_band = (_band(one.runs, (high, wide), unit) for one in (over, under))
    away = cv2.distanceTransform((over_band < 128).astype(np.uint8), cv2.DIST_L2, 5) / unit
    dive = rng.uniform(0.08, 0.2)
    dark = np.clip(1 - away / dive, 0, 1) ** rng.uniform(0.4, 1.2)
    tone = np.array(PORTALS[int(rng.integers(len(PORTALS)))], np.float32)
    inside = under_band.astype(np.float32) / 255
    share = np.clip(dark * rng.uniform(0.8, 1.0), 0, 1) * inside
    picture[:] = picture * (1 - share[..., None]) + tone * share[..., None]
    _arches(picture, over_band, under_band, style, unit, rng)
    paint_tunnels(picture, Face((over.passage,)), [over], replace(style, edge=max(style.edge, 0.018)), unit, rng)
    return _trimmed(picture, style, unit, card_size(height_px), rng)


def _arches(
    picture: np.ndarray, over_band: np.ndarray, under_band: np.ndarray, style: Style, unit: float, rng: Rng
) -> None:
    """Masonry beside the upper tunnel where the lower one goes in, and round the mouth of the dark."""
    parapet = rng.uniform(0.0, 0.06) * unit
    if parapet > 2:
        beside = cv2.subtract(_grown(over_band, parapet), over_band)
        wider = _grown(under_band, parapet * rng.uniform(0, 1.5))
        stone = cv2.min(beside, wider).astype(np.float32)[..., None] / 255
        tone = np.array(style.rim_colour if rng.random() < 0.6 else style.edge_colour, np.float32)
        picture[:] = picture * (1 - stone) + tone * stone
    if rng.random() < 0.6:
        mouth = cv2.min(_grown(over_band, parapet + rng.uniform(0.02, 0.05) * unit), under_band)
        outline, _ = cv2.findContours((mouth > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        sketch = np.clip(picture, 0, 255).astype(np.uint8)
        cv2.drawContours(sketch, outline, -1, style.edge_colour, max(int(0.012 * unit), 1), cv2.LINE_AA)
        picture[:] = sketch


def _band(runs: list[Run], shape: tuple[int, int], unit: float) -> np.ndarray:
    band = np.zeros(shape, np.uint8)
    for run in runs:
        for point, radius in zip(run.points, run.radii, strict=True):
            cv2.circle(band, np.int32(point * unit).tolist(), int(radius * unit), 255, -1)
    return band


def _grown(band: np.ndarray, by_px: float) -> np.ndarray:
    size = 2 * int(max(by_px, 1)) + 1
    return cv2.dilate(band, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


def _trimmed(picture: np.ndarray, style: Style, unit: float, size: tuple[int, int], rng: Rng) -> np.ndarray:
    texture.add_grain(picture, style.grain, rng)
    sketch = np.clip(picture, 0, 255).astype(np.uint8)
    if style.box_mark:
        cv2.circle(
            sketch, (int(unit * 0.08), int(unit * (HEIGHT - 0.08))), max(int(unit * 0.035), 1), (40, 130, 235), -1
        )
    if style.border:
        high, wide = sketch.shape[:2]
        cv2.rectangle(sketch, (0, 0), (wide - 1, high - 1), style.border_colour, 2 * max(int(style.border * unit), 1))
    return cv2.resize(sketch, size, interpolation=cv2.INTER_AREA)
