"""Training what recognition says of straight tunnels on cards with four mouths: a bridge, or dead ends beside a tunnel.

A head of its own learns alone: `python -m vision.train.fit straight --only straight --start vision/weights/read.onnx`.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.arrays import Floats, Indices
from vision.detection.card_network import STRAIGHT_AT, STRAIGHT_PAIRS, Temperatures, normalised
from vision.train.dataset.augmentation.other_light import augmented
from vision.train.dataset.card_patches import drawn_shard, make_patch
from vision.train.dataset.face_labels import IN_SIGHT_AT, WEIGHT_AT, straight_face
from vision.train.export import export_recognition
from vision.train.model import RecognitionModel
from vision.train.shards import load_shard, mixed
from vision.train.tasks.recognition_task import BATCH, SEED, TOGETHER, answers_of, close_crops, mirrored_at_random
from vision.train.tasks.task import Batch, Pictures
from vision.train.temperature_scaling import fit_straight_temperature

SHOWN = 0.9  # of the middle and of each side in sight: what is covered is not to be guessed
LINKS_AT = slice(14, 20)  # of the labels
KINDS = {"bridge": (1, 1), "through_n_s": (1, 0), "through_e_w": (0, 1), "neither": (0, 0)}


class StraightTask:
    weights = "straight"
    shard_size = 4096
    alone = "straight"

    def network(self) -> nn.Module:
        return RecognitionModel()

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        return drawn_shard(make_patch, seed, count, held_out, straight_face)

    def steps(self, paths: list[Path]) -> int:
        return sum(len(shown_wholly(labels)) for _, labels in map(load_shard, paths)) // BATCH + len(paths)

    def batches(self, paths: list[Path], order: np.random.Generator) -> Iterator[Batch]:
        """Each card with four mouths once, half of them mirrored each way, in other light."""
        for rows in mixed(paths, TOGETHER, BATCH, shown_wholly, order):
            patches, labels = mirrored_at_random(*close_crops(rows, order), order)
            yield normalised(augmented(patches, order)), labels

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor:
        (labels,) = answers
        joined = labels[:, LINKS_AT][:, list(STRAIGHT_PAIRS)]
        return nn.functional.binary_cross_entropy_with_logits(raw[:, STRAIGHT_AT], joined)

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        """Its temperature on one half of the held-out decks' cards, figures on the other; then export, all else of the
        facts as it was."""
        patches, labels = load_shard(held)
        shown = shown_wholly(labels)
        patches, labels = close_crops(zip(patches[shown], labels[shown], strict=True), np.random.default_rng(SEED))
        said, joined = answers_of(network, patches)[:, STRAIGHT_AT], labels[:, LINKS_AT][:, list(STRAIGHT_PAIRS)]
        half = len(labels) // 2
        temperature = fit_straight_temperature(said[:half], joined[:half])
        found = kinds_told(said[half:], joined[half:])
        print(found, flush=True)
        before = json.loads(arguments.start.with_suffix(".json").read_text(encoding="utf-8"))
        temperatures = Temperatures(**before["temperatures"] | {"straight": temperature})
        figures = before["figures"] | {"straight": facts | {"held_out_decks": found}}
        export_recognition(network, temperatures, figures, arguments.out)


def kinds_told(said: Floats, joined: Floats) -> dict[str, float]:
    """Of each kind, the share that is told. said : (n, 2) logits; joined : (n, 2) of 0 and 1"""
    told, found = said > 0, dict[str, float]()
    for name, kind in KINDS.items():
        some = (joined == kind).all(1)
        found[name] = round(float((told[some] == np.array(kind, bool)).all(1).mean()), 4) if some.any() else 0.0
    return found


def shown_wholly(labels: Floats) -> Indices:
    """Cards with four mouths, wholly in sight where it matters."""
    four = (labels[:, WEIGHT_AT] > 0) & (labels[:, LINKS_AT] >= 0).all(1)
    chosen: Indices = np.flatnonzero(four & (labels[:, IN_SIGHT_AT] > SHOWN).all(1))
    return chosen
