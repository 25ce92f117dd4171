"""Lessons of heads that learn alone: which cards they are about, how what was learnt is counted; where torch is."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.faces import Face
from vision.train.dataset.face_labels import FACE_AT, IN_SIGHT_AT, LABELS, PLUG_AT, WEIGHT_AT, face_numbers

pytest.importorskip("torch", reason="torch is of the extra `train`")

from vision.train.tasks.plug_task import PlugTask
from vision.train.tasks.straight_task import StraightTask


def label_of(face: str, in_sight: float = 1.0) -> np.ndarray:
    labels = np.zeros(LABELS, np.float32)
    labels[FACE_AT], labels[WEIGHT_AT], labels[IN_SIGHT_AT] = face_numbers(Face.parse(face)), 1, 1
    labels[IN_SIGHT_AT.start + 1] = in_sight
    return labels


def test_those_on_straight_tunnels_are_about_cards_with_four_mouths_that_lie_in_sight():
    no_card = np.zeros(LABELS, np.float32)
    labels = np.stack([label_of("NS|EW"), label_of("NSW"), label_of("N|E|S|W"), label_of("NESW", 0.5), no_card])
    assert StraightTask().chosen(labels).tolist() == [0, 2]


def test_of_each_kind_it_is_counted_how_many_are_told():
    said = np.array([[3, 2], [4, -1], [-2, 5], [-2, -3], [1, -1]], float)
    joined = np.array([[1, 1], [1, 1], [0, 1], [0, 0], [1, 0]], float)
    assert StraightTask().told(said, joined) == {"bridge": 0.5, "through_n_s": 1.0, "through_e_w": 1.0, "neither": 1.0}


def test_those_on_plugs_are_about_cards_with_more_than_one_mouth_and_plugs_that_lie_in_sight():
    labels = np.stack([label_of("NS"), label_of("N|S"), label_of("N|S", 0.5), label_of("NS", 0.5), label_of("N")])
    labels[[1, 2, 4], PLUG_AT] = 1
    assert PlugTask().chosen(labels).tolist() == [0, 1, 3]
    assert PlugTask().truth(labels).tolist() == [[0], [1], [1], [0], [1]]


def test_of_plugs_and_of_all_else_it_is_counted_how_many_are_told():
    said, truth = np.array([[2], [-1], [-3], [-2], [1]], float), np.array([[1], [1], [0], [0], [0]], float)
    assert PlugTask().told(said, truth) == {"plugged": 0.5, "others": pytest.approx(0.6667)}
