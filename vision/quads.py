"""Quads: four corners in a picture, (n, 4, 2) pixels, clockwise as seen there. No judgement of what they are."""

from __future__ import annotations

import numpy as np


def signed_area(quad: np.ndarray) -> float:
    """Of (4, 2) corners; positive where they run clockwise as a person sees the picture, which has y downwards."""
    (ax, ay), (bx, by) = quad[2] - quad[0], quad[3] - quad[1]
    return float(ax * by - ay * bx) / 2


def parallelograms(middles: np.ndarray, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """(n, 4, 2) from (n, 2) middles and, from there, the middles of the east and the south sides."""
    return np.stack(
        [middles - across - down, middles + across - down, middles + across + down, middles - across + down], 1
    )


def put_upon(quads: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The quads moved to the middles of `others` and turned as these are; they keep their size and perspective."""
    turn = (_headings(others) - _headings(quads) + np.pi) % (2 * np.pi) - np.pi
    middles = quads.mean(1, keepdims=True)
    x, y = (quads - middles).transpose(2, 0, 1)
    cosine, sine = np.cos(turn.mean(1))[:, None], np.sin(turn.mean(1))[:, None]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], 2) + others.mean(1, keepdims=True)


def _headings(quads: np.ndarray) -> np.ndarray:
    """(n, 2) radians: which way a quad's rows and its columns run."""
    across = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    down = quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]
    return np.stack([np.arctan2(across[:, 1], across[:, 0]), np.arctan2(down[:, 1], down[:, 0])], 1)
