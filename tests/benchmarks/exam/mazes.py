"""Mazes as a night leaves them: cards drawn from a box without putting back, holes of rockfalls, goals turned up."""

from __future__ import annotations

from collections.abc import Sequence

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell, Side
from exam.noise import Rng
from vision.simulate.scene.random_boards import BASE
from vision.simulate.scene.table_scene import TableScene, fits, lay, starting_table, take, turn_goal

BRIDGE = "NS|EW"
LIKE_A_BRIDGE = ("NS|E|W", "EW|N|S")
TREASURE = (("NESW", "gold"), ("NW", "coal"), ("NE", "coal"))
Reach = tuple[tuple[int, int], tuple[int, int]]
REACH: Reach = ((-2, 10), (-4, 4))  # columns and rows that a table has room for


def maze(rng: Rng, table: TableScene, cards: int, box: Sequence[str] = BASE) -> TableScene:
    """So many cards beside start and goals, each fitting its neighbours, as long as the box holds one that does."""
    scene = starting_table(table)
    bag = shuffled(rng, box)
    while len(scene.cards) < cards + 4:
        found = next_card(rng, scene, bag)
        if found:
            scene = lay(scene, *found)
        elif len(bag) > 2 * len(box):  # closed, or no card fits
            break
        else:
            bag += shuffled(rng, box)
    return scene


def shuffled(rng: Rng, box: Sequence[str]) -> list[str]:
    return [box[int(number)] for number in rng.permutation(len(box))]


def next_card(rng: Rng, scene: TableScene, bag: list[str], reach: Reach = REACH) -> tuple[Cell, Face] | None:
    """A place and a card for it, which leaves the bag; mostly eastward, where the gold lies."""
    order = sorted(spots_of(scene, reach), key=lambda cell: rng.exponential(3.0) - cell.x)
    for text in bag:
        for cell in order[:6]:
            for face in ways(rng, text):
                if fits(scene, cell, face):
                    bag.remove(text)
                    return cell, face
    return None


def with_holes(rng: Rng, scene: TableScene, holes: int) -> TableScene:
    """Cards taken away by rockfalls, those with most neighbours first."""
    for _ in range(holes):
        paths = [card for card in scene.cards if card.cell != START_CELL and card.cell not in GOAL_CELLS]
        paths.sort(key=lambda card: -_neighbours(scene, card.cell) + rng.uniform(0, 0.9))
        if paths:
            scene = take(scene, paths[0].cell)
    return scene


def goals_up(rng: Rng, scene: TableScene, count: int) -> TableScene:
    """So many goals turned up, as they fit best; one of the three is gold."""
    treasure = [TREASURE[int(number)] for number in rng.permutation(3)]
    for number in rng.permutation(3)[:count]:
        cell = GOAL_CELLS[int(number)]
        text, goal = treasure[int(number)]
        both = ways(rng, text)
        fitting = [face for face in both if fits(scene, cell, face)]
        scene = turn_goal(scene, cell, (fitting or both)[0], goal)
    return scene


def with_bridges(rng: Rng, scene: TableScene, bridges: int, likes: int) -> TableScene:
    """So many of the maze's cards become bridges or what looks like one, where they have four open sides' room."""
    wanted = [BRIDGE] * bridges + [LIKE_A_BRIDGE[int(rng.integers(2))] for _ in range(likes)]
    for text in wanted:
        spots = spots_of(scene)
        for number in rng.permutation(len(spots)):
            face = Face.parse(text)
            if fits(scene, spots[int(number)], face):
                scene = lay(scene, spots[int(number)], face)
                break
    return scene


def ways(rng: Rng, text: str) -> list[Face]:
    face = Face.parse(text)
    both = [face, face.half_turn()]
    return both if rng.random() < 0.5 else both[::-1]


def spots_of(scene: TableScene, reach: Reach = REACH) -> list[Cell]:
    """Free cells that a tunnel leads to."""
    (west, east), (north, south) = reach
    spots = set()
    for card in scene.cards:
        for side in card.face.open if card.face else ():
            cell = card.cell.beside(side)
            if scene.card(cell) is None and west <= cell.x <= east and north <= cell.y <= south:
                spots.add(cell)
    return sorted(spots)


def _neighbours(scene: TableScene, cell: Cell) -> int:
    return sum(scene.card(cell.beside(side)) is not None for side in Side)
