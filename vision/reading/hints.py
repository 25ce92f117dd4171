"""What a person could mend though the table was found: distance, place and light.

in     TablePose, the cards that were read and what of them is in sight, and the picture
out    Hints, best mended first
never  says why no table was found: see registered_table
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import SeenCard
from vision.arrays import Image, Quads
from vision.detection.card_estimates import CardEstimates
from vision.detection.card_probe import lie_outside
from vision.detection.pyramid import READING_PATCH, Pyramid, patches_from_quads
from vision.geometry.table_pose import TablePose, play_area_mm


@dataclass(frozen=True)
class HintSettings:
    small_card_px: float = 42.0  # high; below it tunnels are guessed
    door_card_px: float = 50.0  # high; of doors on smaller cards 3 in 10 are overlooked, on larger ones half as many
    cut_off_px: float = 10.0  # of the play area outside the picture
    dim_level: float = 70.0  # grey level that a tenth of the picture must exceed
    glare_level: int = 250  # grey level, of the darkest channel: nothing is left of what is printed there
    glare_share: float = 0.08  # of the picture; a white sheet of paper on the table takes 5 %
    # probability that a side is in sight: of 60 drawn boards 17 cards under things had less by the reading network
    # alone, and 2 bare ones; by both networks fewer bare ones
    hidden: float = 0.4
    looked_at: int = 6  # cards at most, of which light and sharpness are judged, 0.1 ms each
    burnt_share: float = 0.2  # of the middling card; of 200 usual pictures 2 had more, at twice the light 42 of 56
    least_sharpness: float = 0.47  # of the middling card; 200 usual pictures had over 0.5, blurred by 6 px under 0.42
    detail_px: tuple[float, float, float] = (1.0, 2.0, 4.0)  # of a card's patch: fine lines lie between the first two


HINTS = HintSettings()
DIM = Hint("table.dim")
GLARE = Hint("table.glare")
BURNT = Hint("table.burnt")
BLURRED = Hint("table.blurred")
COVERED = Hint("table.covered")
OF_LOOK = (DIM, GLARE, BURNT, BLURRED)  # all that hints_of_look says, told anew of a quiet table
PASSING = (COVERED,)  # a hand is soon gone; where the camera stands stays as it was found


def hints_for(
    pose: TablePose, cards: Sequence[SeenCard], estimates: Mapping[Cell, CardEstimates], picture: Pyramid
) -> tuple[Hint, ...]:
    """estimates : what the network said of the cards, one a cell"""
    look = hints_of_look(picture, cards)
    return (*look, *_place(pose, _quads(cards)), *_covers(pose, cards, estimates), *_size(cards))


def hints_of_look(picture: Pyramid, cards: Sequence[SeenCard]) -> tuple[Hint, ...]:
    """What may be another a moment later: how bright and how sharp this picture is.

    Judged by some of the cards, from all over the table. Of small ones it matters more that they are small.
    """
    quads = _quads(cards)[:: len(cards) // HINTS.looked_at + 1]
    if not len(quads):
        return _light(picture.image)
    shown = patches_from_quads(picture, quads, READING_PATCH)[0]
    burnt = np.median([burnt_share(patch) for patch in shown]) > HINTS.burnt_share
    light = (BURNT,) if burnt else _light(picture.image)
    blurred = not _size(cards) and np.median([sharpness(patch) for patch in shown]) < HINTS.least_sharpness
    return (*light, BLURRED) if blurred else light


def _quads(cards: Sequence[SeenCard]) -> Quads:
    return np.array([card.quad_px for card in cards], float).reshape(-1, 4, 2)


def burnt_share(patch: Image) -> float:
    """Of what a card's patch shows, where nothing is left of what is printed there."""
    return float((np.minimum(np.minimum(patch[..., 0], patch[..., 1]), patch[..., 2]) > HINTS.glare_level).mean())


def sharpness(patch: Image) -> float:
    """How much fine detail a card's patch shows beside its coarse, whatever the contrast and the card's size."""
    grey = np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.float32)
    fine, middle, coarse = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in HINTS.detail_px)
    return float(np.linalg.norm(fine - middle) / max(float(np.linalg.norm(middle - coarse)), 1.0))


def _covers(pose: TablePose, cards: Sequence[SeenCard], estimates: Mapping[Cell, CardEstimates]) -> tuple[Hint, ...]:
    """Whether something lies over a card, told of the sides and middles that are in the picture; or so much over the
    start card that it is not seen at all, as no maze is without one."""
    seen = [estimates[card.cell] for card in cards]
    hidden = any((one.in_picture & (one.in_sight < HINTS.hidden)).any() for one in seen)
    return (COVERED,) if hidden or _lacks_the_start(pose, cards) else ()


def _lacks_the_start(pose: TablePose, cards: Sequence[SeenCard]) -> bool:
    is_seen = any(card.cell == START_CELL for card in cards)
    return bool(cards) and not is_seen and not lie_outside(pose.quad(START_CELL), pose.size_px).any()


def _size(cards: Sequence[SeenCard]) -> tuple[Hint, ...]:
    quads = [np.array(card.quad_px) for card in cards]
    if not quads:
        return ()
    farthest = min(quads, key=lambda quad: float(np.linalg.norm(quad[3] - quad[0])))
    high, wide = np.linalg.norm(farthest[3] - farthest[0]), np.linalg.norm(farthest[1] - farthest[0])
    if high < HINTS.small_card_px:
        return (Hint("table.small", {"width": round(float(wide))}),)
    if high < HINTS.door_card_px:
        return (Hint("table.doors_small", {"width": round(float(wide))}),)
    return ()


def _place(pose: TablePose, quads: Quads) -> tuple[Hint, ...]:
    """Which way the camera has to turn, in the picture's own directions, for the play area and cards laid beyond it."""
    area, (width, height) = pose.project(play_area_mm(pose.goals)), pose.size_px
    corners = np.concatenate([area, quads.reshape(-1, 2)])
    if not np.isfinite(corners).all():
        return ()
    out = {
        "left": corners[:, 0].min() < -HINTS.cut_off_px,
        "right": corners[:, 0].max() > width + HINTS.cut_off_px,
        "up": corners[:, 1].min() < -HINTS.cut_off_px,
        "down": corners[:, 1].max() > height + HINTS.cut_off_px,
    }
    ways = [way for way, beyond in out.items() if beyond]
    if not ways:
        return ()
    return (_TURN[ways[0]] if len(ways) == 1 else Hint("table.cut_off"),)


_TURN = {
    "left": Hint("table.turn_left"),
    "right": Hint("table.turn_right"),
    "up": Hint("table.turn_up"),
    "down": Hint("table.turn_down"),
}


def _light(image: Image) -> tuple[Hint, ...]:
    bright = image[::8, ::8].max(2)
    if np.percentile(bright, 90) < HINTS.dim_level:
        return (DIM,)
    if (image[::8, ::8].min(2) > HINTS.glare_level).mean() > HINTS.glare_share:
        return (GLARE,)
    return ()
