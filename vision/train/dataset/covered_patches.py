"""Training patches of cards that partly lie under something, each with what hides it, pixel by pixel. No learning.

A patch has four planes: blue, green and red as the camera has them, and 255 where nothing of the card can be told.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Alpha, FloatImage, Floats, Image, Images
from vision.train.dataset.card_patches import (
    as_wide_patch,
    bare_table,
    drawn_shard,
    lay,
    lay_all,
    loose_card,
)
from vision.train.dataset.drawn_deck import DrawnDeck, pick
from vision.train.dataset.face_labels import LABELS
from vision.train.dataset.imaging import film, light
from vision.train.dataset.patch_views import PatchView, look, pose_at
from vision.train.dataset.things.covering_things import put_over
from vision.train.dataset.things.loose_things import put_thing
from vision.train.dataset.things.painting import PatchScene

Rng = np.random.Generator
COVERED, GLARED, CARD_ON_TOP = 0.65, 0.16, 0.06  # of the patches
FLAT_THING = 0.2  # of the things: in one colour, as the reading network has them
LIT = 250.0  # grey level of the darkest channel from which on nothing can be told
SHINES = 60.0  # grey levels that a lamp adds: what was white before is no glare


def make_covered_patches(seed: int, count: int, held_out: bool = False) -> tuple[Images, Floats]:
    """`count` patches (n, h, w, 4) uint8, WIDE_PATCH; labels tell nothing more. The same seed gives the same shard."""
    return drawn_shard(covered_patch, seed, count, held_out)


def covered_patch(deck: DrawnDeck, foreign: DrawnDeck, table: Image, rng: Rng) -> tuple[Image, Floats]:
    view = look(rng, near=True)
    canvas = bare_table(view, table, rng)
    draw = rng.random()
    centre = pick(deck.fronts if draw < 0.86 else deck.starts if draw < 0.93 else deck.backs, rng)
    lay_all(canvas, view, deck, (centre, np.eye(3)), rng)
    hidden = np.zeros(canvas.shape[:2], np.uint8)
    if rng.random() < CARD_ON_TOP:
        _card_on_top(canvas, hidden, view, deck, foreign, rng)
    if rng.random() < COVERED:
        scene = PatchScene(canvas, hidden, [table, foreign.fronts[0].picture[..., :3].copy()], view.unit_px)
        for _ in range(int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))):
            _cover(scene, rng)
    picture = light(canvas, rng, rng)
    if rng.random() < GLARED:
        picture = _glare(picture, hidden, rng)
    taken = film(picture, view.unit_px, rng, rng)
    return as_wide_patch(np.dstack([taken, hidden])), np.zeros(LABELS, np.float32)


def _cover(scene: PatchScene, rng: Rng) -> None:
    at = np.array(scene.canvas.shape[1::-1]) * rng.uniform(0.0, 1.0, 2)
    if rng.random() > FLAT_THING:
        put_over(scene, at, rng)
        return
    scene.hidden[put_thing(scene.canvas, at, scene.unit, rng)] = 255


def _card_on_top(canvas: Image, hidden: Alpha, view: PatchView, deck: DrawnDeck, foreign: DrawnDeck, rng: Rng) -> None:
    """A loose card that lies across, partly over the card in the middle."""
    card, _ = loose_card(deck, foreign, rng)
    turn = rng.uniform(0.25, np.pi - 0.25)
    pose = pose_at(rng.normal(0, 0.6, 2), turn)
    before = canvas.copy()
    lay(canvas, card, view.to_canvas @ pose, view.unit_px, rng)
    changed = (np.abs(before.astype(int) - canvas).max(2) > 6).astype(np.uint8)
    hidden[cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)) > 0] = 255


def _glare(picture: FloatImage, hidden: Alpha, rng: Rng) -> FloatImage:
    """A lamp that shines back: hidden is what could be told before and no more after."""
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    at = rng.uniform(0.1, 0.9, 2) * picture.shape[:2]
    size = rng.uniform(0.08, 0.4, 2) * max(picture.shape[:2])
    turn = rng.uniform(0, np.pi)
    along = ((columns - at[1]) * np.cos(turn) + (rows - at[0]) * np.sin(turn)) / size[0]
    across = ((rows - at[0]) * np.cos(turn) - (columns - at[1]) * np.sin(turn)) / size[1]
    spot = np.exp(-((along**2 + across**2) ** rng.uniform(0.7, 2.5))) * rng.uniform(0.5, 2.0)
    shone = picture + spot[..., None] * rng.uniform(215, 255, 3).astype(np.float32)
    hidden[((shone - picture).min(2) > SHINES) & (shone.min(2) >= LIT)] = 255
    return np.asarray(shone, np.float32)
