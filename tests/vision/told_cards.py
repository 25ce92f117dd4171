"""Cards as the networks tell of them: plain tunnels from east to west, but for what a test says of the east."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.maze.geometry import Cell
from vision.detection.answer_places import READING_AT
from vision.detection.card_estimates import CardEstimates, Presence
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.geometry.card_pose import CardPose
from vision.registration.located_card import LocatedCard

QUAD = np.array([(100, 100), (160, 100), (160, 193), (100, 193)], float)
TUNNEL = np.eye(len(Presence))[Presence.TUNNEL]


def tunnel_east_and_west(in_sight: float, east: float) -> CardEstimates:
    """east : probability of a tunnel mouth there; the western one is plain, and both are joined if there are two."""
    plain = estimates_from_outputs(np.zeros((1, READING_AT.answers), np.float32), Temperatures())
    return replace(
        plain,
        presence=TUNNEL[None] * 0.98 + 0.004,
        mouths=np.array([[0.001, east, 0.001, 0.999]]),
        links=np.full((1, 6), 0.999),
        door=np.array([[0.998, 0.001, 0.001]]),
        crystal=np.array([0.001]),
        ladder=np.array([0.001]),
        in_sight=np.array([[1.0, in_sight, 1.0, 1.0, 1.0]]),
    )


def located(*cells: Cell) -> dict[Cell, LocatedCard]:
    """A tunnel card in each of these cells; where, no test asks."""
    return {cell: LocatedCard(cell, QUAD, CardPose(60.0, 0.0, 0.0), TUNNEL) for cell in cells}
