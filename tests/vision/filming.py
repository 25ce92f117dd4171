"""A demo table filmed until its hand is away and what was laid has been told."""

from __future__ import annotations

from staging import is_worth_a_look

AFTERWARDS = 14  # frames in which a card at rest is told


def watch(table, frames, trigger):
    """Return what a read trigger tells of the frames meanwhile."""
    told = []
    while not table.resting:
        told += trigger.see(next(frames))
    for number in range(1, AFTERWARDS + 1):
        frame = next(frames)
        if is_worth_a_look(number, AFTERWARDS):
            told += trigger.see(frame)
    return told
