"""Trains a network: `python -m vision.train.fit find --out vision/weights`, likewise `read` and `cover`; or a head of
the reading one alone, `straight` or `plugged`: see lone_head.

Draws its pictures first, into a scratch folder. The same arguments give the same pictures and the same order of
batches. Weights are exported after every epoch, so that a run may be cut short. What is
trained: see detection_task, recognition_task, straight_task, plug_task, cover_task.
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
from typing import TypeVar

import numpy as np
import torch
from torch import nn

from vision.train.export import take_over
from vision.train.shards import draw_shards
from vision.train.tasks.cover_task import CoverTask
from vision.train.tasks.detection_task import DetectionTask
from vision.train.tasks.plug_task import PlugTask
from vision.train.tasks.recognition_task import RecognitionTask
from vision.train.tasks.straight_task import StraightTask
from vision.train.tasks.task import TrainingTask

T = TypeVar("T")
SEED = 7
TASKS: dict[str, TrainingTask] = {
    task.weights: task for task in (DetectionTask(), RecognitionTask(), StraightTask(), PlugTask(), CoverTask())
}


def main() -> None:
    arguments = _arguments()
    task = TASKS[arguments.task]
    if task.alone and (arguments.start is None or arguments.only != task.alone):
        raise SystemExit(f"{arguments.task} learns alone: --only {task.alone} --start vision/weights/read.onnx")
    os.nice(5)
    torch.manual_seed(SEED)
    torch.set_num_threads(arguments.threads)
    seeds = list(range(arguments.first_seed, arguments.first_seed + arguments.shards))
    scratch = arguments.scratch / arguments.task
    paths = draw_shards(scratch, task.draw, task.shard_size, seeds, arguments.threads)
    held = draw_shards(scratch, task.draw, task.shard_size, [1], arguments.threads, held_out=True)
    train(task, paths, held[0], arguments)


def train(task: TrainingTask, paths: list[Path], held: Path, arguments: argparse.Namespace) -> None:
    network = task.network().to(memory_format=torch.channels_last)
    if arguments.start:
        take_over(network, arguments.start, next(task.batches(paths, np.random.default_rng(SEED)))[0])
    average = copy.deepcopy(network)
    steps = task.steps(paths) * arguments.epochs
    for name, numbers in network.named_parameters():
        numbers.requires_grad_(name.startswith(arguments.only))
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, arguments.rate, total_steps=steps + 1, pct_start=0.08)
    began, step = time.monotonic(), 0
    for epoch in range(arguments.epochs):
        seen: list[float] = []
        network.train(not arguments.only)  # or the means of what is not to change would drift
        for planes, *answers in ahead(task.batches(paths, np.random.default_rng([SEED, epoch]))):
            with torch.autocast("cpu", torch.bfloat16, enabled=arguments.bfloat16):
                raw = network(torch.from_numpy(planes).to(memory_format=torch.channels_last))
            loss = task.loss(raw.float(), *map(torch.from_numpy, answers))
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), arguments.steepest)
            optimiser.step()
            schedule.step()
            step += 1
            follow(average.state_dict().values(), network.state_dict().values(), min(0.999, 1 - 1 / (step + 1)))
            seen.append(float(loss.detach()))
        print(f"epoch {epoch} loss {np.mean(seen):.4f} after {time.monotonic() - began:.0f} s", flush=True)
        facts: dict[str, object] = {"epochs": epoch + 1, "pictures": len(paths) * task.shard_size}
        task.keep(copy.deepcopy(average), held, facts, arguments)


def ahead(batches: Iterator[T]) -> Iterator[T]:
    """The same batches, made on another thread while the network learns."""
    ready: queue.Queue[T | BaseException | None] = queue.Queue(8)

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


def follow(average: Iterable[torch.Tensor], network: Iterable[torch.Tensor], share: float) -> None:
    """A running mean of a network's numbers, which keeps a `share` of what it was."""
    with torch.no_grad():
        for slow, fast in zip(average, network, strict=True):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - share)
            else:
                slow.copy_(fast)


def machine_options(parser: argparse.ArgumentParser) -> None:
    """Where a training puts what it makes, and what of the machine it uses."""
    parser.add_argument("--out", type=Path, default=Path("vision/weights"))
    parser.add_argument("--scratch", type=Path, default=Path(tempfile.gettempdir()) / "saboteur-companion-training")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument(
        "--bfloat16",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="half the time on processors that have it, ten times as much on others",
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=sorted(TASKS))
    machine_options(parser)
    parser.add_argument("--shards", type=int, default=80, help="of 2048 tables or 4096 patches each")
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--steepest", type=float, default=20.0, help="norm of a step's gradients, cut off above")
    parser.add_argument("--only", default="", help="part of the network that learns, as `sight`; the rest stays")
    parser.add_argument("--start", type=Path, help="weights to go on from, as vision/weights/find.onnx")
    return parser.parse_args()


if __name__ == "__main__":
    main()
