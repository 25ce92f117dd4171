"""How reading is taught: patches of single cards. See fit for the loop, dataset for the pictures."""

from __future__ import annotations

import copy
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.network import normalised
from vision.train.afresh import taken_afresh
from vision.train.course import Lesson, Pictures
from vision.train.dataset import make_shard
from vision.train.export import export_reading
from vision.train.lessons import CORNERS_WEIGHT_AT, WEIGHT_AT, mirrored
from vision.train.measure import figures, fit_temperatures
from vision.train.model import CardNetwork
from vision.train.recut import recut
from vision.train.shards import load_shard, mixed

BATCH = 128
SMALL_THINGS = 3.0  # weight of doors, crystals and ladders: rare, a few pixels large, and slow to be learnt
TOGETHER = 8  # shards mixed at a time
BARE = 2  # one in so many patches without a card is enough for reading
CORNER_SCALE = 0.05  # card widths: an error of this size weighs about as much as a wrong mouth
SEED = 7


class ReadCourse:
    look = "read"
    in_a_shard = 4096

    def network(self) -> nn.Module:
        return CardNetwork()

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        return make_shard(seed, count, held_out)

    def steps(self, paths: list[Path]) -> int:
        return sum(len(_chosen(labels)) for _, labels in map(load_shard, paths)) // BATCH + 1

    def lessons(self, paths: list[Path], order: np.random.Generator) -> Iterator[Lesson]:
        """Each patch once, half of them mirrored each way; as planes."""
        for rows in mixed(paths, TOGETHER, BATCH, _chosen, order):
            patches, labels = _augmented(*_recut(rows, order), order)
            yield normalised(taken_afresh(patches, order)), labels

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor:
        (labels,) = answers
        face = labels[:, WEIGHT_AT]
        presence = nn.functional.cross_entropy(raw[:, 0:5], labels[:, 0].long())
        corners = nn.functional.smooth_l1_loss(
            raw[:, 5:13] / CORNER_SCALE, labels[:, 1:9] / CORNER_SCALE, reduction="none"
        )
        binary = nn.functional.binary_cross_entropy_with_logits
        asked = face[:, None] * (labels[:, 14:20] >= 0)
        mouths = binary(raw[:, 13:17], labels[:, 10:14], reduction="none") * face[:, None]
        links = binary(raw[:, 17:23], labels[:, 14:20].clamp(min=0), reduction="none") * asked
        door = nn.functional.cross_entropy(raw[:, 23:26], labels[:, 20].long(), reduction="none") * face
        marks = binary(raw[:, 26:28], labels[:, 21:23], reduction="none") * face[:, None]
        parts = mouths.sum() + links.sum() + SMALL_THINGS * (door.sum() + marks.sum())
        return presence + 0.4 * (corners.mean(1) * labels[:, 9]).mean() + parts / len(raw)

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        """Temperatures on one half of the held-out decks' patches, figures on the other; then export."""
        patches, labels = _recut(zip(*load_shard(held), strict=True), np.random.default_rng(SEED))
        raw = _answers(network, patches)
        half = len(labels) // 2
        temperatures = fit_temperatures(raw[:half], labels[:half])
        found = figures(raw[half:], labels[half:], temperatures)
        print(found, flush=True)
        plain = copy.deepcopy(network).to(memory_format=torch.contiguous_format)
        export_reading(plain, temperatures, facts | {"held_out_decks": found}, arguments.out)


def _chosen(labels: np.ndarray) -> np.ndarray:
    rows = np.arange(len(labels))
    return rows[(labels[:, CORNERS_WEIGHT_AT] > 0) | (rows % BARE == 0)]


def _recut(rows: Iterable[Pictures], rng: np.random.Generator) -> Pictures:
    cut = [recut(patch, labels, rng) for patch, labels in rows]
    return np.stack([patch for patch, _ in cut]), np.stack([labels for _, labels in cut])


def _augmented(patches: np.ndarray, labels: np.ndarray, order: np.random.Generator) -> Pictures:
    for way, axis in (("across", 2), ("down", 1)):
        chosen = order.random(len(patches)) < 0.5
        patches[chosen] = np.flip(patches[chosen], axis)
        labels[chosen] = mirrored(labels[chosen], way)
    return patches, labels


def _answers(network: nn.Module, patches: np.ndarray) -> np.ndarray:
    network.eval()
    with torch.no_grad():
        raw = [network(torch.from_numpy(normalised(patches[i : i + 256]))).numpy() for i in range(0, len(patches), 256)]
    return np.concatenate(raw)
