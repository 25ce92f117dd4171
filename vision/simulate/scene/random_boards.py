"""Random mazes for trying the reader: cards that meet, now and then one that does not. No game is played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.simulate.scene.table_scene import TableScene, fits, lay, starting_table, turn_goal

DEAD_ENDS = ("N", "E", "N|S", "E|W", "N|E", "N|W", "N|E|S", "N|E|W", "N|E|S|W")
BASE = ("NS",) * 4 + ("EW",) * 3 + ("NW",) * 4 + ("NE", "NSW", "NEW", "NESW") * 5 + DEAD_ENDS  # the base box, 40 cards
SECOND_DOORS = ("NSb", "EWb", "SWb", "NSg|E", "EWg", "ESg")
SECOND_CRYSTALS = ("S*", "W*", "NESW*", "ESW*", "ESW*", "ESW*", "NES*", "ESW|N*", "NSW|E*", "EW|S*")
SECOND_TUNNELS = ("NS|EW", "NS|EW", "NW|ES", "NE|SW", "NS|E", "NS|E|W", "EW|N|S", "ES|N", "ES|N", "NE|S")
SECOND = ("S^", "W^", "NW^", "NE^", *SECOND_DOORS, *SECOND_CRYSTALS, *SECOND_TUNNELS)  # Saboteur 2, 30 cards
GOALS = (("NESW", "gold"), ("NW", "coal"), ("NE", "coal"))
EMPTY = TableScene()


def random_board(
    rng: np.random.Generator, cards: int, table: TableScene = EMPTY, faces: Sequence[str] = BASE, wrong: float = 0.0
) -> TableScene:
    """A maze of so many cards beside start and goals.

    wrong : the share of cards laid without a look at their neighbours
    """
    scene = starting_table(table)
    for _ in range(cards):
        spots = sorted(_spots(scene))
        if not spots:
            break
        for _ in range(30):
            cell = spots[int(rng.integers(len(spots)))]
            face = Face.parse(faces[int(rng.integers(len(faces)))])
            face = face.half_turn() if rng.random() < 0.5 else face
            if rng.random() < wrong or fits(scene, cell, face):
                scene = lay(scene, cell, face)
                break
    return scene


def reveal(rng: np.random.Generator, scene: TableScene, cell: Cell) -> TableScene:
    """A goal turned up, whichever it is and however it lies."""
    text, goal = GOALS[int(rng.integers(len(GOALS)))]
    face = Face.parse(text)
    return turn_goal(scene, cell, face.half_turn() if rng.random() < 0.5 else face, goal)


def _spots(scene: TableScene) -> set[Cell]:
    """Free cells that a tunnel leads to, within what the demo's camera sees."""
    spots = set()
    for card in scene.cards:
        sides = [side for passage in card.face.links for side in passage.sides] if card.face else []
        for beside in map(card.cell.beside, sides):
            if scene.card(beside) is None and -1 <= beside.x <= 9 and abs(beside.y) <= 3:
                spots.add(beside)
    return spots
