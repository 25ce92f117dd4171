"""Trains the network: `python -m vision.train.fit --out vision/weights`.

Draws its pictures first, into a scratch folder. The same arguments give the same pictures and the same order of
lessons. Weights are exported after every epoch, so that a run may be cut short.
"""

from __future__ import annotations

import argparse
import copy
import os
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.network import normalised
from vision.train.export import export
from vision.train.lessons import WEIGHT_AT, mirrored
from vision.train.measure import figures, fit_temperatures
from vision.train.model import CardNetwork
from vision.train.shards import SHARD, draw_shards, load_shard

BATCH = 96
SMALL_THINGS = 3.0  # weight of doors, crystals and ladders: rare, a few pixels large, and slow to be learnt
TOGETHER = 4  # shards mixed at a time
CORNER_SCALE = 0.05  # card widths: an error of this size weighs about as much as a wrong mouth
SEED = 7


def main() -> None:
    arguments = _arguments()
    os.nice(5)
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    seeds = list(range(arguments.first_seed, arguments.first_seed + arguments.shards))
    paths = draw_shards(arguments.scratch, seeds, arguments.threads)
    held = draw_shards(arguments.scratch, [1], arguments.threads, held_out=True)
    train(paths, held, arguments)


def train(paths: list[Path], held: list[Path], arguments: argparse.Namespace) -> None:
    network = CardNetwork().to(memory_format=torch.channels_last)
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start))
    average = copy.deepcopy(network)
    steps = _steps(len(paths)) * arguments.epochs
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=steps, pct_start=0.08)
    began, step = time.monotonic(), 0
    for epoch in range(arguments.epochs):
        order = np.random.default_rng([SEED, epoch])
        seen: list[float] = []
        for patches, labels in _batches(paths, order):
            with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that have it
                raw = network(_planes(patches))
            loss = _loss(raw.float(), torch.from_numpy(labels))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            step += 1
            _follow(average, network, min(0.999, 1 - 1 / (step + 1)))
            seen.append(float(loss.detach()))
        print(f"epoch {epoch} loss {np.mean(seen):.4f} after {time.monotonic() - began:.0f} s", flush=True)
        _keep(average, held, arguments, epoch, len(paths))


def _keep(average: nn.Module, held: list[Path], arguments: argparse.Namespace, epoch: int, shards: int) -> None:
    """Temperatures on one half of the held-out decks' patches, figures on the other; then export."""
    patches, labels = load_shard(held[0])
    raw = _answers(average, patches)
    half = len(labels) // 2
    temperatures = fit_temperatures(raw[:half], labels[:half])
    found = figures(raw[half:], labels[half:], temperatures)
    print(found, flush=True)
    facts: dict[str, object] = {"epochs": epoch + 1, "patches": shards * len(labels), "held_out_decks": found}
    torch.save(average.state_dict(), arguments.scratch / "average.pt")
    export(copy.deepcopy(average).to(memory_format=torch.contiguous_format), temperatures, facts, arguments.out)


def _batches(paths: list[Path], order: np.random.Generator):  # type: ignore[no-untyped-def]
    """Each patch once, mixed over some shards at a time, half of them mirrored each way."""
    shuffled = [paths[i] for i in order.permutation(len(paths))]
    for at in range(0, len(shuffled), TOGETHER):
        loaded = [load_shard(path) for path in shuffled[at : at + TOGETHER]]
        index = [(which, row) for which, (_, labels) in enumerate(loaded) for row in range(len(labels))]
        places = np.array(index)[order.permutation(len(index))]
        for batch in np.array_split(places, len(places) // BATCH):
            patches = np.stack([loaded[which][0][row] for which, row in batch])
            labels = np.stack([loaded[which][1][row] for which, row in batch])
            yield _augmented(patches, labels, order)


def _steps(shards: int) -> int:
    """Batches of one epoch."""
    rest = shards % TOGETHER
    return (shards // TOGETHER) * (TOGETHER * SHARD // BATCH) + rest * SHARD // BATCH


def _augmented(patches: np.ndarray, labels: np.ndarray, order: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    for way, axis in (("across", 2), ("down", 1)):
        chosen = order.random(len(patches)) < 0.5
        patches[chosen] = np.flip(patches[chosen], axis)
        labels[chosen] = mirrored(labels[chosen], way)
    return patches, labels


def _loss(raw: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    face = labels[:, WEIGHT_AT]
    presence = nn.functional.cross_entropy(raw[:, 0:5], labels[:, 0].long())
    corners = nn.functional.smooth_l1_loss(raw[:, 5:13] / CORNER_SCALE, labels[:, 1:9] / CORNER_SCALE, reduction="none")
    binary = nn.functional.binary_cross_entropy_with_logits
    asked = face[:, None] * (labels[:, 14:20] >= 0)
    mouths = binary(raw[:, 13:17], labels[:, 10:14], reduction="none") * face[:, None]
    links = binary(raw[:, 17:23], labels[:, 14:20].clamp(min=0), reduction="none") * asked
    door = nn.functional.cross_entropy(raw[:, 23:26], labels[:, 20].long(), reduction="none") * face
    marks = binary(raw[:, 26:28], labels[:, 21:23], reduction="none") * face[:, None]
    parts = mouths.sum() + links.sum() + SMALL_THINGS * (door.sum() + marks.sum())
    return presence + 0.4 * (corners.mean(1) * labels[:, 9]).mean() + parts / len(raw)


def _follow(average: nn.Module, network: nn.Module, share: float) -> None:
    with torch.no_grad():
        for slow, fast in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - share)
            else:
                slow.copy_(fast)


def _answers(network: nn.Module, patches: np.ndarray) -> np.ndarray:
    network.eval()
    with torch.no_grad():
        raw = [network(_planes(patches[i : i + 256])).numpy() for i in range(0, len(patches), 256)]
    return np.concatenate(raw)


def _planes(patches: np.ndarray) -> torch.Tensor:
    return torch.from_numpy(normalised(patches)).to(memory_format=torch.channels_last)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    parser.add_argument("--scratch", type=Path, default=Path(tempfile.gettempdir()) / "saboteur-companion-training")
    parser.add_argument("--shards", type=int, default=120, help="of 4096 patches each")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--start", type=Path, help="weights to go on from (average.pt of an earlier run)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
