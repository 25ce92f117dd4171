"""Outlines and tubes painted over a training picture, lit as bodies are, and where they hide it. Knows no thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Alpha, FloatImage, Image, Points

Rng = np.random.Generator
SOLID = 0.5  # opacity from which on what is below cannot be told


@dataclass(frozen=True, eq=False)
class PatchScene:
    """What is painted on, and added to.

    hidden : (rows, columns) 255 where nothing below can be told; tables : textures, for cloth and print
    unit : a card's width in pixels
    """

    canvas: Image
    hidden: Alpha
    tables: Sequence[Image]
    unit: float


def outline(middle: Points, radius: float, rng: Rng, rough: float = 0.0) -> Points:
    """(24, 2) of a disc, or of something lumpier, in canvas pixels, as middle and radius are.

    rough : of the radius, one standard deviation
    """
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    bumps = np.repeat(rng.normal(1, rough, 8), 3) if rough else np.ones(24)
    return middle + np.column_stack([np.cos(angles), np.sin(angles)]) * (radius * np.abs(bumps))[:, None]


def tube(scene: PatchScene, line: Points, thick: float, tone: Points, rng: Rng) -> None:
    """Rounded: lighter along its middle than at its rim, more on one side. line : (n, 2), thick : canvas pixels"""
    shape = np.zeros(scene.hidden.shape, np.uint8)
    cv2.polylines(shape, [fixed_point(line)], False, (255,), max(round(thick), 1), cv2.LINE_AA, 4)
    inside = cv2.distanceTransform((shape > 127).astype(np.uint8), cv2.DIST_L2, 3)
    depth = np.clip(inside / max(thick / 2, 1), 0, 1)
    bulge = np.sqrt(np.clip(1 - (1 - depth) ** 2, 0, 1))
    if thick > 6:
        down, across = np.gradient(cv2.GaussianBlur(bulge.astype(np.float32), (0, 0), thick / 10))
        slope = rng.normal(0, 1, 2)
        bulge = bulge + np.clip((down * slope[0] + across * slope[1]) * thick * 0.12, -0.3, 0.3)
    dark = rng.uniform(0.05, 0.45)
    stuff = np.clip(tone, 0, 255) * (1 - dark + dark * bulge)[..., None]
    _lay(scene, shape, np.asarray(stuff, np.float32), rng)


def fill(
    scene: PatchScene, ring: Points, stuff: Points | FloatImage, rng: Rng, shadow: bool = True, opacity: float = 1.0
) -> None:
    """ring : (n, 2) canvas pixels; stuff : a colour, or a picture as large as the canvas"""
    shape = np.zeros(scene.hidden.shape, np.uint8)
    cv2.fillPoly(shape, [fixed_point(ring)], (255,), cv2.LINE_AA, 4)
    if not shape.any():
        return
    paint = np.broadcast_to(np.asarray(stuff, np.float32), scene.canvas.shape)
    _lay(scene, shape, _uneven(paint, rng), rng, shadow, opacity)


def _uneven(paint: FloatImage, rng: Rng) -> FloatImage:
    """Lighter to one side, and with a grain."""
    rows, columns = np.mgrid[0 : paint.shape[0], 0 : paint.shape[1]].astype(np.float32)
    slope = rng.normal(0, 0.25, 2) / max(paint.shape[:2])
    lit = 1 + slope[0] * (rows - rows.mean()) + slope[1] * (columns - columns.mean())
    grain = rng.standard_normal(paint.shape[:2], dtype=np.float32) * float(rng.choice([0, 0, 2, 8]))
    return np.asarray(paint * lit[..., None] + grain[..., None], np.float32)


def _lay(
    scene: PatchScene, shape: Alpha, stuff: FloatImage, rng: Rng, shadow: bool = True, opacity: float = 1.0
) -> None:
    canvas = scene.canvas.astype(np.float32)
    if shadow and rng.random() < 0.8:
        fallen = rng.normal(0, 0.06, 2) * scene.unit
        move = np.array([[1, 0, fallen[0]], [0, 1, fallen[1]]], np.float32)
        dark = cv2.GaussianBlur(cv2.warpAffine(shape, move, shape.shape[::-1]), (0, 0), max(0.04 * scene.unit, 0.5))
        canvas *= 1 - (dark.astype(np.float32) / 255 * rng.uniform(0.1, 0.55))[..., None]
    share = (shape.astype(np.float32) / 255 * opacity)[..., None]
    scene.canvas[:] = np.clip(canvas * (1 - share) + stuff * share, 0, 255).astype(np.uint8)
    if opacity > SOLID:
        np.maximum(scene.hidden, shape, out=scene.hidden)


def fixed_point(points: Points) -> Points:
    """With four bits behind the point, as OpenCV draws them finely."""
    return np.round(np.clip(points, -2000, 4000) * 16).astype(np.int32)
