"""Trains the face network: `python -m vision.train.fit_faces --out vision/weights`, better with `--device cuda`.

Draws groups of cards first, into a scratch folder: some 70 MB a shard. The same arguments give the same groups and
the same order of batches. For the shipped weights 34,200 groups of 30 cards, 1.0 million cards, were drawn meanwhile
(as they were drawn then, see MODEL_CARD.md), and 21,069 batches of 64 groups learnt in 555 s on one GPU of the H200
class; 40 passes over 342 shards are some 20,500. AdamW, weight decay 0.05; its rate fell from 3e-3 to zero as a
cosine of the time, here of the batches; a running mean of 0.999 is what is kept. Never trains on a photograph.
"""

from __future__ import annotations

import argparse
import copy
import math
import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.arrays import Floats, Images, Indices
from vision.train.dataset.augmentation.group_crops import Chance, crops, mirrored_planes
from vision.train.dataset.augmentation.group_light import normalised_planes, relit
from vision.train.dataset.table_groups import CARDS, make_groups
from vision.train.export import export_faces
from vision.train.fit import ahead, follow, machine_options
from vision.train.model import FaceModel
from vision.train.shards import draw_shards, load_shard, mixed
from vision.train.tasks.face_lessons import face_loss, told_rightly

SEED = 1
SHARD, HELD_SHARDS = 100, 3  # groups, and shards of decks that are not trained on
TOGETHER = 8  # shards mixed at a time
FEWEST = 3  # cards of a group that are looked at; at most all of them
WARM_UP, LAST_RATE = 300, 0.002  # batches in which the rate rises; the share of it that is left at the end
DECAY, STEEPEST = 0.05, 5.0  # of weights; norm of a step's gradients, cut off above
SLOW, SLOW_NORMS = 0.999, 0.99  # kept of the running mean at each step: of what is learnt, of the normalisations
MEASURED = 16  # groups at a time


def main() -> None:
    arguments = _arguments()
    os.nice(5)
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    scratch = arguments.scratch / "face"
    paths = draw_shards(scratch, make_groups, SHARD, list(range(arguments.shards)), arguments.threads)
    held = draw_shards(scratch, make_groups, SHARD, list(range(HELD_SHARDS)), arguments.threads, held_out=True)
    average, _ = train(paths, arguments)
    figures = {"passes": arguments.passes, "groups": len(paths) * SHARD, "held_out_decks": measure(average, held)}
    print(figures, flush=True)
    export_faces(average.cpu(), figures, arguments.out)


def train(paths: list[Path], arguments: argparse.Namespace) -> tuple[FaceModel, list[float]]:
    """The running mean of the network, and each pass's mean loss."""
    device = torch.device(arguments.device)
    network = FaceModel().to(device).to(memory_format=torch.channels_last)
    average = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=DECAY)
    groups = sum(len(load_shard(path)[1]) for path in paths)
    steps = max(groups * arguments.passes // arguments.batch, 1)
    began, step, told = time.monotonic(), 0, list[float]()
    for number in range(arguments.passes):
        seen: list[torch.Tensor] = []
        for pictures, labels in ahead(_batches(paths, arguments.batch, np.random.default_rng([SEED, number]))):
            for part in optimiser.param_groups:
                part["lr"] = arguments.rate * rate_at(step, steps)
            given, asked = torch.from_numpy(pictures).to(device), torch.from_numpy(labels).to(device)
            loss = lesson(network, given, asked, arguments.bfloat16)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), STEEPEST)
            optimiser.step()
            step += 1
            young = 1 - 1 / (step + 1)
            follow(average.parameters(), network.parameters(), min(SLOW, young))
            follow(average.buffers(), network.buffers(), min(SLOW_NORMS, young))
            seen.append(loss.detach())
        told.append(float(torch.stack(seen).mean()))
        print(f"pass {number} loss {told[-1]:.4f} after {time.monotonic() - began:.0f} s", flush=True)
    return average, told


def lesson(network: FaceModel, pictures: torch.Tensor, labels: torch.Tensor, bfloat16: bool) -> torch.Tensor:
    """The loss of a batch, half of it of each card alone. pictures : (g, n, h, w, 3) uint8; labels : (g, n, LABELS)"""
    groups, cards = labels.shape[:2]
    chance = Chance(labels.device)
    labels = labels.flatten(0, 1)
    planes = crops(pictures.flatten(0, 1), labels, chance)
    for way in ("across", "down"):
        chosen = (chance.uniform(groups, 1) < 0.5).expand(groups, cards).reshape(-1)
        planes, labels = mirrored_planes(planes, labels, way, chosen)
    planes = normalised_planes(relit(planes.unflatten(0, (groups, cards)), chance).flatten(0, 1))
    fewest = min(FEWEST, cards)
    mask = chance.uniform(groups, cards).argsort(1) < torch.randint(
        fewest, cards + 1, (groups, 1), device=labels.device
    )
    alone, together = answers_of(network, planes, mask, bfloat16)
    looked_at = mask.flatten()
    return (face_loss(alone, labels) + face_loss(together[looked_at], labels[looked_at])) / 2


def answers_of(
    network: FaceModel, planes: torch.Tensor, mask: torch.Tensor, bfloat16: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """Alone and together, (g * n, FACES_AT.answers).

    planes : (g * n, 3, h, w); mask : (g, n) which cards are looked at
    """
    with torch.autocast(planes.device.type, torch.bfloat16, enabled=bfloat16):
        signs = network.signs(planes.to(memory_format=torch.channels_last))
    alone, together = network.together(signs.float().unflatten(0, mask.shape), mask)
    return alone.flatten(0, 1), together.flatten(0, 1)


def measure(network: FaceModel, paths: list[Path]) -> dict[str, dict[str, float]]:
    """Shares of the cards that are told rightly, each alone and beside the others."""
    device = next(network.parameters()).device
    network.eval()
    answers: list[tuple[torch.Tensor, torch.Tensor]] = []
    truth: list[torch.Tensor] = []
    with torch.no_grad():
        for pictures, labels in _batches(paths, MEASURED, np.random.default_rng(SEED)):
            given, asked = torch.from_numpy(pictures).to(device), torch.from_numpy(labels).to(device)
            all_cards = torch.ones(asked.shape[:2], dtype=torch.bool, device=device)
            planes = normalised_planes(crops(given.flatten(0, 1), asked.flatten(0, 1), None))
            answers.append(answers_of(network, planes, all_cards, bfloat16=False))
            truth.append(asked.flatten(0, 1))
    alone, together = (torch.cat(said) for said in zip(*answers, strict=True))
    return {"alone": told_rightly(alone, torch.cat(truth)), "together": told_rightly(together, torch.cat(truth))}


def rate_at(step: int, steps: int) -> float:
    """Of the highest rate: up in a line, down as a cosine."""
    fallen = 0.5 * (1 + math.cos(math.pi * min(step / steps, 1.0)))
    return min(1.0, (step + 1) / WARM_UP) * (fallen + LAST_RATE)


def _batches(paths: list[Path], batch: int, order: np.random.Generator) -> Iterator[tuple[Images, Floats]]:
    """One pass over the groups."""
    for rows in mixed(paths, TOGETHER, batch, _all, order):
        yield np.stack([pictures for pictures, _ in rows]), np.stack([labels for _, labels in rows])


def _all(labels: Floats) -> Indices:
    return np.arange(len(labels))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    machine_options(parser)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--shards", type=int, default=342, help=f"of {SHARD} groups of {CARDS} cards each")
    parser.add_argument("--passes", type=int, default=40)
    parser.add_argument("--batch", type=int, default=64, help="groups")
    parser.add_argument("--rate", type=float, default=3e-3)
    return parser.parse_args()


if __name__ == "__main__":
    main()
