"""Training the detection network: whole tables, a spot where each card lies. The loop: see fit."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.arrays import Floats, Image, Images, Indices, Quad
from vision.detection.card_detector import KINDS, STRIDE, detections_from_answers
from vision.detection.card_network import Engine, normalised
from vision.geometry.card_pose import parallelograms
from vision.train.dataset.augmentation.other_light import augmented
from vision.train.dataset.detection_targets import targets_for
from vision.train.dataset.table_pictures import HEIGHT, NOBODY, WIDTH, make_tables
from vision.train.export import export_detection
from vision.train.model import DetectionModel
from vision.train.shards import load_shard, mixed
from vision.train.tasks.task import Batch, Pictures

BATCH = 16
TOGETHER = 6  # shards mixed at a time
SIDES = 2.0  # weight of how cards lie, against where they lie
FOUND = 0.3  # of a card's width: how near a detection must be to have found it
SURE = 0.5  # of any card


class DetectionTask:
    weights = "find"
    shard_size = 2048
    alone = ""

    def network(self) -> nn.Module:
        return DetectionModel()

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        return make_tables(seed, count, held_out)

    def steps(self, paths: list[Path]) -> int:
        return len(paths) * self.shard_size // BATCH

    def batches(self, paths: list[Path], order: np.random.Generator) -> Iterator[Batch]:
        """Each table once, half of them mirrored each way, by chance in other light, blurred or noisy."""
        return (_batch(rows, order) for rows in mixed(paths, TOGETHER, BATCH, _all, order))

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor:
        """Focal loss of the spots (Zhou et al. 2019, equation 1) and the mean error of the sides."""
        spots, sides, taught, judged = answers
        said = torch.sigmoid(raw[:, : len(KINDS)]).clamp(1e-4, 1 - 1e-4)
        middle = (spots == 1).float()
        right = middle * (1 - said) ** 2 * said.log()
        wrong = (1 - middle) * (1 - spots) ** 4 * said**2 * (1 - said).log()
        found = -((right + wrong) * judged[:, None]).sum() / middle.sum().clamp(min=1)
        off = ((raw[:, len(KINDS) :] - sides).abs() * taught[:, None]).sum() / taught.sum().clamp(min=1)
        return found + SIDES * off

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        def of_the_file(answers: Engine) -> dict[str, object]:
            found = figures(answers, *load_shard(held))
            print(found, flush=True)
            return facts | {"held_out_decks": found}

        export_detection(network, of_the_file, arguments.out)


def _all(labels: Floats) -> Indices:
    return np.arange(len(labels))


def _batch(rows: list[Pictures], order: np.random.Generator) -> Batch:
    pictures, answers = [], []
    for picture, labels in rows:
        picture, labels = _mirrored(picture, labels.copy(), order)
        pictures.append(picture)
        answers.append(targets_for(labels, HEIGHT // STRIDE, WIDTH // STRIDE))
    return normalised(augmented(np.stack(pictures), order)), *(np.stack(part) for part in zip(*answers, strict=True))


def _mirrored(picture: Image, labels: Floats, order: np.random.Generator) -> Pictures:
    """Across and down, each of them half of the time."""
    cards = labels[:, 0] != NOBODY
    for axis, length in ((1, WIDTH), (0, HEIGHT)):
        if order.random() < 0.5:
            picture = np.flip(picture, axis)
            middle, sides = (1, (3, 5)) if axis == 1 else (2, (4, 6))
            labels[cards, middle] = length - 1 - labels[cards, middle]
            labels[:, sides] *= -1
    return picture, labels


def figures(answers: Engine, pictures: Images, labels: Floats) -> dict[str, float]:
    """Of what is answered: shares of cards found, of sure detections that are cards, and of kinds that are right; the
    corners' mean error."""
    cards, sure, true, right = 0, 0, 0, 0
    errors: list[float] = []
    for picture, rows in zip(pictures, labels, strict=True):
        seen = detections_from_answers(answers(normalised(picture[None]))[0])
        rows = rows[rows[:, 0] != NOBODY]
        widths = 2 * np.hypot(rows[:, 3], rows[:, 4])
        near = np.linalg.norm(seen.quads.mean(1)[None] - rows[:, None, 1:3], axis=2) < FOUND * widths[:, None]
        is_sure = seen.presence[:, list(KINDS)].sum(1) > SURE
        sure, true = sure + int(is_sure.sum()), true + int((is_sure & near.any(0)).sum())
        cards += int((rows[:, 0] > 0).sum())
        for row, width, there in zip(rows, widths, near, strict=True):
            if row[0] > 0 and there.any():
                best = int(there.argmax())
                right += int(seen.presence[best, list(KINDS)].argmax() == row[0] - 1)
                errors.append(_corner_error(seen.quads[best], row) / width)
    return {
        "found": round(len(errors) / max(cards, 1), 4),
        "sure_ones_that_are_cards": round(true / max(sure, 1), 4),
        "kind": round(right / max(len(errors), 1), 4),
        "corner_error_card_widths": round(float(np.mean(errors)), 4) if errors else 1.0,
    }


def _corner_error(quad: Quad, row: Floats) -> float:
    true = parallelograms(row[None, 1:3], row[None, 3:5], row[None, 5:7])[0]
    return min(float(np.linalg.norm(np.roll(quad, turn, 0) - true, axis=1).mean()) for turn in range(4))
