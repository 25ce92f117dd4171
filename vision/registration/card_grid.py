"""The grid in which the cards of a maze lie, grown from card to neighbouring card, and the tables it may belong to.

Goals are eight columns away and foretell the start card badly; a maze knows its own perspective.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell, Side
from vision.arrays import Floats, Points, Quads
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence, card_in
from vision.detection.card_probe import CardProbe
from vision.geometry.card_pose import either_way_up, from_north_west, predicted_quads
from vision.geometry.dimensions import CARD_CORNERS_MM, GOALS_MM, PITCH_MM, cell_mm
from vision.geometry.landmarks import Landmark, detected_goal_landmark, detected_maze_landmark
from vision.geometry.pose_fit import find_homography, fit_pose, fit_pose_anew
from vision.geometry.table_pose import TablePose
from vision.registration.table_hypothesis import TableHypothesis, goal_worth, start_worth


@dataclass(frozen=True)
class CardGridSettings:
    """Cards that lie beside each other in a maze."""

    neighbour_reach: float = 0.2  # of the diagonal: how well one card's perspective foretells its neighbour's corners
    most_nothing: float = 0.6  # probability; in the grid a card may be hardly seen
    try_grids: int = 2  # those with most that plainly are cards
    least_cards: int = 3  # fewer do not tell a perspective
    try_starts: int = 14  # cells of the grid, from either side; 6 missed a table at 50 degrees
    least_start: float = 0.3  # probability of what may be the start card though it lies beside no other of the grid
    plain_start: float = 0.9  # likewise of what is seen by who looks into every cell
    in_a_cell: float = 0.3  # of the pitch, off the middle of its cell; some cells away the grid's pose is not exact
    goal_reach_mm: float = 60.0  # from where the grid has it, eight cards on; other goals are 178 mm away


CARD_GRID = CardGridSettings()


@dataclass(frozen=True, eq=False)
class CardGrid:
    """Cards that lie beside each other. Its cells are counted from any one of them, its east is any card's.

    numbers : of the cards, as they were given; cells : where each lies; quads : (n, 4, 2) pixels from their N-W corners
    """

    numbers: tuple[int, ...]
    cells: tuple[Cell, ...]
    quads: Quads

    def turned(self) -> CardGrid:
        """The same seen from the other side of the table."""
        cells = tuple(Cell(-cell.x, -cell.y) for cell in self.cells)
        return CardGrid(self.numbers, cells, np.roll(self.quads, 2, 1))

    def counted_from(self, origin: Cell) -> CardGrid:
        cells = tuple(Cell(cell.x - origin.x, cell.y - origin.y) for cell in self.cells)
        return CardGrid(self.numbers, cells, self.quads)

    def landmarks(self) -> tuple[Landmark, ...]:
        return tuple(detected_maze_landmark(*card) for card in zip(self.cells, self.quads, strict=True))


def tables_of_grids(detections: Detections, size_px: tuple[int, int]) -> Iterator[TableHypothesis]:
    """Tables from the maze itself, the likeliest first: some card in its grid is the start card."""
    for grid, pose in _plainest(detections, size_px):
        yield from _starts(grid, pose, detections)


def starts_in_grids(detections: Detections, size_px: tuple[int, int], look: CardProbe) -> Detections:
    """Start cards between a maze's cards or right beside them, as who looks into every cell there sees them."""
    grids = _plainest(detections, size_px)
    quads = [pose.quad(cell) for grid, pose in grids for cell in _spanned(grid.cells, beyond=1)]
    seen = look(np.array(quads).reshape(-1, 4, 2))
    starts = seen.presence[:, Presence.START] > CARD_GRID.plain_start
    return Detections(seen.quads[starts], seen.presence[starts])


def _plainest(detections: Detections, size_px: tuple[int, int]) -> Iterator[tuple[CardGrid, TablePose]]:
    """The grids with most that plainly are cards, and how they lie."""
    cards = np.flatnonzero(detections.presence[:, Presence.NOTHING] < CARD_GRID.most_nothing)
    plain = np.maximum(2 * card_in(detections.presence[cards]) - 1, 0)  # tiles may lie in a larger grid
    grids = [grid for grid in card_grids(detections.quads[cards]) if len(grid.cells) >= CARD_GRID.least_cards]
    plainest = sorted(grids, key=lambda grid: -plain[list(grid.numbers)].sum())
    for grid in plainest[: CARD_GRID.try_grids]:
        first = _pose_of(grid, size_px)
        if first is not None:
            yield replace(grid, numbers=tuple(int(cards[n]) for n in grid.numbers)), first


def _pose_of(grid: CardGrid, size_px: tuple[int, int]) -> TablePose | None:
    shape = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell in grid.cells])
    homography = find_homography(shape, grid.quads.reshape(-1, 2))
    fit = None if homography is None else fit_pose_anew(grid.landmarks(), homography, size_px)
    return fit.pose if fit and fit.pose.is_plausible else None


def _starts(grid: CardGrid, pose: TablePose, detections: Detections) -> Iterator[TableHypothesis]:
    """The grid with each likely cell as the start card's, seen from either side; that card itself may be hidden."""
    starts = _chances_as_start(grid, pose, detections)
    cells = list(dict.fromkeys([*_spanned(grid.cells), *starts]))
    worth_as_start = [start_worth(starts.get(cell, 0.0)) for cell in cells]
    found = []
    for way in (1, -1):
        goals = _worth_as_goals(cells, way, pose, detections)
        values = np.array(worth_as_start) + goals.max(2).sum(1)
        found += [(float(value), cell, way, row) for value, cell, row in zip(values, cells, goals, strict=True)]
    for value, cell, way, row in sorted(found, key=lambda entry: -entry[0])[: CARD_GRID.try_starts]:
        moved = pose.moved(cell_mm(cell), 0.0 if way == 1 else np.pi)
        here = grid.counted_from(cell)
        support = (here if way == 1 else here.turned()).landmarks()
        yield _with_its_goals(TableHypothesis(moved, -value, (), support), row, detections)


def _chances_as_start(grid: CardGrid, pose: TablePose, detections: Detections) -> dict[Cell, float]:
    """How surely the start card was detected in each cell, of the grid or apart from its cards. pose : of the grid"""
    likely = np.flatnonzero(detections.presence[:, Presence.START] > CARD_GRID.least_start)
    flat = pose.to_table(detections.quads[likely].mean(1)) / PITCH_MM
    found: dict[Cell, float] = {}
    for number, (x, y) in zip(likely, flat, strict=True):
        cell = Cell(round(float(x)), round(float(y)))
        if max(abs(x - cell.x), abs(y - cell.y)) < CARD_GRID.in_a_cell:
            found[cell] = max(found.get(cell, 0.0), float(detections.presence[number, Presence.START]))
    own = detections.presence[list(grid.numbers), Presence.START]
    return found | {cell: float(chance) for cell, chance in zip(grid.cells, own, strict=True)}


def _worth_as_goals(cells: list[Cell], way: int, pose: TablePose, detections: Detections) -> Floats:
    """(cells, 3, n) what each card is worth as each goal, with the start card in that cell. way : 1 east, -1 west"""
    flat = pose.to_table(detections.quads.mean(1))
    places = np.array([cell_mm(cell) for cell in cells])[:, None] + way * GOALS_MM
    off = np.linalg.norm(flat[None, None] - places[:, :, None], axis=3)
    return np.where(off < CARD_GRID.goal_reach_mm, goal_worth(detections.presence), 0)


def _spanned(cells: tuple[Cell, ...], beyond: int = 0) -> list[Cell]:
    """All cells of the rectangle around these, and so many beyond its sides."""
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    columns, rows = range(min(xs) - beyond, max(xs) + beyond + 1), range(min(ys) - beyond, max(ys) + beyond + 1)
    return [Cell(x, y) for y in rows for x in columns]


def _with_its_goals(hypothesis: TableHypothesis, goals: Floats, detections: Detections) -> TableHypothesis:
    """The same with a pose that also fits what may be its goals. goals : (3, n) how much each card is worth as each."""
    seen = [
        (cell, detections.quads[int(row.argmax())]) for cell, row in zip(GOAL_CELLS, goals, strict=True) if row.any()
    ]
    if not seen:
        return hypothesis
    cards = tuple((cell, from_north_west(quad, hypothesis.pose.to_table(quad))) for cell, quad in seen)
    fit = fit_pose([*hypothesis.support, *(detected_goal_landmark(*card) for card in cards)], hypothesis.pose)
    return replace(hypothesis, pose=fit.pose, cards=cards) if fit and fit.pose.is_plausible else hypothesis


def card_grids(quads: Quads) -> Iterator[CardGrid]:
    """The grids of cards with these corners, (n, 4, 2) pixels clockwise; each card is in one, alone perhaps."""
    neighbours = _mutual_neighbours(quads)
    free = set(range(len(quads)))
    for seed in sorted(free, key=lambda number: (-len(neighbours[number]), number)):
        if seed in free:
            grid = _grown(quads, neighbours, seed, free)
            free.difference_update(grid.numbers)
            yield grid


@dataclass(frozen=True)
class _Neighbour:
    """Of a card, on a side of it as it was given.

    turned : whether the neighbour was given upside down to it
    wrong : of the diagonal, how far the neighbour's corners are from where the card's perspective has them
    """

    wrong: float
    number: int
    side: Side
    turned: bool


def _mutual_neighbours(quads: Quads) -> list[list[_Neighbour]]:
    """Of each card, as far as the neighbour says the same of it."""
    middles = quads.mean(1)
    found = ((number, one) for number in range(len(quads)) for one in _neighbours(quads, middles, number))
    all_of_them = {(number, one.side): one for number, one in found}
    mutual: list[list[_Neighbour]] = [[] for _ in quads]
    for (number, side), one in all_of_them.items():
        back = all_of_them.get((one.number, side if one.turned else side.opposite))
        if back is not None and back.number == number and back.turned == one.turned:
            mutual[number].append(replace(one, wrong=(one.wrong + back.wrong) / 2))
    return mutual


def _neighbours(quads: Quads, middles: Points, number: int) -> Iterator[_Neighbour]:
    """The nearest card on each side, where one lies about as this one's perspective has it."""
    quad = quads[number]
    diagonal = float(np.linalg.norm(quad[2] - quad[0]))
    reach = CARD_GRID.neighbour_reach * diagonal
    steps = np.array([cell_mm(Cell(0, 0).beside(side)) for side in Side])
    for side, expected in zip(Side, predicted_quads(quad, steps), strict=True):
        off = np.linalg.norm(middles - expected.mean(0), axis=1)
        off[number] = np.inf
        other = int(off.argmin())
        if off[other] > reach:  # and its corners are no nearer than its middle
            continue
        roll, wrong = either_way_up(quads[other], expected)
        if wrong < reach:
            yield _Neighbour(wrong / diagonal, other, side, turned=roll == 2)


def _grown(quads: Quads, neighbours: list[list[_Neighbour]], seed: int, free: set[int]) -> CardGrid:
    """From the seed on, to the best neighbours first; who finds its cell taken stays outside."""
    placed: dict[int, tuple[Cell, bool]] = {}
    taken: set[Cell] = set()
    queue: list[tuple[float, int, Cell, bool]] = [(0.0, seed, Cell(0, 0), False)]
    while queue:
        _, number, cell, turned = heapq.heappop(queue)
        if number in placed or cell in taken or number not in free:
            continue
        placed[number] = (cell, turned)
        taken.add(cell)
        for one in neighbours[number]:
            side = one.side.opposite if turned else one.side
            heapq.heappush(queue, (one.wrong, one.number, cell.beside(side), turned != one.turned))
    rolled = [np.roll(quads[number], 2 * turned, 0) for number, (_, turned) in placed.items()]
    return CardGrid(tuple(placed), tuple(cell for cell, _ in placed.values()), np.array(rolled))
