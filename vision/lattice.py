"""The lattice in which the cards of a maze lie, grown from card to neighbouring card, and the tables it may belong to.

Goals are eight columns away and foretell the start card badly; a maze knows its own perspective.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell, Side
from vision.detect import Detections
from vision.layout import (
    GOALS_MM,
    Hypothesis,
    detected_sighting,
    either_way_up,
    foretold,
    invertible,
    plausible,
    turned_like,
    worth_as_goals,
)
from vision.network import Presence
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose, pose_from_homography
from vision.settings import CAMERA, LATTICE, LAYOUT, SLACK


@dataclass(frozen=True, eq=False)
class Lattice:
    """Cards that lie beside each other. Its cells are counted from any one of them, its east is any card's.

    numbers : of the cards, as they were given; cells : where each lies; quads : (n, 4, 2) pixels from their N-W corners
    """

    numbers: tuple[int, ...]
    cells: tuple[Cell, ...]
    quads: np.ndarray

    def turned(self) -> Lattice:
        """The same seen from the other side of the table."""
        cells = tuple(Cell(-cell.x, -cell.y) for cell in self.cells)
        return Lattice(self.numbers, cells, np.roll(self.quads, 2, 1))

    def counted_from(self, origin: Cell) -> Lattice:
        cells = tuple(Cell(cell.x - origin.x, cell.y - origin.y) for cell in self.cells)
        return Lattice(self.numbers, cells, self.quads)


def tables_of_lattices(detections: Detections, size_px: tuple[int, int]) -> Iterator[Hypothesis]:
    """Tables from the maze itself, the likeliest first: some card of its lattice is the start card."""
    cards = np.flatnonzero(detections.presence[:, Presence.NOTHING] < LATTICE.most_nothing)
    mazes = sorted(lattices(detections.quads[cards]), key=lambda lattice: -len(lattice.cells))
    for maze in mazes[: LATTICE.try_lattices]:
        if len(maze.cells) < LATTICE.least_cards:
            break
        first = _lattice_pose(maze, size_px)
        if first is not None:
            yield from _starts(replace(maze, numbers=tuple(int(cards[n]) for n in maze.numbers)), first, detections)


def _lattice_pose(maze: Lattice, size_px: tuple[int, int]) -> TablePose | None:
    shape = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell in maze.cells])
    homography, _ = cv2.findHomography(shape, maze.quads.reshape(-1, 2), 0)
    if homography is None or not invertible(homography):
        return None
    try:
        first = pose_from_homography(homography, size_px, CAMERA.focal_to_long_side * max(size_px))
        fit = fit_pose(_support(maze), first)
    except np.linalg.LinAlgError:
        return None
    return fit.pose if plausible(fit.pose) else None


def _support(maze: Lattice) -> tuple[Sighting, ...]:
    seen = (detected_sighting(cell, quad) for cell, quad in zip(maze.cells, maze.quads, strict=True))
    return tuple(replace(one, slack_mm=SLACK.card_mm) for one in seen)


def _starts(maze: Lattice, pose: TablePose, detections: Detections) -> Iterator[Hypothesis]:
    """The maze with each likely cell as the start card's, seen from either side; that card itself may be hidden."""
    cells = _spanned(maze.cells)
    starts = dict(zip(maze.cells, detections.presence[list(maze.numbers), Presence.START], strict=True))
    flat, worth = pose.to_table(detections.quads.mean(1)), worth_as_goals(detections)
    found = []
    for way in (1, -1):
        places = np.array([cell_mm(cell) for cell in cells])[:, None] + way * GOALS_MM
        off = np.linalg.norm(flat[None, None] - places[:, :, None], axis=3)
        goals = np.where(off < LATTICE.goal_reach_mm, worth, 0)
        values = LAYOUT.start_worth * np.array([starts.get(cell, 0.0) for cell in cells]) + goals.max(2).sum(1)
        found += [(float(value), cell, way, row) for value, cell, row in zip(values, cells, goals, strict=True)]
    for value, cell, way, row in sorted(found, key=lambda entry: -entry[0])[: LATTICE.try_starts]:
        moved = pose.moved(cell_mm(cell), 0.0 if way == 1 else np.pi)
        here = maze.counted_from(cell)
        support = _support(here if way == 1 else here.turned())
        yield _with_its_goals(Hypothesis(moved, -value, (), support), row, detections)


def _spanned(cells: tuple[Cell, ...]) -> list[Cell]:
    """All cells of the rectangle around these."""
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    return [Cell(x, y) for y in range(min(ys), max(ys) + 1) for x in range(min(xs), max(xs) + 1)]


def _with_its_goals(hypothesis: Hypothesis, goals: np.ndarray, detections: Detections) -> Hypothesis:
    """The same with a pose that also fits what may be its goals. goals : (3, n) how much each card is worth as each."""
    seen = [
        (cell, detections.quads[int(row.argmax())]) for cell, row in zip(GOAL_CELLS, goals, strict=True) if row.any()
    ]
    if not seen:
        return hypothesis
    cards = tuple((cell, turned_like(quad, hypothesis.pose.to_table(quad))) for cell, quad in seen)
    try:
        fit = fit_pose([*hypothesis.support, *(detected_sighting(*card) for card in cards)], hypothesis.pose)
    except np.linalg.LinAlgError:
        return hypothesis
    return replace(hypothesis, pose=fit.pose, cards=cards) if plausible(fit.pose) else hypothesis


def lattices(quads: np.ndarray) -> Iterator[Lattice]:
    """The lattices of cards with these corners, (n, 4, 2) pixels clockwise; each card is in one, alone perhaps."""
    links = _links(quads)
    free = set(range(len(quads)))
    for seed in sorted(free, key=lambda number: (-len(links[number]), number)):
        if seed in free:
            lattice = _grown(quads, links, seed, free)
            free.difference_update(lattice.numbers)
            yield lattice


@dataclass(frozen=True, order=True)
class _Link:
    """From one card to its neighbour on a side (of the first card as it was given).

    turned : whether the neighbour was given upside down to it
    wrong : of the diagonal, how far the neighbour's corners are from where the first card's perspective has them
    """

    wrong: float
    number: int
    side: Side
    turned: bool


def _links(quads: np.ndarray) -> list[list[_Link]]:
    """Of each card those to its neighbours, as far as these say the same of it."""
    all_links = {(number, link.side): link for number in range(len(quads)) for link in _neighbours(quads, number)}
    mutual: list[list[_Link]] = [[] for _ in quads]
    for (number, side), link in all_links.items():
        back = all_links.get((link.number, side if link.turned else side.opposite))
        if back is not None and back.number == number and back.turned == link.turned:
            mutual[number].append(_Link((link.wrong + back.wrong) / 2, link.number, side, link.turned))
    return mutual


def _neighbours(quads: np.ndarray, number: int) -> Iterator[_Link]:
    """The nearest card on each side, where one lies about as this one's perspective has it."""
    quad = quads[number]
    diagonal = float(np.linalg.norm(quad[2] - quad[0]))
    steps = np.array([cell_mm(Cell(0, 0).beside(side)) for side in Side])
    for side, expected in zip(Side, foretold(quad, steps), strict=True):
        off = np.linalg.norm(quads.mean(1) - expected.mean(0), axis=1)
        off[number] = np.inf
        other = int(off.argmin())
        roll, wrong = either_way_up(quads[other], expected)
        if wrong < LATTICE.link_reach * diagonal:
            yield _Link(wrong / diagonal, other, side, turned=roll == 2)


def _grown(quads: np.ndarray, links: list[list[_Link]], seed: int, free: set[int]) -> Lattice:
    """From the seed on, along the best links first; who finds its cell taken stays outside."""
    placed: dict[int, tuple[Cell, bool]] = {}
    taken: set[Cell] = set()
    queue: list[tuple[float, int, Cell, bool]] = [(0.0, seed, Cell(0, 0), False)]
    while queue:
        _, number, cell, turned = heapq.heappop(queue)
        if number in placed or cell in taken or number not in free:
            continue
        placed[number] = (cell, turned)
        taken.add(cell)
        for link in links[number]:
            side = link.side.opposite if turned else link.side
            heapq.heappush(queue, (link.wrong, link.number, cell.beside(side), turned != link.turned))
    rolled = [np.roll(quads[number], 2 * turned, 0) for number, (_, turned) in placed.items()]
    return Lattice(tuple(placed), tuple(cell for cell, _ in placed.values()), np.array(rolled))
