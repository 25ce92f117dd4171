"""Where the goal column may be, from the cards that were detected. What they are is probed elsewhere.

Three face-down goals lie in a column two cards apart; the start card lies eight cards west of the middle one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.arrays import Flags, Matrix, Points, Quad, Quads
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.geometry.card_pose import either_way_up, from_north_west, predicted_quads
from vision.geometry.dimensions import CARD_CORNERS_MM, GOALS_MM, PITCH_X_MM, cell_mm
from vision.geometry.landmarks import Landmark, detected_goal_landmark
from vision.geometry.pose_fit import find_homography, fit_pose, fit_pose_anew
from vision.geometry.table_pose import TablePose
from vision.registration.table_hypothesis import CardsInCells, TableHypothesis, goal_worth, start_worth


@dataclass(frozen=True)
class GoalColumnSettings:
    """Finding the goal column among the quads. Worth is counted in goals that lie face down."""

    card_fit_mm: float = 11.0  # a card's corner may be found inside its white border, on a turned card
    origin_reach_mm: float = 150.0  # how far markers or dragged corners may lie from where they ought to
    goal_reach_mm: float = 14.0  # a goal from its place in a column
    pair_reach: float = 0.45  # of the diagonal: how well one card's perspective foretells the next goal
    pair_sizes: tuple[float, float] = (0.3, 3.0)  # of a card, as it is foretold: beyond these no camera sees both
    column_fit_mm: float = 14.0  # root mean square of twelve corners under one homography; beyond 9 mm at 50 degrees
    compare_columns: int = 60  # by their homography's residual, a tenth of a millisecond each
    try_columns: int = 4  # in a known frame, fitted in earnest, some milliseconds each
    try_tables: int = 8  # likewise where nothing is known
    least_worth: float = 0.15  # to be thought of as a goal
    least_back: float = 0.15  # probability; a column without any card face down is not looked for
    least_start: float = 0.6  # probability that it is one; a start card in doubt is looked for when the goals are sure
    start_reach_mm: tuple[float, float] = (200.0, 90.0)  # one card's width foretells eight badly, along the row
    most_for_maze: float = 1.0  # cards lie on the side where the start card ought to be
    maze_cards: int = 6  # so many earn all of it
    maze_reach_mm: float = 350.0  # north and south of the start card
    cost_of_a_goal: float = 25.0  # of the fit: one more goal explained is worth five standard deviations


GOAL_COLUMN = GoalColumnSettings()


@dataclass(frozen=True, eq=False)
class _UprightCard:
    """A card that lies as the frame's cards do. worth : as a goal; quad_px : from its N-W corner"""

    number: int
    middle_mm: Points
    quad_px: Quad
    worth: float


_Goals = list[tuple[Cell, _UprightCard]]


def columns_in_frame(detections: Detections, pose: TablePose, landmarks: Sequence[Landmark]) -> list[TableHypothesis]:
    """Goal columns in a table frame whose scale and direction are known and whose origin is roughly so; best first.

    landmarks : what the frame was found from
    """
    votes = sorted(_votes(_upright_cards(detections, pose)), key=lambda vote: -vote[0])
    found = []
    for goals in _different([goals for _, goals in votes])[: GOAL_COLUMN.try_columns]:
        cards = tuple((cell, goal.quad_px) for cell, goal in goals)
        fit = fit_pose([*landmarks, *(detected_goal_landmark(*card) for card in cards)], pose)
        if fit:
            worth = sum(goal.worth for _, goal in goals)
            found.append(TableHypothesis(fit.pose, fit.cost - GOAL_COLUMN.cost_of_a_goal * worth, cards))
    return sorted(found, key=lambda hypothesis: hypothesis.cost)


def _upright_cards(detections: Detections, pose: TablePose) -> list[_UprightCard]:
    """All that have a card's size and direction in this frame."""
    cards = []
    for number, (quad, worth) in enumerate(zip(detections.quads, goal_worth(detections.presence), strict=True)):
        for turn in (0, 2):
            turned = np.roll(quad, -turn, 0)
            flat = pose.to_table(turned)
            middle = flat.mean(0)
            fits = np.abs(flat - middle - CARD_CORNERS_MM).max() < GOAL_COLUMN.card_fit_mm
            if worth > GOAL_COLUMN.least_worth and fits:
                cards.append(_UprightCard(number, middle, turned, float(worth)))
    return cards


def _votes(cards: Sequence[_UprightCard]) -> Iterator[tuple[float, _Goals]]:
    """Columns that have one of the cards in a goal's place, each with its worth."""
    for card in cards:
        for place in GOALS_MM:
            origin = card.middle_mm - place
            if np.abs(origin).max() > GOAL_COLUMN.origin_reach_mm:
                continue
            goals = _nearest(cards, origin)
            worth = sum(goal.worth for _, goal in goals)
            yield worth - float(np.linalg.norm(origin)) / GOAL_COLUMN.origin_reach_mm, goals


def _nearest(cards: Sequence[_UprightCard], origin: Points) -> _Goals:
    """The goals of a column with its start card there, as far as they are seen."""
    found = []
    for cell, place in zip(GOAL_CELLS, GOALS_MM, strict=True):
        off = [float(np.linalg.norm(card.middle_mm - origin - place)) for card in cards]
        best = int(np.argmin(off))
        if off[best] < GOAL_COLUMN.goal_reach_mm:
            found.append((cell, cards[best]))
    return found


def _different(columns: Sequence[_Goals]) -> list[_Goals]:
    """Each column once, where it comes first."""
    first: dict[tuple[tuple[Cell, int], ...], _Goals] = {}
    for goals in columns:
        first.setdefault(tuple((cell, card.number) for cell, card in goals), goals)
    return list(first.values())


@dataclass(frozen=True, eq=False)
class _Table:
    """A column and what else speaks for it. homography : millimetres to pixels"""

    cards: CardsInCells
    homography: Matrix
    worth: float


def tables_anywhere(detections: Detections, size_px: tuple[int, int]) -> Iterator[TableHypothesis]:
    """Tables in a picture of which nothing else is known, the likeliest first: a goal column, if seen with its start.

    Each is fitted when it is asked for, as the first is mostly the right one.
    """
    tables = [_table(detections, *way) for column in _columns(detections) for way in _either_side(*column)]
    found = sorted((table for table in tables if table), key=lambda table: -table.worth)
    for table in found[: GOAL_COLUMN.try_tables]:
        fit = fit_pose_anew([detected_goal_landmark(*card) for card in table.cards], table.homography, size_px)
        if fit and fit.pose.is_plausible:
            yield TableHypothesis(fit.pose, fit.cost - GOAL_COLUMN.cost_of_a_goal * table.worth, table.cards)


def _either_side(worth: float, goals: CardsInCells) -> Iterator[tuple[float, CardsInCells]]:
    """The column with its start card to the west, and to what was the east."""
    yield worth, goals
    yield worth, tuple((Cell(cell.x, -cell.y), np.roll(quad, 2, 0)) for cell, quad in reversed(goals))


def _table(detections: Detections, worth: float, goals: CardsInCells) -> _Table | None:
    """The column with its start card, if that is seen; None where no camera could see these goals."""
    shape = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell, _ in goals])
    homography = find_homography(shape, np.concatenate([quad for _, quad in goals]))
    if homography is None:
        return None
    known = _to_table(np.array([quad for _, quad in goals]), homography).reshape(-1, 2)
    wrong_mm = float(np.sqrt(((known - shape) ** 2).sum(1).mean()))
    if wrong_mm > GOAL_COLUMN.column_fit_mm:
        return None
    flat = _to_table(detections.quads, homography)
    worth = worth - wrong_mm / GOAL_COLUMN.column_fit_mm + _maze_worth(flat)
    off = np.abs(flat.mean(1) - cell_mm(START_CELL)) / GOAL_COLUMN.start_reach_mm
    likely = detections.presence[:, Presence.START] * (off < 1).all(1)
    best = int(likely.argmax())
    if likely[best] <= GOAL_COLUMN.least_start:
        return _Table(goals, homography, worth)
    start = from_north_west(detections.quads[best], flat[best])
    return _Table((*goals, (START_CELL, start)), homography, worth + start_worth(float(likely[best])))


def _to_table(quads: Quads, homography: Matrix) -> Quads:
    """(n, 4, 2) pixels to millimetres. homography : millimetres to pixels"""
    return np.asarray(cv2.perspectiveTransform(quads, np.linalg.inv(homography)), float)


def _maze_worth(flat: Quads) -> float:
    """How much the cards (n, 4, 2) millimetres speak for a maze between start card and goals."""
    west, east = cell_mm(START_CELL)[0] - PITCH_X_MM, cell_mm(GOAL_CELLS[0])[0] - PITCH_X_MM
    x, y = flat.mean(1).T
    inside = (x > west) & (x < east) & (np.abs(y) < GOAL_COLUMN.maze_reach_mm)
    return GOAL_COLUMN.most_for_maze * min(1.0, float(inside.sum()) / GOAL_COLUMN.maze_cards)


_Corner = tuple[int, int]  # quad number and how often it is rolled to begin at the card's N-W corner


@dataclass(frozen=True)
class _GoalPair:
    north: _Corner
    south: _Corner
    wrong: float  # of the diagonal: how badly one card's perspective foretells the other


def _columns(detections: Detections) -> list[tuple[float, CardsInCells]]:
    """Goals two cards apart, two or three of them, one at least face down; each column once, with its worth."""
    worth, quads = goal_worth(detections.presence), detections.quads
    pairs = _goal_pairs(quads, detections.presence[:, Presence.BACK] > GOAL_COLUMN.least_back)
    columns = [
        (
            float(sum(worth[number] for number, _ in corners)) - wrong,
            tuple(
                (cell, np.roll(quads[number], -turn, 0)) for cell, (number, turn) in zip(cells, corners, strict=True)
            ),
        )
        for wrong, cells, corners in _rows_of_goals(pairs)
        if corners[0][0] < corners[-1][0]  # the other half are these, turned
    ]
    return sorted(columns, key=lambda column: -column[0])[: GOAL_COLUMN.compare_columns]


def _rows_of_goals(pairs: Sequence[_GoalPair]) -> Iterator[tuple[float, tuple[Cell, ...], tuple[_Corner, ...]]]:
    """Pairs, and pairs of these with a card in common: how badly they fit, the goals' cells, the cards southward."""
    onward: dict[_Corner, list[_GoalPair]] = {}
    for pair in pairs:
        onward.setdefault(pair.north, []).append(pair)
    for one in pairs:
        for two in onward.get(one.south, ()):
            yield one.wrong + two.wrong, GOAL_CELLS, (one.north, one.south, two.south)
        for cells in (GOAL_CELLS[:2], GOAL_CELLS[1:]):
            yield one.wrong, cells, (one.north, one.south)


def _goal_pairs(quads: Quads, face_down: Flags) -> list[_GoalPair]:
    """Pairs of cards, one of them face down, that may be goals with one row between, by each other's perspective."""
    south: dict[tuple[_Corner, _Corner], float] = {}
    for number in range(len(quads)):
        for turn in (0, 2):
            for other, best, wrong in _southward(quads, number, turn, face_down | face_down[number]):
                south[(number, turn), (other, best)] = wrong
    return [
        _GoalPair(north, end, (wrong + south[_turned(end), _turned(north)]) / 2)
        for (north, end), wrong in south.items()
        if (_turned(end), _turned(north)) in south
    ]


def _turned(corner: _Corner) -> _Corner:
    return corner[0], (corner[1] + 2) % 4


def _southward(quads: Quads, number: int, turn: int, candidates: Flags) -> Iterator[tuple[int, int, float]]:
    """The cards that lie where this one's perspective has the next goal south: number, roll, how far off."""
    quad = np.roll(quads[number], -turn, 0)
    diagonal = float(np.linalg.norm(quad[0] - quad[2]))
    (expected,) = predicted_quads(quad, GOALS_MM[1:2] - GOALS_MM[:1])
    size = float(np.linalg.norm(expected[0] - expected[2])) / diagonal
    least, most = GOAL_COLUMN.pair_sizes
    if not least < size < most:
        return
    reach = GOAL_COLUMN.pair_reach * diagonal * max(size, 1)
    near = candidates & (np.linalg.norm(quads.mean(1) - expected.mean(0), axis=1) < reach)
    for other in np.flatnonzero(near):
        if other == number:
            continue
        roll, wrong = either_way_up(quads[other], expected)
        if wrong < reach:
            yield int(other), roll, wrong / diagonal
