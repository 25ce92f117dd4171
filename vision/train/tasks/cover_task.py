"""Training the covering network: what lies over a card, place by place. The loop: see fit."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision.arrays import Floats, Images, Indices
from vision.detection.card_network import normalised
from vision.detection.cover_network import PLACES, card_places
from vision.train.dataset.augmentation.other_light import augmented
from vision.train.dataset.covered_patches import make_covered_patches
from vision.train.export import export_cover
from vision.train.model import CoverModel
from vision.train.shards import load_shard, mixed
from vision.train.tasks.task import Batch, Pictures

BATCH = 128
TOGETHER = 8  # shards mixed at a time
BESIDE = 0.25  # weight of a place beside the card: what lies there is not asked, but tells of what reaches in
HIDDEN = 0.5  # of a place: more than that, and it is hidden
TOLD = (0.3, 0.5, 0.7)  # probabilities at which it is counted how much is told


class CoverTask:
    weights = "cover"
    shard_size = 4096
    alone = ""

    def network(self) -> nn.Module:
        return CoverModel()

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        return make_covered_patches(seed, count, held_out)

    def steps(self, paths: list[Path]) -> int:
        return len(paths) * self.shard_size // BATCH + len(paths)

    def batches(self, paths: list[Path], order: np.random.Generator) -> Iterator[Batch]:
        """Each patch once, half of them mirrored each way, in other light."""
        for rows in mixed(paths, TOGETHER, BATCH, _all, order):
            planes = np.stack([patch for patch, _ in rows])
            for axis in (1, 2):
                chosen = order.random(len(planes)) < 0.5
                planes[chosen] = np.flip(planes[chosen], axis)
            yield normalised(augmented(planes[..., :3], order)), hidden_places(planes)

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor:
        (hidden,) = answers
        weights = BESIDE + (1 - BESIDE) * torch.from_numpy(card_places().astype(np.float32))
        wrong = nn.functional.binary_cross_entropy_with_logits(raw[:, 0], hidden, reduction="none")
        return (wrong * weights).sum() / weights.sum() / len(raw)

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        found = figures(network, load_shard(held)[0])
        print(found, flush=True)
        export_cover(network, facts | {"held_out_decks": found}, arguments.out)


def hidden_places(planes: Images) -> Floats:
    """(n, rows, columns) share of each place that is hidden, of patches with four planes."""
    shares = [cv2.resize(one[..., 3], PLACES, interpolation=cv2.INTER_AREA) for one in planes]
    return (np.stack(shares) / 255).astype(np.float32)


def figures(network: nn.Module, planes: Images) -> dict[str, float]:
    """On places of cards: how many of the hidden are told, and how many of the others are said to be."""
    network.eval()
    said = []
    with torch.no_grad():
        for at in range(0, len(planes), 256):
            raw = network(torch.from_numpy(normalised(planes[at : at + 256, ..., :3])))
            said.append(torch.sigmoid(raw[:, 0]).numpy())
    hidden, inside = hidden_places(planes) > HIDDEN, card_places()
    told, true = np.concatenate(said)[:, inside], hidden[:, inside]
    found: dict[str, float] = {}
    for least in TOLD:
        found[f"hidden_told_{least}"] = round(float((told[true] > least).mean()), 4)
        found[f"others_told_{least}"] = round(float((told[~true] > least).mean()), 4)
    return found


def _all(labels: Floats) -> Indices:
    return np.arange(len(labels))
