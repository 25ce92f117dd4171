"""Things with a height, put into a picture as the lens sees them: balls and polygons, their shadows, what they hide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from exam.lens import Lens

Tone = Sequence[float]  # BGR
NEAREST_MM = 220.0  # nobody holds an arm before the lens: what would be nearer is left out
EDGE_PX = 1.2  # how soft the lens sees a thing's edges
SHIFT = 4  # bits of a pixel's fractions, as OpenCV's drawing takes them
LAYERS = ((1.0, 0.55, 0.0), (0.86, 0.78, 0.08), (0.66, 0.95, 0.16), (0.4, 1.08, 0.24))  # radius, light, towards it


@dataclass(frozen=True)
class Balls:
    """A row of balls, (n, 3) mm and (n,) mm: a finger, a cable, a heap."""

    at_mm: np.ndarray
    radii_mm: np.ndarray
    tone: Tone


@dataclass(frozen=True)
class Sheet:
    """A flat shape, (n, 3) mm; `clear` 0..1 lets through what is below. Does it throw a shadow?"""

    outline_mm: np.ndarray
    tone: Tone
    clear: float = 0.0
    throws: bool = True


Part = Balls | Sheet


@dataclass
class Stage:
    """Parts are added from below to above, and drawn at the end.

    slant : whither a shadow falls for each mm of height, mm
    """

    lens: Lens
    slant: tuple[float, float] = (0.5, 0.35)
    parts: list[Part] = field(default_factory=list)

    def add(self, parts: Iterable[Part]) -> None:
        self.parts.extend(parts)

    def drawn(self, picture: np.ndarray, depth: float = 0.45, soft_px: float = 6.0) -> tuple[np.ndarray, np.ndarray]:
        """The picture, uint8, with the parts, and a mask, uint8, of what they hide."""
        if not self.parts:
            return picture, np.zeros(picture.shape[:2], np.uint8)
        picture, fallen, hidden = picture.copy(), *np.zeros((2, *picture.shape[:2]), np.uint8)
        parts = [near for part in self.parts if (near := self._before_the_lens(part))]
        for part in parts:
            self._shadow(fallen, part)
        _darken(picture, fallen, depth, soft_px)
        for part in parts:
            self._draw(picture, hidden, part)
        around = _window(hidden, EDGE_PX)
        soft = cv2.GaussianBlur(picture[around], (0, 0), EDGE_PX)
        cv2.copyTo(soft, cv2.compare(hidden[around], 127, cv2.CMP_GT), picture[around])
        return picture, hidden

    def _before_the_lens(self, part: Part) -> Part | None:
        points = part.at_mm if isinstance(part, Balls) else part.outline_mm
        far = self.lens.depth_mm(points) > NEAREST_MM
        if isinstance(part, Sheet):
            return part if far.all() else None
        return Balls(part.at_mm[far], part.radii_mm[far], part.tone) if far.any() else None

    def _shadow(self, mask: np.ndarray, part: Part) -> None:
        points = part.at_mm if isinstance(part, Balls) else part.outline_mm
        ground = np.asarray(points, float).copy()
        ground[:, :2] += ground[:, 2:] * np.array(self.slant)
        ground[:, 2] = 0
        if isinstance(part, Sheet):
            if part.throws and part.clear < 0.5:
                cv2.fillPoly(mask, [_fixed(self.lens.project(ground))], 255, cv2.LINE_AA, SHIFT)
            return
        radii = part.radii_mm * self.lens.px_per_mm(ground)
        _discs(mask, self.lens.project(ground), radii, 255)

    def _draw(self, picture: np.ndarray, hidden: np.ndarray, part: Part) -> None:
        if isinstance(part, Sheet):
            outline = [_fixed(self.lens.project(part.outline_mm))]
            below = picture.copy() if part.clear else None
            cv2.fillPoly(picture, outline, [float(v) for v in part.tone], cv2.LINE_AA, SHIFT)
            if below is not None:
                cv2.addWeighted(below, part.clear, picture, 1 - part.clear, 0, picture)
            if part.clear < 0.4:
                cv2.fillPoly(hidden, outline, 255, cv2.LINE_AA, SHIFT)
            return
        middles, radii = self.lens.project(part.at_mm), part.radii_mm * self.lens.px_per_mm(part.at_mm)
        lit = self.lens.project(part.at_mm - 10 * np.array([*self.slant, 0.0])) - middles
        lit /= np.maximum(np.linalg.norm(lit, axis=1, keepdims=True), 1e-6)
        for share, light, towards in LAYERS:
            tone = [float(min(v * light, 255)) for v in part.tone]
            _discs(picture, middles + lit * radii[:, None] * towards, radii * share, tone)
        _discs(hidden, middles, radii, 255)


def _darken(picture: np.ndarray, fallen: np.ndarray, depth: float, soft_px: float) -> None:
    around = _window(fallen, soft_px)
    dark = 1 - depth / 255 * cv2.GaussianBlur(fallen[around], (0, 0), soft_px).astype(np.float32)
    picture[around] = picture[around] * cv2.merge([dark] * 3)


def _window(mask: np.ndarray, soft_px: float) -> tuple[slice, slice]:
    """The rows and columns with all that is not 0, and so much around it that blurring by soft_px changes no more."""
    left, top, wide, high = cv2.boundingRect(mask)
    by = int(8 * soft_px)
    return slice(max(top - by, 0), top + high + by), slice(max(left - by, 0), left + wide + by)


def _discs(picture: np.ndarray, middles: np.ndarray, radii: np.ndarray, tone: float | list[float]) -> None:
    """Those that are in the picture, one over the other."""
    around = radii[:, None]
    near = ((middles > -around) & (middles < np.array(picture.shape[1::-1]) + around)).all(1)
    at = np.int32(np.round(middles[near] * 2**SHIFT)).tolist()
    reach = (np.maximum(radii[near], 0.6) * 2**SHIFT).astype(int).tolist()
    for middle, radius in zip(at, reach, strict=True):
        cv2.circle(picture, middle, radius, tone, -1, cv2.LINE_AA, SHIFT)


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.int32(np.round(np.clip(points, -20000, 20000) * 2**SHIFT))


def limb(bones_mm: Sequence[Sequence[float]], radii_mm: Sequence[float], tone: Tone) -> Balls:
    """Balls along a bent line, so close that they make a tube."""
    bones, radii = np.asarray(bones_mm, float), np.asarray(radii_mm, float)
    points, sizes = [], []
    for number in range(len(bones) - 1):
        length = float(np.linalg.norm(bones[number + 1] - bones[number]))
        steps = max(int(length / (0.3 * min(radii[number], radii[number + 1]))), 1)
        share = np.linspace(0, 1, steps + 1)[:, None]
        points.append(bones[number] * (1 - share) + bones[number + 1] * share)
        sizes.append(radii[number] * (1 - share[:, 0]) + radii[number + 1] * share[:, 0])
    return Balls(np.concatenate(points), np.concatenate(sizes), tone)


def ring(x_mm: float, y_mm: float, z_mm: float, radius_mm: float, corners: int = 40, turn: float = 0.0) -> np.ndarray:
    """(n, 3) mm: a level circle, or a polygon of few corners."""
    angles = turn + np.linspace(0, 2 * np.pi, corners, endpoint=False)
    level = np.full(corners, z_mm)
    return np.column_stack([x_mm + radius_mm * np.cos(angles), y_mm + radius_mm * np.sin(angles), level])


def wall(lens: Lens, below_mm: np.ndarray, above_mm: np.ndarray, tone: Tone, clear: float = 0.0) -> list[Part]:
    """The side of an upright thing between two outlines: strips from the far side to the near one."""
    strips: list[tuple[float, Sheet]] = []
    eye = np.array(lens.eye_mm)
    middle = below_mm.mean(axis=0)
    for number in range(len(below_mm)):
        after = (number + 1) % len(below_mm)
        outline = np.array([below_mm[number], below_mm[after], above_mm[after], above_mm[number]])
        outward = outline[:2, :2].mean(axis=0) - middle[:2]
        facing = float(outward @ (eye - middle)[:2]) / max(float(np.linalg.norm(outward)), 1e-6)
        way = np.arctan2(outward[1], outward[0])
        light = 0.75 + 0.3 * np.cos(way + 2.3)
        shaded = [float(min(v * light, 255)) for v in tone]
        strips.append((facing, Sheet(outline, shaded, clear)))
    return [strip for _, strip in sorted(strips, key=lambda one: one[0])]
