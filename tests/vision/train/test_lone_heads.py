"""The lessons on straight tunnels: which cards they are about, how what was learnt is counted; where torch is."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.faces import Face
from vision.train.dataset.face_labels import FACE_AT, IN_SIGHT_AT, LABELS, WEIGHT_AT, face_numbers

pytest.importorskip("torch", reason="torch is of the extra `train`")

from vision.train.tasks.straight_task import kinds_told, shown_wholly


def label_of(face: str, in_sight: float = 1.0) -> np.ndarray:
    labels = np.zeros(LABELS, np.float32)
    labels[FACE_AT], labels[WEIGHT_AT], labels[IN_SIGHT_AT] = face_numbers(Face.parse(face)), 1, 1
    labels[IN_SIGHT_AT.start + 1] = in_sight
    return labels


def test_they_are_about_cards_with_four_mouths_that_lie_in_sight():
    no_card = np.zeros(LABELS, np.float32)
    labels = np.stack([label_of("NS|EW"), label_of("NSW"), label_of("N|E|S|W"), label_of("NESW", 0.5), no_card])
    assert shown_wholly(labels).tolist() == [0, 2]


def test_of_each_kind_it_is_counted_how_many_are_told():
    said = np.array([[3, 2], [4, -1], [-2, 5], [-2, -3], [1, -1]], float)
    joined = np.array([[1, 1], [1, 1], [0, 1], [0, 0], [1, 0]], float)
    assert kinds_told(said, joined) == {"bridge": 0.5, "through_n_s": 1.0, "through_e_w": 1.0, "neither": 1.0}
