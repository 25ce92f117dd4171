"""A hand over the table: how it looks, and how it moves while it lays, takes or turns a card. No rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from math import atan2, cos, hypot, pi, sin

import cv2
import numpy as np

from vision.arrays import Alpha, Image
from vision.simulate.scene.painter import Painter
from vision.simulate.scene.sprite import Sprite
from vision.simulate.scene.table_scene import PointMm, SceneCard

SKINS = ((150, 178, 222), (120, 152, 204), (92, 126, 180), (70, 100, 148), (48, 70, 108), (36, 50, 80))  # BGR
SLEEVES = ((120, 70, 40), (52, 56, 150), (70, 110, 60), (60, 60, 64), (150, 150, 156), (40, 120, 190), (120, 60, 110))
ARM_MM = 1050.0  # from the fingertips to where the arm is cut off, beyond the table's edge


class Gesture(StrEnum):
    LAY = "lay"
    TAKE = "take"
    TURN = "turn"


@dataclass(frozen=True)
class HandPose:
    """One moment of a gesture. The fingertips are at (x, y); the arm comes from `towards_rad` behind them.

    held : the card between the fingers, at the place where it is held
    wide : its apparent width, less than 1 while it is being turned over
    """

    x_mm: float
    y_mm: float
    towards_rad: float
    lift_mm: float
    held: SceneCard | None = None
    wide: float = 1.0


@dataclass(frozen=True)
class Moment:
    """A frame of a gesture: where the hand is, and whether the table is as it was or as it will be.

    bare : neither: the card is in the hand
    """

    hand: HandPose
    done: bool
    bare: bool


def gesture(
    kind: Gesture, before: SceneCard | None, after: SceneCard | None, seat_mm: PointMm, frames: int
) -> list[Moment]:
    """The frames of a hand that comes from a seat, does its work in the middle third and goes back.

    before, after : the card as it lies before (take, turn) and after (lay, turn)
    """
    place = after or before
    if place is None:
        raise ValueError("a gesture needs a card")
    grip = place.at(0.06, 0.30)
    towards = atan2(seat_mm[1] - grip[1], seat_mm[0] - grip[0])
    work = max(3, frames // 3)
    way = max(2, (frames - work) // 2)
    moments = []
    for step in range(way + work + way):
        near = _ease(min((step + 1) / way, (2 * way + work - step) / way, 1.0))
        x = seat_mm[0] + (grip[0] - seat_mm[0]) * near
        y = seat_mm[1] + (grip[1] - seat_mm[1]) * near
        progress = (step - way + 1) / work  # <= 0 on the way in, >= 1 on the way out
        moments.append(_moment(kind, before, after, HandPose(x, y, towards, 4 + 34 * (1 - near)), grip, progress))
    return moments


def _moment(
    kind: Gesture,
    before: SceneCard | None,
    after: SceneCard | None,
    hand: HandPose,
    grip: PointMm,
    progress: float,
) -> Moment:
    if kind is Gesture.LAY:
        holding = progress < 0.5
        return Moment(_with(hand, after, grip) if holding else hand, done=not holding, bare=False)
    if kind is Gesture.TAKE:
        holding = progress >= 0.5
        return Moment(_with(hand, before, grip) if holding else hand, done=holding, bare=False)
    if progress <= 0 or progress >= 1:
        return Moment(hand, done=progress >= 1, bare=False)
    card = before if progress < 0.5 else after
    return Moment(replace(_with(hand, card, grip), wide=max(0.12, abs(cos(pi * progress)))), done=False, bare=True)


def _with(hand: HandPose, card: SceneCard | None, grip: PointMm) -> HandPose:
    if card is None:
        return hand
    moved = replace(card, x_mm=card.x_mm + hand.x_mm - grip[0], y_mm=card.y_mm + hand.y_mm - grip[1])
    return replace(hand, held=moved)


def _ease(t: float) -> float:
    return t * t * (3 - 2 * t)


class Hand:
    """One person's right hand, drawn once; the arm reaches to the table's edge."""

    def __init__(self, scale: float, skin: int = 1, sleeve: int = 0) -> None:
        self.scale = scale
        self._sprite = _draw_hand(scale, SKINS[skin % len(SKINS)], SLEEVES[sleeve % len(SLEEVES)])

    def stamp(self, canvas: Image, painter: Painter, pose: HandPose) -> None:
        """Draws the hand, and under its fingers the card it holds, onto the canvas in place."""
        if pose.held:
            painter.stamp(canvas, pose.held, lift_mm=2 + pose.lift_mm / 2, wide=pose.wide)
        at_px = painter.to_px(pose.x_mm, pose.y_mm)
        self._sprite.stamp(canvas, at_px, pose.towards_rad - pi / 2, (8 + pose.lift_mm / 2) * self.scale)


def _draw_hand(scale: float, skin: tuple[int, int, int], sleeve: tuple[int, int, int]) -> Sprite:
    """A right hand that points north, seen from above, its thumb to the west; the pivot is at the fingertips."""
    width, height = int(230 * scale), int(ARM_MM * scale)
    pivot = (width * 0.5, 16 * scale)

    def at(x_mm: float, y_mm: float) -> tuple[int, int]:
        return int(pivot[0] + x_mm * scale), int(pivot[1] + y_mm * scale)

    limbs = [_sleeve_mask(width, height, at)]
    parts = [np.zeros((height, width), np.uint8)]
    palm: list[PointMm] = [
        (-30, 72),
        (-22, 58),
        (0, 54),
        (26, 58),
        (44, 70),
        (47, 98),
        (40, 130),
        (30, 150),
        (-22, 150),
        (-33, 120),
    ]
    cv2.fillPoly(parts[0], [np.array([at(*p) for p in _round_off(palm)])], 255, cv2.LINE_AA)
    wrist = [(-24, 136), (31, 136), (33, 180), (36, 240), (-30, 240), (-27, 180)]
    cv2.fillPoly(parts[0], [np.array([at(*p) for p in wrist])], 255, cv2.LINE_AA)
    fingers = [
        [(40, 78), (47, 52), (44, 32)],
        [(27, 70), (32, 30), (26, 8)],
        [(10, 68), (14, 22), (10, -4)],
        [(-10, 70), (-5, 26), (-3, -2)],
        [(-26, 104), (-44, 70), (-40, 44), (-26, 28)],
    ]
    thick = [13.5, 16, 17, 16.5, 19]
    colour = np.zeros((height, width, 3), np.uint8)
    mask = np.zeros((height, width), np.uint8)
    for limb, tone in ((parts[0], skin), (limbs[0], sleeve)):
        _add(colour, mask, limb, tone, 14 * scale)
    for bones, wide in zip(fingers, thick, strict=True):
        finger = np.zeros((height, width), np.uint8)
        cv2.polylines(finger, [np.array([at(*p) for p in bones])], False, 255, int(wide * scale), cv2.LINE_AA)
        _add(colour, mask, finger, skin, wide * scale / 2)
        _nail(colour, at(*bones[-1]), at(*bones[-2]), wide * scale, skin)
    soft = np.asarray(cv2.GaussianBlur(colour, (0, 0), 0.8 * scale), np.uint8)
    return Sprite(soft, mask, pivot)


def _sleeve_mask(width: int, height: int, at: Callable[[float, float], tuple[int, int]]) -> Alpha:
    sleeve = np.zeros((height, width), np.uint8)
    outline = [(-42, 208), (46, 208), (52, 330), (72, 1150), (-68, 1150), (-50, 330)]
    cv2.fillPoly(sleeve, [np.array([at(*p) for p in outline])], 255, cv2.LINE_AA)
    return sleeve


def _add(colour: Image, mask: Alpha, limb: Alpha, tone: tuple[int, int, int], round_px: float) -> None:
    """A limb laid over what is drawn already, rounded: darker towards its rim, lighter on its upper left."""
    around = _around(limb, 2 * round_px)
    colour, mask, limb = colour[around], mask[around], limb[around]
    inside = cv2.distanceTransform((limb > 127).astype(np.uint8), cv2.DIST_L2, 5)
    depth = np.clip(inside / max(round_px, 1), 0, 1)
    bulge = np.sqrt(np.clip(1 - (1 - depth) ** 2, 0, 1))
    slope_y, slope_x = np.gradient(cv2.GaussianBlur(bulge, (0, 0), max(round_px / 5, 0.8)))
    lit = 0.66 + 0.36 * bulge + np.clip((slope_x + slope_y) * round_px * 0.16, -0.12, 0.12)
    solid = limb.astype(np.float32) / 255
    for channel, level in enumerate(tone):
        shaded = np.clip(np.float32(level) * lit, 0, 255)
        colour[..., channel] = (colour[..., channel] * (1 - solid) + shaded * solid).astype(np.uint8)
    np.maximum(mask, limb, out=mask)


def _around(limb: Alpha, by_px: float) -> tuple[slice, slice]:
    """The rows and columns of a limb, and so much beside it."""
    (left, top, wide, high), by = cv2.boundingRect(limb), int(by_px) + 8
    return slice(max(top - by, 0), top + high + by), slice(max(left - by, 0), left + wide + by)


def _nail(
    colour: Image, tip: tuple[int, int], joint: tuple[int, int], wide_px: float, skin: tuple[int, int, int]
) -> None:
    dx, dy = tip[0] - joint[0], tip[1] - joint[1]
    length = max(hypot(dx, dy), 1)
    middle = (int(tip[0] + dx / length * wide_px * 0.08), int(tip[1] + dy / length * wide_px * 0.08))
    tone = tuple(int(min(255, v * 0.75 + 66)) for v in skin)
    axes = (int(wide_px * 0.33), int(wide_px * 0.25))
    cv2.ellipse(colour, middle, axes, float(np.degrees(atan2(dy, dx))), 0, 360, tone, -1, cv2.LINE_AA)


def _round_off(corners: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A polygon with its corners cut twice, so that it looks grown rather than sawn."""
    for _ in range(2):
        pairs = zip(corners, corners[1:] + corners[:1], strict=True)
        corners = [(a[0] * (1 - t) + b[0] * t, a[1] * (1 - t) + b[1] * t) for a, b in pairs for t in (0.25, 0.75)]
    return corners


def seat_places(bounds_mm: tuple[float, float, float, float], count: int) -> list[PointMm]:
    """Where hands come from: round the table's edge, from the south-east and then clockwise."""
    west, north, east, south = bounds_mm
    middle = ((west + east) / 2, (north + south) / 2)
    reach = (east - west) / 2, (south - north) / 2
    angles = [2 * pi * (seat + 0.5) / count for seat in range(count)]
    return [(middle[0] + reach[0] * cos(a), middle[1] + reach[1] * sin(a)) for a in angles]
