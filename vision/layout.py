"""Where the goal column may be, from things with four corners alone. What they are is looked at elsewhere.

Three face-down goals lie in a column two cards apart; the start card lies eight cards west of the middle one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.geometry import GOAL_CELLS, Cell
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose, pose_from_homography
from vision.settings import CAMERA, LAYOUT, SLACK

GOALS_MM = np.array([cell_mm(cell) for cell in GOAL_CELLS])


@dataclass(frozen=True)
class Hypothesis:
    """A pose that would explain some quads as goals, and how badly (in the fit's own measure; smaller is better)."""

    pose: TablePose
    cost: float
    goals: tuple[tuple[Cell, np.ndarray], ...]


def goal_sighting(cell: Cell, quad_px: np.ndarray) -> Sighting:
    place = cell_mm(cell)
    return Sighting(CARD_CORNERS_MM, (float(place[0]), float(place[1])), quad_px, SLACK.goal_mm, SLACK.turn_rad, 1.5)


def columns_in_frame(quads: np.ndarray, pose: TablePose, anchors: Sequence[Sighting]) -> list[Hypothesis]:
    """Goal columns in a table frame whose scale and direction are known and whose origin is roughly so."""
    cards = _upright_cards(quads, pose)
    votes: list[tuple[float, list[tuple[Cell, np.ndarray]]]] = []
    for middle, _ in cards:
        for place in GOALS_MM:
            origin = middle - place
            if np.abs(origin).max() > LAYOUT.origin_reach_mm:
                continue
            goals = list(_nearest(cards, origin))
            votes.append((len(goals) - float(np.linalg.norm(origin)) / LAYOUT.origin_reach_mm, goals))
    found = []
    for _, goals in _different(sorted(votes, key=lambda vote: -vote[0]))[: LAYOUT.try_columns]:
        try:
            fit = fit_pose([*anchors, *(goal_sighting(cell, quad) for cell, quad in goals)], pose)
        except np.linalg.LinAlgError:
            continue
        found.append(Hypothesis(fit.pose, fit.cost - LAYOUT.goal_worth * len(goals), tuple(goals)))
    return sorted(found, key=lambda hypothesis: hypothesis.cost)


def columns_anywhere(quads: np.ndarray, size_px: tuple[int, int]) -> list[Hypothesis]:
    """Goal columns in a picture of which nothing is known. Each comes twice: with the start card to either side."""
    links = _links(quads)
    onward: dict[Corner, list[_Link]] = {}
    for link in links:
        onward.setdefault(link.north, []).append(link)
    chains = [
        (one.wrong + two.wrong, GOAL_CELLS, (one.north, one.south, two.south))
        for one in links
        for two in onward.get(one.south, ())
    ]
    found = _fitted(chains, quads, size_px)
    if not found or found[0].cost > LAYOUT.sure_cost:
        pairs = [
            (link.wrong, cells, (link.north, link.south))
            for link in links
            for cells in (GOAL_CELLS[:2], GOAL_CELLS[1:])
        ]
        found += _fitted(pairs, quads, size_px)
    both = [turned for hypothesis in found for turned in (hypothesis, _other_side(hypothesis))]
    return sorted(both, key=lambda hypothesis: hypothesis.cost)


def _other_side(hypothesis: Hypothesis) -> Hypothesis:
    """The same column with the start card on its other side: north and south change places."""
    goals = tuple((Cell(cell.x, -cell.y), np.roll(quad, 2, 0)) for cell, quad in reversed(hypothesis.goals))
    return Hypothesis(hypothesis.pose.moved((2 * GOALS_MM[1, 0], 0.0), np.pi), hypothesis.cost, goals)


def _upright_cards(quads: np.ndarray, pose: TablePose) -> list[tuple[np.ndarray, np.ndarray]]:
    """(middle in mm, quad in pixels from its N-W corner) of all quads that have a card's size and direction."""
    cards = []
    for quad in quads:
        for turn in range(4):
            turned = np.roll(quad, turn, 0)
            flat = pose.to_table(turned)
            middle = flat.mean(0)
            if np.abs(flat - middle - CARD_CORNERS_MM).max() < LAYOUT.card_fit_mm:
                cards.append((middle, turned))
    return cards


def _nearest(cards: Sequence[tuple[np.ndarray, np.ndarray]], origin: np.ndarray) -> Iterator[tuple[Cell, np.ndarray]]:
    for cell, place in zip(GOAL_CELLS, GOALS_MM, strict=True):
        off, quad = min(
            ((float(np.linalg.norm(middle - origin - place)), quad) for middle, quad in cards), key=lambda pair: pair[0]
        )
        if off < LAYOUT.goal_reach_mm:
            yield cell, quad


def _different(
    votes: Sequence[tuple[float, list[tuple[Cell, np.ndarray]]]],
) -> list[tuple[float, list[tuple[Cell, np.ndarray]]]]:
    seen: set[tuple[tuple[Cell, float, float], ...]] = set()
    kept = []
    for vote in votes:
        key = tuple((cell, float(quad[0, 0]), float(quad[0, 1])) for cell, quad in vote[1])
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


def _links(quads: np.ndarray) -> list[_Link]:
    """Pairs of quads that may be a goal and the next goal south of it, each by the other one's perspective."""
    if not len(quads):
        return []
    rolled = np.stack([np.roll(quads, -turn, 1) for turn in range(4)], 1)  # (n, 4, 4, 2)
    south = {}
    for index in range(len(quads)):
        for turn in range(4):
            for other, best, wrong in _southward(rolled, index, turn):
                south[(index, turn), (other, best)] = wrong
    return [
        _Link(north, end, (wrong + south[_turned(end), _turned(north)]) / 2)
        for (north, end), wrong in south.items()
        if (_turned(end), _turned(north)) in south
    ]


def _turned(corner: Corner) -> Corner:
    return corner[0], (corner[1] + 2) % 4


def _southward(rolled: np.ndarray, index: int, turn: int) -> Iterator[tuple[int, int, float]]:
    """The quads that lie where this one's perspective has the next goal south: number, roll, how far off."""
    quad = rolled[index, turn]
    diagonal = np.linalg.norm(quad[0] - quad[2])
    plane = cv2.getPerspectiveTransform(CARD_CORNERS_MM.astype(np.float32), quad.astype(np.float32))
    expected = cv2.perspectiveTransform((CARD_CORNERS_MM + GOALS_MM[1] - GOALS_MM[0])[None], plane)[0]
    size = np.linalg.norm(expected[0] - expected[2]) / diagonal
    if not 0.3 < size < 3:
        return
    reach = LAYOUT.link_reach * diagonal * max(size, 1)
    near = np.linalg.norm(rolled[:, 0].mean(1) - expected.mean(0), axis=1) < reach
    for other in np.flatnonzero(near):
        if other == index:
            continue
        wrong = np.linalg.norm(rolled[other] - expected, axis=2).mean(1)
        best = int(np.argmin(wrong))
        if wrong[best] < reach:
            yield int(other), best, float(wrong[best] / diagonal)


def _fitted(
    columns: list[tuple[float, tuple[Cell, ...], tuple[Corner, ...]]], quads: np.ndarray, size_px: tuple[int, int]
) -> list[Hypothesis]:
    """The columns that a camera could see, with their poses; only the most promising are fitted in earnest."""
    ranked = []
    once = [column for column in columns if column[2][0][0] < column[2][-1][0]]  # the other half are these, turned
    for _, cells, corners in sorted(once, key=lambda column: column[0])[: LAYOUT.compare_columns]:
        goals = tuple(
            (cell, np.roll(quads[index], -turn, 0)) for cell, (index, turn) in zip(cells, corners, strict=True)
        )
        shape = np.concatenate([CARD_CORNERS_MM + cell_mm(cell) for cell, _ in goals])
        seen = np.concatenate([quad for _, quad in goals])
        homography, _ = cv2.findHomography(shape, seen, 0)
        if homography is None or not _invertible(homography):
            continue
        back = cv2.perspectiveTransform(seen[None], np.linalg.inv(homography))[0]
        ranked.append((float(np.sqrt(((back - shape) ** 2).sum(1).mean())), goals, homography))
    ranked.sort(key=lambda entry: entry[0])
    found = []
    for wrong_mm, goals, homography in ranked[: LAYOUT.try_columns]:
        if wrong_mm > LAYOUT.column_fit_mm:
            break
        hypothesis = _camera_fit(goals, homography, size_px)
        if hypothesis is not None:
            found.append(hypothesis)
    return sorted(found, key=lambda hypothesis: hypothesis.cost)


def _camera_fit(
    goals: tuple[tuple[Cell, np.ndarray], ...], homography: np.ndarray, size_px: tuple[int, int]
) -> Hypothesis | None:
    try:
        first = pose_from_homography(homography, size_px, CAMERA.focal_to_long_side * max(size_px))
        fit = fit_pose([goal_sighting(cell, quad) for cell, quad in goals], first)
    except np.linalg.LinAlgError:
        return None
    pose = fit.pose
    if not plausible(pose):
        return None
    return Hypothesis(pose, fit.cost - LAYOUT.goal_worth * len(goals), goals)


def plausible(pose: TablePose) -> bool:
    """Whether a person would put a camera there."""
    far_enough = CAMERA.distance_min_mm < pose.distance_mm < CAMERA.distance_max_mm
    return far_enough and pose.shift_mm[2] > 0 and pose.tilt_rad < CAMERA.tilt_max_rad


def _invertible(matrix: np.ndarray) -> bool:
    return bool(np.isfinite(matrix).all() and abs(np.linalg.det(matrix)) > 1e-12)
