"""Which cards a thumb can choose from, and in which order. Whether a card may lie there is judged elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from companion.editions import EDITIONS, MODULES
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.views.model import MazeView
from web.present.maze_drawing import fits


@cache
def both_ways(faces: tuple[str, ...]) -> tuple[str, ...]:
    """Every way each of these cards can lie, once."""
    ways = [str(way) for text in faces for face in [Face.parse(text)] for way in (face, face.half_turn())]
    return tuple(dict.fromkeys(ways))


def every_face(box: Ruleset | None) -> tuple[str, ...]:
    """Every way each card can lie in the maze: those of this box first, then those of all others."""
    editions = [Ruleset(one.key, **one.sets) for one in EDITIONS]
    modules = [Ruleset(one.key, paths=one.adds_paths, **one.sets) for one in MODULES]
    boxes = [*([box] if box else []), *editions, *modules]
    return both_ways(tuple(dict.fromkeys(face for one in boxes for face in _faces(one))))


def _faces(box: Ruleset) -> Iterator[str]:
    paths, goals = (card.face for card in box.paths), (goal.face for goal in box.goals)
    yield from map(str, (box.start, *paths, *goals, *box.chest_paths))


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
