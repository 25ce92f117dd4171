"""Whole tables for the detection network: mazes laid by hand, what lies around them, seen from anywhere. No learning.

Labels of a picture, MOST rows of ROW numbers: 0 kind (a Presence; NOBODY where the row is empty, HIDDEN where a card is
mostly covered and neither right nor wrong to be found); 1, 2 middle; 3, 4 and 5, 6 from there to the middle of the
card's east and south side; all in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell, Side
from vision.arrays import Floats, Image, Images, Points, Quad
from vision.geometry.dimensions import CARD_CORNERS_MM, CARD_WIDTH_MM, cell_mm
from vision.simulate.webcam import Camera
from vision.train.dataset.card_patches import lay
from vision.train.dataset.drawn_deck import HELD_OUT, DrawnCard, DrawnDeck, pick
from vision.train.dataset.imaging import film, light
from vision.train.dataset.patch_views import UNIT_CORNERS
from vision.train.dataset.things.covering_things import put_over
from vision.train.dataset.things.loose_things import put_thing
from vision.train.dataset.things.painting import PatchScene
from vision.train.dataset.tops.table_tops import OPAQUE, TEXTURE_PX, dyed, table_top

Rng = np.random.Generator
Owners = NDArray[np.int32]  # (rows, columns) number of the card that is seen there, from 1; 0 none
WIDTH, HEIGHT = 320, 192  # a part of a picture as the network will see it, which is twice as large
MOST, ROW = 72, 7
NOBODY, HIDDEN = -1, -2
DECKS, TOPS = 8, 40  # at a time
FRONTS = 16  # of a deck: most of the time goes into drawing them
SEEN_ENOUGH = 0.4  # of a card's face, to be worth finding
DYED = 0.15  # of the tables: in the colours of the deck's own cards
FLAT_THING = 0.5  # of the things: in one colour; the others have a body
CARD_PX = (13.0, 52.0)  # a card's width in the middle of the picture


@dataclass(frozen=True)
class Placed:
    """A card and where it lies on the table."""

    card: DrawnCard
    at_mm: Points
    turn_rad: float


def make_tables(seed: int, count: int, held_out: bool = False) -> tuple[Images, Floats]:
    """`count` pictures (n, HEIGHT, WIDTH, 3) uint8 and labels (n, MOST, ROW) float32; the same seed gives the same."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, int(held_out), 3])
    first = (HELD_OUT if held_out else 0) + seed * 10_000 + 5_000
    decks = [DrawnDeck(first + i, FRONTS) for i in range(DECKS)]
    tops = [table_top(rng) for _ in range(TOPS)]
    pictures = np.empty((count, HEIGHT, WIDTH, 3), np.uint8)
    labels = np.empty((count, MOST, ROW), np.float32)
    for i in range(count):
        if i % 60 == 59:
            decks[(i // 60) % len(decks)] = DrawnDeck(first + len(decks) + i // 60, FRONTS)
        if i % 8 == 7:
            tops[int(rng.integers(len(tops)))] = table_top(rng)
        deck, top = pick(decks, rng), pick(tops, rng)
        if rng.random() < DYED:
            top = dyed(top, pick([*deck.backs, *deck.fronts, *deck.starts], rng).picture, rng)
        pictures[i], labels[i] = make_table(deck, pick(decks, rng), top, rng)
    return pictures, labels


def make_table(deck: DrawnDeck, foreign: DrawnDeck, top: Image, rng: Rng) -> tuple[Image, Floats]:
    """One picture of a table laid with `deck`; `foreign` lends cards of another game."""
    camera = _camera(rng)
    picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    _spread_top(picture, top, camera, rng)
    owner = np.zeros((HEIGHT, WIDTH), np.int32)
    unit = camera.px_per_mm * CARD_WIDTH_MM
    _put_things(picture, owner, top, unit, rng, rng.poisson(1.0))
    placed = [*_beside_the_maze(deck, foreign, rng), *_maze(deck, rng)]
    quads = [camera.project(_corners_mm(card, rng)) for card in placed]
    order = rng.permutation(len(placed)) if rng.random() < 0.3 else range(len(placed))
    for number in map(int, order):
        _lay(picture, owner, placed[number].card, quads[number], number + 1, rng)
    if rng.random() < 0.6:
        _put_things(picture, owner, top, unit, rng, rng.poisson(1.5))
    lit = light(picture, rng, rng)
    filmed = film(lit, unit, rng, rng) if rng.random() < 0.75 else np.clip(lit, 0, 255).astype(np.uint8)
    return filmed, _labels(placed, quads, owner)


def _camera(rng: Rng) -> Camera:
    """From any side, 0 to 60 degrees from overhead, aimed at any part of the field or beside it."""
    tilt = float(np.radians(min(abs(rng.normal(0, 34)), 60)))
    fov = float(np.radians(rng.uniform(25, 60)))
    card_px = float(np.exp(rng.uniform(*np.log(CARD_PX))))
    height = WIDTH / 2 / np.tan(fov / 2) * np.cos(tilt) * CARD_WIDTH_MM / card_px
    reach = min(card_px / 14, 1.6)  # a close look may be beside the maze, a far one holds all of it
    target = np.array([227.0, 0.0]) + rng.normal(0, 1, 2) * (170, 110) * reach
    return Camera(
        target_mm=(float(target[0]), float(target[1])),
        tilt_rad=tilt,
        azimuth_rad=float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else float(rng.normal(0, 0.3)),
        roll_rad=float(rng.normal(0, 0.06)),
        height_mm=float(height),
        fov_rad=fov,
        width_px=WIDTH,
        height_px=HEIGHT,
        k1=float(rng.normal(-0.04, 0.06)),
    )


def _spread_top(picture: Image, top: Image, camera: Camera, rng: Rng) -> None:
    """The table top in perspective; its pattern repeats where the picture shows more of it."""
    scale = 58 / CARD_WIDTH_MM / rng.uniform(0.6, 1.6)
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    square_mm = np.array([[-200, -200], [200, -200], [200, 200], [-200, 200]]) + np.array(camera.target_mm)
    seen = camera.project(square_mm).astype(np.float32)
    texels = (square_mm @ spin.T).astype(np.float32)
    shrink = max(1.0, scale * CARD_WIDTH_MM / (camera.px_per_mm * CARD_WIDTH_MM) / 1.2)
    small = cv2.resize(top, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA) if shrink > 1 else top
    texels = texels * (small.shape[0] / TEXTURE_PX) + rng.uniform(0, TEXTURE_PX, 2).astype(np.float32)
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    to_texel = cv2.getPerspectiveTransform(seen, texels)
    grid = cv2.perspectiveTransform(np.dstack([columns, rows]), to_texel)
    grid = np.mod(grid, 2 * small.shape[0])  # there and back again, as in two mirrors
    grid = np.minimum(grid, 2 * small.shape[0] - 1 - grid).clip(0, small.shape[0] - 1)
    picture[:] = cv2.remap(small, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR)


def _put_things(picture: Image, owner: Owners, top: Image, unit: float, rng: Rng, count: int) -> None:
    """unit : a card's width in pixels"""
    for _ in range(count):
        at = rng.uniform(-0.05, 1.05, 2) * (WIDTH, HEIGHT)
        if rng.random() < FLAT_THING:
            owner[put_thing(picture, at, unit, rng)] = 0
        else:
            scene = PatchScene(picture, np.zeros(picture.shape[:2], np.uint8), (top,), unit)
            put_over(scene, at, rng)
            owner[scene.hidden > OPAQUE] = 0


def _maze(deck: DrawnDeck, rng: Rng) -> list[Placed]:
    """Start card, goals and what has been dug between them, as hands lay it: drifting, askew, with gaps."""
    cells = _dug(rng)
    shear = rng.normal(0, rng.choice([0.002, 0.012]), (2, 2))
    mess_mm, twist = rng.choice([0.7, 1.5, 3.5]), rng.choice([0.008, 0.02, 0.05])
    spread = 1 + rng.choice([rng.uniform(-0.02, 0.02), rng.uniform(0, 0.1)])
    goals = {*GOAL_CELLS, *((Cell(8, -1), Cell(8, 1)) if rng.random() < 0.1 else ())}
    turned = rng.uniform(0, 0.5)
    placed = []
    for cell in [*cells, *sorted(goals)]:
        where = cell_mm(cell) * spread
        where = where + shear @ where + rng.normal(0, mess_mm, 2)
        placed.append(Placed(_card_of(cell, cell in goals, deck, turned, rng), where, float(rng.normal(0, twist))))
    return [card for card in placed if rng.random() > 0.02]


def _card_of(cell: Cell, is_goal: bool, deck: DrawnDeck, turned: float, rng: Rng) -> DrawnCard:
    if cell == START_CELL:
        return pick(deck.starts, rng)
    if is_goal:
        return pick(deck.fronts if rng.random() < turned else deck.backs, rng)
    return deck.any_card(rng)


def _dug(rng: Rng) -> list[Cell]:
    """The start card's cell and others that grew from it, mostly eastwards."""
    cells = [START_CELL]
    for _ in range(int(rng.choice([0, 6, 14, 24, 34])) + int(rng.integers(0, 8))):
        grown = pick(cells[-6:], rng) if rng.random() < 0.7 else pick(cells, rng)
        side = Side(int(rng.choice(4, p=[0.24, 0.44, 0.24, 0.08])))
        cell = grown.beside(side)
        if cell not in cells and cell not in GOAL_CELLS and -3 <= cell.x <= 10 and abs(cell.y) <= 4:
            cells.append(cell)
    return cells


def _beside_the_maze(deck: DrawnDeck, foreign: DrawnDeck, rng: Rng) -> list[Placed]:
    """Piles and loose cards: the draw pile, the discards, gold, broken tools before the players."""
    placed = []
    for _ in range(rng.poisson(1.6)):
        at, turn = np.array([227.0, 0.0]) + rng.uniform(-1, 1, 2) * (480, 360), rng.uniform(0, 2 * np.pi)
        source = (deck.backs, deck.others, deck.fronts, foreign.others, foreign.fronts)[
            int(rng.choice(5, p=[0.3, 0.3, 0.2, 0.15, 0.05]))
        ]
        kind = rng.choice(["one", "pile", "row"], p=[0.45, 0.35, 0.2])
        count = 1 if kind == "one" else int(rng.integers(2, 6))
        step = rng.normal(0, 1.5, 2) if kind == "pile" else np.array([np.cos(turn), np.sin(turn)]) * rng.uniform(20, 75)
        for number in range(count):
            slip = rng.normal(0, 2.5, 2)
            placed.append(Placed(pick(source, rng), at + number * step + slip, float(turn + rng.normal(0, 0.05))))
    return placed


def _corners_mm(placed: Placed, rng: Rng) -> Quad:
    """Of a card that is a little bent."""
    c, s = np.cos(placed.turn_rad), np.sin(placed.turn_rad)
    flat = CARD_CORNERS_MM @ np.array([[c, s], [-s, c]]) + placed.at_mm
    bent: Quad = flat + rng.normal(0, 0.5, (4, 2))
    return bent


def _lay(picture: Image, owner: Owners, card: DrawnCard, quad: Quad, number: int, rng: Rng) -> None:
    if not np.isfinite(quad).all() or np.abs(quad).max() > 4 * WIDTH:
        return
    low, high = quad.min(0), quad.max(0)
    if (high < 0).any() or low[0] > WIDTH or low[1] > HEIGHT:
        return
    to_picture = cv2.getPerspectiveTransform(UNIT_CORNERS.astype(np.float32), quad.astype(np.float32))
    lay(picture, card, np.asarray(to_picture, np.float64), float(np.linalg.norm(quad[1] - quad[0])), rng)
    cv2.fillConvexPoly(owner, np.round(quad).astype(np.int32), number)


def _labels(placed: list[Placed], quads: list[Quad], owner: Owners) -> Floats:
    labels = np.full((MOST, ROW), NOBODY, np.float32)
    seen = np.bincount(owner.ravel(), minlength=len(placed) + 1)[1:]
    row = 0
    for card, quad, pixels in zip(placed, quads, seen, strict=True):
        middle = quad.mean(0)
        if row == MOST or pixels == 0 or not (0 <= middle[0] < WIDTH and 0 <= middle[1] < HEIGHT):
            continue
        share = pixels / max(cv2.contourArea(quad.astype(np.float32)), 1.0)
        kind = float(card.card.presence) if share >= SEEN_ENOUGH else HIDDEN
        across = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
        down = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
        labels[row] = kind, *middle, *across, *down
        row += 1
    return labels
