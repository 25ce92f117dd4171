"""Where the goal column may be, from the cards that were detected. What they are is looked at closely elsewhere.

Three face-down goals lie in a column two cards apart; the start card lies eight cards west of the middle one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detect import Detections
from vision.network import Presence
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose, pose_from_homography
from vision.settings import CAMERA, LAYOUT, PITCH_X_MM, SLACK

GOALS_MM = np.array([cell_mm(cell) for cell in GOAL_CELLS])


@dataclass(frozen=True)
class Hypothesis:
    """A pose that would explain some cards as goals, and how badly (in the fit's own measure; smaller is better).

    cards : goals, and perhaps the start card, with their corners in pixels
    support : other cards that tell the pose, as the maze lies in one lattice
    """

    pose: TablePose
    cost: float
    cards: tuple[tuple[Cell, np.ndarray], ...] = ()
    support: tuple[Sighting, ...] = ()


def goal_sighting(cell: Cell, quad_px: np.ndarray) -> Sighting:
    place = cell_mm(cell)
    return Sighting(CARD_CORNERS_MM, (float(place[0]), float(place[1])), quad_px, SLACK.goal_mm, SLACK.turn_rad, 1.5)


def detected_sighting(cell: Cell, quad_px: np.ndarray) -> Sighting:
    """The same of a card that was only detected: its corners count for less."""
    return replace(
        goal_sighting(cell, quad_px), noise_px=LAYOUT.detected_noise * float(np.linalg.norm(quad_px[1] - quad_px[0]))
    )


def columns_in_frame(detections: Detections, pose: TablePose, anchors: Sequence[Sighting]) -> list[Hypothesis]:
    """Goal columns in a table frame whose scale and direction are known and whose origin is roughly so."""
    cards = _upright_cards(detections, pose)
    votes: list[tuple[float, list[_Upright]]] = []
    for card in cards:
        for place in GOALS_MM:
            origin = card.middle_mm - place
            if np.abs(origin).max() > LAYOUT.origin_reach_mm:
                continue
            goals = _nearest(cards, origin)
            worth = sum(goal.worth for _, goal in goals)
            votes.append((worth - float(np.linalg.norm(origin)) / LAYOUT.origin_reach_mm, goals))
    found = []
    for _, goals in _different(sorted(votes, key=lambda vote: -vote[0]))[: LAYOUT.try_columns]:
        quads = tuple((cell, goal.quad_px) for cell, goal in goals)
        try:
            fit = fit_pose([*anchors, *(detected_sighting(cell, quad) for cell, quad in quads)], pose)
        except np.linalg.LinAlgError:
            continue
        worth = sum(goal.worth for _, goal in goals)
        found.append(Hypothesis(fit.pose, fit.cost - LAYOUT.goal_worth * worth, quads))
    return sorted(found, key=lambda hypothesis: hypothesis.cost)


@dataclass(frozen=True, eq=False)
class _Upright:
    """A card that lies as the frame's cards do. worth : as a goal; quad_px : from its N-W corner"""

    number: int
    middle_mm: np.ndarray
    quad_px: np.ndarray
    worth: float


def tables_anywhere(detections: Detections, size_px: tuple[int, int]) -> Iterator[Hypothesis]:
    """Tables in a picture of which nothing else is known, the likeliest first: a goal column, if seen with its start.

    Each is fitted when it is asked for, as the first is mostly the right one.
    """
    found = [table for column in _columns(detections) for table in _tables(detections, *column)]
    found.sort(key=lambda table: -table.worth)
    for table in found[: LAYOUT.try_tables]:
        hypothesis = _camera_fit(table.cards, table.homography, size_px, table.worth)
        if hypothesis is not None:
            yield hypothesis


@dataclass(frozen=True)
class _Table:
    """A column and what else speaks for it. homography : millimetres to pixels"""

    cards: tuple[tuple[Cell, np.ndarray], ...]
    homography: np.ndarray
    worth: float


def worth_as_goals(detections: Detections) -> np.ndarray:
    """(n,) how much each card looks like a goal; one that was turned up may be any card."""
    return detections.presence[:, Presence.BACK] + LAYOUT.turned_worth * detections.presence[:, Presence.TUNNEL]


def _tables(detections: Detections, worth: float, goals: tuple[tuple[Cell, np.ndarray], ...]) -> Iterator[_Table]:
    """The column with the start card to either side, as far as a camera could see it."""
    for cards in (goals, tuple((Cell(cell.x, -cell.y), np.roll(quad, 2, 0)) for cell, quad in reversed(goals))):
        shape = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell, _ in cards])
        homography, _ = cv2.findHomography(shape, np.concatenate([quad for _, quad in cards]), 0)
        if homography is None or not invertible(homography):
            continue
        flat = cv2.perspectiveTransform(detections.quads, np.linalg.inv(homography))
        known = cv2.perspectiveTransform(np.array([quad for _, quad in cards]), np.linalg.inv(homography)).reshape(
            -1, 2
        )
        wrong_mm = float(np.sqrt(((known - shape) ** 2).sum(1).mean()))
        if wrong_mm > LAYOUT.column_fit_mm:
            continue
        off = np.abs(flat.mean(1) - cell_mm(START_CELL)) / LAYOUT.start_reach_mm
        likely = detections.presence[:, Presence.START] * (off < 1).all(1)
        best = int(likely.argmax())
        west, east = cell_mm(START_CELL)[0] - PITCH_X_MM, cell_mm(GOAL_CELLS[0])[0] - PITCH_X_MM
        in_field = ((flat.mean(1) > (west, -LAYOUT.maze_reach_mm)) & (flat.mean(1) < (east, LAYOUT.maze_reach_mm))).all(
            1
        )
        worth_here = worth - wrong_mm / LAYOUT.column_fit_mm
        worth_here += LAYOUT.most_for_maze * min(1.0, float(in_field.sum()) / LAYOUT.maze_cards)
        if likely[best] > LAYOUT.least_start:
            quad = turned_like(detections.quads[best], flat[best])
            yield _Table((*cards, (START_CELL, quad)), homography, worth_here + LAYOUT.start_worth * likely[best])
        else:
            yield _Table(cards, homography, worth_here)


def turned_like(quad: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """The quad from its N-W corner on; flat : the same in millimetres of the game's frame."""
    turns = [np.abs(np.roll(flat, -turn, 0) - flat.mean(0) - CARD_CORNERS_MM).sum() for turn in (0, 2)]
    return np.roll(quad, -2 * int(np.argmin(turns)), 0)


def _columns(detections: Detections) -> list[tuple[float, tuple[tuple[Cell, np.ndarray], ...]]]:
    """Goals two cards apart, two or three of them, one at least face down; each column once, with its worth."""
    worth, quads = worth_as_goals(detections), detections.quads
    onward: dict[Corner, list[_Link]] = {}
    links = _links(quads, detections.presence[:, Presence.BACK] > LAYOUT.least_back)
    for link in links:
        onward.setdefault(link.north, []).append(link)
    found: list[tuple[float, tuple[Cell, ...], tuple[Corner, ...]]] = []
    for one in links:
        for two in onward.get(one.south, ()):
            found.append((one.wrong + two.wrong, GOAL_CELLS, (one.north, one.south, two.south)))
        for cells in (GOAL_CELLS[:2], GOAL_CELLS[1:]):
            found.append((one.wrong, cells, (one.north, one.south)))
    columns = [
        (
            float(sum(worth[number] for number, _ in corners)) - wrong,
            tuple(
                (cell, np.roll(quads[number], -turn, 0)) for cell, (number, turn) in zip(cells, corners, strict=True)
            ),
        )
        for wrong, cells, corners in found
        if corners[0][0] < corners[-1][0]  # the other half are these, turned
    ]
    return sorted(columns, key=lambda column: -column[0])[: LAYOUT.compare_columns]


def _upright_cards(detections: Detections, pose: TablePose) -> list[_Upright]:
    """All that have a card's size and direction in this frame."""
    cards = []
    for number, (quad, worth) in enumerate(zip(detections.quads, worth_as_goals(detections), strict=True)):
        for turn in (0, 2):
            turned = np.roll(quad, -turn, 0)
            flat = pose.to_table(turned)
            middle = flat.mean(0)
            if worth > LAYOUT.least_worth and np.abs(flat - middle - CARD_CORNERS_MM).max() < LAYOUT.card_fit_mm:
                cards.append(_Upright(number, middle, turned, float(worth)))
    return cards


def _nearest(cards: Sequence[_Upright], origin: np.ndarray) -> list[tuple[Cell, _Upright]]:
    """The goals of a column with its start card there, as far as they are seen."""
    found = []
    for cell, place in zip(GOAL_CELLS, GOALS_MM, strict=True):
        off = [float(np.linalg.norm(card.middle_mm - origin - place)) for card in cards]
        best = int(np.argmin(off))
        if off[best] < LAYOUT.goal_reach_mm:
            found.append((cell, cards[best]))
    return found


def _different(
    votes: Sequence[tuple[float, list[tuple[Cell, _Upright]]]],
) -> list[tuple[float, list[tuple[Cell, _Upright]]]]:
    seen: set[tuple[tuple[Cell, int], ...]] = set()
    kept = []
    for vote in votes:
        key = tuple((cell, card.number) for cell, card in vote[1])
        if key not in seen:
            seen.add(key)
            kept.append(vote)
    return kept


Corner = tuple[int, int]  # quad number and how often it is rolled to begin at the card's N-W corner


@dataclass(frozen=True)
class _Link:
    north: Corner
    south: Corner
    wrong: float  # of the diagonal: how badly one card's perspective foretells the other


def _links(quads: np.ndarray, face_down: np.ndarray) -> list[_Link]:
    """Pairs of cards, one of them face down, that may be goals with one row between, by each other's perspective."""
    south: dict[tuple[Corner, Corner], float] = {}
    for number in range(len(quads)):
        for turn in (0, 2):
            for other, best, wrong in _southward(quads, number, turn, face_down | face_down[number]):
                south[(number, turn), (other, best)] = wrong
    return [
        _Link(north, end, (wrong + south[_turned(end), _turned(north)]) / 2)
        for (north, end), wrong in south.items()
        if (_turned(end), _turned(north)) in south
    ]


def _turned(corner: Corner) -> Corner:
    return corner[0], (corner[1] + 2) % 4


def _southward(quads: np.ndarray, number: int, turn: int, candidates: np.ndarray) -> Iterator[tuple[int, int, float]]:
    """The cards that lie where this one's perspective has the next goal south: number, roll, how far off."""
    quad = np.roll(quads[number], -turn, 0)
    diagonal = np.linalg.norm(quad[0] - quad[2])
    (expected,) = foretold(quad, GOALS_MM[1:2] - GOALS_MM[:1])
    size = np.linalg.norm(expected[0] - expected[2]) / diagonal
    if not 0.3 < size < 3:
        return
    reach = LAYOUT.link_reach * diagonal * max(size, 1)
    near = candidates & (np.linalg.norm(quads.mean(1) - expected.mean(0), axis=1) < reach)
    for other in np.flatnonzero(near):
        if other == number:
            continue
        roll, wrong = either_way_up(quads[other], expected)
        if wrong < reach:
            yield int(other), roll, wrong / float(diagonal)


def foretold(quad: np.ndarray, steps_mm: np.ndarray) -> np.ndarray:
    """(m, 4, 2) pixels: where cards lie that are so far away on the table, by this (4, 2) card's own perspective."""
    plane = cv2.getPerspectiveTransform(CARD_CORNERS_MM.astype(np.float32), quad.astype(np.float32))
    corners = CARD_CORNERS_MM + np.asarray(steps_mm)[:, None]
    return cv2.perspectiveTransform(corners.reshape(1, -1, 2), plane).reshape(-1, 4, 2)


def either_way_up(quad: np.ndarray, expected: np.ndarray) -> tuple[int, float]:
    """How a card lies that is expected there: rolled by 0 or 2 corners, and how far these are off then, in pixels."""
    wrong = {roll: float(np.linalg.norm(np.roll(quad, -roll, 0) - expected, axis=1).mean()) for roll in (0, 2)}
    best = min(wrong, key=lambda roll: wrong[roll])
    return best, wrong[best]


def _camera_fit(
    cards: tuple[tuple[Cell, np.ndarray], ...], homography: np.ndarray, size_px: tuple[int, int], worth: float
) -> Hypothesis | None:
    try:
        first = pose_from_homography(homography, size_px, CAMERA.focal_to_long_side * max(size_px))
        fit = fit_pose([detected_sighting(cell, quad) for cell, quad in cards], first)
    except np.linalg.LinAlgError:
        return None
    pose = fit.pose
    if not plausible(pose):
        return None
    return Hypothesis(pose, fit.cost - LAYOUT.goal_worth * worth, cards)


def plausible(pose: TablePose) -> bool:
    """Whether a person would put a camera there."""
    far_enough = CAMERA.distance_min_mm < pose.distance_mm < CAMERA.distance_max_mm
    return far_enough and pose.shift_mm[2] > 0 and pose.tilt_rad < CAMERA.tilt_max_rad


def invertible(matrix: np.ndarray) -> bool:
    return bool(np.isfinite(matrix).all() and abs(np.linalg.det(matrix)) > 1e-12)
