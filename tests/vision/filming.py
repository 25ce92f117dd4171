"""A demo table filmed until its hand is away and what was laid has been told."""

from __future__ import annotations

AFTERWARDS = 14  # frames in which a card at rest is told


def watch(table, frames, trigger):
    """What a read trigger tells of the frames meanwhile."""
    told = []
    while not table.resting:
        told += trigger.see(next(frames))
    for _ in range(AFTERWARDS):
        told += trigger.see(next(frames))
    return told
