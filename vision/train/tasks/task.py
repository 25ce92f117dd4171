"""What the training loop asks of a task: pictures, batches, a loss, and what to do with the weights. No loop."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from torch import nn

from vision.arrays import Floats, Images

Pictures = tuple[Images, Floats]  # pictures and their labels
Batch = tuple[Floats, ...]  # planes, then what ought to be answered


class TrainingTask(Protocol):
    weights: str  # name of what learns, and mostly of its files
    shard_size: int  # pictures
    alone: str  # the part that learns while all else is held fast, going on from what is shipped; empty: the whole

    def network(self) -> nn.Module: ...

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        """The same seed gives the same pictures."""

    def steps(self, paths: list[Path]) -> int:
        """At most so many batches in one pass."""

    def batches(self, paths: list[Path], order: np.random.Generator) -> Iterator[Batch]:
        """One pass over the shards."""

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor: ...

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        """Measure on decks that were not trained on, then write the weights."""
