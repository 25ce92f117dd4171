"""The arithmetic of a pinhole camera over a plane: rotations, projection, its slopes. No cards and no fitting.

A camera is eight numbers: rotation vector 3, shift 3, logarithm of the focal length in pixels, radial term k1.
"""

from __future__ import annotations

import cv2
import numpy as np

NUMBERS = 8
_NEAREST_MM = 1.0  # what is nearer to the camera, or behind it, is projected as if it were so near

_UNBENDINGS = 5  # each leaves a fiftieth of what was wrong


def middle_of(size_px: tuple[int, int]) -> np.ndarray:
    return np.array([(size_px[0] - 1) / 2, (size_px[1] - 1) / 2])


def project(camera: np.ndarray, points_mm: np.ndarray, size_px: tuple[int, int]) -> np.ndarray:
    """(8,) camera numbers and (n, 2) millimetres to (n, 2) pixels."""
    seen = points_mm @ rotation_matrix(camera[:3])[:, :2].T + camera[3:6]
    straight = seen[:, :2] / np.maximum(seen[:, 2:], _NEAREST_MM)
    bent = straight * (1 + camera[7] * (straight * straight).sum(1, keepdims=True))
    return bent * np.exp(camera[6]) + middle_of(size_px)


def undistorted(camera: np.ndarray, points_px: np.ndarray, size_px: tuple[int, int]) -> np.ndarray:
    """(n, 2) pixels to (n, 3) rays in camera coordinates, z = 1."""
    bent = (points_px - middle_of(size_px)) * np.exp(-camera[6])
    straight = bent
    for _ in range(_UNBENDINGS):
        straight = bent / (1 + camera[7] * (straight * straight).sum(1, keepdims=True))
    return np.column_stack([straight, np.ones(len(straight))])


def slopes(camera: np.ndarray, points_mm: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How pixels of (n, 2) millimetres change with the camera's numbers, (n, 2, 8), and with the points, (n, 2, 2)."""
    focal = float(np.exp(camera[6]))
    lens, bent = np.diag([focal, focal, 1.0]), np.array([camera[7], 0, 0, 0])
    flat = np.column_stack([points_mm, np.zeros(len(points_mm))])
    _, by = cv2.projectPoints(flat, camera[:3], camera[3:6], lens, bent)
    by_camera = np.column_stack([by[:, :6], focal * by[:, 6:8].sum(1), by[:, 10]])  # either focal length moves one axis
    by_place = by[:, 3:6] @ rotation_matrix(camera[:3])[:, :2]
    return by_camera.reshape(-1, 2, NUMBERS), by_place.reshape(-1, 2, 2)


def rotation_matrix(vector: np.ndarray) -> np.ndarray:
    """(3,) rotation vector to (3, 3)."""
    return cv2.Rodrigues(np.asarray(vector, float))[0]


def rotation_vector(rotation: np.ndarray) -> np.ndarray:
    """(3, 3) to the rotation vector."""
    return cv2.Rodrigues(rotation)[0].ravel()
