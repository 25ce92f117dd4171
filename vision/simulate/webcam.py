"""A webcam over the table: where it stands, its lens, the light, its noise. What lies on the table is not here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, radians, sin, tan

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import FloatImage, Floats, Image, Matrix, Points
from vision.simulate.scene.table_scene import PointMm

FLOOR = (52, 60, 70)  # what shows beyond the painted table
SPARE_ROWS = 64  # of noise, so that each picture takes it from another height


@dataclass(frozen=True)
class Camera:
    """A pinhole camera with radial distortion that looks at one point of the table.

    tilt_rad : away from straight overhead
    azimuth_rad : the side it stands on: 0 is south of the table, a quarter-turn is east
    height_mm : of the lens above the table
    """

    target_mm: PointMm = (227.0, 0.0)
    tilt_rad: float = radians(14)
    azimuth_rad: float = 0.0
    roll_rad: float = 0.0
    height_mm: float = 1000.0
    fov_rad: float = radians(60)  # across the picture's width
    width_px: int = 1280
    height_px: int = 720
    k1: float = -0.05

    @property
    def matrix(self) -> Matrix:
        focal_px = self.width_px / 2 / tan(self.fov_rad / 2)
        return np.array([[focal_px, 0, (self.width_px - 1) / 2], [0, focal_px, (self.height_px - 1) / 2], [0, 0, 1]])

    @property
    def distortion(self) -> Floats:
        return np.array([self.k1, 0.0, 0.0, 0.0])

    @cached_property
    def rotation(self) -> Matrix:
        """Table axes (x east, y south, z down) to camera axes (x right, y down, z forward)."""
        t, a, r = self.tilt_rad, self.azimuth_rad, self.roll_rad
        forward = np.array([-sin(t) * sin(a), -sin(t) * cos(a), cos(t)])
        right = np.array([cos(a), -sin(a), 0.0])
        down = np.cross(forward, right)
        return np.array([cos(r) * right + sin(r) * down, cos(r) * down - sin(r) * right, forward])

    @cached_property
    def place_mm(self) -> Floats:
        """The lens in table axes; z is negative above the table."""
        away_mm = self.height_mm / cos(self.tilt_rad)
        place: Floats = np.array([*self.target_mm, 0.0]) - away_mm * self.rotation[2]
        return place

    @property
    def px_per_mm(self) -> float:
        """In the middle of the picture."""
        return float(self.matrix[0, 0] * cos(self.tilt_rad) / self.height_mm)

    def project(self, points_mm: Points) -> Points:
        """Points on the table, (n, 2) mm, to image pixels (n, 2)."""
        flat = np.column_stack([points_mm, np.zeros(len(points_mm))]).astype(np.float64)
        shift = -self.rotation @ self.place_mm
        turn, _ = cv2.Rodrigues(self.rotation)
        pixels, _ = cv2.projectPoints(flat.reshape(-1, 1, 3), turn, shift, self.matrix, self.distortion)
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def table_points(self, pixels: Points) -> Points:
        """Image pixels (n, 2) to the points of the table they show, (n, 2) mm."""
        rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2).astype(np.float64), self.matrix, self.distortion)
        rays = np.column_stack([rays.reshape(-1, 2), np.ones(len(pixels))]) @ self.rotation
        down = np.maximum(rays[:, 2:], 1e-3)  # a ray above the horizon lands far away
        points: Points = self.place_mm[:2] - rays[:, :2] * self.place_mm[2] / down
        return points

    def sees(self, points_mm: Points, margin_px: float = 0.0) -> bool:
        """Whether all points lie inside the picture, `margin_px` away from its edges."""
        low, high = self.project(points_mm).min(axis=0), self.project(points_mm).max(axis=0)
        edge = np.array([self.width_px, self.height_px]) - margin_px
        return bool((low >= margin_px).all() and (high <= edge).all())


@dataclass(frozen=True)
class Light:
    """What the room does to the picture. `cast` is the gain of blue, green and red."""

    exposure: float = 1.0
    cast: tuple[float, float, float] = (0.93, 1.0, 1.05)
    lamp_mm: PointMm = (150.0, -120.0)  # where a lamp's pool of light lies on the table
    lamp_gain: float = 0.22  # how much brighter the pool's middle is
    lamp_reach_mm: float = 380.0
    fall: float = 0.16  # how much darker the side away from the window is
    fall_rad: float = 0.6
    vignette: float = 0.14


@dataclass(frozen=True)
class Sensor:
    """What the camera does to the picture."""

    blur_px: float = 0.5
    noise: float = 2.0  # standard deviation in grey levels
    jpeg_quality: int = 0  # 0 leaves the picture as it is


LAMPLIGHT = Light()
WEBCAM = Sensor()


class Webcam:
    """Films a painted table from one fixed place: the maps are worked out once.

    bounds_mm : what the painting shows, (west, north, east, south)
    scale : pixels a millimetre of the painting
    """

    def __init__(
        self,
        camera: Camera,
        bounds_mm: tuple[float, float, float, float],
        scale: float,
        light: Light = LAMPLIGHT,
        sensor: Sensor = WEBCAM,
        seed: int = 0,
    ) -> None:
        self.camera, self.sensor = camera, sensor
        self._maps, self._gain = _maps_and_gain(camera, light, bounds_mm, scale)
        self._grain, after = _grain(seed, (camera.height_px + SPARE_ROWS, camera.width_px), sensor.noise)
        self._rng = np.random.default_rng([seed, 3])
        self._rng.bit_generator.state = after

    def film(self, painting: Image) -> Image:
        """The next picture of the painted table, BGR uint8."""
        return self.develop(self.look(painting))

    def look(self, painting: Image) -> Image:
        """The table through the lens in the room's light, before the sensor's noise."""
        coarse, fine = self._maps
        frame = cv2.remap(painting, coarse, fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=FLOOR)
        if self.sensor.blur_px:
            frame = cv2.GaussianBlur(frame, (0, 0), self.sensor.blur_px)
        return np.asarray(cv2.multiply(frame, self._gain, dtype=cv2.CV_8U), np.uint8)

    def develop(self, frame: Image) -> Image:
        if self.sensor.noise:
            top = int(self._rng.integers(SPARE_ROWS))
            grain = self._grain[int(self._rng.integers(len(self._grain)))]
            frame = np.asarray(cv2.add(frame, grain[top : top + len(frame)], dtype=cv2.CV_8U), np.uint8)
        if not self.sensor.jpeg_quality:
            return frame
        _, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self.sensor.jpeg_quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


@lru_cache(maxsize=1)  # as the maps below: to draw it takes a twelfth of a second; 25 MB at 720p
def _grain(
    seed: int, shape: tuple[int, int], noise: float
) -> tuple[tuple[NDArray[np.int16], ...], Mapping[str, object]]:
    """Pictures of noise as webcams have it: mostly grey, a little coloured, softened by the camera's own processing;
    and the chance from there on, as a bit generator's state."""
    rng = np.random.default_rng([seed, 3])
    return tuple(_speckle(rng, shape, noise) for _ in range(3)), rng.bit_generator.state


def _speckle(rng: np.random.Generator, shape: tuple[int, int], noise: float) -> NDArray[np.int16]:
    grey = rng.normal(0, 1, (*shape, 1)).astype(np.float32)
    colour = rng.normal(0, 1, (*shape, 3)).astype(np.float32)
    soft = cv2.GaussianBlur(0.9 * grey + 0.5 * colour, (0, 0), 0.6)
    return np.asarray(np.round(soft * noise / soft.std()), np.int16)


@lru_cache(maxsize=2)  # the same stand films game after game
def _maps_and_gain(
    camera: Camera, light: Light, bounds_mm: tuple[float, float, float, float], scale: float
) -> tuple[tuple[NDArray[np.int16], NDArray[np.uint16]], FloatImage]:
    """Where in the painting each pixel looks, as cv2.remap wants it, and what it is multiplied by."""
    rows, columns = np.mgrid[0 : camera.height_px, 0 : camera.width_px]
    points = camera.table_points(np.column_stack([columns.ravel(), rows.ravel()]))
    across, down = (
        ((along - begin) * scale - 0.5).clip(-16000, 16000).astype(np.float32).reshape(rows.shape)
        for along, begin in zip(points.T, bounds_mm[:2], strict=True)
    )
    coarse, fine = cv2.convertMaps(across, down, cv2.CV_16SC2, nninterpolation=False)
    return (np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)), _gain(camera, light, points)


def _gain(camera: Camera, light: Light, points_mm: Points) -> FloatImage:
    """What each pixel is multiplied by, (rows, columns, 3) float32."""
    shape = (camera.height_px, camera.width_px)
    (x, y), (lamp_x, lamp_y) = points_mm.T, light.lamp_mm
    pool = np.exp(-((x - lamp_x) ** 2 + (y - lamp_y) ** 2) / (2 * light.lamp_reach_mm**2))
    rows, columns = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    slope = light.fall * (columns * cos(light.fall_rad) + rows * sin(light.fall_rad)) / 2
    corner = light.vignette * (rows**2 + columns**2) / 2
    grey = light.exposure * (1 + light.lamp_gain * pool.reshape(shape) - slope - corner)
    return np.asarray(cv2.merge([(grey * gain).astype(np.float32) for gain in light.cast]), np.float32)
