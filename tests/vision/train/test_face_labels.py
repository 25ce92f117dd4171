"""What the network is taught of a face, and of the same face in a mirror."""

import numpy as np
import pytest

from companion.maze.faces import Face, Passage
from companion.maze.geometry import Side
from vision.train.dataset.face_labels import (
    IN_SIGHT_AT,
    LABELS,
    MARKED,
    PLAIN,
    STRAIGHT,
    face_numbers,
    mirrored,
    parted_face,
    sample_face,
    straight_face,
)

SWAP = {"across": {Side.N: Side.N, Side.E: Side.W, Side.S: Side.S, Side.W: Side.E}}
SWAP["down"] = {side: SWAP["across"][side].opposite for side in Side}


def seen_in_mirror(face: Face, way: str) -> Face:
    passages = (Passage(tuple(sorted(SWAP[way][side] for side in p.sides)), p.door) for p in face.passages)
    return Face(tuple(passages), face.ladder, face.crystals)


@pytest.mark.parametrize("way", ["across", "down"])
def test_mirrored_labels_are_the_labels_of_the_mirrored_card(way):
    for face in PLAIN + MARKED:
        labels = np.zeros((1, LABELS), np.float32)
        labels[0, 10:23] = face_numbers(face)
        assert np.array_equal(mirrored(labels, way)[0, 10:23], face_numbers(seen_in_mirror(face, way))), str(face)


@pytest.mark.parametrize("way", ["across", "down"])
def test_mirrored_twice_is_as_before(way):
    labels = np.random.default_rng(0).random((5, LABELS)).astype(np.float32)
    assert np.allclose(mirrored(mirrored(labels, way), way), labels)


def test_a_corner_offset_to_the_east_points_west_in_the_mirror():
    labels = np.zeros((1, LABELS), np.float32)
    labels[0, 1:9] = [0.1, 0.2, 0, 0, 0, 0, 0, 0]  # the N-W corner lies east and south of where it was thought
    assert np.allclose(mirrored(labels, "across")[0, 3:5], [-0.1, 0.2])
    assert np.allclose(mirrored(labels, "down")[0, 7:9], [0.1, -0.2])


def test_a_hand_over_the_east_lies_over_the_west_in_the_mirror():
    labels = np.zeros((1, LABELS), np.float32)
    labels[0, IN_SIGHT_AT] = [0.9, 0.1, 0.8, 0.7, 0.6]
    assert np.allclose(mirrored(labels, "across")[0, IN_SIGHT_AT], [0.9, 0.7, 0.8, 0.1, 0.6])
    assert np.allclose(mirrored(labels, "down")[0, IN_SIGHT_AT], [0.8, 0.1, 0.9, 0.7, 0.6])


def test_patches_hold_faces_of_both_boxes_and_faces_of_none():
    rng = np.random.default_rng(1)
    taught = {sample_face(rng) for _ in range(4000)}
    assert set(PLAIN) | set(MARKED) <= taught
    assert taught - set(PLAIN) - set(MARKED)


def test_lessons_on_straight_tunnels_hold_each_kind_as_often_as_they_say_and_other_faces():
    rng = np.random.default_rng(2)
    taught = [str(straight_face(rng)) for _ in range(4000)]
    for text, share in STRAIGHT.items():
        assert taught.count(str(Face.parse(text))) / len(taught) == pytest.approx(share, abs=0.03)
    assert {text for text in taught if "NESW" in text}


def test_lessons_on_plugs_hold_cards_of_two_tunnels_and_more_that_are_all_shut_and_any_others():
    rng = np.random.default_rng(3)
    taught = [parted_face(rng) for _ in range(2000)]
    shut = [face for face in taught if not face.links and len(face.open) > 1]
    assert {len(face.open) for face in shut} == {2, 3, 4}
    assert 0.5 < len(shut) / len(taught) < 0.7, "a half, and those among any faces"
    assert any(face.crystals for face in shut)
    assert {face.door for face in taught} > {None}
