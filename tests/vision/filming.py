"""A demo table filmed until its hand is away and what was laid has been told."""

from __future__ import annotations

AFTERWARDS = 14  # frames in which a card at rest is told


def watch(table, frames, attention):
    """What an attentive eye tells of the frames meanwhile."""
    told = []
    while not table.resting:
        told += attention.see(next(frames))
    for _ in range(AFTERWARDS):
        told += attention.see(next(frames))
    return told
