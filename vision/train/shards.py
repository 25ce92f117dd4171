"""Shards of training pictures on disk, drawn by several processes. The same seeds give the same bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Image, Images, Indices

DrawPictures = Callable[[int, int, bool], tuple[Images, Floats]]  # seed, how many, held out: pictures and labels


def draw_shards(
    folder: Path, draw: DrawPictures, count: int, seeds: list[int], workers: int, held_out: bool = False
) -> list[Path]:
    """Draw what is not there yet; returns the shards' paths without their endings (`.x.npy`, `.y.npy`)."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{'held' if held_out else 'train'}_{seed:04d}" for seed in seeds]
    missing = [(path, seed) for path, seed in zip(paths, seeds, strict=True) if not _labels_of(path).exists()]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=os.nice, initargs=(5,)) as pool:
        for task in [pool.submit(_draw, path, draw, seed, count, held_out) for path, seed in missing]:
            task.result()
            print(".", end="", flush=True)
    return paths


def load_shard(path: Path) -> tuple[Images, Floats]:
    return np.load(f"{path}.x.npy", mmap_mode="r"), np.load(_labels_of(path))


def mixed(
    paths: list[Path], together: int, batch: int, chosen: Callable[[Floats], Indices], order: np.random.Generator
) -> Iterator[list[tuple[Image, Floats]]]:
    """One pass over the shards, mixed some at a time, in batches of about `batch` pictures with their labels.

    chosen : from a shard's labels to the numbers of those that are wanted
    """
    shuffled = [paths[i] for i in order.permutation(len(paths))]
    for at in range(0, len(shuffled), together):
        loaded = [load_shard(path) for path in shuffled[at : at + together]]
        places = np.array([(which, row) for which, (_, labels) in enumerate(loaded) for row in chosen(labels)])
        places = places[order.permutation(len(places))]
        for some in np.array_split(places, max(len(places) // batch, 1)):
            yield [(loaded[which][0][row], loaded[which][1][row]) for which, row in some]


def _draw(path: Path, draw: DrawPictures, seed: int, count: int, held_out: bool) -> None:
    keep_shard(path, *draw(seed, count, held_out))


def keep_shard(path: Path, pictures: Images, labels: Floats) -> None:
    np.save(f"{path}.x.npy", pictures)
    np.save(_labels_of(path), labels)


def _labels_of(path: Path) -> Path:
    return Path(f"{path}.y.npy")
