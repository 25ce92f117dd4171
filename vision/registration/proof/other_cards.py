"""Where all cards but the goals lie, as a pose has it: in cells, or between them.

in     a TablePose, and Detections
out    how well they agree with it, their places in cells, and landmarks for its fit
never  weighs them against goals and start card: see table_proof
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import face_up_in
from vision.geometry.card_pose import CardPose, card_poses_of
from vision.geometry.dimensions import PITCH_MM
from vision.geometry.landmarks import Landmark, loose_landmark
from vision.geometry.table_pose import TablePose


@dataclass(frozen=True)
class OtherCardsSettings:
    """Which cards are counted, and when one lies in a cell."""

    face_up: float = 0.5  # presence of a card that lies face up
    plainly_up: float = 0.7  # presence of a card that lies face up, before its size is heard
    detected_misshapen_mm: float = 20.0  # a corner of what may be a card, as it was detected
    in_a_cell: float = 0.27  # of the pitch, off the cell's middle: chance puts 3 of 10 so near
    few_cards: float = 2.0  # fewer than these say little
    maze_middle: tuple[float, float] = (4.0, 0.0)  # cells; where a maze may lie
    maze_reach: tuple[float, float] = (7.0, 6.0)
    twist_rad: float = 0.35  # of a card, against the goals


OTHER_CARDS = OtherCardsSettings()


def grid_agreement(pose: TablePose, detections: Detections) -> float:
    """-1 to 1: do the other cards lie in cells or between them? A pose that is wrong puts them anywhere."""
    places = cells_of_face_up(pose, detections)
    off = np.abs(places - np.round(places)).max(1, initial=0.0)
    inside, outside = (off < OTHER_CARDS.in_a_cell).sum(), (off >= OTHER_CARDS.in_a_cell).sum()
    return float((inside - outside) / (len(off) + OTHER_CARDS.few_cards))


def cells_of_face_up(pose: TablePose, detections: Detections) -> Floats:
    """(n, 2) where cards lie face up that may be of the maze, in cells (x, y) and parts of them."""
    face_up = face_up_in(detections.presence) > OTHER_CARDS.face_up
    cards = [card for card in card_poses_of(pose, detections.quads[face_up]) if _may_be_a_card(card)]
    places_mm = np.array([(card.x_mm, card.y_mm) for card in cards if _may_be_of_maze(card)]).reshape(-1, 2)
    cells: Floats = places_mm / PITCH_MM
    return cells


def loose_cards(pose: TablePose, detections: Detections) -> list[Landmark]:
    """The cards that plainly lie face up and straight somewhere in the maze."""
    quads = detections.quads[face_up_in(detections.presence) > OTHER_CARDS.plainly_up]
    return [
        loose_landmark((card.x_mm, card.y_mm), np.roll(quad, 2, 0) if card.is_turned else quad)
        for card, quad in zip(card_poses_of(pose, quads), quads, strict=True)
        if _lies_straight(card) and _may_be_of_maze(card)
    ]


def _may_be_a_card(card: CardPose) -> bool:
    """Of a card's size, and laid as the game's cards are, whichever end is up."""
    return _lies_straight(card) and (card.is_turned or card.worst_mm < OTHER_CARDS.detected_misshapen_mm)


def _lies_straight(card: CardPose) -> bool:
    """Whichever end is up."""
    return abs((card.twist_rad + np.pi / 2) % np.pi - np.pi / 2) < OTHER_CARDS.twist_rad


def _may_be_of_maze(card: CardPose) -> bool:
    off = np.abs(np.array([card.x_mm, card.y_mm]) / PITCH_MM - OTHER_CARDS.maze_middle)
    return bool((off < OTHER_CARDS.maze_reach).all())
