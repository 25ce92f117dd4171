"""Whether anything moves before the camera, or lies over the table since it was last read.

in     a Pyramid of one picture after the other, with the clock in seconds where there is one
out    Change: shares of the picture; and for Quads in the picture, the share in which they look otherwise
never  knows a card, or says what is to be done; compares no pixels itself: see picture_difference
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import FloatImage, Floats, Grey, Mask, Matrix, Quad, Quads
from vision.detection.pyramid import Pyramid
from vision.tracking.picture_alignment import aligned, scaled, warped
from vision.tracking.picture_difference import (
    RIM_PX,
    around,
    covered,
    differing,
    drawn_otherwise,
    grey_of,
    in_light_of,
    made_small,
    reaching_in,
    share_foreign,
    share_of_picture,
    share_of_quad,
    shares_of_quads,
)
from vision.tracking.pixel_memory import MovingBackground
from vision.tracking.rolling_light import RollingLight


@dataclass(frozen=True)
class ChangeDetectorSettings:
    """Telling a still table from a busy one. Shares are of the whole picture."""

    moving: float = 0.001  # a fifth of a small card; flicker and JPEG blocks stay below 0.0003
    sweeping: float = 0.004  # what only a hand moves, also where it does not reach in from an edge
    reaching: float = 0.0012  # a fingertip; what does not touch the edge of the picture reaches nowhere
    rests_s: float = 4.0  # whatever lies still that long, beside those who move on, is no arm any more
    near_px: int = 9  # round what reaches in, and round a card, itself included: a quarter of a card each way
    everywhere: float = 0.45  # more cannot be an arm: the lamp or the camera changed
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

    @property
    def is_moving(self) -> bool:
        return self.moved > CHANGE_DETECTOR.moving

    @property
    def has_changed(self) -> bool:
        """Since the picture that is remembered."""
        return self.changed > CHANGE_DETECTOR.moving

    @property
    def reaches_in(self) -> bool:
        """Something lies over the table that came in from an edge; not all of the picture looks otherwise."""
        return CHANGE_DETECTOR.reaching < self.reaching < CHANGE_DETECTOR.everywhere

    @property
    def is_hand(self) -> bool:
        return self.reaching > CHANGE_DETECTOR.reaching or self.moved > CHANGE_DETECTOR.sweeping

    @property
    def is_redrawn(self) -> bool:
        """What reaches in hides what is drawn under it; a lamp or a shadow does not."""
        return self.redrawn >= CHANGE_DETECTOR.redrawn


class ChangeDetector:
    """Takes every picture, made small, and remembers one of them. A brighter or darker exposure is no change."""

    def __init__(self) -> None:
        self._background = MovingBackground()
        self._light = RollingLight()
        self._now: FloatImage | None = None
        self._remembered: FloatImage | None = None
        self._sought: FloatImage | None = None  # the picture in which none was found that the camera had moved by
        self._carried = False  # what is remembered lay elsewhere in the picture, see carry_along
        self._moved = self._restless = np.zeros((1, 1), np.uint8)  # 255 where something moves; where it always does
        self._arms: Grey = np.zeros((1, 1), np.uint8)  # 1 where something reaches in
        self._changed: Grey | None = None  # 255 where the picture now differs from the one remembered

    def detect(self, picture: Pyramid, clock_s: float | None = None) -> Change:
        """What changed; with a clock, what never comes to rest counts as furniture after a while, and bands of light
        that roll over the picture as nothing."""
        before = self._now
        self._now = made_small(picture)
        if clock_s is not None:  # else it may be a photograph from elsewhere
            self._now = self._light.take_out(self._now, before, self._remembered)
        if before is None or before.shape != self._now.shape:
            before, self._remembered, self._sought = self._now, None, None
        moved = differing(self._now, before)
        restless = np.zeros_like(moved) if clock_s is None else self._background.detect(moved, clock_s)
        self._moved, self._restless = moved & ~restless, restless
        self._changed = moved if before is self._remembered and not self._carried else None
        return self.change()

    def change(self) -> Change:
        """What changed in the last picture."""
        moved = share_of_picture(self._moved)
        self._arms = np.zeros_like(self._moved)
        if self._remembered is None:
            return Change(moved, 0.0, 0.0)
        what = self._what_changed() & ~self._restless
        self._arms, arm = reaching_in(what, self._restless, self._lately(), CHANGE_DETECTOR.reaching)
        changed, reaching = share_of_picture(what), share_of_picture(arm)
        if reaching <= CHANGE_DETECTOR.reaching:
            return Change(moved, changed, reaching)
        return Change(moved, changed, reaching, float(self._redrawn()[arm > 0].mean()))

    def _lately(self) -> Mask:
        """Where something has moved lately; without a clock, everywhere."""
        still_for = self._background.still_for()
        if still_for.shape != self._moved.shape:
            return np.ones(self._moved.shape, bool)
        return np.asarray(still_for < CHANGE_DETECTOR.rests_s)

    def remember(self) -> None:
        """What is seen now is the table as it is known."""
        self._remembered, self._carried, self._changed, self._sought = self._now, False, None, None

    def open(self, still_s: float) -> Mask:
        """Of the small picture: where nothing moved for so long, and nothing that reaches in lies near."""
        return np.asarray(~self._near(self._arms) & (self._background.still_for() >= still_s))

    def _near(self, what: Grey) -> Mask:
        side = CHANGE_DETECTOR.near_px
        return np.asarray(cv2.dilate(what, np.ones((side, side), np.uint8)) > 0)

    def share_changed_in(self, where: Mask) -> float:
        """Of the whole picture: what differs there from the picture remembered."""
        return 0.0 if self._remembered is None else float(np.mean((self._what_changed() > 0) & where))

    def remember_at(self, quads_px: Quads, picture_px: tuple[int, int]) -> None:
        """What is seen in these quads and at their rims is the table as it is known there; not elsewhere."""
        assert self._now is not None and self._remembered is not None
        there = covered(self._now.shape[:2], self._quads_in_small(quads_px, picture_px), 0)
        seen = in_light_of(self._remembered, self._now)
        near = self._near(there.astype(np.uint8))[..., None]
        self._remembered, self._changed = np.where(near, seen, self._remembered), None

    def camera_shift(self, quads_px: Quads, picture_px: tuple[int, int]) -> Matrix | None:
        """The homography of full pictures, from the remembered to this one, by which all between these quads moved."""
        if self._now is None or self._remembered is None:
            return None
        if self._sought is not None and share_of_picture(differing(self._now, self._sought)) <= CHANGE_DETECTOR.moving:
            return None
        way = aligned(grey_of(self._remembered), grey_of(self._now), self._quads_in_small(quads_px, picture_px))
        self._sought = self._now if way is None else None
        return None if way is None else scaled(way, 1 / self.scale_of(picture_px))

    def carry_along(self, way_px: Matrix, picture_px: tuple[int, int]) -> None:
        """The camera moved: what is remembered is drawn where it would be seen now. What was out of sight is as now."""
        assert self._now is not None and self._remembered is not None
        self._remembered = warped(self._remembered, self.in_small(way_px, picture_px), self._now)
        self._carried, self._changed = True, None

    def in_small(self, way_px: Matrix, picture_px: tuple[int, int]) -> Matrix:
        """A homography between full pictures as one between small ones."""
        return scaled(way_px, self.scale_of(picture_px))

    def scale_of(self, picture_px: tuple[int, int]) -> float:
        """From pixels of full pictures to those of small ones."""
        assert self._now is not None
        return float(self._now.shape[1] / picture_px[0])

    @property
    def small(self) -> FloatImage:
        """The last picture, small."""
        assert self._now is not None
        return self._now

    @property
    def reaching(self) -> Mask:
        """Where in it something reaches in from an edge."""
        return self._arms > 0

    @property
    def flickers(self) -> bool:
        """The light does, too strongly to see what moves."""
        return self._light.flickers_strongly

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

    def shares_changed(self, quads_px: Quads, picture_px: tuple[int, int]) -> Floats:
        """(n,) the share of each quad of the full picture that differs from the picture remembered; 1 if none is. What
        two of them cover is counted for the later one."""
        if self._now is None or self._remembered is None:
            return np.ones(len(quads_px))
        return shares_of_quads(self._quads_in_small(quads_px, picture_px), self._what_changed() > 0)

    def share_changed_around(self, quad_px: Quad, but_for_px: Quads, picture_px: tuple[int, int]) -> float | None:
        """Of what lies around a quad, a quarter of a card each way: the share that differs from the picture remembered.

        but_for_px : quads that are not asked about; None where nothing is left, or no picture is remembered
        """
        if self._now is None or self._remembered is None:
            return None
        shape, wide_px = self._now.shape[:2], CHANGE_DETECTOR.near_px // 2
        place, others = (self._quads_in_small(quads, picture_px) for quads in (quad_px, but_for_px))
        ring = around(shape, place, wide_px) & ~covered(shape, others, RIM_PX)
        return float((self._what_changed() > 0)[ring].mean()) if ring.any() else None

    def share_foreign(self, quad_px: Quad, known_px: Quads, picture_px: tuple[int, int]) -> float:
        """Of what changed in a quad, the share in colours that no known quad had in the picture remembered."""
        if self._now is None or self._remembered is None:
            return 0.0
        both = (self._quads_in_small(quads, picture_px) for quads in (quad_px[None], known_px))
        place, known = (covered(self._now.shape[:2], quads, 0) for quads in both)
        return share_foreign(self._now, place & (self._what_changed() > 0), self._remembered, known)

    def redraws_any(self, quads_px: Sequence[Quad], picture_px: tuple[int, int]) -> bool:
        """Whether what is drawn on one of these cards differs, whatever the light; so if no picture is remembered."""
        if self._now is None or self._remembered is None:
            return len(quads_px) > 0
        redrawn, least = self._redrawn(), CHANGE_DETECTOR.card_redrawn
        return any(share_of_quad(self._quads_in_small(quad, picture_px), redrawn) >= least for quad in quads_px)

    def _quads_in_small(self, quads_px: Quads, picture_px: tuple[int, int]) -> Quads:
        return np.asarray(np.asarray(quads_px) * self.scale_of(picture_px))

    def _what_changed(self) -> Grey:
        assert self._now is not None and self._remembered is not None
        if self._changed is None:
            self._changed = differing(self._now, self._remembered, self._carried)
        return self._changed

    def _redrawn(self) -> Mask:
        """Where what is drawn differs from the picture remembered."""
        assert self._now is not None and self._remembered is not None
        return drawn_otherwise(self._now, self._remembered, self._carried)
