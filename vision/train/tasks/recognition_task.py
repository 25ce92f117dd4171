"""Training the recognition network: patches of single cards. The loop: see fit.

Its heads for straight tunnels and for plugs learn nothing here, and have to learn anew on what the rest has become: see
lone_head.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.arrays import Floats, Images, Indices
from vision.detection.answer_places import READING_AT
from vision.detection.card_network import normalised
from vision.train.dataset.augmentation.close_crops import close_crop
from vision.train.dataset.augmentation.covers import covered
from vision.train.dataset.augmentation.other_light import augmented
from vision.train.dataset.card_patches import make_patches
from vision.train.dataset.face_labels import (
    CORNERS_AT,
    CORNERS_WEIGHT_AT,
    IN_SIGHT_AT,
    PRESENCE_AT,
    WEIGHT_AT,
    mirrored,
)
from vision.train.export import export_recognition
from vision.train.metrics import figures
from vision.train.model import RecognitionModel
from vision.train.shards import load_shard, mixed
from vision.train.tasks.face_lessons import face_losses
from vision.train.tasks.task import Batch, Pictures
from vision.train.temperature_scaling import fit_temperatures

BATCH = 128
SMALL_THINGS = 3.0  # weight of doors, crystals and ladders: rare, a few pixels large, and slow to be learnt
TOGETHER = 8  # shards mixed at a time
BARE = 2  # one in so many patches without a card is enough for reading
CORNER_SCALE = 0.05  # card widths: an error of this size weighs about as much as a wrong mouth
SIGHT = 1.5  # weight of what is in sight: most of it is, and a hand over a side is rare
SEED = 7


class RecognitionTask:
    weights = "read"
    shard_size = 4096
    alone = ""

    def network(self) -> nn.Module:
        return RecognitionModel()

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        return make_patches(seed, count, held_out)

    def steps(self, paths: list[Path]) -> int:
        return sum(len(_chosen(labels)) for _, labels in map(load_shard, paths)) // BATCH + 1

    def batches(self, paths: list[Path], order: np.random.Generator) -> Iterator[Batch]:
        """Each patch once, half of them mirrored each way; as planes."""
        for rows in mixed(paths, TOGETHER, BATCH, _chosen, order):
            patches, labels = mirrored_at_random(*close_crops(rows, order), order)
            patches, labels = covered(patches, labels, order)
            yield normalised(augmented(patches, order)), labels

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor:
        (labels,) = answers
        at, face = READING_AT, labels[:, WEIGHT_AT]
        presence = nn.functional.cross_entropy(raw[:, at.presence], labels[:, PRESENCE_AT].long())
        corners = nn.functional.smooth_l1_loss(
            raw[:, at.corners] / CORNER_SCALE, labels[:, CORNERS_AT] / CORNER_SCALE, reduction="none"
        )
        binary = nn.functional.binary_cross_entropy_with_logits
        tunnels, door, marks = face_losses(raw, labels, at)
        parts = tunnels + SMALL_THINGS * (door + marks)
        parts += SIGHT * (binary(raw[:, at.in_sight], labels[:, IN_SIGHT_AT], reduction="none") * face[:, None]).sum()
        return presence + 0.4 * (corners.mean(1) * labels[:, CORNERS_WEIGHT_AT]).mean() + parts / len(raw)

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        """Temperatures on one half of the held-out decks' patches, figures on the other; then export."""
        patches, labels = close_crops(zip(*load_shard(held), strict=True), np.random.default_rng(SEED))
        raw = answers_of(network, patches)
        half = len(labels) // 2
        temperatures = fit_temperatures(raw[:half], labels[:half])
        found = figures(raw[half:], labels[half:], temperatures)
        print(found, flush=True)
        export_recognition(network, temperatures, facts | {"held_out_decks": found}, arguments.out)


def _chosen(labels: Floats) -> Indices:
    rows = np.arange(len(labels))
    chosen: Indices = rows[(labels[:, CORNERS_WEIGHT_AT] > 0) | (rows % BARE == 0)]
    return chosen


def close_crops(rows: Iterable[Pictures], rng: np.random.Generator) -> Pictures:
    """As the network sees them."""
    cut = [close_crop(patch, labels, rng) for patch, labels in rows]
    return np.stack([patch for patch, _ in cut]), np.stack([labels for _, labels in cut])


def mirrored_at_random(patches: Images, labels: Floats, order: np.random.Generator) -> Pictures:
    """Half of them each way."""
    for way, axis in (("across", 2), ("down", 1)):
        chosen = order.random(len(patches)) < 0.5
        patches[chosen] = np.flip(patches[chosen], axis)
        labels[chosen] = mirrored(labels[chosen], way)
    return patches, labels


def answers_of(network: nn.Module, patches: Images) -> Floats:
    """(n, READING_AT.answers)"""
    network.eval()
    with torch.no_grad():
        raw = [network(torch.from_numpy(normalised(patches[i : i + 256]))).numpy() for i in range(0, len(patches), 256)]
    return np.concatenate(raw)
