"""A table in a room, photographed: which ground, which light, what stands on it. Makes a picture with its truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.sight.reading import SeenCard
from companion.sight.reading_json import card_json
from exam.cloths import ground
from exam.lens import Lens, Sensor, expose
from exam.noise import Rng, clouds
from exam.press import Press
from exam.solids import Part, Stage
from vision.simulate.scene.table_scene import SceneCard, TableScene

BoundsMm = tuple[float, float, float, float]  # west, north, east, south
FLOOR_SCALE = 0.6


@dataclass(frozen=True)
class Glare:
    """A lamp mirrored in the cards: where, how wide and long, how turned, how bright (1 is white)."""

    at_mm: tuple[float, float]
    reach_mm: tuple[float, float]
    turn_rad: float
    strength: float


@dataclass(frozen=True)
class Shade:
    """The shadow of somebody: a half-plane or a strip, hard or soft."""

    at_mm: tuple[float, float]
    way_rad: float
    wide_mm: float
    soft_mm: float
    depth: float


@dataclass(frozen=True)
class Room:
    """Light and surroundings. `cast`: gain of blue, green, red."""

    exposure: float = 1.0
    cast: tuple[float, float, float] = (0.95, 1.0, 1.04)
    lamp_mm: tuple[float, float] = (200.0, -200.0)
    lamp: float = 0.2
    slope: tuple[float, float] = (0.1, 0.1)  # how much darker east and south are, of a metre
    dark_corners: float = 0.2
    shades: tuple[Shade, ...] = ()
    glares: tuple[Glare, ...] = ()
    floor: str = "coarse wood"


def paint_table(rng: Rng, kind: str, bounds: BoundsMm, scale: float) -> np.ndarray:
    west, north, east, south = bounds
    return ground(kind, rng, (int((east - west) * scale), int((south - north) * scale)), scale)


def seen(lens: Lens, painting: np.ndarray, bounds: BoundsMm, scale: float, floor: np.ndarray) -> np.ndarray:
    """The painted table on its floor through the lens, uint8, before any light. `floor`: at FLOOR_SCALE, repeated."""
    points = lens.table_mm
    west, north = bounds[:2]
    place = (points - np.array([west, north], np.float32)) * np.float32(scale) - 0.5
    below = points * np.float32(FLOOR_SCALE) % np.array([floor.shape[1] - 1, floor.shape[0] - 1], np.float32)
    far = cv2.remap(floor, below[..., 0], below[..., 1], cv2.INTER_LINEAR)
    near = cv2.remap(painting, place[..., 0], place[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.merge([cv2.blur(on_canvas(place, painting).astype(np.float32), (3, 3))] * 3)
    return (near * mask + far * (1 - mask)).astype(np.uint8)


def on_canvas(place: np.ndarray, canvas: np.ndarray) -> np.ndarray:
    """Which of these places (rows, columns, 2) are on a canvas; a boolean plane."""
    (x, y), (high, wide) = cv2.split(place), canvas.shape[:2]
    return (x > -0.5) & (y > -0.5) & (x < np.float32(wide) - 0.5) & (y < np.float32(high) - 0.5)


def light_of(lens: Lens, room: Room) -> tuple[np.ndarray, np.ndarray]:
    """What each pixel is multiplied by, (rows, columns, 3), and how white glare makes it (rows, columns); float32."""
    small = cv2.resize(lens.table_mm, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    x, y = small[..., 0], small[..., 1]
    light = 1 - np.clip(room.slope[0] * x / 1000 + room.slope[1] * y / 1000, -0.6, 0.6)
    light += room.lamp * np.exp(-((x - room.lamp_mm[0]) ** 2 + (y - room.lamp_mm[1]) ** 2) / (2 * 350.0**2))
    rows, columns = np.mgrid[-1 : 1 : light.shape[0] * 1j, -1 : 1 : light.shape[1] * 1j]
    light = light * (1 - room.dark_corners * (rows**2 + columns**2) / 2)
    for shade in room.shades:
        across = (x - shade.at_mm[0]) * np.cos(shade.way_rad) + (y - shade.at_mm[1]) * np.sin(shade.way_rad)
        within = 1 / (1 + np.exp(-np.clip((shade.wide_mm / 2 - np.abs(across)) / max(shade.soft_mm, 0.5), -40, 40)))
        light = light * (1 - shade.depth * within)
    size = (lens.width_px, lens.height_px)
    gain = cv2.resize((light * room.exposure).astype(np.float32), size)[..., None] * np.array(room.cast, np.float32)
    white = np.zeros(small.shape[:2], np.float32)
    for glare in room.glares:
        c, s = np.cos(glare.turn_rad), np.sin(glare.turn_rad)
        u = ((x - glare.at_mm[0]) * c + (y - glare.at_mm[1]) * s) / glare.reach_mm[0]
        v = ((y - glare.at_mm[1]) * c - (x - glare.at_mm[0]) * s) / glare.reach_mm[1]
        white += (glare.strength * np.exp(-np.minimum((u * u + v * v) ** 1.5, 60))).astype(np.float32)
    return gain, cv2.resize(white, size)


@dataclass(frozen=True)
class Still:
    """jpeg: the picture's bytes; truth: its cells as `read` prints them, and what it is."""

    jpeg: np.ndarray
    truth: dict[str, Any]

    @property
    def picture(self) -> np.ndarray:
        return np.asarray(cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR))


def photograph(
    rng: Rng, scene: TableScene, press: Press, table: tuple[np.ndarray, BoundsMm], lens: Lens, room: Room,
    sensor: Sensor, parts: Sequence[Part] = (), **about: Any,
) -> Still:  # fmt: skip
    """The scene's cards on the painted table, things over them. The painting is drawn upon."""
    painting, bounds = table
    press.lay(painting, scene.cards, bounds[:2])
    floor = ground(room.floor, rng, (1400, 1100), FLOOR_SCALE)
    picture = seen(lens, painting, bounds, press.scale, floor)
    stage = Stage(lens, (float(rng.uniform(-0.7, 0.7)), float(rng.uniform(-0.7, 0.7))))
    stage.add(parts)
    soft = 4 * float(lens.px_per_mm(np.zeros((1, 3)))[0])
    picture, hidden = stage.drawn(picture, float(rng.uniform(0.25, 0.6)), soft)
    gain, white = light_of(lens, room)
    bright, washed = picture * gain + cv2.merge([255 * white] * 3), (white > 0.8).astype(np.uint8) * 255
    bright *= cv2.merge([1 + 0.012 * clouds(rng, picture.shape[1::-1], 400, 1)] * 3)
    cells = true_cells(scene.cards, lens, cv2.max(hidden, washed))
    return Still(expose(rng, bright, sensor), {"markers": False, "table": scene.surface, **about, "cells": cells})


def true_cells(cards: Sequence[SceneCard], lens: Lens, hidden: np.ndarray) -> list[dict[str, Any]]:
    """The cards in the picture as `read` prints them, and how much of each is in sight."""
    found = []
    for card in sorted(cards, key=lambda card: card.cell):
        quad = lens.project(np.array(card.corners_mm()))
        visible = in_sight(quad, hidden)
        corners = tuple((float(x), float(y)) for x, y in quad)
        cell = card_json(SeenCard(card.cell, card.kind, card.face, 1.0, False, corners))  # type: ignore[arg-type]
        for word in ("confidence", "uncertain", "alternatives"):
            del cell[word]
        found.append({**cell, "visible_fraction": round(visible, 3)})
    return [cell for cell in found if cell["visible_fraction"] > 0]


def in_sight(quad: np.ndarray, hidden: np.ndarray) -> float:
    """The share of a quad's area that lies in the picture and under nothing."""
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, hidden.shape[1::-1])
    if area < 1 or (high <= low).any():
        return 0.0
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(mask, [np.int32(np.round((quad - low) * 16))], 1, shift=4)
    clear = mask.astype(bool) & (hidden[low[1] : high[1], low[0] : high[0]] < 128)
    return float(min(clear.sum() / max(area, float(mask.sum())), 1.0))
