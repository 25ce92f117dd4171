"""A picture looked at larger, in parts, or lying on its side: cards that the whole did not show are found there.

in     a picture in which no table was found, or none that its cards fit, and what was detected in it
out    Detections of the whole; of one part after the other, the likeliest first; of all parts together; and of the
       whole lying on its side; in pixels of the whole picture
never  says what a table is
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from vision.arrays import Floats, Image, Points, Quads
from vision.detection.card_detector import CardDetector, Detections


@dataclass(frozen=True)
class CloserLookSettings:
    """How much larger the whole is looked at, which parts are, and how many."""

    # long side of the whole, half as large again as at first: 4 of 4 development tables with goals up that were not
    # found are then; 25 ms, and what is tried with its cards: a read that finds none takes a third longer
    larger_px: int = 960
    share: float = 0.5  # of either side of the picture: a card is seen twice as large, one of 7 px becomes one of 14
    step: float = 0.25  # of either side between two parts
    most: int = 4  # parts, 30 ms each and what is tried with their cards
    least_side_px: int = 640  # of a part's longer side: as large as all is looked at; in less there is no more to see
    small: float = 0.034  # a card's width of the picture's long side: larger ones would have been found in the whole
    least_small: float = 1.5  # cards, each as likely as it is: with less the table is not small, but is none


CLOSER_LOOK = CloserLookSettings()


def larger_look(detector: CardDetector, image: Image) -> Detections | None:
    """The whole picture; None where it would have to be enlarged."""
    has_more = max(image.shape[:2]) >= CLOSER_LOOK.larger_px
    return detector.detect(image, CLOSER_LOOK.larger_px) if has_more else None


def turned_look(detector: CardDetector, image: Image) -> Detections:
    """The whole picture lying on its side: how a rolled camera sees a slanted table, the network was never taught."""
    found = detector.detect(np.ascontiguousarray(np.rot90(image)))
    to_places, right = found.to_places, image.shape[1] - 1

    def of_the_whole(points_px: Points) -> Points:
        return to_places(np.stack([points_px[..., 1], right - points_px[..., 0]], -1))

    quads = np.stack([right - found.quads[..., 1], found.quads[..., 0]], -1)
    return replace(found, quads=quads, to_places=of_the_whole)


def closer_looks(detector: CardDetector, image: Image, seen: Detections) -> Iterator[Detections]:
    """seen : in the picture as a whole; parts with more that is like a small card come first, no part with nothing"""
    size = np.array([image.shape[1], image.shape[0]])
    part = np.ceil(size * CLOSER_LOOK.share).astype(int)
    small = _small(seen, size)
    if part.max() < CLOSER_LOOK.least_side_px or (1 - small.presence[:, 0]).sum() < CLOSER_LOOK.least_small:
        return
    for left, top in _likeliest(small, size, part):
        found = detector.detect(image[top : top + part[1], left : left + part[0]])
        yield _moved(found, np.array([left, top], float))


def all_together(parts: Sequence[Detections], seen: Detections) -> Detections:
    """What was seen in all of them, and in the whole: a maze may lie in several parts."""
    first, *others = parts
    return replace(reduce(Detections.merged_with, [*others, seen], first), traces=None)


def is_small(quads_px: Quads, size_px: tuple[int, int]) -> bool:
    """Whether any card in these quads would be found better if it were seen larger. size_px : width, height"""
    return bool(_widths(quads_px).min() < CLOSER_LOOK.small * max(size_px))


def _small(seen: Detections, size: Points) -> Detections:
    """Those that would be found better."""
    small = _widths(seen.quads) < CLOSER_LOOK.small * size.max()
    return replace(seen, quads=seen.quads[small], presence=seen.presence[small])


def _widths(quads: Quads) -> Floats:
    return np.asarray(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1))


def _likeliest(seen: Detections, size: Points, part: Points) -> list[tuple[int, int]]:
    """Upper left corners, the best first; of parts that show the same, the one that has it in its middle."""
    steps = np.arange(0, 1 - CLOSER_LOOK.share + 1e-9, CLOSER_LOOK.step)
    corners = [(int(x * size[0]), int(y * size[1])) for y in steps for x in steps]
    middles, likely = seen.quads.mean(1), 1 - seen.presence[:, 0]

    def worth(corner: tuple[int, int]) -> float:
        off = np.abs(middles - (np.array(corner) + part / 2)) / (part / 2)
        return float((likely * np.clip(1 - off.max(1, initial=0.0) ** 4, 0, 1)).sum())

    worths = {corner: worth(corner) for corner in corners}
    best = sorted(corners, key=lambda corner: -worths[corner])[: CLOSER_LOOK.most]
    return [corner for corner in best if worths[corner] > 0]


def _moved(found: Detections, by_px: Points) -> Detections:
    to_places = found.to_places

    def of_the_whole(points_px: Points) -> Points:
        return to_places(points_px - by_px)

    return replace(found, quads=found.quads + by_px, to_places=of_the_whole)
