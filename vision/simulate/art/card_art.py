"""Draws one card: its tunnels, its marks, its decoration, printed. Backs and other cards: see backs.

`style` says how a deck looks, `rng` what differs from card to card. The same style and seed draw the same card.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.sight.reading import CardKind
from vision.arrays import Alpha, FloatImage, Image, Points
from vision.simulate.art import decoration, marks, texture
from vision.simulate.art.backs import draw_back
from vision.simulate.art.curves import HEIGHT, card_size
from vision.simulate.art.style import Style
from vision.simulate.art.tunnel_layout import Tunnel, lay_tunnels, plugged_together
from vision.simulate.art.tunnel_painting import paint_tunnels

_SMOOTH_BELOW_PX = 260  # smaller cards are painted twice as large and shrunk: thin lines stay even


def card_alpha(style: Style, height_px: int) -> Alpha:
    """Where the card is, inside its rounded corners; uint8 (h, w)."""
    width, height = card_size(height_px)
    large = np.zeros((height * 2, width * 2), np.uint8)
    radius = int(style.corner * width * 2)
    cv2.rectangle(large, (radius, 0), (width * 2 - 1 - radius, height * 2 - 1), 255, -1)
    cv2.rectangle(large, (0, radius), (width * 2 - 1, height * 2 - 1 - radius), 255, -1)
    for x in (radius, width * 2 - 1 - radius):
        for y in (radius, height * 2 - 1 - radius):
            cv2.circle(large, (x, y), radius, 255, -1)
    return np.asarray(cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def draw_card(
    face: Face | None,
    kind: CardKind,
    style: Style,
    height_px: int,
    rng: np.random.Generator,
    goal: str | None = None,
) -> Image:
    """A card as it lies upright in the game's frame; BGR uint8 (height_px, width, 3), square corners (see card_alpha).

    face : None draws the back: a goal's for CardKind.GOAL, else a tunnel card's
    goal : 'gold' or 'coal' draws that lump in the middle of a goal card that lies face up
    """
    if face is None:
        return draw_back(style, "goal" if kind is CardKind.GOAL else "path", height_px, rng)
    scale = 2 if height_px < _SMOOTH_BELOW_PX else 1
    width, height = card_size(height_px)
    unit = width * scale
    shape = (height * scale, width * scale)
    colour = style.start_rock if kind is CardKind.START and style.start_rock else style.rock
    picture = texture.paint_rock(shape, style, colour, rng)
    tunnels = lay_tunnels(face, style, rng)
    _scatter_beside(picture, style, unit, rng)
    paint_tunnels(picture, face, tunnels, style, unit, rng)
    sketch = np.clip(picture, 0, 255).astype(np.uint8)
    if kind is CardKind.START and style.start_kind == "emblem":
        marks.emblem(sketch, np.array([0.5, HEIGHT / 2]) * unit, style, unit, rng)
    _scatter_inside(sketch, tunnels, style, unit, rng)
    _close_ends(sketch, face, tunnels, style, unit, rng)
    _mark(sketch, face, kind, tunnels, style, unit, rng)
    if goal:
        marks.lump(sketch, _middle(tunnels) * unit, goal == "gold", unit, rng)
    if style.box_mark and _is_of_second_box(face, kind):
        spot = (int(unit * 0.08), int(unit * (HEIGHT - 0.08)))
        cv2.circle(sketch, spot, max(int(unit * 0.035), 1), (40, 130, 235), -1, cv2.LINE_AA)
    return texture.printed(sketch, style, (width, height), rng)


def _scatter_beside(picture: FloatImage, style: Style, unit: float, rng: np.random.Generator) -> None:
    count = int(rng.poisson(style.decor_beside))
    blind = int(rng.poisson(style.blind_mouths)) if style.blind_mouths else 0
    if not count and not blind:
        return
    sketch = np.clip(picture, 0, 255).astype(np.uint8)
    for _ in range(blind):
        decoration.blind_mouth(sketch, style, rng)
    for _ in range(count):
        at = rng.uniform(0.08, 0.92, 2) * (unit, unit * HEIGHT)
        decoration.decoration(sketch, at, unit * rng.uniform(0.025, 0.12), style, rng)
    picture[:] = sketch


def _scatter_inside(sketch: Image, tunnels: list[Tunnel], style: Style, unit: float, rng: np.random.Generator) -> None:
    """Decoration on the tunnels' floors and walls, never from wall to wall."""
    runs = [run for tunnel in tunnels for run in tunnel.runs]
    for run in runs:
        if rng.random() < style.rails:
            decoration.rails(sketch, run.points * unit, float(run.radii.mean()) * unit, rng)
    for _ in range(int(rng.poisson(style.decor_inside)) if runs else 0):
        at, along, half = runs[int(rng.integers(len(runs)))].at(rng.uniform(0.1, 1))
        beside = np.array([-along[1], along[0]]) * half * rng.uniform(-1.4, 1.4)
        decoration.decoration(sketch, (at + beside) * unit, unit * min(half * rng.uniform(0.12, 0.6), 0.09), style, rng)


def _close_ends(
    sketch: Image, face: Face, tunnels: list[Tunnel], style: Style, unit: float, rng: np.random.Generator
) -> None:
    tips = [(tip, float(tunnel.runs[0].radii[-1])) for tunnel in tunnels for tip in tunnel.tips]
    if not tips:
        return
    if plugged_together(face, style):
        marks.plug(sketch, tips[0][0] * unit, tips[0][1] * unit, style, rng)
        return
    if style.dead_end == "rubble" and len(tips) > 1 and not face.links and rng.random() < 0.3:
        middle = np.mean([tip for tip, _ in tips], 0) + rng.uniform(-0.04, 0.04, 2)
        marks.rubble(sketch, middle * unit, unit * rng.uniform(0.13, 0.2), style, unit, rng)
    for tip, half in tips:
        if style.dead_end == "plug":
            marks.plug(sketch, tip * unit, half * unit, style, rng)
        elif style.dead_end == "rubble" and rng.random() < 0.6:
            marks.rubble(sketch, tip * unit, half * unit, style, unit, rng)


def _mark(
    sketch: Image,
    face: Face,
    kind: CardKind,
    tunnels: list[Tunnel],
    style: Style,
    unit: float,
    rng: np.random.Generator,
) -> None:
    for tunnel in tunnels:
        if tunnel.passage.door:
            at, along, half = tunnel.runs[0].at(0.5 if len(tunnel.runs) == 1 else 0.97)
            marks.door(sketch, at * unit, along, half * unit, tunnel.passage.door, style, unit, rng)
    at_start = kind is CardKind.START
    if face.ladder and not (at_start and style.start_kind == "emblem"):
        lean = rng.uniform(-0.9, 0.9) if rng.random() < 0.5 else rng.uniform(-0.15, 0.15)
        at = _middle(tunnels) + rng.uniform(-0.07, 0.07, 2)
        if at_start and style.start_kind == "aside":
            at = at + rng.choice([-1, 1], 2) * rng.uniform(0.1, 0.27, 2)
        marks.ladder(sketch, at * unit, lean + np.pi * rng.integers(2), style, unit, rng)
    for _ in range(face.crystals):
        runs = [run for tunnel in tunnels for run in tunnel.runs]
        if runs and rng.random() < 0.7:
            at, along, half = runs[int(rng.integers(len(runs)))].at(rng.uniform(0.2, 0.95))
            at = at + np.array([-along[1], along[0]]) * half * rng.uniform(-2.4, 2.4)
        else:
            at = rng.uniform(0.12, 0.88, 2) * (1, HEIGHT)
        marks.crystal(sketch, np.clip(at, 0.12, (0.88, HEIGHT - 0.12)) * unit, style, unit, rng)


def _middle(tunnels: list[Tunnel]) -> Points:
    """Where the card's tunnels meet, turn or end."""
    if not tunnels:
        return np.array([0.5, HEIGHT / 2])
    runs = tunnels[0].runs
    return runs[0].at(0.5 if len(runs) == 1 and not tunnels[0].passage.is_dead_end else 0.97)[0]


def _is_of_second_box(face: Face, kind: CardKind) -> bool:
    mixed = bool(face.links) and len(face.passages) > 1
    return kind is CardKind.PATH and (face.door is not None or face.ladder or face.crystals > 0 or mixed)
