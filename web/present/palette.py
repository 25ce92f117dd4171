"""Which cards a thumb can choose from, and in which order. Whether a card may lie there is judged elsewhere."""

from __future__ import annotations

from functools import cache

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.views.model import MazeView
from web.present.maze_drawing import fits


@cache
def both_ways(faces: tuple[str, ...]) -> tuple[str, ...]:
    """Every way each of these cards can lie, once."""
    ways = [str(way) for text in faces for face in [Face.parse(text)] for way in (face, face.half_turn())]
    return tuple(dict.fromkeys(ways))


def palette(maze: MazeView, cell: Cell, faces: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(cards that match their neighbours, all others), each as it would lie."""
    ways = both_ways(faces)
    matching = fits(maze, cell, ways)
    return matching, tuple(way for way in ways if way not in matching)


def best_turn(maze: MazeView, cell: Cell, face: str) -> bool:
    """Whether a card from a hand should be shown half-turned first, because only so it matches."""
    turned = str(Face.parse(face).half_turn())
    return not fits(maze, cell, (face,)) and bool(fits(maze, cell, (turned,)))


def lying(face: str, turned: bool) -> str:
    return str(Face.parse(face).half_turn()) if turned else face
