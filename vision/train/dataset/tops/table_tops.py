"""Table tops for training pictures: wood, cloths, carpets and mats in any colours. Nothing that lies on them."""

from __future__ import annotations

import colorsys
from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import FloatImage, Floats, Image, Plane
from vision.train.dataset.tops import patterned_tops

Rng = np.random.Generator
TEXTURE_PX = 320
OPAQUE = 200  # alpha, of 255: a card's corners are round
LEAST_CONTRAST = 8.0  # grey levels, or noise would become a pattern
Tone = tuple[float, float, float]  # blue, green, red


def table_top(rng: Rng) -> Image:
    """A square of table at about the scale of a 90 px card; BGR uint8."""
    kind = str(rng.choice(list(_TOPS), p=[share for share, _ in _TOPS.values()]))
    size = TEXTURE_PX
    picture = np.full((size, size, 3), any_colour(rng, 0.65), np.float32)
    picture = _TOPS[kind][1](picture, rng)
    grain = rng.standard_normal((size, size), dtype=np.float32) * rng.choice([0, 1, 4, 10])
    picture += cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.5))[..., None] * 1.5
    return np.clip(picture, 0, 255).astype(np.uint8)


def dyed(top: Image, card: Image, rng: Rng) -> Image:
    """The same cloth in two to four colours of a card. top : BGR uint8, any size; card : likewise, with alpha"""
    printed = card[card[..., 3] > OPAQUE, :3].astype(np.float32)
    dyes = printed[rng.integers(0, len(printed), int(rng.integers(2, 5)))]
    if rng.random() < 0.7:
        dyes = dyes[dyes.sum(1).argsort()]
    grey = top.mean(2)
    low, high = np.percentile(grey, (2, 98))
    at = np.clip((grey - low) / max(high - low, LEAST_CONTRAST), 0, 1) * (len(dyes) - 1)
    darker = np.minimum(at.astype(int), len(dyes) - 2)
    share = (at - darker)[..., None]
    return np.asarray(np.rint(dyes[darker] * (1 - share) + dyes[darker + 1] * share), np.uint8)


def lay_table(canvas: Image, texture: Image, px_per_width: float, rng: Rng) -> None:
    """Fill the canvas with a turned piece of table top."""
    scale = px_per_width / 58 * rng.uniform(0.6, 1.6)
    about = (TEXTURE_PX / 2, TEXTURE_PX / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(about, float(rng.uniform(0, 360)), scale), np.float64)
    middle = np.array([canvas.shape[1], canvas.shape[0]]) / 2
    turn[:, 2] += middle - TEXTURE_PX / 2 + rng.uniform(-30, 30, 2)
    cv2.warpAffine(texture, turn, canvas.shape[1::-1], canvas, cv2.INTER_LINEAR, cv2.BORDER_REFLECT)


def _plain(picture: FloatImage, rng: Rng) -> FloatImage:
    return picture


def _wood(picture: FloatImage, rng: Rng) -> FloatImage:
    y, size = _rows(), TEXTURE_PX
    coarse = rng.standard_normal((int(rng.uniform(30, 160)), 4)).astype(np.float32)
    grain = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(y * rng.uniform(0.03, 0.3) + grain * rng.uniform(0.5, 3))
    picture *= (1 + rng.uniform(0.04, 0.2) * rings + rng.uniform(0.02, 0.12) * grain)[..., None]
    for seam in range(int(rng.integers(0, 3))):
        at = int(rng.uniform(0, size)) + seam
        picture[at : at + int(rng.integers(1, 4))] *= 0.5
    return picture


def _stripes(picture: FloatImage, rng: Rng) -> FloatImage:
    return picture + _band(_columns(), rng)[..., None] * (_colour_f(rng) - picture)


def _gingham(picture: FloatImage, rng: Rng) -> FloatImage:
    """Two sets of stripes woven through each other: light, half and full squares."""
    period, share = rng.uniform(8, 110), rng.uniform(0.35, 0.65)
    across, down = (np.mod(way / period + rng.random(), 1) < share for way in (_columns(), _rows()))
    mix = (across.astype(np.float32) + down) / 2
    woven: FloatImage = picture + mix[..., None] * (_colour_f(rng) - picture)
    return woven


def _chequers(picture: FloatImage, rng: Rng) -> FloatImage:
    """A board or tiles, square or oblong, sometimes with a seam around each."""
    wide = rng.uniform(12, 110)
    tall = wide * rng.choice([1.0, rng.uniform(0.6, 1.7)])
    columns, rows = _columns() / wide, _rows() / tall
    odd = np.mod(np.floor(columns) + np.floor(rows), 2)
    picture = picture + odd[..., None] * (_colour_f(rng) - picture) * rng.choice([1.0, 0.3, 0.0])
    seam = np.minimum(np.abs(columns - np.round(columns)) * wide, np.abs(rows - np.round(rows)) * tall)
    return np.where(seam[..., None] < rng.uniform(0.5, 4), _colour_f(rng), picture) if rng.random() < 0.5 else picture


def _tartan(picture: FloatImage, rng: Rng) -> FloatImage:
    """Bands of several widths and colours, the same both ways, half of each thread in sight."""
    period = rng.uniform(30, 160)
    threads = np.array([_colour_f(rng) for _ in range(4)])
    stops = np.sort(rng.random(int(rng.integers(3, 8))))
    chosen = rng.integers(0, len(threads), len(stops) + 1)
    chosen[rng.random(len(chosen)) < 0.4] = 0
    both = [threads[chosen[np.searchsorted(stops, np.mod(way / period, 1))]] for way in (_columns(), _rows())]
    woven: FloatImage = (both[0] + both[1]) / 2
    return woven


def _mat(picture: FloatImage, rng: Rng) -> FloatImage:
    """A printed picture: blots of all colours."""
    for _ in range(int(rng.integers(6, 30))):
        at = tuple(int(v) for v in rng.uniform(0, TEXTURE_PX, 2))
        cv2.circle(picture, at, int(rng.uniform(5, 70)), any_colour(rng, 1.0), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 12)))


def _linen(picture: FloatImage, rng: Rng) -> FloatImage:
    woven: FloatImage = picture * (1 + 0.06 * np.sin(_columns() * 2.1) + 0.06 * np.sin(_rows() * 2.3))[..., None]
    return woven


def _felt(picture: FloatImage, rng: Rng) -> FloatImage:
    nap = cv2.GaussianBlur(rng.standard_normal(picture.shape[:2], dtype=np.float32), (0, 0), 2)
    return picture * (1 + rng.uniform(0.1, 0.6) * nap)[..., None]


def _patterned(weave: Callable[[int, Floats, Rng], FloatImage]) -> Callable[[FloatImage, Rng], FloatImage]:
    """In up to six dyes, loud ones or shades of one."""

    def top(picture: FloatImage, rng: Rng) -> FloatImage:
        dyes = np.array([_colour_f(rng) for _ in range(int(rng.integers(4, 7)))])
        dyes = dyes[0] + (dyes - dyes[0]) * rng.choice([1.0, 1.0, rng.uniform(0.15, 0.8)])
        woven = weave(TEXTURE_PX, dyes.astype(np.float32), rng)
        soft = rng.choice([0.0, rng.uniform(0.4, 2.0)])
        return np.asarray(cv2.GaussianBlur(woven, (0, 0), soft), np.float32) if soft else woven

    return top


_TOPS: dict[str, tuple[float, Callable[[FloatImage, Rng], FloatImage]]] = {
    "wood": (0.1, _wood),
    "plain": (0.09, _plain),
    "gingham": (0.06, _gingham),
    "chequers": (0.05, _chequers),
    "tartan": (0.06, _tartan),
    "stripes": (0.04, _stripes),
    "felt": (0.04, _felt),
    "mat": (0.05, _mat),
    "linen": (0.03, _linen),
    "carpet": (0.12, _patterned(patterned_tops.carpet)),
    "kilim": (0.09, _patterned(patterned_tops.kilim)),
    "tiles": (0.08, _patterned(patterned_tops.tiles)),
    "newspaper": (0.03, _patterned(patterned_tops.newspaper)),
    "game mat": (0.04, _patterned(patterned_tops.game_mat)),
    "coarse wood": (0.06, _patterned(patterned_tops.coarse_wood)),
    "flowers": (0.04, _patterned(patterned_tops.flowers)),
    "knotwork": (0.02, _patterned(patterned_tops.knotwork)),
}


def _columns() -> Plane:
    return np.broadcast_to(np.arange(TEXTURE_PX, dtype=np.float32), (TEXTURE_PX, TEXTURE_PX))


def _rows() -> Plane:
    return _columns().T


def _band(way: Plane, rng: Rng) -> Plane:
    return np.asarray(np.sin(2 * np.pi * way / rng.uniform(8, 70)) > rng.uniform(-0.5, 0.5), np.float32)


def _colour_f(rng: Rng) -> Floats:
    return np.array(any_colour(rng, 0.9), np.float32)


def any_colour(rng: Rng, most_saturation: float) -> Tone:
    red, green, blue = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, most_saturation) ** 1.4, rng.uniform(0.05, 1))
    return (blue * 255, green * 255, red * 255)
