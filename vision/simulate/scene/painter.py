"""A table painted as seen from straight above, in pixels a millimetre. The camera's view of it: see webcam."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays import Image
from vision.simulate.art.card_art import draw_card
from vision.simulate.art.style import Style
from vision.simulate.scene.clutter import draw_thing
from vision.simulate.scene.sprite import Sprite, card_sprite, stamp_card
from vision.simulate.scene.surface import draw_surface
from vision.simulate.scene.table_scene import CARD_MM, SceneCard, TableScene

Box = tuple[int, int, int, int]  # x0, y0, x1, y1 in pixels of the painting
BoundsMm = tuple[float, float, float, float]  # west, north, east, south
SPRITES = 128  # pictures of cards that are kept, 50 KB each in the demo: more than lie on one table
DEMO_BOUNDS_MM: BoundsMm = (-460.0, -480.0, 920.0, 480.0)


class Painter:
    """Paints scenes, and of a scene like the one before only the cards that changed."""

    def __init__(self, style: Style, bounds_mm: BoundsMm = DEMO_BOUNDS_MM, scale: float = 1.8) -> None:
        self.style, self.bounds_mm, self.scale = style, bounds_mm, scale
        self._ground_of: TableScene | None = None
        self._ground: Image = np.empty(0, np.uint8)  # the table without cards
        self._canvas: Image = np.empty(0, np.uint8)
        self._painted: tuple[SceneCard, ...] = ()
        self._sprites: dict[tuple[object, ...], Sprite] = {}

    def to_px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        return (x_mm - self.bounds_mm[0]) * self.scale, (y_mm - self.bounds_mm[1]) * self.scale

    def paint(self, scene: TableScene) -> Image:
        """The painting, BGR uint8. It is drawn upon at the next call: copy it to keep it."""
        bare = replace(scene, cards=(), handled=0)
        if bare != self._ground_of:
            self._ground_of, self._ground = bare, self._paint_ground(bare)
            self._canvas, self._painted = self._ground.copy(), ()
        before, now = set(self._painted), set(scene.cards)
        for card in (*self._painted, *scene.cards):
            if (card in before) != (card in now):
                self._repaint(self._box(card), scene)
        self._painted = scene.cards
        return self._canvas

    def _repaint(self, box: Box, scene: TableScene) -> None:
        x0, y0, x1, y1 = box
        patch = self._ground[y0:y1, x0:x1].copy()
        for card in scene.cards:
            if _meet(self._box(card), box):
                stamp_card(patch, self._sprite(card), card, lambda x, y: self._within(x, y, box), 0.8 * self.scale)
        self._canvas[y0:y1, x0:x1] = patch

    def _within(self, x_mm: float, y_mm: float, box: Box) -> tuple[float, float]:
        x, y = self.to_px(x_mm, y_mm)
        return x - box[0], y - box[1]

    def stamp(self, canvas: Image, card: SceneCard, lift_mm: float = 0.8, wide: float = 1.0) -> None:
        """One card drawn onto a canvas; `lift_mm` above the table, `wide` < 1 while it is being turned over."""
        stamp_card(canvas, self._sprite(card), card, self.to_px, lift_mm * self.scale, wide)

    def _sprite(self, card: SceneCard) -> Sprite:
        """The card's front or back, upright, drawn once while it is in use; all backs of a kind look alike."""
        seed = card.seed if card.face else 0
        key = (card.kind, card.face, card.goal, seed)
        sprite = self._sprites.pop(key, None) or self._draw(card, seed)
        self._sprites[key] = sprite  # behind all that were used before
        if len(self._sprites) > SPRITES:
            del self._sprites[next(iter(self._sprites))]
        return sprite

    def _draw(self, card: SceneCard, seed: int) -> Sprite:
        rng = np.random.default_rng([seed, 5])
        height_px = round(CARD_MM[1] * self.scale)
        return card_sprite(draw_card(card.face, card.kind, self.style, height_px, rng, card.goal), self.style)

    def _paint_ground(self, scene: TableScene) -> Image:
        west, north, east, south = self.bounds_mm
        size = round((east - west) * self.scale), round((south - north) * self.scale)
        ground = draw_surface(scene.surface, *size, self.scale, scene.seed).copy()
        for thing in (*scene.markers, *scene.clutter):
            draw_thing(ground, thing, self.to_px, self.scale, self.style)
        return ground

    def _box(self, card: SceneCard) -> Box:
        """The pixels a card and its shadow may touch."""
        corners = np.array([self.to_px(x, y) for x, y in card.corners_mm()])
        low, high = np.floor(corners.min(axis=0)) - 8, np.ceil(corners.max(axis=0)) + 8
        x0, y0 = np.maximum(low, 0).astype(int)
        x1, y1 = np.maximum(high, 0).astype(int)
        height, width = self._ground.shape[:2]
        return min(int(x0), width), min(int(y0), height), min(int(x1), width), min(int(y1), height)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
