"""A room's light and a camera over a finished training picture: shadows, glare, blur, noise, JPEG. Draws no thing."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatImage, Image, Plane

Rng = np.random.Generator


def light_and_camera(canvas: Image, unit: float, rng: Rng) -> Image:
    """Shadows, glare, colour cast, exposure, blur, noise and JPEG over a finished picture; BGR uint8."""
    return film(light(canvas, rng, rng), unit, rng, rng)


def light(canvas: Image, lamp: Rng, rng: Rng) -> FloatImage:
    """A room's light and a camera's exposure; float32, 0 to 255 and beyond.

    lamp : chance of what is common to all that one lamp lights; shadows and glare lie anywhere
    """
    height, width = canvas.shape[:2]
    picture = canvas.astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    if lamp.random() < 0.6:
        slope = lamp.uniform(-0.7, 0.7, 2)
        picture *= np.clip(1 + slope[0] * x + slope[1] * y, 0.2, 2)[..., None]
    if rng.random() < 0.25:
        picture = _shadow(picture, rng)
    if lamp.random() < 0.6:
        picture *= np.exp(lamp.normal(0, 0.22, 3)).astype(np.float32)
    if rng.random() < 0.22:
        picture = _glare(picture, x, y, rng)
    gain = np.exp(lamp.normal(0, 0.3))
    if lamp.random() < 0.08:
        gain *= lamp.uniform(0.2, 0.6)
    lit: FloatImage = 255 * np.clip(picture * gain / 255, 0, 1.25) ** lamp.uniform(0.7, 1.4)
    return lit


def film(picture: FloatImage, unit: float, camera: Rng, rng: Rng) -> Image:
    """Blur, noise, sharpening and JPEG; BGR uint8.

    unit : a card's width in pixels; camera : chance of what is common to all that is on one picture, not of the noise
    """
    height, width = picture.shape[:2]
    picture = _blur(picture, unit, camera)
    sigma = camera.choice([camera.uniform(0, 3), camera.uniform(2, 9), camera.uniform(8, 26)], p=[0.45, 0.4, 0.15])
    picture += rng.standard_normal(picture.shape, dtype=np.float32) * sigma
    if camera.random() < 0.3:
        blotch = rng.standard_normal((height // 3 + 1, width // 3 + 1, 3), dtype=np.float32) * camera.uniform(1, 9)
        picture += cv2.resize(blotch, (width, height))
    out = np.clip(picture, 0, 255).astype(np.uint8)
    if camera.random() < 0.15:
        out = np.asarray(cv2.medianBlur(out, 3), np.uint8)
    if camera.random() < 0.15:
        out = np.asarray(cv2.addWeighted(out, 1.7, cv2.GaussianBlur(out, (0, 0), 1.2), -0.7, 0), np.uint8)
    if camera.random() < 0.65:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(camera.uniform(25, 95))]
        out = np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], cv2.IMREAD_COLOR), np.uint8)
    return out


def mild_camera(canvas: Image, unit: float, lamp: Rng, rng: Rng) -> Image:
    """An even light and a fair camera; BGR uint8. lamp : chance of what is common to the cards of a table"""
    height, width = canvas.shape[:2]
    picture = canvas.astype(np.float32)
    picture *= (np.exp(lamp.normal(-0.1, 0.2)) * np.exp(lamp.normal(0, 0.08, 3))).astype(np.float32)
    slope = lamp.uniform(-0.2, 0.2, 2)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    picture *= (1 + slope[0] * (x / width - 0.5) + slope[1] * (y / height - 0.5))[..., None]
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(unit * lamp.uniform(0.002, 0.02), 0.3)))
    picture += rng.standard_normal(picture.shape, dtype=np.float32) * lamp.uniform(0, 4)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(lamp.uniform(60, 96))]
    out = np.clip(picture, 0, 255).astype(np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], cv2.IMREAD_COLOR), np.uint8)


def _shadow(picture: FloatImage, rng: Rng) -> FloatImage:
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    corners = (rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners), 1.0)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), width * rng.uniform(0.02, 0.15)), np.float32)
    return picture * (1 - soft * rng.uniform(0.2, 0.65))[..., None]


def _glare(picture: FloatImage, x: Plane, y: Plane, rng: Rng) -> FloatImage:
    """A veil over all of it, or a spot of a lamp or window."""
    if rng.random() < 0.4:
        return picture + rng.uniform(0.1, 0.75) * (rng.uniform(190, 255) - picture)
    cx, cy = rng.uniform(-0.6, 0.6, 2)
    wide, tall = rng.uniform(0.08, 0.5, 2)
    spot = np.exp(-((((x - cx) / wide) ** 2 + ((y - cy) / tall) ** 2) ** rng.uniform(0.7, 2.5))) * rng.uniform(0.3, 1.3)
    lit: FloatImage = picture + spot[..., None] * np.array([250, 252, 255], np.float32)
    return lit


def _blur(picture: FloatImage, unit: float, rng: Rng) -> FloatImage:
    draw = rng.random()
    if draw < 0.4:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(unit * rng.uniform(0.002, 0.045), 0.3)))
    if draw < 0.55:
        length = max(int(unit * rng.uniform(0.02, 0.12)), 2)
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        way = np.array([np.cos(turn := rng.uniform(0, np.pi)), np.sin(turn)]) * length / 2
        centre = np.array([length, length])
        cv2.line(kernel, tuple((centre - way).astype(int)), tuple((centre + way).astype(int)), 1.0, 1, cv2.LINE_AA)
        return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))
    return picture
