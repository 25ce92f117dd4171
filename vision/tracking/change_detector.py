"""Whether anything moves before the camera, or lies over the table since it was last read.

in     Image: one picture after the other, with the clock in seconds where there is one
out    Change: shares of the picture; and for Quads in the picture, the share in which they look otherwise
never  knows a card, or says what is to be done
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Grey, Image, Mask, Matrix, Plane, Quad, Quads
from vision.tracking.picture_alignment import aligned
from vision.tracking.pixel_memory import MovingBackground

_FAR_PX = 10_000  # what lies farther outside is drawn no better than that


@dataclass(frozen=True)
class ChangeDetectorSettings:
    """Telling a still table from a busy one. Shares are of the whole picture."""

    width_px: int = 320  # pictures are compared in small: a card keeps 14 px, noise averages out, the work is 2 ms
    blur_px: float = 1.0  # of the small picture, as below: takes what is left of noise, and a camera's trembling
    aside_px: int = 3  # round a pixel of a picture carried along with the camera: it lies as exactly as half of that
    speck_px: int = 2  # what is narrower in either direction is noise or an edge that trembled, and no change
    level: float = 0.12  # of the picture's median grey: what is no exposure and no noise
    level_least: float = 6.0  # grey levels; noise of the darkest scenes stays below 4 at this size
    level_most: float = 12.0
    moving: float = 0.001  # a fifth of a small card; flicker and JPEG blocks stay below 0.0003
    sweeping: float = 0.004  # what only a hand moves, also where it does not reach in from an edge
    reaching: float = 0.0012  # a fingertip; what does not touch the edge of the picture reaches nowhere
    rests_s: float = 4.0  # whatever lies still that long, beside those who move on, is no arm any more
    gap_px: int = 5  # narrower gaps are bridged: where a sleeve looks like the table, an arm is in pieces
    near_px: int = 9  # round what reaches in, and round a card, itself included: a quarter of a card each way
    beside_px: int = 3  # round a moving background, itself included: an arm that comes out of it need only touch it
    everywhere: float = 0.45  # more cannot be an arm: the lamp or the camera changed
    surroundings_px: float = 5.0  # a pixel is compared with a third of a card around it: light changes more slowly
    drawn: float = 0.1  # of the surroundings' grey: what noise and the steepest lamp beside the table stay below
    redrawn: float = 0.05  # of a patch: lamps redrew 0.03 of wood and felt, hands with shadows 0.16 at least
    card_redrawn: float = 0.1  # likewise of a card: a lamp that washed out its tunnel redrew 0.07


CHANGE_DETECTOR = ChangeDetectorSettings()


@dataclass(frozen=True)
class Change:
    """What changed in a picture.

    moved : share of the picture that differs from the picture before
    changed : share that differs from the picture remembered
    reaching : share of the largest difference to the picture remembered that reaches in from an edge, as an arm does
    redrawn : share of that difference where what is drawn differs, and not the light alone
    """

    moved: float
    changed: float
    reaching: float
    redrawn: float = 1.0
    limits: ChangeDetectorSettings = CHANGE_DETECTOR

    @property
    def is_moving(self) -> bool:
        return self.moved > self.limits.moving

    @property
    def has_changed(self) -> bool:
        """Since the picture that is remembered."""
        return self.changed > self.limits.moving

    @property
    def reaches_in(self) -> bool:
        """Something lies over the table that came in from an edge; not all of the picture looks otherwise."""
        return self.limits.reaching < self.reaching < self.limits.everywhere

    @property
    def is_hand(self) -> bool:
        return self.reaching > self.limits.reaching or self.moved > self.limits.sweeping

    @property
    def is_redrawn(self) -> bool:
        """What reaches in hides what is drawn under it; a lamp or a shadow does not."""
        return self.redrawn >= self.limits.redrawn


class ChangeDetector:
    """Takes every picture, small and grey, and remembers one of them. A brighter or darker exposure is no change."""

    def __init__(self, settings: ChangeDetectorSettings = CHANGE_DETECTOR) -> None:
        self._settings = settings
        self._background = MovingBackground()
        self._now: Plane | None = None
        self._remembered: Plane | None = None
        self._carried = False  # what is remembered lay elsewhere in the picture, see carry_along
        self._moved = self._restless = np.zeros((1, 1), np.uint8)  # 255 where something moves; where it always does
        self._arms: Grey = np.zeros((1, 1), np.uint8)  # 1 where something reaches in
        self._changed: Grey | None = None  # 255 where the picture now differs from the one remembered

    def detect(self, image: Image, clock_s: float | None = None) -> Change:
        """What changed; with a clock, what never comes to rest counts as furniture after a while."""
        before, self._now = self._now, self._small(image)
        if before is None or before.shape != self._now.shape:
            before, self._remembered = self._now, None
        moved = self._differing(before)
        restless = np.zeros_like(moved) if clock_s is None else self._background.detect(moved, clock_s)
        self._moved, self._restless, self._changed = moved & ~restless, restless, None
        return self.change()

    def change(self) -> Change:
        """What changed in the last picture."""
        self._arms = np.zeros_like(self._moved)
        if self._remembered is None:
            return Change(_share(self._moved), 0.0, 0.0, limits=self._settings)
        changed = self._what_changed() & ~self._restless
        self._arms, arm = _reaching(changed, self._restless, self._lately(), self._settings)
        if _share(arm) <= self._settings.reaching:
            return Change(_share(self._moved), _share(changed), _share(arm), limits=self._settings)
        redrawn = float(self._redrawn()[arm > 0].mean())
        return Change(_share(self._moved), _share(changed), _share(arm), redrawn, self._settings)

    def _lately(self) -> Mask:
        """Where something has moved lately; without a clock, everywhere."""
        still_for = self._background.still_for()
        if still_for.shape != self._moved.shape:
            return np.ones(self._moved.shape, bool)
        return np.asarray(still_for < self._settings.rests_s)

    def remember(self) -> None:
        """What is seen now is the table as it is known."""
        self._remembered, self._carried, self._changed = self._now, False, None

    def open(self, still_s: float) -> Mask:
        """Of the small picture: where nothing moved for so long, and nothing that reaches in lies near."""
        near = cv2.dilate(self._arms, _square(self._settings.near_px)) > 0
        return np.asarray(~near & (self._background.still_for() >= still_s))

    def share_changed_in(self, where: Mask) -> float:
        """Of the whole picture: what differs there from the picture remembered."""
        return 0.0 if self._remembered is None else float(np.mean((self._what_changed() > 0) & where))

    def remember_at(self, quads_px: Quads, picture_px: tuple[int, int]) -> None:
        """What is seen in these quads and at their rims is the table as it is known there; not elsewhere."""
        assert self._now is not None and self._remembered is not None
        there: Grey = np.zeros(self._now.shape, np.uint8)
        for quad in np.asarray(quads_px) * (self._now.shape[1] / picture_px[0]):
            cv2.fillConvexPoly(there, np.round(quad).astype(np.int32), 1)
        there = np.asarray(cv2.dilate(there, _square(self._settings.near_px)), np.uint8)
        gain = float(np.median((self._remembered[::4, ::4] + 1) / (self._now[::4, ::4] + 1)))
        self._remembered, self._changed = np.where(there > 0, self._now * gain, self._remembered), None

    def camera_shift(self, quads_px: Quads, picture_px: tuple[int, int]) -> Matrix | None:
        """The homography of full pictures, from the remembered to this one, by which all between these quads moved."""
        if self._now is None or self._remembered is None:
            return None
        scale = self._now.shape[1] / picture_px[0]
        way = aligned(self._remembered, self._now, np.asarray(quads_px) * scale)
        return None if way is None else _scaled(way, 1 / scale)

    def carry_along(self, way_px: Matrix, picture_px: tuple[int, int]) -> None:
        """The camera moved: what is remembered is drawn where it would be seen now. What was out of sight is as now."""
        assert self._now is not None and self._remembered is not None
        high, wide = self._now.shape
        way, (before, now) = self.in_small(way_px, picture_px), (self._remembered, self._now)
        seen = cv2.warpPerspective(np.ones((high, wide), np.uint8), way, (wide, high)) > 0
        exposure = float(np.median(now) / max(float(np.median(before)), 1.0))
        carried = cv2.warpPerspective(before, way, (wide, high), borderMode=cv2.BORDER_REPLICATE)
        self._remembered = np.where(seen, carried, now / max(exposure, 1e-3)).astype(np.float32)
        self._carried, self._changed = True, None

    def in_small(self, way_px: Matrix, picture_px: tuple[int, int]) -> Matrix:
        """A homography between full pictures as one between small ones."""
        return _scaled(way_px, self.small.shape[1] / picture_px[0])

    @property
    def small(self) -> Plane:
        """The last picture, small and grey."""
        assert self._now is not None
        return self._now

    @property
    def reaching(self) -> Mask:
        """Where in it something reaches in from an edge."""
        return self._arms > 0

    @property
    def has_picture(self) -> bool:
        return self._now is not None

    @property
    def remembers(self) -> bool:
        return self._remembered is not None

    def forget(self) -> None:
        self._remembered = None

    def start_afresh(self) -> None:
        """No picture came: the next one is compared with none."""
        self._now = self._remembered = None

    def share_changed(self, quad_px: Quad, picture_px: tuple[int, int]) -> float:
        """The share of a quad of the full picture that differs from the picture remembered; 1 if none is."""
        if self._now is None or self._remembered is None:
            return 1.0
        return self._share_at(quad_px, picture_px, self._what_changed() > 0)

    def shares_changed(self, quads_px: Quads, picture_px: tuple[int, int]) -> Floats:
        """(n,) the same for each quad; what two of them cover is counted for the later one."""
        if self._now is None or self._remembered is None:
            return np.ones(len(quads_px))
        differing = self._what_changed()
        whose = np.zeros(differing.shape, np.int32)
        corners = np.clip(np.asarray(quads_px) * (differing.shape[1] / picture_px[0]), -_FAR_PX, _FAR_PX)
        for number, quad in enumerate(np.round(corners).astype(np.int32), start=1):
            cv2.fillConvexPoly(whose, quad, number)
        areas = np.bincount(whose.ravel(), minlength=len(quads_px) + 1)
        changed = np.bincount(whose[differing > 0], minlength=len(quads_px) + 1)
        return (changed / np.maximum(areas, 1))[1:]

    def redraws_any(self, quads_px: Sequence[Quad], picture_px: tuple[int, int]) -> bool:
        """Whether what is drawn on one of these cards differs, whatever the light; so if no picture is remembered."""
        if self._now is None or self._remembered is None:
            return len(quads_px) > 0
        redrawn, least = self._redrawn(), self._settings.card_redrawn
        return any(self._share_at(quad, picture_px, redrawn) >= least for quad in quads_px)

    def _share_at(self, quad_px: Quad, picture_px: tuple[int, int], mask: Mask) -> float:
        scale = mask.shape[1] / picture_px[0]
        place = np.zeros(mask.shape, np.uint8)
        cv2.fillConvexPoly(place, np.round(np.asarray(quad_px) * scale).astype(np.int32), 1)
        return float(mask[place > 0].mean()) if place.any() else 0.0

    def _redrawn(self) -> Mask:
        """Where the picture differs from the one remembered, each beside its own surroundings: light is smooth."""
        assert self._now is not None and self._remembered is not None
        off = self._off(self._beside(self._now), self._beside(self._remembered), self._carried)
        return off > self._settings.drawn

    def _beside(self, grey: Plane) -> Plane:
        return grey / (cv2.GaussianBlur(grey, (0, 0), self._settings.surroundings_px) + 1)

    def _small(self, image: Image) -> Plane:
        width = self._settings.width_px
        size = (width, max(1, round(image.shape[0] * width / image.shape[1])))
        grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        return cv2.GaussianBlur(grey, (0, 0), self._settings.blur_px).astype(np.float32)

    def _what_changed(self) -> Grey:
        assert self._remembered is not None
        if self._changed is None:
            self._changed = self._differing(self._remembered, self._carried)
        return self._changed

    def _off(self, now: Plane, before: Plane, carried: bool) -> Plane:
        """How far each pixel is from what it was; if carried along with the camera, from all that lay beside it."""
        if not carried:
            return np.abs(now - before)
        beside = _square(self._settings.aside_px)
        return np.asarray(np.maximum(cv2.erode(before, beside) - now, now - cv2.dilate(before, beside)))

    def _differing(self, other: Plane, carried: bool = False) -> Grey:
        """255 where the picture now differs from another by more than exposure and noise."""
        assert self._now is not None
        gain = float(np.median((other[::4, ::4] + 1) / (self._now[::4, ::4] + 1)))
        limits = self._settings
        level = min(max(limits.level * float(np.median(other[::4, ::4])), limits.level_least), limits.level_most)
        differing = (self._off(self._now * gain, other, carried) > level).astype(np.uint8) * 255
        return np.asarray(cv2.morphologyEx(differing, cv2.MORPH_OPEN, _square(limits.speck_px)), np.uint8)


def _scaled(way_px: Matrix, scale: float) -> Matrix:
    """The same homography between pictures made larger or smaller."""
    size = np.diag([scale, scale, 1.0])
    return np.asarray(size @ way_px @ np.linalg.inv(size), float)


def _share(mask: Grey) -> float:
    return float(np.count_nonzero(mask)) / mask.size


def _square(side_px: int) -> Grey:
    return np.ones((side_px, side_px), np.uint8)


def _reaching(mask: Grey, background: Grey, lately: Mask, limits: ChangeDetectorSettings) -> tuple[Grey, Grey]:
    """The patches that touch the picture's edge, or a moving background: whoever sits there may reach out; the largest.
    No patch in which nothing has moved lately: it lies there."""
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _square(limits.gap_px))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    edge = cv2.dilate(background, _square(limits.beside_px))
    edge[[0, -1]] = edge[:, [0, -1]] = 255
    moved = np.bincount(labels[lately], minlength=count) > limits.reaching * mask.size
    at_edge = [int(label) for label in np.unique(labels[edge > 0]) if label and moved[label]]
    areas = {label: int(stats[label, cv2.CC_STAT_AREA]) for label in at_edge}
    largest = max(areas, key=lambda label: areas[label], default=-1)
    return np.isin(labels, list(areas)).astype(np.uint8), (labels == largest).astype(np.uint8)
