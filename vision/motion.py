"""Whether anything moves before the camera, or lies over the table since it was last read. It knows no cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.restless import Restless
from vision.settings import MOTION, MotionSettings

_FAR_PX = 10_000  # what lies farther outside is drawn no better than that


@dataclass(frozen=True)
class Stir:
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


class Motion:
    """Looks at every picture, small and grey, and remembers one of them. A brighter or darker exposure is no change."""

    def __init__(self, settings: MotionSettings = MOTION) -> None:
        self._settings = settings
        self._restless = Restless(settings)
        self._before: np.ndarray | None = None
        self._now: np.ndarray | None = None
        self._remembered: np.ndarray | None = None
        self._changed: np.ndarray | None = None  # 255 where the picture now differs from the one remembered

    def see(self, image: np.ndarray, clock_s: float | None = None) -> Stir:
        """What changed; with a clock, what never comes to rest counts as furniture after a while."""
        self._before, self._now = self._now, self._small(image)
        if self._before is None or self._before.shape != self._now.shape:
            self._before, self._remembered = self._now, None
        moved = self._differing(self._before)
        restless = np.zeros_like(moved) if clock_s is None else self._restless.see(moved, clock_s)
        moved = moved & ~restless
        self._changed = None
        if self._remembered is None:
            return Stir(_share(moved), 0.0, 0.0)
        changed = self._what_changed() & ~restless
        arm = _reaching(changed, restless)
        if _share(arm) <= self._settings.reaching:
            return Stir(_share(moved), _share(changed), _share(arm))
        return Stir(_share(moved), _share(changed), _share(arm), float(self._redrawn()[arm > 0].mean()))

    def remember(self) -> None:
        """What is seen now is the table as it is known."""
        self._remembered, self._changed = self._now, None

    @property
    def sees(self) -> bool:
        """Whether there was a picture before the next one."""
        return self._now is not None

    @property
    def remembers(self) -> bool:
        return self._remembered is not None

    def forget(self) -> None:
        self._remembered = None

    def close_eyes(self) -> None:
        """No picture came: the next one is compared with none."""
        self._before = self._now = self._remembered = None

    def changed_at(self, quad_px: np.ndarray, picture_px: tuple[int, int]) -> float:
        """The share of a quad of the full picture that differs from the picture remembered; 1 if none is."""
        if self._now is None or self._remembered is None:
            return 1.0
        return self._share_at(quad_px, picture_px, self._what_changed() > 0)

    def changes_at(self, quads_px: np.ndarray, picture_px: tuple[int, int]) -> np.ndarray:
        """(n,) the same for each of (n, 4, 2) quads; what two of them cover is counted for the later one."""
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

    def redrawn_at(self, quads_px: Sequence[np.ndarray], picture_px: tuple[int, int]) -> list[float]:
        """For each quad the share in which what is drawn differs, whatever the light; 1 if no picture is remembered."""
        if self._now is None or self._remembered is None:
            return [1.0 for _ in quads_px]
        redrawn = self._redrawn()
        return [self._share_at(quad, picture_px, redrawn) for quad in quads_px]

    def _share_at(self, quad_px: np.ndarray, picture_px: tuple[int, int], mask: np.ndarray) -> float:
        scale = mask.shape[1] / picture_px[0]
        place = np.zeros(mask.shape, np.uint8)
        cv2.fillConvexPoly(place, np.round(np.asarray(quad_px) * scale).astype(np.int32), 1)
        return float(mask[place > 0].mean()) if place.any() else 0.0

    def _redrawn(self) -> np.ndarray:
        """Where the picture differs from the one remembered, each beside its own surroundings: light is smooth."""
        assert self._now is not None and self._remembered is not None
        return np.abs(self._beside(self._now) - self._beside(self._remembered)) > self._settings.drawn

    def _beside(self, grey: np.ndarray) -> np.ndarray:
        return grey / (cv2.GaussianBlur(grey, (0, 0), self._settings.surroundings_px) + 1)

    def _small(self, image: np.ndarray) -> np.ndarray:
        width = self._settings.width_px
        size = (width, max(1, round(image.shape[0] * width / image.shape[1])))
        grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        return cv2.GaussianBlur(grey, (0, 0), 1.0).astype(np.float32)

    def _what_changed(self) -> np.ndarray:
        assert self._remembered is not None
        if self._changed is None:
            self._changed = self._differing(self._remembered)
        return self._changed

    def _differing(self, other: np.ndarray) -> np.ndarray:
        """255 where the picture now differs from another by more than exposure and noise."""
        assert self._now is not None
        gain = float(np.median((other[::4, ::4] + 1) / (self._now[::4, ::4] + 1)))
        limits = self._settings
        level = min(max(limits.level * float(np.median(other[::4, ::4])), limits.level_least), limits.level_most)
        differing = (np.abs(self._now * gain - other) > level).astype(np.uint8) * 255
        return cv2.morphologyEx(differing, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))


def _share(mask: np.ndarray) -> float:
    return float(np.count_nonzero(mask)) / mask.size


def _reaching(mask: np.ndarray, restless: np.ndarray) -> np.ndarray:
    """The largest patch that touches the picture's edge, or a restless place: whoever sits there may reach out."""
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    edge = cv2.dilate(restless, np.ones((3, 3), np.uint8))
    edge[[0, -1]] = edge[:, [0, -1]] = 255
    areas = {int(label): int(stats[label, cv2.CC_STAT_AREA]) for label in np.unique(labels[edge > 0]) if label}
    largest = max(areas, key=lambda label: areas[label], default=-1)
    return (labels == largest).astype(np.uint8)
