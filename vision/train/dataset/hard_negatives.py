"""Bare places that the network takes for cards: `python -m vision.train.dataset.hard_negatives FOLDER SEED`.

No learning.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image, Images
from vision.detection.card_estimates import Presence
from vision.detection.card_network import CardNetwork
from vision.train.dataset.augmentation.close_crops import close_crop
from vision.train.dataset.card_patches import make_bare_patch
from vision.train.dataset.drawn_deck import DrawnDeck
from vision.train.dataset.face_labels import HEIGHT_AT, IN_SIGHT_AT, LABELS, PRESENCE_AT, SEEN_AT
from vision.train.dataset.tops.table_tops import table_top
from vision.train.shards import keep_shard

TAKEN = 0.25  # probability of a card from which a bare place is worth training on
BATCH = 64
SHARD = 4096  # patches


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("seeds", type=int, nargs="+")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in arguments.seeds:
        patches = hard_patches(CardNetwork.load(), np.random.default_rng([seed, 2]), SHARD)
        labels = np.zeros((len(patches), LABELS), np.float32)
        labels[:, PRESENCE_AT], labels[:, HEIGHT_AT] = Presence.NOTHING, 80
        labels[:, SEEN_AT], labels[:, IN_SIGHT_AT] = 1, 1
        keep_shard(arguments.folder / f"train_{seed:04d}", patches, labels)


def hard_patches(net: CardNetwork, rng: np.random.Generator, count: int) -> Images:
    """(count, WIDE_PATCH.height, WIDE_PATCH.width, 3), shuffled."""
    kept: list[Image] = []
    while len(kept) < count:
        deck = DrawnDeck(int(rng.integers(1_000_000)), fronts=8)
        tables = [table_top(rng) for _ in range(16)]
        for table in tables:
            patches = np.array([make_bare_patch(deck, table, rng) for _ in range(BATCH)])
            close = np.array([close_crop(patch, np.zeros(LABELS, np.float32), rng)[0] for patch in patches])
            kept += list(patches[net.estimate(close).is_card > TAKEN])
    order = rng.permutation(len(kept))[:count]
    return np.array([kept[i] for i in order])


if __name__ == "__main__":
    main()
