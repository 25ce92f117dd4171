"""A picture's table found: from markers, from dragged corners, or from start card and goals alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.live.observe import Calibration, Hint
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.glance import START, Eye
from vision.layout import Hypothesis, columns_anywhere, columns_in_frame, goal_sighting, plausible
from vision.locate import Found, lay_of, look_at
from vision.markers import corner_sightings, detect_markers, fit_anchors, marker_sightings
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose
from vision.quads import find_quads
from vision.settings import CALIBRATE, SLACK


@dataclass(frozen=True)
class Calibrated:
    """The table's pose, what it was found from, and the cards that proved it."""

    pose: TablePose
    how: Calibration
    anchors: tuple[Found, ...]


def calibrate(image: np.ndarray, eye: Eye, corners: np.ndarray | None = None) -> Calibrated | tuple[Hint, ...]:
    """The table in `image`, or hints that say why none was found.

    corners : (4, 2) pixels, the play area's outer corners N-W, N-E, S-E, S-W, if a person gave them
    """
    size_px = (image.shape[1], image.shape[0])
    hints = _unusable(image)
    if hints:
        return hints
    how, anchors = _anchors(image, corners)
    quads = find_quads(image)
    hypotheses: list[Hypothesis] = []
    if anchors:
        base = fit_anchors(anchors, size_px)
        if base is not None:
            hypotheses = [*columns_in_frame(quads, base.pose, anchors), Hypothesis(base.pose, base.cost, ())]
    if not hypotheses:
        how, anchors = Calibration.LAYOUT, []
        hypotheses = columns_anywhere(quads, size_px)
    best = _proved(eye, hypotheses, anchors)
    if best is None:
        return (Hint("no-table", "I cannot find the start card and the goal cards in this picture."),)
    return Calibrated(best.pose, how, best.anchors)


@dataclass(frozen=True)
class _Proof:
    pose: TablePose
    anchors: tuple[Found, ...]
    score: float


def _proved(eye: Eye, hypotheses: Sequence[Hypothesis], anchors: Sequence[Sighting]) -> _Proof | None:
    """The hypothesis whose start card and goals are truly there; a few at a time, the likeliest first."""
    best: _Proof | None = None
    for begin in range(0, min(len(hypotheses), CALIBRATE.try_hypotheses), CALIBRATE.batch):
        proofs = _proofs(eye, hypotheses[begin : begin + CALIBRATE.batch], anchors)
        best = max([*proofs, *([best] if best else [])], key=lambda proof: proof.score, default=None)
        if best and best.score > CALIBRATE.sure_score:
            break
    return best if best and best.score > CALIBRATE.least_score else None


def _proofs(eye: Eye, hypotheses: Sequence[Hypothesis], anchors: Sequence[Sighting]) -> list[_Proof]:
    probes = [_probes(hypothesis) for hypothesis in hypotheses]
    counts = [len(cells) for cells, _ in probes]
    if not counts:
        return []
    quads = np.concatenate([quads for _, quads in probes])
    glances, seen = look_at(eye, hypotheses[0].pose, quads, CALIBRATE.rounds)
    proofs = []
    begin = 0
    for hypothesis, (cells, _), count in zip(hypotheses, probes, counts, strict=True):
        part = slice(begin, begin + count)
        begin += count
        proofs.append(_proof(hypothesis, cells, seen[part], glances.presence[part], anchors))
    return proofs


def _probes(hypothesis: Hypothesis) -> tuple[list[Cell], np.ndarray]:
    """Where to look: the goals in their places, the start card in its place and around it."""
    known = dict(hypothesis.goals)
    cells: list[Cell] = []
    quads = []
    for cell in GOAL_CELLS:
        cells.append(cell)
        quads.append(known.get(cell, hypothesis.pose.quad(cell)))
    steps_x, steps_y = CALIBRATE.start_steps_mm
    for dx in steps_x:
        for dy in steps_y:
            cells.append(START_CELL)
            quads.append(hypothesis.pose.project(CARD_CORNERS_MM + [dx, dy]))
    return cells, np.array(quads)


def _proof(
    hypothesis: Hypothesis, cells: Sequence[Cell], quads: np.ndarray, presence: np.ndarray, anchors: Sequence[Sighting]
) -> _Proof:
    score = 0.0
    seen: list[tuple[Cell, np.ndarray, np.ndarray]] = []
    for cell in GOAL_CELLS:
        index = cells.index(cell)
        sure = float(1 - presence[index, 0] - presence[index, 4])
        off = lay_of(hypothesis.pose, quads[index])
        near = np.hypot(off.x_mm - cell_mm(cell)[0], off.y_mm - cell_mm(cell)[1]) < CALIBRATE.goal_reach_mm
        if sure > 0.5 and near:
            score += sure
            seen.append((cell, quads[index], presence[index]))
    tries = [index for index, cell in enumerate(cells) if cell == START_CELL]
    start = max(tries, key=lambda index: presence[index, START])
    score += CALIBRATE.start_worth * float(presence[start, START])
    if presence[start, START] > 0.5:
        seen.append((START_CELL, quads[start], presence[start]))
    pose = _refitted(hypothesis.pose, seen, anchors)
    if pose is None or not seen:
        return _Proof(hypothesis.pose, (), 0.0)
    cards = tuple(Found(cell, quad, lay_of(pose, quad), row) for cell, quad, row in seen)
    straight = all(card.lay.worst_mm < CALIBRATE.misshapen_mm for card in cards)
    return _Proof(pose, cards, score if straight and plausible(pose) else 0.0)


def _refitted(
    pose: TablePose, seen: Sequence[tuple[Cell, np.ndarray, np.ndarray]], anchors: Sequence[Sighting]
) -> TablePose | None:
    things = [*anchors, *(goal_sighting(cell, quad) for cell, quad, _ in seen)]
    if not things:
        return None
    try:
        return fit_pose(things, pose).pose
    except np.linalg.LinAlgError:
        return None


def refine_pose(pose: TablePose, cards: Sequence[Found]) -> TablePose:
    """The pose again, from all cards that were found; the maze may drift, start and goals hold."""
    things = []
    for card in cards:
        held = card.cell == START_CELL or card.cell in GOAL_CELLS
        place = cell_mm(card.cell)
        things.append(
            Sighting(
                CARD_CORNERS_MM,
                (float(place[0]), float(place[1])),
                card.quad_px,
                SLACK.goal_mm if held else SLACK.card_mm,
                SLACK.turn_rad,
                1.5,
            )
        )
    try:
        return fit_pose(things, pose).pose if things else pose
    except np.linalg.LinAlgError:
        return pose


def _anchors(image: np.ndarray, corners: np.ndarray | None) -> tuple[Calibration, list[Sighting]]:
    if corners is not None:
        return Calibration.CORNERS, corner_sightings(corners)
    markers = detect_markers(image)
    return (Calibration.MARKERS, marker_sightings(markers)) if markers else (Calibration.LAYOUT, [])


def _unusable(image: np.ndarray) -> tuple[Hint, ...]:
    grey = cv2.cvtColor(cv2.resize(image, (160, 90), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if min(image.shape[:2]) < CALIBRATE.least_side_px:
        return (Hint("too-small", f"The picture is only {image.shape[1]} x {image.shape[0]} pixels."),)
    if np.percentile(grey, 95) < CALIBRATE.dark_level:
        return (Hint("too-dark", "It is too dark to see the table."),)
    if grey.std() < CALIBRATE.flat_level:
        return (Hint("nothing", "There is nothing to see in this picture."),)
    return ()
