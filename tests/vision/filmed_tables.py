"""Pictures of random mazes on a simulated table, each with its truth; drawn once, see disk_cache."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import radians
from typing import Any, ClassVar

import numpy as np
from disk_cache import cached

from vision.simulate.art.style import house_style
from vision.simulate.camera_stand import DEMO_CAMERA, DEMO_MARKERS, DEMO_THINGS
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.painter import DEMO_BOUNDS_MM, Painter
from vision.simulate.scene.random_boards import random_board
from vision.simulate.scene.sprite import Sprite
from vision.simulate.scene.table_scene import CASUAL, SLOPPY, TIDY, SceneCard, TableScene
from vision.simulate.truth import scene_truth
from vision.simulate.webcam import Camera, Webcam

NEATNESS = {"tidy": TIDY, "casual": CASUAL, "sloppy": SLOPPY}
GROUNDS = 3  # how many wooden table tops there are: to draw one takes as long as all that lies on it and its film
PRINTS = 2  # and how many cards of each face: to draw those of a maze takes as long again


class OnFewTables(Painter):
    """Paints what a scene says, with one of a few cards of each face, on one of a few table tops: which, seeds say."""

    _drawn: ClassVar[dict[tuple[object, ...], Sprite]] = {}

    def __init__(self) -> None:
        super().__init__(house_style())
        self._sprites = self._drawn

    def _sprite(self, card: SceneCard) -> Sprite:
        return super()._sprite(replace(card, seed=card.seed % PRINTS))

    def _paint_ground(self, scene: TableScene) -> np.ndarray:
        return super()._paint_ground(replace(scene, seed=scene.seed % GROUNDS))


class OneSensor(Webcam):
    """A camera whose noise is the same for all pictures of all tests, but for where in it each picture begins: to work
    out that of another sensor takes longer than all the rest of a film."""

    def __init__(self, camera: Camera, painter: Painter, seed: int) -> None:
        super().__init__(camera, painter.bounds_mm, painter.scale)
        self._rng = np.random.default_rng(seed)


@cache
@cached
def filmed(
    seed: int, markers: bool, side_deg: float, tilt_deg: float, neat: str = "tidy", cards: int = 14
) -> tuple[np.ndarray, dict[str, Any]]:
    """A picture of a random maze on a simulated table, and its truth. side_deg: 0 south, 90 east of the table."""
    table = TableScene(markers=DEMO_MARKERS if markers else (), clutter=DEMO_THINGS, neatness=NEATNESS[neat], seed=seed)
    scene = random_board(np.random.default_rng(seed), cards, table)
    across = abs(np.sin(radians(side_deg)))
    camera = replace(
        DEMO_CAMERA, azimuth_rad=radians(side_deg), tilt_rad=radians(tilt_deg), height_mm=1050 + 350 * across
    )
    painter = OnFewTables()
    picture = painter.paint(scene).copy()
    return OneSensor(camera, painter, seed).film(picture), scene_truth(scene, camera)


@cached
def filmed_at_the_demo(scenes: tuple[TableScene, ...]) -> list[np.ndarray]:
    """Pictures that the demo's camera takes of one table after the other."""
    table = DemoTable(paced=False)
    frames, pictures = table.frames(), []
    for scene in scenes:
        table.show(scene)
        pictures.append(next(frames).image)
    return pictures


@cached
def filmed_from_above(camera: Camera, scenes: tuple[TableScene, ...], scale: float, seed: int) -> list[np.ndarray]:
    """Pictures that a camera takes of one table after the other, painted with so many pixels a millimetre."""
    painter, webcam = Painter(house_style(), scale=scale), Webcam(camera, DEMO_BOUNDS_MM, scale, seed=seed)
    return [webcam.film(painter.paint(scene)) for scene in scenes]


@cached
def filmed_first(camera: Camera) -> np.ndarray:
    """The demo's table before a round, as such a camera takes it."""
    return next(DemoTable(camera=camera, paced=False).frames()).image
