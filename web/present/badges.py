"""What stands on each player's badge: as few letters of the name as tell it apart from all others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

MOST_LETTERS = 2  # more are too small to be read from across the table


def badges(names: Mapping[int, str]) -> Mapping[int, str]:
    """By the badge's colour; its number, from 1, for whoever shares his first letters with somebody."""
    found = dict.fromkeys(names, "")
    for letters in range(1, MOST_LETTERS + 1):
        begins = {colour: name[:letters].strip().capitalize() for colour, name in names.items()}
        shared = Counter(begins.values())
        found = {colour: found[colour] or (new if shared[new] == 1 else "") for colour, new in begins.items()}
    return {colour: badge or str(1 + colour) for colour, badge in found.items()}
