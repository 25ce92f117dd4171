"""What stands on each player's badge: as few letters of the name as tell it apart from all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

MOST_LETTERS = 2  # more are too small to be read from across the table


def badges(names: Sequence[str]) -> tuple[str, ...]:
    """In the order of the seats; the seat's number, from 1, for whoever shares his first letters with somebody."""
    found = [""] * len(names)
    for letters in range(1, MOST_LETTERS + 1):
        begins = [name[:letters].strip().capitalize() for name in names]
        shared = Counter(begins)
        found = [old or (new if shared[new] == 1 else "") for old, new in zip(found, begins, strict=True)]
    return tuple(badge or str(number) for number, badge in enumerate(found, 1))
