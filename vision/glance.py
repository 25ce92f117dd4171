"""What the reader asks of a pair of eyes: is there a card in this quad, where are its corners. No choice of quads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.edges import side_contrast
from vision.network import CardNet, Looks, Presence, Pyramid, patches_from_quads, refine
from vision.quads import signed_area
from vision.settings import GLANCE


@dataclass(frozen=True)
class Glances:
    """Answers for n quads.

    presence : (n, 5) probabilities in the order of network.Presence
    quads : (n, 4, 2) pixels, the corners where the card seems to lie
    looks : all that the network said of them
    edges : (n,) how clearly the sides of the quads that were asked for stand out, see edges; None if nobody looked
    """

    presence: np.ndarray
    quads: np.ndarray
    looks: Looks
    edges: np.ndarray | None = None

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
        patches, homographies = patches_from_quads(picture, asked, net.shape)
        looks = net.look(patches)
        presence = np.where(sound[:, None], looks.presence, _NOTHING)
        corners = np.where(sound[:, None, None], refine(homographies, looks, net.shape), quads)
        return Glances(presence, corners, looks, side_contrast(patches, net.shape))

    return glance


def keen_eye(picture: Pyramid, finding: CardNet, reading: CardNet) -> Eye:
    """Finds with the one network, and asks the other, closer by, wherever the first sees a card."""
    far, close = eye_of(picture, finding), eye_of(picture, reading)

    def glance(quads_px: np.ndarray) -> Glances:
        first = far(quads_px)
        at = np.flatnonzero(first.card() > GLANCE.worth_a_close_look)
        second = close(first.quads[at])
        presence, quads = first.presence.copy(), first.quads.copy()
        presence[at], quads[at] = second.presence, second.quads
        return Glances(presence, quads, first.looks, first.edges)

    return glance


_ANY_QUAD = np.array([[0, 0], [56, 0], [56, 87], [0, 87]], np.float32)
_NOTHING = np.eye(len(Presence), dtype=np.float32)[Presence.NOTHING]


def _sound(quad: np.ndarray, largest: float) -> bool:
    """Convex, clockwise, of a size that can be looked at."""
    if not np.isfinite(quad).all() or np.abs(quad).max() > largest:
        return False
    ahead = np.roll(quad, -1, 0) - quad
    after = np.roll(ahead, -1, 0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 0).all() and signed_area(quad) > 60)
