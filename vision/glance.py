"""What the reader asks of a pair of eyes: is there a card in this quad, where are its corners. No choice of quads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detect import Detections
from vision.network import READ, CardNet, Looks, Presence, Pyramid, patches_from_quads, refine
from vision.quads import put_upon, signed_area
from vision.settings import DETECT, GLANCE


@dataclass(frozen=True)
class Glances:
    """Answers for n quads.

    presence : (n, 5) probabilities in the order of network.Presence
    quads : (n, 4, 2) pixels, the corners where the card seems to lie
    looks : all that the network said of them; None where it was not asked about each
    """

    presence: np.ndarray
    quads: np.ndarray
    looks: Looks | None = None

    def card(self) -> np.ndarray:
        """(n,) probability of any card that can lie in a maze."""
        return card_in(self.presence)


Eye = Callable[[np.ndarray], Glances]  # (n, 4, 2) pixels to answers, for one picture


def card_in(presence: np.ndarray) -> np.ndarray:
    """Probability that a card of the maze lies there, from (..., 5) presence."""
    return presence[..., Presence.TUNNEL] + presence[..., Presence.START] + presence[..., Presence.BACK]


def weighed(presence: np.ndarray, cells: Sequence[Cell], goals: Collection[Cell] = GOAL_CELLS) -> np.ndarray:
    """Presence, (n, 5), given which cells were looked at: goals lie face down, the start card in its place."""
    factors = np.array([_FACTORS[START_CELL if cell == START_CELL else cell in goals] for cell in cells])
    weights = presence * factors.reshape(-1, len(Presence))
    return weights / np.maximum(weights.sum(-1, keepdims=True), 1e-9)


_FACTORS: dict[Cell | bool, tuple[float, ...]] = {
    START_CELL: GLANCE.start_cell,
    True: GLANCE.goal_cell,
    False: GLANCE.any_cell,
}


def eye_of(picture: Pyramid, net: CardNet) -> Eye:
    """A network's eye on one picture. A quad that no card could make is answered with NOTHING."""
    largest = 4.0 * max(picture.size_px)

    def glance(quads_px: np.ndarray) -> Glances:
        quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
        sound = np.array([_sound(quad, largest) for quad in quads], bool)
        asked = np.where(sound[:, None, None], quads, _ANY_QUAD)
        patches, homographies = patches_from_quads(picture, asked, READ)
        looks = _of_what_is_seen(net.look(patches), asked, picture.size_px)
        presence = np.where(sound[:, None], looks.presence, _NOTHING)
        corners = np.where(sound[:, None, None], refine(homographies, looks, READ), quads)
        return Glances(presence, corners, looks)

    return glance


def _of_what_is_seen(looks: Looks, quads: np.ndarray, size_px: tuple[int, int]) -> Looks:
    """The same, but nothing is said of tunnels that would run outside the picture, nor of joints out there."""
    middles = quads.mean(1)
    sides = (quads + np.roll(quads, -1, 1)) / 2  # N, E, S, W
    inner = sides + GLANCE.tunnel_seen * (middles[:, None] - sides)
    unseen, blind = _outside(inner, size_px), _outside(middles, size_px)
    if not unseen.any():
        return looks
    links = np.where(blind[:, None], 0.5, looks.links)
    return replace(looks, mouths=np.where(unseen, 0.5, looks.mouths), links=links)


def _outside(points: np.ndarray, size_px: tuple[int, int]) -> np.ndarray:
    return ((points < 0) | (points > np.array(size_px) - 1)).any(-1)


@dataclass(frozen=True)
class Eyes:
    """Two ways to look at one picture.

    first : what was detected there: whether a card lies about where the quad is, and the quad put where it lies
    close : what the reading network says of the quad itself
    """

    first: Eye
    close: Eye


def eyes_of(picture: Pyramid, detections: Detections, reading: CardNet) -> Eyes:
    return Eyes(first_eye(detections), remembering(eye_of(picture, reading)))


def remembering(eye: Eye) -> Eye:
    """The same eye, that looks but once at each place: asked about it again, or nearly so, it says what it saw."""
    places = np.empty((0, 4, 2), np.float32)
    seen = eye(places)

    def glance(quads_px: np.ndarray) -> Glances:
        nonlocal places, seen
        quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
        known = _same_place(quads, places)
        new = np.flatnonzero(known < 0)
        if len(new):
            known[new] = len(places) + np.arange(len(new))
            places = np.concatenate([places, quads[new]])
            seen = _together(seen, eye(quads[new]))
        return Glances(seen.presence[known], seen.quads[known], seen.looks[known])

    return glance


def _same_place(quads: np.ndarray, places: np.ndarray) -> np.ndarray:
    """For each quad the number of the place that is all but the same, or -1."""
    if not len(places) or not len(quads):
        return np.full(len(quads), -1)
    apart = np.abs(quads[:, None] - places[None]).max((2, 3))
    nearest = apart.argmin(1)
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    return np.where(apart[np.arange(len(quads)), nearest] < GLANCE.same_place * width, nearest, -1)


def _together(one: Glances, two: Glances) -> Glances:
    return Glances(
        np.concatenate([one.presence, two.presence]),
        np.concatenate([one.quads, two.quads]),
        Looks.of([one.looks, two.looks]),
    )


def first_eye(detections: Detections) -> Eye:
    """Answers from what was detected in the whole picture. Size and perspective stay those of the quad asked about."""

    def glance(quads_px: np.ndarray) -> Glances:
        quads = np.asarray(quads_px, float).reshape(-1, 4, 2)
        at, lying = _detected(detections, quads)
        known = np.concatenate([detections.presence, _NOTHING[None]])  # the last one is for those with number -1
        return Glances(known[at], np.where((at >= 0)[:, None, None], put_upon(quads, lying), quads))

    return glance


def _detected(detections: Detections, quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each quad the number of the detection that lies there, or -1, and its corners in the quad's own order."""
    if not len(detections) or not len(quads):
        return np.full(len(quads), -1), quads
    rows = np.arange(len(quads))
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    diagonal = np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)
    off = np.linalg.norm(detections.quads.mean(1)[None] - quads.mean(1)[:, None], axis=2)
    nearest = off.argmin(1)
    rolled = np.stack([np.roll(detections.quads[nearest], -turn, 1) for turn in range(4)], 1)
    unlike = np.linalg.norm(rolled - quads[:, None], axis=3).mean(2)
    turn = unlike.argmin(1)
    there = (off[rows, nearest] < DETECT.reach * width) & (unlike[rows, turn] < DETECT.alike * diagonal)
    return np.where(there, nearest, -1), rolled[rows, turn]


_ANY_QUAD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], np.float32)
_NOTHING = np.eye(len(Presence), dtype=np.float32)[Presence.NOTHING]


def _sound(quad: np.ndarray, largest: float) -> bool:
    """Convex, clockwise, of a size that can be looked at."""
    if not np.isfinite(quad).all() or np.abs(quad).max() > largest:
        return False
    ahead = np.roll(quad, -1, 0) - quad
    after = np.roll(ahead, -1, 0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 0).all() and signed_area(quad) > 60)
