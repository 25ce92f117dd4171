"""Where two pictures of one table differ, as they are compared in small: what changed, what is drawn, what reaches in.

in     a Pyramid, to be made small; small pictures, two at a time; masks of where they differ, and Quads in them
out    the small picture; Grey and Mask of where two differ, and of what of it reaches in; shares of it and of Quads
never  remembers a picture, or says what moved: see change_detector
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, FloatImage, Floats, Grey, Mask, Plane, Quad, Quads
from vision.detection.pyramid import Pyramid

RIM_PX = 2  # of small pictures, round a card: its shadow, and how exactly it is known where it lies
_SPECKS = 2  # pixels of a colour, that make it no known one: a speck of dirt, a spark
_FAR_PX = 10_000  # what lies farther outside is drawn no better than that


@dataclass(frozen=True)
class PictureDifferenceSettings:
    """Telling what changed from exposure, noise and light. Pixels of the small pictures."""

    width_px: int = 320  # pictures are compared in small: a card keeps 14 px, noise averages out, the work is 3 ms
    blur_px: float = 1.0  # of the small picture, as below: takes what is left of noise, and a camera's trembling
    aside_px: int = 3  # round a pixel of a picture carried along with the camera: it lies as exactly as half of that
    speck_px: int = 2  # what is narrower in either direction is noise or an edge that trembled, and no change
    level: float = 0.12  # of the picture's median grey: what is no exposure and no noise
    level_least: float = 6.0  # grey levels; noise of the darkest scenes stays below 4 at this size
    level_most: float = 12.0
    least_colour: float = 20.0  # levels, of most of the picture: of less light, on red cloth of blue, little is told
    coloured: float = 1.5  # times the level, of one colour alone: a card may be as bright as the cloth, or as its back
    gap_px: int = 5  # narrower gaps are bridged: where a sleeve looks like the table, an arm is in pieces
    beside_px: int = 3  # round a moving background, itself included: an arm that comes out of it need only touch it
    foreign: float = 6.0  # of L*a*b*, to the nearest known colours: of a card laid anew 1 pixel in 100 is so far off
    known_px: int = 1000  # pixels that colours are known from, evenly taken
    surroundings_px: float = 5.0  # a pixel is compared with a third of a card around it: light changes more slowly
    drawn: float = 0.1  # of the surroundings' grey: what noise and the steepest lamp beside the table stay below


PICTURE_DIFFERENCE = PictureDifferenceSettings()


def made_small(picture: Pyramid) -> FloatImage:
    """And smoothed a little."""
    (wide, high), width = picture.size_px, PICTURE_DIFFERENCE.width_px
    size = (width, max(1, round(high * width / wide)))
    small = cv2.resize(picture.halved_to(width), size, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), PICTURE_DIFFERENCE.blur_px).astype(np.float32)


def grey_of(small: FloatImage) -> Plane:
    return np.asarray(cv2.cvtColor(np.asarray(small, np.float32), cv2.COLOR_BGR2GRAY))


def light_of(small: FloatImage) -> float:
    """Grey level of a picture on the whole; never less than what noise makes of the dark."""
    return max(float(grey_of(small[::4, ::4]).mean()), PICTURE_DIFFERENCE.level_least)


def exposure_gain(now: FloatImage, before: FloatImage) -> Floats:
    """Return how many times as bright most of the picture was before, (3,): in each colour, as white may be balanced
    anew; for a colour that most of the picture hardly has, as on the whole."""
    some, then = (np.ascontiguousarray(picture[::4, ::4]) for picture in (now, before))
    each = median_of((then + 1) / (some + 1))
    told = _mostly_coloured(some) & _mostly_coloured(then)
    return each if told.all() else np.where(told, each, median_of((grey_of(then) + 1) / (grey_of(some) + 1)))


def median_of(picture: FloatImage | Plane) -> Floats:
    """Return the median of each colour of a picture, (3,), or of a plane, (1,). Seven times as fast as numpy's."""
    levels = np.sort(picture.reshape(picture.shape[0] * picture.shape[1], -1).T)
    count = levels.shape[1]
    return np.asarray((levels[:, (count - 1) // 2] + levels[:, count // 2]) / 2)


def in_light_of(before: FloatImage, now: FloatImage) -> FloatImage:
    """Return the picture now, as bright as the one before in each colour."""
    return np.asarray(cv2.transform(now, np.diag(exposure_gain(now, before)).astype(np.float32)), np.float32)


def gain_around(
    before: FloatImage, now: FloatImage, seen: Mask, spread_px: float, elsewhere: FloatImage | float = 1.0
) -> FloatImage:
    """How many times as bright it was around each pixel, in each colour; `elsewhere` where nothing was seen. A quarter
    as large, as it changes slowly: 0.1 ms instead of 4."""
    was, is_now = (_smoothed(picture, seen, spread_px) for picture in (before, now))
    return np.asarray((was + 1e-3 * elsewhere) / (is_now + 1e-3), np.float32)


def _smoothed(picture: FloatImage, seen: Mask, spread_px: float) -> FloatImage:
    small = cv2.resize(cv2.copyTo(picture, seen.view(np.uint8)), None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), spread_px / 4), np.float32)


def _mostly_coloured(small: FloatImage) -> Flags:
    """(3,) whether most pixels have enough of each colour to tell how bright it is."""
    enough = (small >= PICTURE_DIFFERENCE.least_colour).reshape(-1, 3)
    return np.array([2 * np.count_nonzero(colour) > len(enough) for colour in enough.T])


def differing(now: FloatImage, before: FloatImage, carried: bool = False) -> Grey:
    """Return 255 where the picture now differs from one before by more than exposure and noise.

    carried : the one before was carried along with the camera, and lies no more exactly than that
    """
    level = noise_level(float(median_of(grey_of(before[::4, ::4]))[0]))
    differs = (apart(in_light_of(before, now), before, carried) > level).view(np.uint8) * np.uint8(255)
    return np.asarray(cv2.morphologyEx(differs, cv2.MORPH_OPEN, _square(PICTURE_DIFFERENCE.speck_px)), np.uint8)


def noise_level(bright: float) -> float:
    """How far pixels are apart that noise and exposure may have parted. bright : grey level of most of the picture"""
    limits = PICTURE_DIFFERENCE
    return min(max(limits.level * bright, limits.level_least), limits.level_most)


def apart(now: FloatImage, before: FloatImage, carried: bool = False) -> Plane:
    """How far each pixel is from what it was in the same light, in grey levels; in one colour alone, less so. carried :
    as above"""
    brighter, coloured = _off(grey_of(now), grey_of(before), carried), _most_of_three(_off(now, before, carried))
    return np.asarray(np.maximum(brighter, coloured / PICTURE_DIFFERENCE.coloured))


def tinted(now: FloatImage, before: FloatImage, where: Mask, carried: bool = False) -> float:
    """How far a part is on the whole from what it was in the same light: grey levels of the colour in which it is
    farthest. carried : as above"""
    return float(np.abs((now - _expected(now, before, carried))[where].mean(0)).max())


def drawn_otherwise(now: FloatImage, before: FloatImage, carried: bool = False) -> Mask:
    """Where they differ, each beside its own surroundings: light is smooth. carried : as above"""
    return _off(_beside(grey_of(now)), _beside(grey_of(before)), carried) > PICTURE_DIFFERENCE.drawn


def reaching_in(changed: Grey, background: Grey, lately: Mask, least: float) -> tuple[Grey, Grey]:
    """Return two masks, 1 where they are set: the patches that touch the picture's edge or a moving background, as
    whoever sits there may reach out; and the largest of them.

    A patch in which nothing has moved lately is left out: it lies there.

    least : share of the picture in which a patch must have moved lately
    """
    if not changed.any():
        return np.zeros_like(changed), np.zeros_like(changed)
    joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, _square(PICTURE_DIFFERENCE.gap_px))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    edge = cv2.dilate(background, _square(PICTURE_DIFFERENCE.beside_px))
    edge[[0, -1]] = edge[:, [0, -1]] = 255
    patches = joined > 0
    moved = np.bincount(labels[lately & patches], minlength=count) > least * changed.size
    touched = np.bincount(labels[(edge > 0) & patches], minlength=count) > 0
    at_edge = [label for label in range(1, count) if touched[label] and moved[label]]
    areas = {label: int(stats[label, cv2.CC_STAT_AREA]) for label in at_edge}
    largest = max(areas, key=lambda label: areas[label], default=-1)
    reach = np.zeros(count, np.uint8)
    reach[at_edge] = 1
    return reach[labels], (labels == largest).astype(np.uint8)


def share_of_picture(mask: Grey) -> float:
    return float(np.count_nonzero(mask)) / mask.size


def share_of_quad(quad_px: Quad, mask: Mask) -> float:
    """The share of a quad in which the mask is set; 0 if the quad is not in the picture."""
    place = np.zeros(mask.shape, np.uint8)
    cv2.fillConvexPoly(place, np.round(quad_px).astype(np.int32), 1)
    return float(mask[place > 0].mean()) if place.any() else 0.0


def shares_of_quads(quads_px: Quads, mask: Mask) -> Floats:
    """(n,) the same for each quad; what two of them cover is counted for the later one."""
    if not mask.any():
        return np.zeros(len(quads_px))
    whose = np.zeros(mask.shape, np.int32)
    corners = np.clip(quads_px, -_FAR_PX, _FAR_PX)
    for number, quad in enumerate(np.round(corners).astype(np.int32), start=1):
        cv2.fillConvexPoly(whose, quad, number)
    areas = np.bincount(whose.ravel(), minlength=len(quads_px) + 1)
    covered = np.bincount(whose[mask], minlength=len(quads_px) + 1)
    return (covered / np.maximum(areas, 1))[1:]


def covered(shape: tuple[int, ...], quads_px: Quads, rim_px: int) -> Mask:
    """Where quads lie, or nearer to them than `rim_px`."""
    mask: Grey = np.zeros(shape, np.uint8)
    for quad in quads_px:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    side = 2 * rim_px + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)) > 0)


def around(shape: tuple[int, ...], quad_px: Quad, wide_px: int) -> Mask:
    """What lies so near to a quad and its rim, and not in these."""
    inner, outer = (covered(shape, quad_px[None], rim) for rim in (RIM_PX, RIM_PX + wide_px))
    return np.asarray(outer & ~inner)


def share_foreign(now: FloatImage, where: Mask, before: FloatImage, known: Mask) -> float:
    """Of a mask's pixels the share that have colours now which hardly one of the other mask's had before."""
    lit = in_light_of(before, now)
    seen, had = _lab(lit[where]), _lab(before[known])
    had = had[:: max(len(had) // PICTURE_DIFFERENCE.known_px, 1)]
    if not len(seen) or len(had) <= _SPECKS:
        return 0.0
    away = (seen**2).sum(1)[:, None] + (had**2).sum(1) - 2 * seen @ had.T  # squared
    alike = (away <= PICTURE_DIFFERENCE.foreign**2).sum(1)
    return float(np.mean(alike <= _SPECKS))


def _lab(colours: Floats) -> Floats:
    """(n, 3) L*a*b* of (n, 3) blue, green and red, 0 to 255."""
    unit = np.clip(colours, 0, 255).astype(np.float32)[None] / 255
    return np.asarray(cv2.cvtColor(unit, cv2.COLOR_BGR2LAB))[0] if len(colours) else np.zeros((0, 3))


def _beside(grey: Plane) -> Plane:
    return grey / (cv2.GaussianBlur(grey, (0, 0), PICTURE_DIFFERENCE.surroundings_px) + 1)


def _off(now: Floats, before: Floats, carried: bool) -> Floats:
    """How far each pixel is from what it was."""
    return np.asarray(cv2.absdiff(now, _expected(now, before, carried)))


def _expected(now: FloatImage, before: FloatImage, carried: bool) -> FloatImage:
    """What each pixel was; if carried along with the camera, of all that lay beside it what it is likest to now."""
    if not carried:
        return before
    beside = _square(PICTURE_DIFFERENCE.aside_px)
    return np.asarray(np.clip(now, cv2.erode(before, beside), cv2.dilate(before, beside)))


def _most_of_three(colours: Floats) -> Plane:
    """Return the largest of the three, (rows, columns): ten times as fast as along an axis of three."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def _square(side_px: int) -> Grey:
    return np.ones((side_px, side_px), np.uint8)
