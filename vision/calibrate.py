"""A picture's table found: from markers, from dragged corners, or from start card and goals alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.live.observe import Calibration, Hint
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.glance import Eye, card_in, weighed
from vision.layout import Hypothesis, columns_anywhere, columns_in_frame, goal_sighting, plausible
from vision.locate import Found, lay_of, locate, look_at, quad_of, refine_pose
from vision.markers import corner_sightings, detect_markers, fit_anchors, marker_sightings
from vision.network import Presence
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose
from vision.quads import find_quads
from vision.settings import CALIBRATE

__all__ = ["Calibrated", "calibrate", "refine_pose", "why_unusable"]

NO_TABLE = Hint("table.not_found", "I cannot find the start card and the goal cards in this picture.")
TOO_DARK = Hint("table.too_dark", "It is too dark to see the table.")
NOTHING_TO_SEE = Hint("table.nothing", "There is nothing to see in this picture.")


@dataclass(frozen=True)
class Calibrated:
    """The table's pose, what it was found from, and the cards that proved it."""

    pose: TablePose
    how: Calibration
    anchors: tuple[Found, ...]


def calibrate(
    image: np.ndarray,
    eye: Eye,
    corners: np.ndarray | None = None,
    closer: Eye | None = None,
    goals: tuple[Cell, ...] = GOAL_CELLS,
) -> Calibrated | Hint:
    """The table in `image`, or a hint that says why none was found.

    closer : an eye for the last look at the cards that prove it; by default the same
    corners : (4, 2) pixels, the play area's outer corners N-W, N-E, S-E, S-W, if a person gave them
    goals : where those of the game in play lie; the column of the usual three is where the search begins
    """
    hint = why_unusable(image)
    if hint:
        return hint
    size_px = (image.shape[1], image.shape[0])
    quads = find_quads(image)
    for how, anchors in _anchors(image, corners, goals):
        base = fit_anchors(anchors, size_px)
        if base is None:
            continue
        framed = [*columns_in_frame(quads, base.pose, anchors), Hypothesis(base.pose, base.cost, ())]
        proof = _best_proof(eye, _of_game(framed, goals), anchors)
        if proof:
            return _polished(closer or eye, proof, how, anchors)
    proof = _best_proof(eye, _of_game(columns_anywhere(quads, size_px), goals), [])
    if not proof:
        proof = _best_proof(eye, _of_game(columns_anywhere(_card_quads(eye, quads), size_px), goals), [])
    return _polished(closer or eye, proof, Calibration.LAYOUT, []) if proof else NO_TABLE


def _of_game(hypotheses: Sequence[Hypothesis], goals: tuple[Cell, ...]) -> list[Hypothesis]:
    return [replace(one, pose=replace(one.pose, goals=goals)) for one in hypotheses]


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


@dataclass(frozen=True)
class _Proof:
    """A pose with the goals, then also the start card, that were truly seen there.

    score : counts them; cost : how badly the pose fits them
    """

    pose: TablePose
    cards: tuple[Found, ...] = ()
    score: float = 0.0
    cost: float = 0.0

    @property
    def has_start(self) -> bool:
        return any(card.cell == START_CELL for card in self.cards)


def _best_proof(eye: Eye, hypotheses: Sequence[Hypothesis], anchors: Sequence[Sighting]) -> _Proof | None:
    """The hypothesis whose start card and goals are truly there: first the goals of many, then the start of a few."""
    goals = _with_goals(eye, _different(hypotheses)[: CALIBRATE.try_goals], anchors)
    least = 0.0 if anchors else CALIBRATE.least_goals
    few = _different_columns([proof for proof in goals if proof.score >= least])
    proofs: list[_Proof] = []
    for begin in range(0, len(few), 2):  # a column and its other side
        proofs += _with_start(eye, few[begin : begin + 2], anchors)
        if max(proof.score for proof in proofs) > CALIBRATE.sure_score:
            break
    proofs.sort(key=lambda proof: (-round(proof.score, 1), proof.cost))
    best = next((proof for proof in proofs if proof.score > CALIBRATE.least_score), None)
    if best is None or best.has_start:
        return best
    rivals = [proof for proof in proofs if proof.score > best.score - 1.0]
    worth, _, best = max((_maze_worth(eye, proof), -number, proof) for number, proof in enumerate(rivals))
    return best if worth >= (1 if anchors else CALIBRATE.least_maze) else None  # no start card: the maze decides


def _maze_worth(eye: Eye, proof: _Proof) -> int:
    """How many cards plainly lie where a maze does, between goals and start card or a little beyond."""
    found = locate(eye, proof.pose, proof.cards)
    return sum(cell.x in CALIBRATE.maze_columns and card.sure > CALIBRATE.plain for cell, card in found.items())


def _with_goals(eye: Eye, hypotheses: Sequence[Hypothesis], anchors: Sequence[Sighting]) -> list[_Proof]:
    """Each hypothesis with the goals that are truly there; those that explain most come first."""
    if not hypotheses:
        return []
    goals = hypotheses[0].pose.goals
    known = np.array([[cell in dict(h.goals) for cell in goals] for h in hypotheses]).reshape(-1, 1, 1)
    places = np.array([[dict(h.goals).get(cell, h.pose.quad(cell)) for cell in goals] for h in hypotheses])
    places = places.reshape(-1, 4, 2)
    for _ in range(CALIBRATE.rounds):  # the corners of a contour are better than those that a look gives
        glances = eye(places)
        places = np.where(known, places, glances.quads)
        if known.all():
            break
    presence = weighed(glances.presence, goals * len(hypotheses), goals)
    proofs = []
    for number, hypothesis in enumerate(hypotheses):
        cards = []
        for index, cell in enumerate(goals, number * len(goals)):
            card = Found(cell, places[index], lay_of(hypothesis.pose, places[index]), presence[index])
            off = np.hypot(*(np.array([card.lay.x_mm, card.lay.y_mm]) - cell_mm(cell)))
            if card.sure > CALIBRATE.sure and off < CALIBRATE.goal_reach_mm:
                cards.append(card)
        proofs.append(_refitted(hypothesis.pose, cards, anchors))
    return sorted(proofs, key=lambda proof: (-round(2 * proof.score), proof.cost))


def _with_start(eye: Eye, proofs: Sequence[_Proof], anchors: Sequence[Sighting]) -> list[_Proof]:
    """The same with the start card, searched around where the goals foretell it, then farther along the row."""
    found = [_start_near(eye, proof, CALIBRATE.start_x_mm, anchors) for proof in proofs]
    if not any(proof.has_start for proof in found):
        found = [_start_near(eye, proof, CALIBRATE.start_far_x_mm, anchors) for proof in proofs]
    return found


def _start_near(eye: Eye, proof: _Proof, along_mm: Sequence[float], anchors: Sequence[Sighting]) -> _Proof:
    steps = np.array([(dx, dy) for dx in along_mm for dy in CALIBRATE.start_y_mm], float)
    first = eye(proof.pose.project(CARD_CORNERS_MM + steps[:, None]))
    likely = np.argsort(-first.presence[:, Presence.START])[: CALIBRATE.start_tries]
    glances, seen = look_at(eye, first.quads[likely], CALIBRATE.rounds)
    best = int(glances.presence[:, Presence.START].argmax())
    start = Found(START_CELL, seen[best], lay_of(proof.pose, seen[best]), glances.presence[best])
    if start.presence[Presence.START] < CALIBRATE.sure:
        return proof
    return _refitted(proof.pose, [*proof.cards, start], anchors)


def _polished(eye: Eye, proof: _Proof, how: Calibration, anchors: Sequence[Sighting]) -> Calibrated:
    """With each card where a last look has it, in a card's true shape."""
    glances = eye(np.array([quad_of(proof.pose, card.lay) for card in proof.cards]))
    seen = weighed(glances.presence, [card.cell for card in proof.cards], proof.pose.goals)
    lays = [lay_of(proof.pose, quad) for quad in glances.quads]
    cards = [
        Found(card.cell, quad_of(proof.pose, lay), lay, presence) if card_in(presence) > CALIBRATE.sure else card
        for card, lay, presence in zip(proof.cards, lays, seen, strict=True)
    ]
    polished = _refitted(proof.pose, cards, anchors)
    better = polished if polished.score > 0 else proof
    markers = [better.pose.to_table(thing.seen_px.mean(0)) for thing in anchors if len(thing.seen_px) > 1]
    pose = replace(better.pose, markers_mm=tuple((float(x), float(y)) for x, y in markers))
    return Calibrated(pose, how, better.cards)


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


def _different(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """One of each kind: the same column found by its inner and outer edges is one."""
    kept: list[tuple[Hypothesis, np.ndarray]] = []
    for hypothesis in hypotheses:
        places = np.array([hypothesis.pose.quad(cell).mean(0) for cell in (START_CELL, GOAL_CELLS[0], GOAL_CELLS[2])])
        width = np.linalg.norm(np.subtract(*hypothesis.pose.quad(GOAL_CELLS[1])[:2]))
        if all(np.abs(places - other).max() > CALIBRATE.same_widths * width for _, other in kept):
            kept.append((hypothesis, places))
    return [hypothesis for hypothesis, _ in kept]


def _different_columns(proofs: Sequence[_Proof]) -> list[_Proof]:
    """The best of those whose goals are the same cards, seen from the same side."""
    kept: list[tuple[_Proof, np.ndarray]] = []
    for proof in proofs:
        ends = proof.pose.project(np.array([cell_mm(GOAL_CELLS[0]), cell_mm(GOAL_CELLS[2])]))
        reach = CALIBRATE.same_column * np.linalg.norm(ends[1] - ends[0])
        if all(np.abs(ends - other).max() > reach for _, other in kept):
            kept.append((proof, ends))
    return [proof for proof, _ in kept]


def _card_quads(eye: Eye, quads: np.ndarray) -> np.ndarray:
    """Only the quads in which a card truly lies, with its corners."""
    if not len(quads):
        return quads
    both = np.concatenate([quads, np.roll(quads, -1, 1)])
    glances = eye(both)
    return glances.quads[card_in(glances.presence) > CALIBRATE.sure]
