"""What is laid over a patch when it is shown again, and what is told of it then."""

import numpy as np

from vision.detection.card_estimates import Presence
from vision.detection.pyramid import READING_PATCH
from vision.train.dataset.augmentation.covers import covered
from vision.train.dataset.face_labels import CORNERS_WEIGHT_AT, IN_SIGHT_AT, LABELS, PRESENCE_AT, SEEN_AT, WEIGHT_AT

MANY = 400


def _cards() -> tuple[np.ndarray, np.ndarray]:
    """Patches of noise, each labelled as a whole card that lies where it is looked for."""
    labels = np.zeros((MANY, LABELS), np.float32)
    labels[:, PRESENCE_AT], labels[:, CORNERS_WEIGHT_AT], labels[:, WEIGHT_AT] = Presence.TUNNEL, 1, 1
    labels[:, SEEN_AT], labels[:, IN_SIGHT_AT] = 1, 1
    shape = (MANY, READING_PATCH.height, READING_PATCH.width, 3)
    return np.random.default_rng(2).integers(0, 250, shape).astype(np.uint8), labels


def test_the_same_numbers_cover_the_same_cards_and_leave_what_was_given_as_it_is():
    patches, labels = _cards()
    before = patches.copy(), labels.copy()
    first = covered(patches, labels, np.random.default_rng(3))
    second = covered(patches, labels, np.random.default_rng(3))
    assert all((one == two).all() for one, two in zip(first, second, strict=True))
    assert (patches == before[0]).all() and (labels == before[1]).all()


def test_one_card_in_seven_is_covered_in_part_and_less_of_it_is_in_sight():
    patches, labels = _cards()
    shown, told = covered(patches, labels, np.random.default_rng(4))
    touched = (shown != patches).any((1, 2, 3))
    less = (told[:, IN_SIGHT_AT] < 1).any(1)
    assert 0.08 < touched.mean() < 0.22
    assert not (less & ~touched).any()
    assert less.sum() > 0.6 * touched.sum()


def test_a_side_that_is_in_sight_still_is_told_as_such():
    patches, labels = _cards()
    shown, told = covered(patches, labels, np.random.default_rng(5))
    north = slice(0, READING_PATCH.height // 4)
    untouched = (shown[:, north] == patches[:, north]).all((1, 2, 3))
    assert (told[untouched, IN_SIGHT_AT.start] == 1).all()


def test_a_card_that_is_mostly_covered_is_none_that_could_be_recognised():
    patches, labels = _cards()
    labels[:, SEEN_AT] = 0.45  # a hand lay over it already
    _, told = covered(patches, labels, np.random.default_rng(6))
    gone = told[:, WEIGHT_AT] == 0
    assert gone.any()
    assert (told[gone, 0] == Presence.OTHER).all() and (told[gone, SEEN_AT] < 0.4).all()


def test_a_place_without_a_card_stays_as_it_is():
    patches, labels = _cards()
    labels[:, CORNERS_WEIGHT_AT] = 0
    shown, told = covered(patches, labels, np.random.default_rng(7))
    assert (shown == patches).all() and (told == labels).all()
