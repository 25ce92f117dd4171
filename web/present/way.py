"""The way from the start to a goal through the maze as it is seen: for the eye, not for the rules. No drawing."""

from __future__ import annotations

from collections import deque

from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.views.model import MazeView


def way_to_gold(maze: MazeView) -> tuple[Cell, ...]:
    """The cells from the start to the first gold that lies open and is joined; none where there is none."""
    gold = {card.cell for card in maze.cards if card.goal == "gold" and card.linked}
    if not gold:
        return ()
    faces = {card.cell: Face.parse(card.face) for card in maze.cards if card.face is not None}
    starts = [card.cell for card in maze.cards if card.kind == "start"]
    for start in starts:
        way = _walk(faces, start, gold)
        if way:
            return way
    return ()


def _walk(faces: dict[Cell, Face], start: Cell, wanted: set[Cell]) -> tuple[Cell, ...]:
    """Breadth first over tunnels: (cell, side that was come in by)."""
    ways: deque[tuple[tuple[Cell, ...], Side | None]] = deque([((start,), None)])
    known: set[tuple[Cell, Side | None]] = {(start, None)}
    while ways:
        way, came = ways.popleft()
        if way[-1] in wanted:
            return way
        for cell, side in _next(faces, way[-1], came):
            if (cell, side) not in known:
                known.add((cell, side))
                ways.append(((*way, cell), side))
    return ()


def _next(faces: dict[Cell, Face], cell: Cell, came: Side | None) -> list[tuple[Cell, Side | None]]:
    face = faces[cell]
    sides = {
        side
        for passage in face.passages
        if not passage.is_dead_end and (came is None or came in passage.sides)
        for side in passage.sides
    }
    found: list[tuple[Cell, Side | None]] = [
        (cell.beside(side), side.opposite)
        for side in sorted(sides)
        if cell.beside(side) in faces and side.opposite in faces[cell.beside(side)].open
    ]
    if face.ladder:
        found += [(other, None) for other, there in sorted(faces.items()) if there.ladder and other != cell]
    return found
