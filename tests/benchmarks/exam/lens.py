"""A telephone's camera held over a table: where it is, how its lens bends, how its sensor sees. Nothing on the table.

The frame is the game's: millimetres, x towards the goals, y south; here also z, up from the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import tan

import cv2
import numpy as np

from exam.noise import Rng

COARSE_PX = 16  # the maps are worked out for one pixel in so many each way


@dataclass(frozen=True)
class Lens:
    """eye_mm: of the lens, z up; aim_mm: the point of the table it looks at; fov_rad: across the longer side.

    side_rad : the side of the table that is below in the picture: 0 south, a quarter-turn east
    bend : k1, k2, p1, p2, k3;  off : the axis off the picture's middle, in shares of the longer side
    """

    eye_mm: tuple[float, float, float]
    aim_mm: tuple[float, float]
    fov_rad: float
    width_px: int = 1920
    height_px: int = 1080
    side_rad: float = 0.0
    roll_rad: float = 0.0
    bend: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    off: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def matrix(self) -> np.ndarray:
        long_side = max(self.width_px, self.height_px)
        focal = long_side / 2 / tan(self.fov_rad / 2)
        middle = np.array([self.width_px - 1, self.height_px - 1]) / 2 + np.array(self.off) * long_side
        return np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])

    @cached_property
    def axes(self) -> np.ndarray:
        """Rows: right, down and forward of the camera, in table axes with z up."""
        forward = np.array([*self.aim_mm, 0.0]) - np.array(self.eye_mm)
        forward /= np.linalg.norm(forward)
        right = np.array([np.cos(self.side_rad), -np.sin(self.side_rad), 0.0])
        right -= forward * (right @ forward)
        right /= np.linalg.norm(right)
        down = np.cross(right, forward)  # y runs south, so that with z up the table's frame is left-handed
        cosine, sine = np.cos(self.roll_rad), np.sin(self.roll_rad)
        return np.array([cosine * right + sine * down, cosine * down - sine * right, forward])

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        """(n, 2) or (n, 3) millimetres to (n, 2) pixels."""
        points = np.atleast_2d(np.asarray(points_mm, float))
        if points.shape[1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        seen = (points - np.array(self.eye_mm)) @ self.axes.T
        seen[:, 2] = np.maximum(seen[:, 2], 1.0)
        pixels, _ = cv2.projectPoints(
            seen.reshape(-1, 1, 3), np.zeros(3), np.zeros(3), self.matrix, np.array(self.bend)
        )
        return pixels.reshape(-1, 2)

    def depth_mm(self, points_mm: np.ndarray) -> np.ndarray:
        """How far before the lens each of these points (n, 3) is."""
        return (np.atleast_2d(np.asarray(points_mm, float)) - np.array(self.eye_mm)) @ self.axes[2]

    def px_per_mm(self, points_mm: np.ndarray) -> np.ndarray:
        """How large a millimetre at each of these points (n, 3) is."""
        return self.matrix[0, 0] / np.maximum(self.depth_mm(points_mm), 1.0)

    @cached_property
    def table_mm(self) -> np.ndarray:
        """(rows, columns, 2) float32: the point of the table that each pixel shows."""
        across = np.arange(-COARSE_PX, self.width_px + 2 * COARSE_PX, COARSE_PX)
        down = np.arange(-COARSE_PX, self.height_px + 2 * COARSE_PX, COARSE_PX)
        x, y = np.meshgrid(across.astype(np.float64), down.astype(np.float64))
        flat = np.column_stack([x.ravel(), y.ravel()]).reshape(-1, 1, 2)
        rays = cv2.undistortPoints(flat, self.matrix, np.array(self.bend)).reshape(-1, 2)
        rays = np.column_stack([rays, np.ones(len(rays))]) @ self.axes
        steep = np.minimum(rays[:, 2:], -1e-3)
        points = np.array(self.eye_mm)[:2] - rays[:, :2] * self.eye_mm[2] / steep
        coarse = points.reshape(*x.shape, 2).astype(np.float32)
        place = [np.arange(size, dtype=np.float32) / COARSE_PX + 1 for size in (self.width_px, self.height_px)]
        return cv2.remap(coarse, *np.meshgrid(*place), cv2.INTER_LINEAR)


@dataclass(frozen=True)
class Sensor:
    """blur_px: out of focus; shake_px, shake_rad: how far and whither it moved; noise: of a middle grey, in levels."""

    blur_px: float = 0.5
    shake_px: float = 0.0
    shake_rad: float = 0.0
    noise: float = 2.0
    sharpened: float = 0.4
    fringe: float = 0.0004  # how much larger red is drawn than blue
    quality: int = 90


def expose(rng: Rng, picture: np.ndarray, sensor: Sensor) -> np.ndarray:
    """What the sensor makes of the light, float32 or uint8 BGR 0..255: the bytes of a JPEG."""
    picture = np.asarray(picture, np.float32)
    if sensor.shake_px > 1:
        reach = int(sensor.shake_px) | 1
        kernel = np.zeros((reach, reach), np.float32)
        arm = np.array([np.cos(sensor.shake_rad), np.sin(sensor.shake_rad)]) * reach / 2
        middle = np.array([reach // 2, reach // 2])
        cv2.line(kernel, np.int32(middle - arm).tolist(), np.int32(middle + arm).tolist(), 1.0)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    if sensor.blur_px:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px)
    if sensor.fringe:
        blue, green, red = cv2.split(picture)
        picture = cv2.merge([_drawn_larger(blue, -sensor.fringe), green, _drawn_larger(red, sensor.fringe)])
    if sensor.noise:
        speckle = rng.standard_normal(picture.shape, np.float32)
        speckle = 0.6 * speckle + 0.8 * cv2.GaussianBlur(speckle, (0, 0), 1.1)
        picture = picture + speckle * sensor.noise * np.sqrt(np.maximum(picture, 4) / 110)
    if sensor.sharpened:
        picture = picture + sensor.sharpened * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    whole = np.clip(picture, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])[1]


def _drawn_larger(plane: np.ndarray, by: float) -> np.ndarray:
    high, wide = plane.shape
    warp = np.array([[1 + by, 0, -by * wide / 2], [0, 1 + by, -by * high / 2]], np.float32)
    return cv2.warpAffine(plane, warp, (wide, high), borderMode=cv2.BORDER_REPLICATE)
