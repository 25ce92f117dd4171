"""What the network is taught agrees with what is drawn."""

import cv2
import numpy as np
import pytest

from companion.maze.faces import Face, Passage
from companion.maze.geometry import Side
from vision.network import READ, WIDE, CardNet, Presence
from vision.train.afresh import taken_afresh
from vision.train.dataset import Deck, make_patch
from vision.train.hard import TAKEN, hard_patches
from vision.train.lessons import (
    CORNERS_AT,
    CORNERS_WEIGHT_AT,
    LABELS,
    MARKED,
    PLAIN,
    WEIGHT_AT,
    face_numbers,
    mirrored,
    sample_face,
)
from vision.train.recut import recut
from vision.train.tables import HEIGHT, WIDTH, make_tables
from vision.train.tops import table_top

SWAP = {"across": {Side.N: Side.N, Side.E: Side.W, Side.S: Side.S, Side.W: Side.E}}
SWAP["down"] = {side: SWAP["across"][side].opposite for side in Side}


def seen_in_mirror(face: Face, way: str) -> Face:
    passages = (Passage(tuple(sorted(SWAP[way][side] for side in p.sides)), p.door) for p in face.passages)
    return Face(tuple(passages), face.ladder, face.crystals)


@pytest.mark.parametrize("way", ["across", "down"])
def test_a_mirrored_lesson_is_the_lesson_of_the_mirrored_card(way):
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


def test_lessons_hold_faces_of_both_boxes_and_faces_of_none():
    rng = np.random.default_rng(1)
    taught = {sample_face(rng) for _ in range(4000)}
    assert set(PLAIN) | set(MARKED) <= taught
    assert taught - set(PLAIN) - set(MARKED)


def test_patches_are_drawn_with_every_kind_of_presence():
    rng = np.random.default_rng(2)
    deck = Deck(2, fronts=4)
    table = table_top(rng)
    drawn = [make_patch(deck, deck, table, rng) for _ in range(150)]
    assert {patch.shape for patch, _ in drawn} == {(WIDE.height, WIDE.width, 3)}
    assert {int(labels[0]) for _, labels in drawn} == set(map(int, Presence))
    faces_taught = [labels for _, labels in drawn if labels[WEIGHT_AT]]
    assert all(labels[0] in (Presence.TUNNEL, Presence.START) for labels in faces_taught)


def test_a_patch_cut_anew_for_reading_says_where_its_corners_are():
    true = WIDE.corners() + np.array([6, -5], np.float32)  # the card lies beside the guess
    patch = np.zeros((WIDE.height, WIDE.width, 3), np.uint8)
    cv2.fillConvexPoly(patch, np.round(true).astype(np.int32), (255, 255, 255))
    labels = np.zeros(LABELS, np.float32)
    labels[CORNERS_AT] = ((true - WIDE.corners()) / WIDE.card_width_px).ravel()
    labels[CORNERS_WEIGHT_AT] = 1
    for seed in range(20):
        cut, taught = recut(patch, labels, np.random.default_rng(seed))
        assert cut.shape == (READ.height, READ.width, 3)
        said = READ.corners() + taught[CORNERS_AT].reshape(4, 2) * READ.card_width_px
        middle = said.mean(0)
        for corner in said:
            inside, outside = (np.round(corner + (middle - corner) * share).astype(int) for share in (0.09, -0.09))
            if 0 <= inside[0] < READ.width and 0 <= inside[1] < READ.height:
                assert cut[inside[1], inside[0], 0] > 127
            if 0 <= outside[0] < READ.width and 0 <= outside[1] < READ.height:
                assert cut[outside[1], outside[0], 0] < 128


def test_bare_places_worth_a_lesson_are_taken_for_cards():
    net = CardNet.load()
    patches = hard_patches(net, np.random.default_rng(4), 4)
    rng = np.random.default_rng(5)
    close = np.array([recut(patch, np.zeros(LABELS, np.float32), rng)[0] for patch in patches])
    assert (net.look(close).is_card > TAKEN / 2).mean() >= 0.5


def test_a_seam_between_cards_is_taught_as_no_card():
    rng = np.random.default_rng(6)
    deck, table = Deck(3, fronts=4), table_top(rng)
    drawn = [make_patch(deck, deck, table, rng) for _ in range(80)]
    assert all(labels[WEIGHT_AT] == 0 for _, labels in drawn if labels[0] == Presence.NOTHING)


def test_tables_are_drawn_with_cards_where_their_labels_say():
    pictures, labels = make_tables(3, 6)
    assert pictures.shape == (6, HEIGHT, WIDTH, 3)
    cards = labels[labels[..., 0] > 0]
    assert len(cards) > 10
    assert ((cards[:, 1:3] >= 0) & (cards[:, 1:3] < (WIDTH, HEIGHT))).all()
    across, down = np.hypot(*cards[:, 3:5].T), np.hypot(*cards[:, 5:7].T)
    assert (down > 0.5 * across).all()  # seen from 60 degrees a card is half as high, and no lower
    again, same = make_tables(3, 6)
    assert np.array_equal(pictures, again)
    assert np.array_equal(labels, same)


def test_a_patch_shown_again_is_taken_in_other_light_or_with_other_noise_but_some_stay_as_they_are():
    patches = np.random.default_rng(5).integers(60, 190, (64, 48, 32, 3)).astype(np.uint8)
    before = patches.copy()
    taken = taken_afresh(patches, np.random.default_rng(6))
    assert (taken == taken_afresh(patches, np.random.default_rng(6))).all()
    assert (patches == before).all()
    off = np.abs(taken.astype(int) - patches).mean((1, 2, 3))
    assert taken.shape == patches.shape
    assert 0.1 < (off < 1).mean() < 0.5
    assert off.max() < 60
