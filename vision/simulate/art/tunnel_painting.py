"""Paints tunnels onto rock: floor, walls, shadows, bridges. It knows no marks and no decoration."""

from __future__ import annotations

import cv2
import numpy as np

from companion.maze.faces import Face
from vision.arrays import Alpha, FloatImage
from vision.simulate.art import texture
from vision.simulate.art.style import Style
from vision.simulate.art.tunnel_layout import Tunnel, is_bridge

PORTALS = 0.45  # of the bridges: the lower tunnel ends in dark portals at the upper one, as printers draw it


def paint_tunnels(
    picture: FloatImage, face: Face, tunnels: list[Tunnel], style: Style, unit: float, rng: np.random.Generator
) -> None:
    """Tunnels onto the rock; a bridge's second tunnel goes over the first, all others are one layer."""
    shape = picture.shape[:2]
    floor = texture.paint_tunnel_floor(shape, style, rng)
    flow = texture.ragged_flow(shape, style.ragged * unit, rng) if style.ragged > 0.002 else None
    bridge = is_bridge(face)
    layers = [[tunnel] for tunnel in tunnels] if bridge else [tunnels]
    if bridge and rng.random() < 0.5:
        layers.reverse()
    under: Alpha | None = None
    for layer in layers:
        mask = _band(layer, shape, unit)
        if flow is not None:
            mask = np.asarray(cv2.remap(mask, *flow, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        if under is not None and rng.random() < PORTALS:
            _paint_portals(picture, mask, under, style, unit, rng)
        _lay_band(picture, mask, floor, style, unit, under is not None, rng)
        under = mask


def _paint_portals(
    picture: FloatImage, over: Alpha, under: Alpha, style: Style, unit: float, rng: np.random.Generator
) -> None:
    """The lower tunnel goes into the dark on both sides of the upper one, through an arch or without."""
    deep = (max(style.edge, style.rim) + rng.uniform(0.03, 0.16)) * unit
    dark = np.minimum(texture.grow(over, deep), under)
    if rng.random() < 0.5:
        arch = texture.grow(dark, rng.uniform(0.015, 0.05) * unit).astype(np.float32) / 255
        texture.blend(picture, arch, texture.shade(style.rim_colour, rng.uniform(0.6, 1.3)))
    depth = rng.uniform(0.05, 0.4)
    soft = texture.soften(dark, rng.uniform(0.0, 0.03) * unit).astype(np.float32) / 255
    blue, green, red = (int(depth * rng.uniform(*tone)) for tone in ((60, 180), (110, 200), (160, 255)))
    texture.blend(picture, soft * rng.uniform(0.75, 1.0), (blue, green, red))


def _lay_band(
    picture: FloatImage,
    mask: Alpha,
    floor: FloatImage,
    style: Style,
    unit: float,
    over: bool,
    rng: np.random.Generator,
) -> None:
    edge = max(style.edge, 0.022) if over else style.edge
    if over and rng.random() < 0.5:  # the lower tunnel stops short of the upper one
        apart = texture.grow(mask, (edge + rng.uniform(0.02, 0.07)) * unit).astype(np.float32) / 255
        texture.blend(picture, apart, style.rock if rng.random() < 0.7 else style.rock_shade)
    if style.rim or (over and rng.random() < 0.4):
        rim = texture.grow(mask, max(style.rim, 0.04 if over else 0) * unit).astype(np.float32) / 255
        texture.blend(picture, rim * (1.0 if over else 0.85), style.rim_colour)
        if style.rim_stones and style.rim:
            _pave_rim(picture, mask, style, unit, rng)
    if style.edge_twice:
        outer = texture.grow(mask, (edge + 0.045) * unit)
        ring = cv2.subtract(outer, texture.grow(mask, (edge + 0.025) * unit)).astype(np.float32) / 255
        texture.blend(picture, ring, style.edge_colour)
    if edge:
        texture.blend(picture, texture.grow(mask, edge * unit).astype(np.float32) / 255, style.edge_colour)
    if style.shadow:
        reach = int(unit * style.tunnel_width * 0.35) | 1
        lit = cv2.blur(mask, (reach, reach)).astype(np.float32) / 255
        floor = floor * (1 - style.shadow * 0.75 * (1 - lit[..., None]))
    texture.blend(picture, mask.astype(np.float32) / 255, floor)


def _pave_rim(picture: FloatImage, mask: Alpha, style: Style, unit: float, rng: np.random.Generator) -> None:
    """Single stones along the tunnel's wall; the floor painted later covers their inner halves."""
    sketch = np.clip(picture, 0, 255).astype(np.uint8)
    size = style.rim * unit
    for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
        points = contour[:: max(int(size * rng.uniform(1.3, 2.2)), 2), 0]
        for point in points:
            tone = texture.shade(style.rim_colour, rng.uniform(0.8, 1.2))
            texture.boulder(sketch, point.astype(float), size * rng.uniform(0.7, 1.1), tone, style.edge_colour, rng)
    picture[:] = sketch


def _band(tunnels: list[Tunnel], shape: tuple[int, int], unit: float) -> Alpha:
    mask = np.zeros(shape, np.uint8)
    for tunnel in tunnels:
        for run in tunnel.runs:
            points = (run.points * unit * 8).astype(np.int32)
            for i in range(len(points) - 1):
                radius = max(run.radii[i] * unit, 0.6)
                cv2.line(mask, tuple(points[i]), tuple(points[i + 1]), 255, max(round(2 * radius), 1), cv2.LINE_AA, 3)
    return mask
