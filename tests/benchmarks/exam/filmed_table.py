"""A table before a camera that films: cards come and go, hands pass, lamp and camera change. No script: see acts.

Of a table like the one before only what changed is drawn anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from exam.cheap_camera import CheapCamera
from exam.cloths import ground
from exam.lamps import FlickeringLamp
from exam.lens import Lens
from exam.noise import Rng
from exam.press import Press
from exam.room import FLOOR_SCALE, BoundsMm, Room, in_sight, light_of, on_canvas, paint_table, seen
from exam.solids import Part, Stage
from vision.simulate.scene.table_scene import SceneCard, TableScene

SPARE_PX = 40  # of noise each way, so that no two pictures have the same
RIM_MM = 6.0  # round a card, for its shadow


class FilmedTable:
    """scene: as it lies now; things: what stands about, by a name, and stays until it is taken away"""

    def __init__(self, rng: Rng, scene: TableScene, press: Press, bounds: BoundsMm, lens: Lens, room: Room,
                 noise: float, camera: CheapCamera | FlickeringLamp | None = None) -> None:  # fmt: skip
        self._press, self._bounds = press, bounds
        self._ground = paint_table(rng, scene.surface, bounds, press.scale)
        self._canvas = self._ground.copy()
        self._floor = ground(room.floor, rng, (1400, 1100), FLOOR_SCALE)
        self._slant = (float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.6, 0.6)))
        self._rng, self._camera = rng, camera
        self.room, self.things = room, dict[str, list[Part]]()
        self.scene = replace(scene, cards=())
        shape = (lens.height_px + SPARE_PX, lens.width_px + SPARE_PX, 3)
        speckle = rng.standard_normal(shape, np.float32)
        self._grain = np.int16(np.round(noise * (0.6 * speckle + cv2.GaussianBlur(speckle, (0, 0), 0.9))))
        self.carry(lens)
        self.show(scene)

    def carry(self, lens: Lens) -> None:
        """The camera stands elsewhere from now on."""
        self.lens = lens
        self._bare = seen(lens, self._canvas, self._bounds, self._press.scale, self._floor)
        self.relight(self.room)

    def relight(self, room: Room) -> None:
        self.room = room
        self._gain, _ = light_of(self.lens, room)
        self._settle()

    def show(self, scene: TableScene) -> None:
        """Other cards lie there from now on."""
        before, now = set(self.scene.cards), set(scene.cards)
        self.scene = scene
        for card in before ^ now:
            self._repaint(card, scene.cards)
        self._settle()

    def put(self, name: str, parts: list[Part] | None) -> None:
        """A thing is put down, or taken away."""
        self.things.pop(name, None)
        if parts:
            self.things[name] = parts
        self._settle()

    def frame(self, parts: Sequence[Part] = (), held: SceneCard | None = None) -> np.ndarray:
        """The next picture, BGR uint8; `parts` and the card `held` are over the table only now."""
        picture = self._still
        if parts or held:
            bare = self._bare
            if held:
                bare = bare.copy()
                self._repaint(held, (*self.scene.cards, held), bare)
                self._repaint(held, self.scene.cards, bare, into_picture=False)
            picture, _ = self._drawn(bare, [*self._standing(), *parts])
        top, left = self._rng.integers(SPARE_PX, size=2)
        high, wide = picture.shape[:2]
        grain = self._grain if high <= wide else self._grain.transpose(1, 0, 2)
        noisy = cv2.add(picture, grain[top : top + high, left : left + wide], dtype=cv2.CV_8U)
        return self._camera.take(noisy) if self._camera else np.asarray(noisy, np.uint8)

    def in_sight(self, card: SceneCard) -> float:
        """The share of a card's place that lies in the picture and under none of the things."""
        return in_sight(self.lens.project(np.array(card.corners_mm())), self._hidden)

    def _standing(self) -> list[Part]:
        return [part for parts in self.things.values() for part in parts]

    def _settle(self) -> None:
        self._still, self._hidden = self._drawn(self._bare, self._standing())

    def _drawn(self, bare: np.ndarray, parts: list[Part]) -> tuple[np.ndarray, np.ndarray]:
        """The picture, and 255 where one of the parts hides the table."""
        stage = Stage(self.lens, self._slant)
        stage.add(parts)
        picture, hidden = stage.drawn(bare, 0.4, 5.0)
        return np.asarray(cv2.multiply(picture, self._gain, dtype=cv2.CV_8U), np.uint8), hidden

    def _repaint(
        self, card: SceneCard, cards: Sequence[SceneCard], picture: np.ndarray | None = None, into_picture: bool = True
    ) -> None:
        """The card's place on the canvas, and in the picture."""
        corners = np.array(card.corners_mm())
        low, high = corners.min(axis=0) - RIM_MM, corners.max(axis=0) + RIM_MM
        scale, origin = self._press.scale, np.array(self._bounds[:2])
        x0, y0 = np.maximum(np.floor((low - origin) * scale).astype(int), 0)
        x1, y1 = np.minimum(np.ceil((high - origin) * scale).astype(int), self._canvas.shape[1::-1])
        if x1 <= x0 or y1 <= y0:
            return
        patch = self._ground[y0:y1, x0:x1].copy()
        near = [one for one in cards if abs(one.x_mm - card.x_mm) < 130 and abs(one.y_mm - card.y_mm) < 130]
        self._press.lay(patch, tuple(near), (self._bounds[0] + x0 / scale, self._bounds[1] + y0 / scale))
        self._canvas[y0:y1, x0:x1] = patch
        if into_picture:
            self._look_again(low, high, self._bare if picture is None else picture)

    def _look_again(self, low: np.ndarray, high: np.ndarray, picture: np.ndarray) -> None:
        corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        quad = self.lens.project(corners)
        x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
        x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, picture.shape[1::-1])
        if x1 <= x0 or y1 <= y0:
            return
        place = (self.lens.table_mm[y0:y1, x0:x1] - np.float32(self._bounds[:2])) * np.float32(self._press.scale) - 0.5
        patch = cv2.remap(self._canvas, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        inside = on_canvas(place, self._canvas).astype(np.uint8)
        cv2.copyTo(patch, inside, picture[y0:y1, x0:x1])
