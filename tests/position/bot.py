"""A bot that plays whole games by `legal()` alone: it digs towards the gold and else does the first thing it may."""

from __future__ import annotations

import random

from companion import Pass, PlacePath, Position


def choice(at: Position, rng: random.Random) -> object:
    """The path card farthest to the east; else an action card; else a pass; else whatever is asked."""
    legal = at.legal()
    paths = [move for move in legal if isinstance(move, PlacePath)]
    if paths:
        return max(paths, key=lambda move: (move.cell.x, len(move.face.open), -abs(move.cell.y)))
    played = [move for move in legal if not isinstance(move, Pass)]
    return rng.choice(played or list(legal))


def play(edition: str, players: int, seed: int) -> Position:
    """A whole game between as many bots."""
    rng = random.Random(seed)
    at = Position.deal(edition, [f"Bot {seat}" for seat in range(players)], seed=str(seed))
    while not at.is_over:
        at = at.play(choice(at, rng))
    return at
