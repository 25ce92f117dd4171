"""Training one of recognition's own heads while all else that is shipped is held fast.

`python -m vision.train.fit HEAD --only HEAD --start vision/weights/read.onnx`, where HEAD is `straight` or `plugged`.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.arrays import Flags, Floats, Indices
from vision.detection.card_network import Temperatures, normalised
from vision.train.dataset.augmentation.other_light import augmented
from vision.train.dataset.card_patches import drawn_shard, make_patch
from vision.train.dataset.drawn_deck import DeckPlan
from vision.train.dataset.face_labels import IN_SIGHT_AT, WEIGHT_AT
from vision.train.export import export_recognition, hold_fast
from vision.train.model import RecognitionModel
from vision.train.shards import load_shard, mixed
from vision.train.tasks.recognition_task import BATCH, SEED, TOGETHER, answers_of, close_crops, mirrored_at_random
from vision.train.tasks.task import Batch, Pictures
from vision.train.temperature_scaling import fit_binary_temperature

SHOWN = 0.9  # of the middle and of each side in sight: what is covered is not to be guessed


class LoneHeadTask(ABC):
    """weights, alone : the head's name, and its temperature's. answers_at : among the network's answers"""

    weights: str
    alone: str
    answers_at: slice
    plan: DeckPlan
    shard_size = 4096

    @abstractmethod
    def chosen(self, labels: Floats) -> Indices:
        """Numbers of the cards that the lessons are about."""

    @abstractmethod
    def truth(self, labels: Floats) -> Floats:
        """(n, answers) of 0 and 1"""

    @abstractmethod
    def told(self, said: Floats, truth: Floats) -> dict[str, float]:
        """Of each kind of card the share that is told. said : (n, answers) logits"""

    def network(self) -> nn.Module:
        return RecognitionModel()

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        return drawn_shard(make_patch, seed, count, held_out, self.plan)

    def steps(self, paths: list[Path]) -> int:
        return sum(len(self.chosen(labels)) for _, labels in map(load_shard, paths)) // BATCH + len(paths)

    def batches(self, paths: list[Path], order: np.random.Generator) -> Iterator[Batch]:
        """Each card once, half of them mirrored each way, in other light."""
        for rows in mixed(paths, TOGETHER, BATCH, self.chosen, order):
            patches, labels = mirrored_at_random(*close_crops(rows, order), order)
            yield normalised(augmented(patches, order)), self.truth(labels)

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor:
        (truth,) = answers
        return nn.functional.binary_cross_entropy_with_logits(raw[:, self.answers_at], truth)

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        """Its temperature on one half of the held-out decks' cards, figures on the other; then export, all else of the
        facts as it was."""
        patches, labels = load_shard(held)
        chosen = self.chosen(labels)
        patches, labels = close_crops(zip(patches[chosen], labels[chosen], strict=True), np.random.default_rng(SEED))
        said, truth = answers_of(network, patches)[:, self.answers_at], self.truth(labels)
        half = len(labels) // 2
        temperature = fit_binary_temperature(said[:half], truth[:half])
        found = self.told(said[half:], truth[half:])
        print(found, flush=True)
        before = json.loads(arguments.start.with_suffix(".json").read_text(encoding="utf-8"))
        temperatures = replace(Temperatures(**before["temperatures"]), **{self.weights: temperature})
        figures = before["figures"] | {self.weights: facts | {"held_out_decks": found}}
        export_recognition(network, temperatures, figures, arguments.out)
        hold_fast(arguments.out / "read.onnx", arguments.start, self.alone)


def shown(labels: Floats) -> Flags:
    """(n,) whether a card with its front up is wholly in sight where it matters."""
    whole: Flags = (labels[:, WEIGHT_AT] > 0) & (labels[:, IN_SIGHT_AT] > SHOWN).all(1)
    return whole
