"""What a camera ought to read from a simulated table, in the words of the JSON formats."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.sight.reading import Calibration, Reading, SeenCard
from companion.sight.reading_json import card_json
from vision.simulate.scene.table_scene import SceneCard, TableScene
from vision.simulate.webcam import Camera


def true_reading(scene: TableScene, camera: Camera) -> Reading:
    """The reading of a reader that never errs; cards outside the picture are left out."""
    cards = tuple(_seen(card, camera) for card in sorted(scene.cards, key=lambda card: card.cell))
    frame = (0, 0, camera.width_px, camera.height_px)
    inside = tuple(card for card in cards if _visible(card.quad_px, frame) > 0)
    return Reading(Calibration.MARKERS if scene.markers else Calibration.LAYOUT, inside)


def scene_truth(scene: TableScene, camera: Camera, image: str = "", **about: Any) -> dict[str, Any]:
    """What lies beside a picture as its truth: the cells as `read` prints them, and how much of each is in sight."""
    frame = (0, 0, camera.width_px, camera.height_px)
    cells = []
    for card in true_reading(scene, camera).cards:
        cell = card_json(card)
        for word in ("confidence", "uncertain", "alternatives"):
            del cell[word]
        corners = np.array(card.quad_px)
        long_side = (np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
        cell["visible_fraction"] = round(_visible(card.quad_px, frame), 3)
        cell["size_px"] = round(float(long_side), 1)
        cells.append(cell)
    return {"image": image, "markers": bool(scene.markers), "table": scene.surface, **about, "cells": cells}


def _seen(card: SceneCard, camera: Camera) -> SeenCard:
    nw, ne, se, sw = ((float(x), float(y)) for x, y in camera.project(np.array(card.corners_mm())))
    return SeenCard(card.cell, card.kind, card.face, 1.0, False, (nw, ne, se, sw))


def _visible(quad_px: tuple[tuple[float, float], ...], frame: tuple[int, int, int, int]) -> float:
    """The share of a card inside the picture."""
    quad = np.array(quad_px, np.float32)
    edge = np.array([[0, 0], [frame[2], 0], [frame[2], frame[3]], [0, frame[3]]], np.float32)
    area, _ = cv2.intersectConvexConvex(quad, edge)
    return float(area) / max(float(cv2.contourArea(quad)), 1e-6)
