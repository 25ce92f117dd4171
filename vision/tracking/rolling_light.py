"""Takes the bands out of small pictures that a lamp draws over them which flickers faster than the camera films.

in     small pictures, one after the other, and for each one of before whose light it is to have
out    the same picture without bands; and whether the light flickers
never  compares what is drawn: see picture_difference
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import FloatImage, Floats, Plane
from vision.tracking.picture_difference import grey_of


@dataclass(frozen=True)
class RollingLightSettings:
    """Telling bands from hands: a hand hides no more than half of most rows, and a lamp is switched once."""

    every_px: int = 4  # of a row, and of a column, that its light is the median of
    smoothed_px: float = 2.0  # of small pictures: what is drawn there differs from row to row, light does not
    uneven: float = 0.01  # standard deviation of the rows' light from one picture to the next
    pictures: int = 8  # lately, in which
    mostly: int = 6  # were uneven, before it is a lamp that flickers
    strong: float = 0.25  # bands so much brighter or darker than the picture on the whole: less is read through
    burnt: float = 200.0  # grey level of a colour, smoothed, from which on it may have been brighter
    beside_px: int = 5  # round it, itself included, that is burnt out in part: pictures are made small and smoothed
    most: float = 2.0  # times as bright, or as dark; more is no flicker


ROLLING_LIGHT = RollingLightSettings()
_ROWS, _COLUMNS = 1, 0  # the axis along which their light is the same


class RollingLight:
    """Bands lie along the rows, or along the columns where the camera stands on its side."""

    def __init__(self) -> None:
        self._came: Plane | None = None
        self._lately = {axis: deque[bool](maxlen=ROLLING_LIGHT.pictures) for axis in (_ROWS, _COLUMNS)}
        self._depths = deque[float](maxlen=ROLLING_LIGHT.pictures)

    @property
    def flickers(self) -> bool:
        return any(self._is_on(axis) for axis in self._lately)

    @property
    def flickers_strongly(self) -> bool:
        """Bands differ from those of an earlier picture by as much, their root mean square, as each from even light."""
        return self.flickers and bool(self._depths) and bool(np.mean(np.square(self._depths)) > ROLLING_LIGHT.strong**2)

    def take_out(self, picture: FloatImage, before: FloatImage | None, like: FloatImage | None) -> FloatImage:
        """The picture in the light of an earlier one, `like`, if the light flickers; before : the last one, so lit"""
        grey = grey_of(picture)
        if self._came is not None and self._came.shape == grey.shape:
            for axis, uneven in self._lately.items():
                light = light_along(grey, self._came, axis)
                uneven.append(bool(light.std() > ROLLING_LIGHT.uneven * np.median(light)))
        self._came = grey
        like = before if like is None else like
        if before is None or like is None or like.shape != picture.shape or not self.flickers:
            return picture
        wanted, light = grey_of(like), np.ones_like(grey)
        for axis in self._lately:
            if self._is_on(axis):
                light *= light_along(grey * light, wanted, axis)
        self._depths.append(float(light.std() / np.median(light)))
        return _lit(picture, light[..., None], before)

    def _is_on(self, axis: int) -> bool:
        return sum(self._lately[axis]) >= ROLLING_LIGHT.mostly


def _lit(picture: FloatImage, light: Floats, before: FloatImage) -> FloatImage:
    """The picture in that light. What a band burns out, or a part of it, is taken to be as it was before as far as that
    can be: it is between what came and what it would be if nothing had burnt out."""
    lit = np.asarray(picture * light, np.float32)
    burnt = (np.maximum(picture, before).max(2) >= ROLLING_LIGHT.burnt).astype(np.uint8)
    side = ROLLING_LIGHT.beside_px
    near = cv2.dilate(burnt, np.ones((side, side), np.uint8))[..., None] > 0
    return np.where(near, np.clip(before, np.minimum(picture, lit), np.maximum(picture, lit)), lit)


def light_along(now: Plane, before: Plane, axis: int) -> Floats:
    """How many times as bright each row or column was before: (rows, 1) or (1, columns), by the axis of length one."""
    limits, some = ROLLING_LIGHT, [slice(None), slice(None)]
    some[axis] = slice(None, None, ROLLING_LIGHT.every_px)
    is_now, was = now[tuple(some)], before[tuple(some)]
    each = np.sort((was + 1) / (is_now + 1), axis)
    light = np.take(each, [each.shape[axis] // 2], axis)
    smooth = cv2.GaussianBlur(light, (0, 0), limits.smoothed_px).reshape(light.shape)
    return np.clip(smooth, np.median(smooth) / limits.most, np.median(smooth) * limits.most)
