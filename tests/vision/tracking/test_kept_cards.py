"""Which cards lie where they lay, and when most lie elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.geometry import Cell
from vision.detection.card_estimates import Presence
from vision.geometry.card_pose import CardPose, quad_of
from vision.geometry.dimensions import cell_mm
from vision.geometry.table_pose import pose_of
from vision.registration.located_card import LocatedCard
from vision.tracking.kept_cards import have_shifted, most_moved

POSE = pose_of(np.array([0.4, -0.1, 0.2, -240.0, -30.0, 900.0, np.log(980.0), -0.03]), (1280, 720))


def located(cell: Cell, aside_mm: float = 0.0) -> LocatedCard:
    x_mm, y_mm = cell_mm(cell)
    lies = CardPose(float(x_mm) + aside_mm, float(y_mm), 0.0)
    return LocatedCard(cell, quad_of(POSE, lies), lies, np.eye(len(Presence))[Presence.TUNNEL])


CELLS = [Cell(x, 0) for x in range(1, 11)]
BEFORE = {cell: located(cell) for cell in CELLS}


@pytest.mark.parametrize(("nudged", "shifted"), [(1, False), (2, False), (4, True)])
def test_a_few_nudged_cards_are_no_moved_camera(nudged, shifted):
    now = BEFORE | {cell: located(cell, 3.0) for cell in CELLS[:nudged]}
    assert have_shifted(BEFORE, now) == shifted


def test_only_cards_that_were_kept_are_compared():
    assert not have_shifted(BEFORE, {cell: replace(BEFORE[cell]) for cell in CELLS[:3]})


@pytest.mark.parametrize(("aside_mm", "moved"), [(0.0, False), (1.0, False), (6.0, True)])
def test_cards_are_drawn_elsewhere_where_they_are_off_by_more_than_a_sliver(aside_mm, moved):
    quads, now = (np.array([located(cell, aside).quad_px for cell in CELLS]) for aside in (0.0, aside_mm))
    assert most_moved(quads, now) == moved
