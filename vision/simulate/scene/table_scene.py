"""A table as it stands: which cards lie where, how crooked, on what and beside what. No pictures: see painter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell, Side
from companion.sight.reading import CardKind
from vision.geometry.dimensions import CARD_HEIGHT_MM, CARD_WIDTH_MM

CARD_MM = (CARD_WIDTH_MM, CARD_HEIGHT_MM)
START_FACE = Face.of("NESW", ladder=True)

PointMm = tuple[float, float]  # table millimetres (x east, y south) from the middle of the start card


@dataclass(frozen=True)
class Neatness:
    """How carefully people lay cards. All figures are standard deviations, except the gap."""

    gap_mm: float = 0.8  # between two neighbours, on average
    shift_mm: float = 0.6  # of each card by itself
    twist_rad: float = radians(0.7)  # of each card by itself
    drift: float = 0.004  # mm a mm away from the start card: the maze stretches or shrinks as it grows
    lean: float = 0.004  # mm sideways a mm away from the start card: rows and columns run askew


TIDY = Neatness()
CASUAL = Neatness(gap_mm=1.5, shift_mm=1.5, twist_rad=radians(2.0), drift=0.008, lean=0.010)
SLOPPY = Neatness(gap_mm=2.0, shift_mm=3.0, twist_rad=radians(3.5), drift=0.012, lean=0.018)


@dataclass(frozen=True)
class SceneCard:
    """A card as it lies. `face` None lies face down; `seed` picks the picture among those of one face.

    goal : what a turned goal card shows: `gold` or `coal`
    """

    cell: Cell
    kind: CardKind
    face: Face | None
    x_mm: float
    y_mm: float
    twist_rad: float
    seed: int
    goal: str | None = None

    def corners_mm(self) -> tuple[PointMm, PointMm, PointMm, PointMm]:
        """N-W, N-E, S-E, S-W corner in the game's frame."""
        nw, ne, se, sw = (self.at(u, v) for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))
        return nw, ne, se, sw

    def at(self, u: float, v: float) -> PointMm:
        """A point of the card in table mm; u and v run from -0.5 (W, N) to 0.5 (E, S)."""
        x, y = u * CARD_MM[0], v * CARD_MM[1]
        c, s = cos(self.twist_rad), sin(self.twist_rad)
        return self.x_mm + c * x - s * y, self.y_mm + s * x + c * y


@dataclass(frozen=True)
class Thing:
    """Something on the table that is no card of the maze: see clutter for the kinds."""

    kind: str
    x_mm: float
    y_mm: float
    turn_rad: float = 0.0
    seed: int = 0

    def at(self, x_mm: float, y_mm: float) -> PointMm:
        c, s = cos(self.turn_rad), sin(self.turn_rad)
        return self.x_mm + c * x_mm - s * y_mm, self.y_mm + s * x_mm + c * y_mm


@dataclass(frozen=True)
class TableScene:
    """Everything that lies on one table.

    markers : four `marker` things in the order of their ids (N-W, N-E, S-E, S-W), or none
    handled : how many cards were put down so far, so that a card laid again lies a little differently
    """

    cards: tuple[SceneCard, ...] = ()
    surface: str = "wood"
    markers: tuple[Thing, ...] = ()
    clutter: tuple[Thing, ...] = ()
    neatness: Neatness = TIDY
    seed: int = 0
    handled: int = 0

    def card(self, cell: Cell) -> SceneCard | None:
        return next((card for card in self.cards if card.cell == cell), None)

    def __iter__(self) -> Iterator[SceneCard]:
        return iter(self.cards)


@dataclass(frozen=True)
class Pitch:
    """Where the cells of one scene lie on average: the scene's own gap, drift and lean."""

    right_mm: PointMm
    down_mm: PointMm

    def middle_mm(self, cell: Cell) -> PointMm:
        (rx, ry), (dx, dy) = self.right_mm, self.down_mm
        return cell.x * rx + cell.y * dx, cell.x * ry + cell.y * dy


def pitch_of(scene: TableScene) -> Pitch:
    rng = np.random.default_rng([scene.seed, 1])
    neat = scene.neatness
    wide, high = (side + neat.gap_mm for side in CARD_MM)
    stretch_x, stretch_y = 1 + abs(rng.normal(0, neat.drift)), 1 + abs(rng.normal(0, neat.drift))
    lean_x, lean_y = rng.normal(0, neat.lean), rng.normal(0, neat.lean)
    return Pitch((wide * stretch_x, wide * lean_x), (high * lean_y, high * stretch_y))


def starting_table(table: TableScene, goals: tuple[Cell, ...] = GOAL_CELLS) -> TableScene:
    """The table as a round begins: the start card and the goals face down (SETUP-05)."""
    scene = lay(replace(table, cards=()), START_CELL, START_FACE, CardKind.START)
    for cell in goals:
        scene = lay(scene, cell, None, CardKind.GOAL)
    return scene


def lay(scene: TableScene, cell: Cell, face: Face | None, kind: CardKind = CardKind.PATH) -> TableScene:
    """A card put down by hand. Raises ValueError where one lies already."""
    if scene.card(cell):
        raise ValueError(f"a card lies in {cell} already")
    return replace(scene, cards=(*scene.cards, _put(scene, cell, face, kind)), handled=scene.handled + 1)


def take(scene: TableScene, cell: Cell) -> TableScene:
    """A card taken off the table. Raises ValueError where none lies."""
    return replace(scene, cards=tuple(card for card in scene.cards if card is not card_at(scene, cell)))


def turn_goal(scene: TableScene, cell: Cell, face: Face, goal: str | None = None) -> TableScene:
    """A face-down card turned up in its place; `face` as it lies then."""
    old = card_at(scene, cell)
    put = _put(scene, cell, face, old.kind)
    new = replace(put, x_mm=old.x_mm + 0.4, y_mm=old.y_mm - 0.3, goal=goal)
    return replace(scene, cards=tuple(new if card is old else card for card in scene.cards), handled=scene.handled + 1)


def nudge(scene: TableScene, cell: Cell, x_mm: float, y_mm: float, twist_rad: float = 0.0) -> TableScene:
    """A card brushed by a sleeve."""
    old = card_at(scene, cell)
    new = replace(old, x_mm=old.x_mm + x_mm, y_mm=old.y_mm + y_mm, twist_rad=old.twist_rad + twist_rad)
    return replace(scene, cards=tuple(new if card is old else card for card in scene.cards))


def fits(scene: TableScene, cell: Cell, face: Face) -> bool:
    """Whether no tunnel would meet rock there."""
    for side in Side:
        card = scene.card(cell.beside(side))
        if card and card.face and (side in face.open) != (side.opposite in card.face.open):
            return False
    return True


def card_at(scene: TableScene, cell: Cell) -> SceneCard:
    """Raises ValueError where none lies."""
    card = scene.card(cell)
    if card is None:
        raise ValueError(f"no card lies in {cell}")
    return card


def _put(scene: TableScene, cell: Cell, face: Face | None, kind: CardKind) -> SceneCard:
    rng = np.random.default_rng([scene.seed, 2, scene.handled])
    x_mm, y_mm = pitch_of(scene).middle_mm(cell)
    if cell == START_CELL:  # the start card is the origin; only its twist is a matter of chance
        return SceneCard(cell, kind, face, 0.0, 0.0, rng.normal(0, scene.neatness.twist_rad / 2), scene.handled)
    dx, dy = rng.normal(0, scene.neatness.shift_mm, 2)
    twist = rng.normal(0, scene.neatness.twist_rad)
    return SceneCard(cell, kind, face, float(x_mm + dx), float(y_mm + dy), float(twist), scene.handled)
