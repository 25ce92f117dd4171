"""Clutter and light for training patches. Table tops are in tops, cards in dataset."""

from __future__ import annotations

import cv2
import numpy as np

from vision.train.tops import TEXTURE_PX, any_colour

Rng = np.random.Generator


def lay_table(canvas: np.ndarray, texture: np.ndarray, px_per_width: float, rng: Rng) -> None:
    """Fill the canvas with a turned piece of table top."""
    scale = px_per_width / 58 * rng.uniform(0.6, 1.6)
    turn = cv2.getRotationMatrix2D((TEXTURE_PX / 2, TEXTURE_PX / 2), float(rng.uniform(0, 360)), scale)
    turn[:, 2] += np.array([canvas.shape[1], canvas.shape[0]]) / 2 - TEXTURE_PX / 2 + rng.uniform(-30, 30, 2)
    cv2.warpAffine(texture, turn, canvas.shape[1::-1], canvas, cv2.INTER_LINEAR, cv2.BORDER_REFLECT)


def put_thing(canvas: np.ndarray, at: np.ndarray, unit: float, rng: Rng) -> None:
    """A die, pen, cord, hand, cup, phone, token or marker. at : canvas pixels; unit : a card's width in pixels."""
    kind = rng.choice(["die", "pen", "cord", "cord", "hand", "disc", "slab", "marker", "token"])
    x, y = at
    turn = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(turn), np.sin(turn)])
    tone = any_colour(rng, 1.0)
    if kind in ("die", "slab", "marker"):
        size = (
            unit
            * {"die": rng.uniform(0.1, 0.17), "slab": rng.uniform(0.5, 1.4), "marker": rng.uniform(0.3, 0.42)}[kind]
        )
        side = np.array([-way[1], way[0]]) * rng.uniform(0.5, 1.0) if kind == "slab" else np.array([-way[1], way[0]])
        box = np.array([at + size * (way * i + side * j) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        cv2.fillConvexPoly(canvas, box.astype(np.int32), (245, 245, 245) if kind == "marker" else tone, cv2.LINE_AA)
        if kind == "marker":
            _bits(canvas, box, rng)
        for _ in range(int(rng.integers(1, 6)) if kind == "die" else 0):
            spot = at + rng.uniform(-0.6, 0.6, 2) * size
            cv2.circle(canvas, tuple(spot.astype(int)), max(int(size * 0.2), 1), (240, 240, 240), -1, cv2.LINE_AA)
    elif kind == "pen":
        a, b = at - way * unit * rng.uniform(0.4, 2), at + way * unit * rng.uniform(0.4, 2)
        cv2.line(
            canvas,
            tuple(a.astype(int)),
            tuple(b.astype(int)),
            tone,
            max(int(unit * rng.uniform(0.08, 0.2)), 1),
            cv2.LINE_AA,
        )
    elif kind == "cord":
        steps = np.cumsum(rng.standard_normal((14, 2)) * unit * 0.15 + way * unit * 0.18, 0)
        points = (at + steps - steps[7]).astype(np.int32)
        cv2.polylines(
            canvas,
            [points],
            False,
            tone if rng.random() < 0.4 else (25, 25, 25),
            max(int(unit * rng.uniform(0.03, 0.1)), 1),
            cv2.LINE_AA,
        )
    elif kind == "hand":
        _hand(canvas, at, way, unit, rng)
    else:
        radius = unit * (rng.uniform(0.1, 0.2) if kind == "token" else rng.uniform(0.4, 1.0))
        cv2.circle(canvas, (int(x), int(y)), int(radius), tone, -1, cv2.LINE_AA)
        cv2.circle(
            canvas, (int(x), int(y)), int(radius * 0.75), any_colour(rng, 1.0), max(int(radius * 0.1), 1), cv2.LINE_AA
        )


def _hand(canvas: np.ndarray, at: np.ndarray, way: np.ndarray, unit: float, rng: Rng) -> None:
    skin = np.array([120, 160, 210]) * rng.uniform(0.3, 1.15) + rng.uniform(-15, 15, 3)
    tone = tuple(float(v) for v in np.clip(skin, 0, 255))
    side = np.array([-way[1], way[0]])
    palm = at + way * unit * rng.uniform(0.5, 1.1)
    for k in range(int(rng.integers(1, 5))):
        root = palm + side * unit * (k - 1.5) * 0.25
        tip = root - way * unit * rng.uniform(0.5, 1.1) + side * unit * rng.uniform(-0.1, 0.1)
        cv2.line(
            canvas,
            tuple(root.astype(int)),
            tuple(tip.astype(int)),
            tone,
            max(int(unit * rng.uniform(0.17, 0.26)), 1),
            cv2.LINE_AA,
        )
    cv2.ellipse(canvas, tuple(palm.astype(int)), (int(unit * 0.6), int(unit * 0.5)), 0, 0, 360, tone, -1, cv2.LINE_AA)
    wrist = palm + way * unit * 3
    cv2.line(
        canvas,
        tuple(palm.astype(int)),
        tuple(wrist.astype(int)),
        tone if rng.random() < 0.5 else (40, 40, 40),
        int(unit * 0.75),
        cv2.LINE_AA,
    )


def _bits(canvas: np.ndarray, box: np.ndarray, rng: Rng) -> None:
    corner, across, down = box[0], (box[1] - box[0]) / 8, (box[3] - box[0]) / 8
    for row in range(1, 7):
        for column in range(1, 7):
            if row in (1, 6) or column in (1, 6) or rng.random() < 0.5:
                a = corner + across * column + down * row
                cv2.fillConvexPoly(
                    canvas, np.array([a, a + across, a + across + down, a + down]).astype(np.int32), (20, 20, 20)
                )


def light_and_camera(canvas: np.ndarray, unit: float, rng: Rng) -> np.ndarray:
    """Shadows, glare, colour cast, exposure, blur, noise and JPEG over a finished picture; BGR uint8."""
    return film(light(canvas, rng), unit, rng)


def light(canvas: np.ndarray, rng: Rng) -> np.ndarray:
    """A room's light and a camera's exposure; float32, 0 to 255 and beyond."""
    height, width = canvas.shape[:2]
    picture = canvas.astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    if rng.random() < 0.6:
        slope = rng.uniform(-0.7, 0.7, 2)
        picture *= np.clip(1 + slope[0] * x + slope[1] * y, 0.2, 2)[..., None]
    if rng.random() < 0.25:
        picture = _shadow(picture, rng)
    if rng.random() < 0.6:
        picture *= np.exp(rng.normal(0, 0.22, 3)).astype(np.float32)
    if rng.random() < 0.22:
        picture = _glare(picture, x, y, rng)
    gain = np.exp(rng.normal(0, 0.3))
    if rng.random() < 0.08:
        gain *= rng.uniform(0.2, 0.6)
    return 255 * np.clip(picture * gain / 255, 0, 1.25) ** rng.uniform(0.7, 1.4)


def film(picture: np.ndarray, unit: float, rng: Rng) -> np.ndarray:
    """Blur, noise, sharpening and JPEG; unit : a card's width in pixels. Returns BGR uint8."""
    height, width = picture.shape[:2]
    picture = _blur(picture, unit, rng)
    sigma = rng.choice([rng.uniform(0, 3), rng.uniform(2, 9), rng.uniform(8, 26)], p=[0.45, 0.4, 0.15])
    picture += rng.standard_normal(picture.shape, dtype=np.float32) * sigma
    if rng.random() < 0.3:
        blotch = rng.standard_normal((height // 3 + 1, width // 3 + 1, 3), dtype=np.float32) * rng.uniform(1, 9)
        picture += cv2.resize(blotch, (width, height))
    out = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        out = cv2.medianBlur(out, 3)
    if rng.random() < 0.15:
        out = cv2.addWeighted(out, 1.7, cv2.GaussianBlur(out, (0, 0), 1.2), -0.7, 0)
    if rng.random() < 0.65:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(25, 95))]
        out = cv2.imdecode(cv2.imencode(".jpg", out, quality)[1], cv2.IMREAD_COLOR)
    return out


def _shadow(picture: np.ndarray, rng: Rng) -> np.ndarray:
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.float32)
    corners = (rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(corners), 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), width * rng.uniform(0.02, 0.15))
    return picture * (1 - mask * rng.uniform(0.2, 0.65))[..., None]


def _glare(picture: np.ndarray, x: np.ndarray, y: np.ndarray, rng: Rng) -> np.ndarray:
    """A veil over all of it, or a spot of a lamp or window."""
    if rng.random() < 0.4:
        return picture + rng.uniform(0.1, 0.75) * (rng.uniform(190, 255) - picture)
    cx, cy = rng.uniform(-0.6, 0.6, 2)
    wide, tall = rng.uniform(0.08, 0.5, 2)
    spot = np.exp(-((((x - cx) / wide) ** 2 + ((y - cy) / tall) ** 2) ** rng.uniform(0.7, 2.5))) * rng.uniform(0.3, 1.3)
    return picture + spot[..., None] * np.array([250, 252, 255], np.float32)


def _blur(picture: np.ndarray, unit: float, rng: Rng) -> np.ndarray:
    draw = rng.random()
    if draw < 0.4:
        return cv2.GaussianBlur(picture, (0, 0), max(unit * rng.uniform(0.002, 0.045), 0.3))
    if draw < 0.55:
        length = max(int(unit * rng.uniform(0.02, 0.12)), 2)
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        way = np.array([np.cos(turn := rng.uniform(0, np.pi)), np.sin(turn)]) * length / 2
        centre = np.array([length, length])
        cv2.line(kernel, tuple((centre - way).astype(int)), tuple((centre + way).astype(int)), 1.0, 1, cv2.LINE_AA)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture
