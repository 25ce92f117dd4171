"""Trains a network: `python -m vision.train.fit find --out vision/weights`, and likewise `read`.

Draws its pictures first, into a scratch folder. The same arguments give the same pictures and the same order of
lessons. Weights are exported after every epoch, so that a run may be cut short.
"""

from __future__ import annotations

import argparse
import copy
import os
import queue
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.network import normalised
from vision.train.export import export
from vision.train.lessons import CORNERS_WEIGHT_AT, WEIGHT_AT, mirrored
from vision.train.measure import figures, fit_temperatures
from vision.train.model import CardNetwork
from vision.train.recut import recut
from vision.train.shards import draw_shards, load_shard

BATCH = 128
SMALL_THINGS = 3.0  # weight of doors, crystals and ladders: rare, a few pixels large, and slow to be learnt
TOGETHER = 8  # shards mixed at a time
BARE = 2  # one in so many patches without a card is enough for reading
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
    network = CardNetwork(arguments.look).to(memory_format=torch.channels_last)
    if arguments.start:
        network.load_state_dict(torch.load(arguments.start))
    average = copy.deepcopy(network)
    steps = sum(len(_chosen(labels, arguments.look)) for _, labels in map(load_shard, paths)) // BATCH
    steps = (steps + 1) * arguments.epochs
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=steps, pct_start=0.08)
    began, step = time.monotonic(), 0
    for epoch in range(arguments.epochs):
        order = np.random.default_rng([SEED, epoch])
        seen: list[float] = []
        network.train()
        for planes, labels in _ahead(_batches(paths, arguments.look, order)):
            with torch.autocast("cpu", torch.bfloat16):  # half the time on processors that have it
                raw = network(torch.from_numpy(planes).to(memory_format=torch.channels_last))
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
    if arguments.look == "read":
        patches, labels = _recut(zip(patches, labels, strict=True), np.random.default_rng(SEED))
    raw = _answers(average, patches)
    half = len(labels) // 2
    temperatures = fit_temperatures(raw[:half], labels[:half])
    found = figures(raw[half:], labels[half:], temperatures)
    print(found, flush=True)
    facts: dict[str, object] = {"epochs": epoch + 1, "patches": shards * len(labels), "held_out_decks": found}
    torch.save(average.state_dict(), arguments.scratch / "average.pt")
    plain = copy.deepcopy(average).to(memory_format=torch.contiguous_format)
    export(plain, arguments.look, temperatures, facts, arguments.out)


Batch = tuple[np.ndarray, np.ndarray]  # planes or patches, and their labels


def _batches(paths: list[Path], look: str, order: np.random.Generator) -> Iterator[Batch]:
    """Each patch once, mixed over some shards at a time, half of them mirrored each way; as planes."""
    shuffled = [paths[i] for i in order.permutation(len(paths))]
    for at in range(0, len(shuffled), TOGETHER):
        loaded = [load_shard(path) for path in shuffled[at : at + TOGETHER]]
        index = [(which, row) for which, (_, labels) in enumerate(loaded) for row in _chosen(labels, look)]
        places = np.array(index)[order.permutation(len(index))]
        for batch in np.array_split(places, max(len(places) // BATCH, 1)):
            rows = [(loaded[which][0][row], loaded[which][1][row]) for which, row in batch]
            patches, labels = _recut(rows, order) if look == "read" else _stacked(rows)
            patches, labels = _augmented(patches, labels, order)
            yield normalised(patches), labels


def _chosen(labels: np.ndarray, look: str) -> np.ndarray:
    rows = np.arange(len(labels))
    return rows if look == "find" else rows[(labels[:, CORNERS_WEIGHT_AT] > 0) | (rows % BARE == 0)]


def _recut(rows: Iterable[Batch], rng: np.random.Generator) -> Batch:
    return _stacked([recut(patch, labels, rng) for patch, labels in rows])


def _stacked(rows: list[Batch]) -> Batch:
    return np.stack([patch for patch, _ in rows]), np.stack([labels for _, labels in rows])


def _ahead(batches: Iterator[Batch]) -> Iterator[Batch]:
    """The same batches, made on another thread while the network learns."""
    ready: queue.Queue[Batch | BaseException | None] = queue.Queue(8)

    def make() -> None:
        try:
            for batch in batches:
                ready.put(batch)
            ready.put(None)
        except BaseException as error:  # told where it is waited for, or the training would wait for ever
            ready.put(error)

    threading.Thread(target=make, daemon=True).start()
    while (batch := ready.get()) is not None:
        if isinstance(batch, BaseException):
            raise batch
        yield batch


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
    parser.add_argument("look", choices=["find", "read"])
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
