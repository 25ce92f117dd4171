"""A picture's table found: from markers, from dragged corners, or from start card and goals alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import cv2
import numpy as np

from companion.live.observe import Calibration, Hint
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detect import Detections
from vision.glance import Eyes
from vision.lattice import tables_of_lattices
from vision.layout import (
    Hypothesis,
    columns_in_frame,
    detected_sighting,
    goal_sighting,
    plausible,
    tables_anywhere,
)
from vision.lays import Lay, lay_of, lays_of, quad_of
from vision.locate import Found, locate, looked_at, looked_at_closely, nowhere, refine_pose
from vision.markers import corner_sightings, detect_markers, fit_anchors, marker_sightings
from vision.network import Presence
from vision.pose import Sighting, TablePose, cell_mm, fit_pose
from vision.settings import CALIBRATE, LATTICE, PITCH_X_MM, PITCH_Y_MM

__all__ = ["Calibrated", "better_explained", "calibrate", "refine_pose", "why_unusable"]

NO_TABLE = Hint("table.not_found", "I cannot find the start card and the goal cards in this picture.")
TOO_DARK = Hint("table.too_dark", "It is too dark to see the table.")
NOTHING_TO_SEE = Hint("table.nothing", "There is nothing to see in this picture.")


@dataclass(frozen=True)
class Calibrated:
    """The table's pose, what it was found from, and the cards that proved it.

    proved : how much they prove, less what the fit leaves unexplained; as goals count
    """

    pose: TablePose
    how: Calibration
    anchors: tuple[Found, ...]
    proved: float = 0.0


def calibrate(
    image: np.ndarray,
    detections: Detections,
    eyes: Eyes,
    corners: np.ndarray | None = None,
    goals: tuple[Cell, ...] = GOAL_CELLS,
) -> Calibrated | Hint:
    """The table in `image`, or a hint that says why none was found.

    detections : the cards in it; eyes : what looks at them again
    corners : (4, 2) pixels, the play area's outer corners N-W, N-E, S-E, S-W, if a person gave them
    goals : where those of the game in play lie; the column of the usual three is where the search begins
    """
    hint = why_unusable(image)
    if hint:
        return hint
    size_px = (image.shape[1], image.shape[0])
    detections = _made_sure(detections, eyes)
    for how, anchors in _anchors(image, corners, goals):
        base = fit_anchors(anchors, size_px)
        if base is None:
            continue
        framed = [*columns_in_frame(detections, base.pose, anchors), Hypothesis(base.pose, base.cost)]
        proof = _best_proof(eyes, detections, _of_game(framed, goals), anchors)
        if proof:
            return _polished(eyes, proof, how, anchors)
    anywhere = chain(tables_of_lattices(detections, size_px), tables_anywhere(detections, size_px))
    proof = _best_proof(eyes, detections, _of_game(anywhere, goals), [])
    return _polished(eyes, proof, Calibration.LAYOUT, []) if proof else NO_TABLE


def better_explained(one: Calibrated, other: Calibrated, detections: Detections, eyes: Eyes) -> Calibrated:
    """Of two finds of one table, the one with more goals, a surer start card, and more of the other cards in cells."""
    detections = _made_sure(detections, eyes)
    return max(one, other, key=lambda found: found.proved + CALIBRATE.worth_of_order * _order(found.pose, detections))


def _of_game(hypotheses: Iterable[Hypothesis], goals: tuple[Cell, ...]) -> Iterator[Hypothesis]:
    return (replace(one, pose=replace(one.pose, goals=goals)) for one in hypotheses)


def why_unusable(image: np.ndarray) -> Hint | None:
    height, width = image.shape[:2]
    if min(height, width) < CALIBRATE.least_side_px:
        return Hint("table.too_small", f"The picture is only {width} x {height} pixels.")
    grey = cv2.cvtColor(cv2.resize(image, (160, 90), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if np.percentile(grey, 98) < CALIBRATE.dark_level:
        return TOO_DARK
    if grey.std() < CALIBRATE.flat_level:
        return NOTHING_TO_SEE
    return None


def _made_sure(detections: Detections, eyes: Eyes) -> Detections:
    """The same, with a closer look at each: start card and goals tell the table, and are told badly from afar."""
    likely = np.flatnonzero(detections.presence[:, Presence.NOTHING] < CALIBRATE.perhaps_nothing)
    if not len(likely):
        return detections
    presence = detections.presence.copy()
    presence[likely] = (presence[likely] + eyes.close(detections.quads[likely]).presence) / 2
    return replace(detections, presence=presence)


@dataclass(frozen=True)
class _Proof:
    """A pose with the goals, then also the start card, that were truly seen there.

    score : counts them; cost : how badly the pose fits them; order : see _order
    """

    pose: TablePose
    cards: tuple[Found, ...] = ()
    score: float = 0.0
    cost: float = 0.0
    order: float = 0.0

    @property
    def proved(self) -> float:
        """The score, less what the fit leaves unexplained."""
        return self.score - self.cost / CALIBRATE.cost_of_a_card

    @property
    def value(self) -> float:
        """What was proved, and what the other cards say."""
        return self.proved + CALIBRATE.worth_of_order * self.order

    @property
    def leaves_no_doubt(self) -> bool:
        """All that there is to see was seen, and fits."""
        whole = len(self.pose.goals) + CALIBRATE.start_worth + CALIBRATE.worth_of_order
        return self.value > whole - CALIBRATE.sure_within and self.order > CALIBRATE.sure_order

    @property
    def has_start(self) -> bool:
        return any(card.cell == START_CELL for card in self.cards)


def _best_proof(
    eyes: Eyes, detections: Detections, hypotheses: Iterable[Hypothesis], anchors: Sequence[Sighting]
) -> _Proof | None:
    """The hypothesis whose start card and goals are truly there; the first that leaves no doubt ends the search."""
    proofs: list[_Proof] = []
    for hypothesis in hypotheses:
        known = [*anchors, *hypothesis.support]
        proof = _with_goals(eyes, hypothesis, known)
        if proof.score >= (0.0 if anchors else CALIBRATE.least_goals):
            reach_mm = LATTICE.start_reach_mm if hypothesis.support else CALIBRATE.start_reach_mm
            proofs.append(_with_start(eyes, detections, proof, known, reach_mm))
            if proofs[-1].leaves_no_doubt:
                break
    proofs.sort(key=lambda proof: -proof.value)
    best = next((proof for proof in proofs if proof.score > CALIBRATE.least_score), None)
    if best is None or (best.order < CALIBRATE.least_order if anchors else best.value < CALIBRATE.least_value):
        return None
    if best.has_start:
        return best
    rivals = [proof for proof in proofs if proof.value > best.value - 1.0]
    worth, _, best = max((_maze_worth(eyes, proof), -number, proof) for number, proof in enumerate(rivals))
    return best if worth >= (1 if anchors else CALIBRATE.least_maze) else None  # no start card: the maze decides


def _maze_worth(eyes: Eyes, proof: _Proof) -> int:
    """How many cards plainly lie where a maze does, between goals and start card or a little beyond."""
    found = locate(eyes, proof.pose, proof.cards, closely=nowhere)
    return sum(cell.x in CALIBRATE.maze_columns and card.sure > CALIBRATE.plain for cell, card in found.items())


def _with_goals(eyes: Eyes, hypothesis: Hypothesis, anchors: Sequence[Sighting]) -> _Proof:
    """The hypothesis with the goals that are truly there."""
    pose = hypothesis.pose
    asked = [Found(cell, pose.quad(cell), Lay(*map(float, cell_mm(cell)), 0.0), _UNSEEN) for cell in pose.goals]
    goals = [card for card in looked_at_closely(eyes, pose, asked) if _is_goal(card)]
    return _refitted(pose, goals, anchors)


_UNSEEN = np.empty(0)


def _is_goal(card: Found) -> bool:
    off = np.hypot(*(np.array([card.lay.x_mm, card.lay.y_mm]) - cell_mm(card.cell)))
    return bool(card.sure > CALIBRATE.sure and off < CALIBRATE.goal_reach_mm)


def _with_start(
    eyes: Eyes, detections: Detections, proof: _Proof, anchors: Sequence[Sighting], reach_mm: tuple[float, float]
) -> _Proof:
    """The same with the start card. Goals foretell its place badly, so each card thereabouts is tried: with the true
    one the other cards lie in cells."""
    alone = replace(proof, order=_order(proof.pose, detections))
    found: list[_Proof] = []
    hidden = [alone]  # a start card in glare or under a hand is known by the others
    quads = _about_the_start(detections, proof.pose, reach_mm)[: CALIBRATE.start_tries]
    for begin in range(0, len(quads), CALIBRATE.start_tries_at_once):
        some = quads[begin : begin + CALIBRATE.start_tries_at_once]
        placed = (_placed(quad, proof, detections, anchors) for quad in some)
        tried = sorted(placed, key=lambda fit: (-round(fit.order, 1), fit.cost))
        seen = (_start_seen(eyes, detections, proof, fit, anchors) for fit in tried[: CALIBRATE.start_looks])
        found += [fit for fit in seen if fit is not None]
        hidden += [replace(fit, cards=proof.cards) for fit in tried if fit.order > CALIBRATE.sure_order]
        if any(fit.order > CALIBRATE.sure_order for fit in found):
            break
    return max([alone, *found] if found else hidden, key=lambda fit: fit.value)


def _start_seen(
    eyes: Eyes, detections: Detections, proof: _Proof, fit: _Proof, anchors: Sequence[Sighting]
) -> _Proof | None:
    """The proof with the start card of `fit`, if a closer look shows that it is one."""
    for start in looked_at_closely(eyes, fit.pose, fit.cards[-1:]):
        if start.presence[Presence.START] > CALIBRATE.sure:
            refitted = _refitted(fit.pose, [*proof.cards, start], anchors)
            return replace(refitted, order=_order(refitted.pose, detections)) if refitted.score else None
    return None


def _about_the_start(detections: Detections, pose: TablePose, reach_mm: tuple[float, float]) -> list[np.ndarray]:
    """The cards that may be the start card, each from its N-W corner on; the likeliest first."""
    quads = np.concatenate([detections.quads, np.roll(detections.quads, 2, 1)])
    likely = np.tile(detections.presence[:, Presence.START], 2)
    reach_x, reach_y = reach_mm
    found = []
    for quad, start, lay in zip(quads, likely, lays_of(pose, quads), strict=True):
        off = abs(lay.x_mm) / reach_x + abs(lay.y_mm) / reach_y
        if off < CALIBRATE.start_off and abs(lay.twist_rad) < CALIBRATE.start_twist_rad:
            found.append((float(start) * np.exp(-off), quad))
    return [quad for _, quad in sorted(found, key=lambda entry: -entry[0])]


def _placed(quad: np.ndarray, proof: _Proof, detections: Detections, anchors: Sequence[Sighting]) -> _Proof:
    """The pose if this were the start card; as it was only detected, its corners count for less."""
    rough = detected_sighting(START_CELL, quad)
    start = Found(START_CELL, quad, lay_of(proof.pose, quad), _UNSEEN)
    try:
        fit = fit_pose([*anchors, *(goal_sighting(card.cell, card.quad_px) for card in proof.cards), rough], proof.pose)
    except np.linalg.LinAlgError:
        return replace(proof, cards=(*proof.cards, start), order=-math.inf)
    start = replace(start, lay=lay_of(fit.pose, quad))
    return _Proof(fit.pose, (*proof.cards, start), proof.score, fit.cost, _order(fit.pose, detections))


def _order(pose: TablePose, detections: Detections) -> float:
    """-1 to 1: do the other cards lie in cells or between them? A pose that is wrong puts them anywhere."""
    face_up = detections.presence[:, Presence.TUNNEL] + detections.presence[:, Presence.START] > CALIBRATE.sure
    lays = [lay for lay in lays_of(pose, detections.quads[face_up]) if _like_a_card_of(lay)]
    cells = np.array([(lay.x_mm, lay.y_mm) for lay in lays]).reshape(-1, 2) / (PITCH_X_MM, PITCH_Y_MM)
    near = (np.abs(cells - CALIBRATE.field_middle) < CALIBRATE.field_reach).all(1)
    off = np.abs(cells - np.round(cells))[near].max(1, initial=0.0)
    inside, outside = (off < CALIBRATE.in_a_cell).sum(), (off >= CALIBRATE.in_a_cell).sum()
    return float((inside - outside) / (len(off) + CALIBRATE.few_cards))


def _like_a_card_of(lay: Lay) -> bool:
    """Of a card's size, and laid as the game's cards are, whichever end is up."""
    twist = (lay.twist_rad + np.pi / 2) % np.pi - np.pi / 2
    turned = abs(lay.twist_rad) > np.pi / 2
    return abs(twist) < CALIBRATE.start_twist_rad and (turned or lay.worst_mm < CALIBRATE.detected_misshapen_mm)


def _polished(eyes: Eyes, proof: _Proof, how: Calibration, anchors: Sequence[Sighting]) -> Calibrated:
    """With each card where a last look has it, in a card's true shape."""
    seen = looked_at(eyes.close, proof.pose, proof.cards)
    cards = [again if again.sure > CALIBRATE.sure else card for card, again in zip(proof.cards, seen, strict=True)]
    cards = [replace(card, quad_px=quad_of(proof.pose, card.lay)) for card in cards]
    polished = _refitted(proof.pose, cards, anchors)
    better = polished if polished.score > 0 else proof
    markers = [better.pose.to_table(thing.seen_px.mean(0)) for thing in anchors if len(thing.seen_px) > 1]
    pose = replace(better.pose, markers_mm=tuple((float(x), float(y)) for x, y in markers))
    return Calibrated(pose, how, better.cards, better.proved)


def _refitted(pose: TablePose, cards: Sequence[Found], anchors: Sequence[Sighting]) -> _Proof:
    """The pose from the cards that were seen; worth nothing if they lie as no cards lie."""
    if not cards:
        return _Proof(pose)
    try:
        fit = fit_pose([*anchors, *(goal_sighting(card.cell, card.quad_px) for card in cards)], pose)
    except np.linalg.LinAlgError:
        return _Proof(pose)
    pose = fit.pose
    cards = [replace(card, lay=lay_of(pose, card.quad_px)) for card in cards]
    sound = plausible(pose) and all(card.lay.worst_mm < CALIBRATE.misshapen_mm for card in cards)
    worth = sum(
        CALIBRATE.start_worth * float(card.presence[Presence.START])
        if card.cell == START_CELL
        else float(_goal_worth(card.presence))
        for card in cards
    )
    return _Proof(pose, tuple(cards), worth if sound else 0.0, fit.cost)


def _goal_worth(presence: np.ndarray) -> np.ndarray:
    """A face-down card proves a goal; a face-up one may be a goal that was turned, or any card of the maze."""
    return presence[..., Presence.BACK] + CALIBRATE.turned_worth * presence[..., Presence.TUNNEL]


def _anchors(
    image: np.ndarray, corners: np.ndarray | None, goals: tuple[Cell, ...]
) -> Iterator[tuple[Calibration, list[Sighting]]]:
    if corners is not None:
        yield Calibration.CORNERS, corner_sightings(corners, goals)
    markers = detect_markers(image)
    if markers:
        yield Calibration.MARKERS, marker_sightings(markers)
