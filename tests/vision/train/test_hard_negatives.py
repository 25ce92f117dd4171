"""Bare places that a network takes for cards are found."""

import numpy as np

from vision.detection.card_network import CardNetwork
from vision.train.dataset.augmentation.close_crops import close_crop
from vision.train.dataset.face_labels import (
    LABELS,
)
from vision.train.dataset.hard_negatives import TAKEN, hard_patches


def test_bare_places_worth_training_on_are_taken_for_cards():
    net = CardNetwork.load()
    patches = hard_patches(net, np.random.default_rng(4), 4)
    rng = np.random.default_rng(5)
    close = np.array([close_crop(patch, np.zeros(LABELS, np.float32), rng)[0] for patch in patches])
    assert (net.estimate(close).is_card > TAKEN / 2).mean() >= 0.5
