"""What the tunnels of this deck look like where they reach a card's edge, and so how likely each side has one.

in     CardEstimates of all cards on a table
out    the same, each mouth with what the colours of the plain ones say of it
never  sees a picture, or knows a deck: every table tells its own colours
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.detection.card_network import CardEstimates


@dataclass(frozen=True)
class MouthColoursSettings:
    """Of 12,357 cards on 538 drawn, composed and path-traced tables 71 mouths were misread. The colours speak against
    46 of these, and plainly for 2; tables that hold a card that is wrong or in doubt are 97 instead of 134."""

    plain: float = 0.97  # probability that a side has a mouth, or that it has none: its colours are learnt from
    face_up: float = 0.9  # likewise of the card, that it lies with its front up
    least: int = 8  # plain sides of either kind: with fewer one odd card decides; few tables of five cards have them
    ridge: float = 0.1  # of the colours' variance, in spreads of a patch squared: few cards tell little of it
    weight: float = 0.5  # of their log odds: the network has seen the same pixels; with 0.3 or 0.8 as good
    most: float = 4.0  # log odds, for or against: what the network gives 0.98 or more is not overruled


MOUTH_COLOURS = MouthColoursSettings()


def with_mouth_colours(seen: CardEstimates) -> CardEstimates:
    """The same cards, each mouth as likely as the network and the colours at the card's edge say together.

    Linear discriminant analysis (Fisher, 1936) between the table's plain mouths and its plain walls.
    """
    rims = seen.rims.reshape(-1, seen.rims.shape[-1])
    shown = np.isfinite(rims).all(1)
    plain = shown & np.repeat(seen.lies_face_up > MOUTH_COLOURS.face_up, seen.mouths.shape[1])
    mouths = plain & (seen.mouths.ravel() > MOUTH_COLOURS.plain)
    walls = plain & (seen.mouths.ravel() < 1 - MOUTH_COLOURS.plain)
    if min(mouths.sum(), walls.sum()) < MOUTH_COLOURS.least:
        return seen
    odds = np.zeros(len(rims))
    odds[shown] = _log_odds(rims[shown], rims[mouths], rims[walls])
    heard = np.clip(MOUTH_COLOURS.weight * odds, -MOUTH_COLOURS.most, MOUTH_COLOURS.most)
    return replace(seen, mouths=_shifted(seen.mouths, heard.reshape(seen.mouths.shape)))


def _log_odds(asked: Floats, mouths: Floats, walls: Floats) -> Floats:
    """(n,) that each of (n, k) belongs to the mouths rather than to the walls."""
    scatter = sum((len(kind) - 1) * np.cov(kind.T) for kind in (mouths, walls)) / (len(mouths) + len(walls) - 2)
    way = np.linalg.solve(scatter + MOUTH_COLOURS.ridge * np.eye(asked.shape[1]), mouths.mean(0) - walls.mean(0))
    odds: Floats = (asked - (mouths.mean(0) + walls.mean(0)) / 2) @ way
    return odds


def _shifted(chances: Floats, log_odds: Floats) -> Floats:
    """Probabilities, with so much more odds."""
    more = chances * np.exp(log_odds)
    shifted: Floats = more / (more + 1 - chances)
    return shifted
