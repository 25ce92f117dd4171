"""Bare places that the finding network takes for cards, collected for its next lessons: `python -m vision.train.hard`.

A patch is kept where the network sees a card, and again where it then thinks that card to lie. No learning.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.network import FIND, CardNet, Looks, Presence
from vision.train.dataset import Deck, make_bare_patch
from vision.train.lessons import HEIGHT_AT, LABELS, SEEN_AT
from vision.train.shards import SHARD, keep_shard
from vision.train.tops import table_top

TAKEN = 0.25  # probability of a card from which a bare place is worth a lesson
BATCH = 64


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("seeds", type=int, nargs="+")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in arguments.seeds:
        patches = hard_patches(CardNet.load("find"), np.random.default_rng([seed, 2]), SHARD)
        labels = np.zeros((len(patches), LABELS), np.float32)
        labels[:, 0], labels[:, HEIGHT_AT], labels[:, SEEN_AT] = Presence.NOTHING, 80, 1
        keep_shard(arguments.folder / f"train_{seed:04d}", patches, labels)


def hard_patches(net: CardNet, rng: np.random.Generator, count: int) -> np.ndarray:
    """(count, FIND.height, FIND.width, 3), shuffled."""
    kept: list[np.ndarray] = []
    while len(kept) < count:
        deck = Deck(int(rng.integers(1_000_000)), fronts=8)
        tables = [table_top(rng) for _ in range(16)]
        for table in tables:
            patches = np.array([make_bare_patch(deck, table, rng) for _ in range(BATCH)])
            looks = net.look(patches)
            taken = patches[looks.is_card > TAKEN]
            kept += list(taken)
            again = np.array([_where_seen(patch, look) for patch, look in _each(taken, looks)])
            if len(again):
                kept += list(again[net.look(again).is_card > TAKEN])
    order = rng.permutation(len(kept))[:count]
    return np.array([kept[i] for i in order])


def _each(taken: np.ndarray, looks: Looks) -> list[tuple[np.ndarray, np.ndarray]]:
    return list(zip(taken, looks.corners[looks.is_card > TAKEN], strict=True))


def _where_seen(patch: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """The patch cut anew around the corners that the network gave."""
    quad = (FIND.corners() + corners * FIND.card_width_px).astype(np.float32)
    move = cv2.getPerspectiveTransform(quad, FIND.corners())
    return cv2.warpPerspective(patch, move, (FIND.width, FIND.height), borderMode=cv2.BORDER_REPLICATE)


if __name__ == "__main__":
    main()
