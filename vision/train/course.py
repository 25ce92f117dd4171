"""What a network is taught with: its pictures, its lessons, what counts as an error, and how it is kept. No loop."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from torch import nn

Pictures = tuple[np.ndarray, np.ndarray]  # pictures and their labels
Lesson = tuple[np.ndarray, ...]  # planes, then what ought to be answered


class Course(Protocol):
    look: str
    in_a_shard: int  # pictures

    def network(self) -> nn.Module: ...

    def draw(self, seed: int, count: int, held_out: bool) -> Pictures:
        """The same seed gives the same pictures."""

    def steps(self, paths: list[Path]) -> int:
        """At most so many lessons in one pass."""

    def lessons(self, paths: list[Path], order: np.random.Generator) -> Iterator[Lesson]:
        """One pass over the shards."""

    def loss(self, raw: torch.Tensor, *answers: torch.Tensor) -> torch.Tensor: ...

    def keep(self, network: nn.Module, held: Path, facts: dict[str, object], arguments: Namespace) -> None:
        """Measure on decks that were not trained on, then write the weights."""
