"""A hypothesis put to the proof: are its goals truly there, its start card, and do all other cards lie in its cells?

Which hypotheses are tried, and which proof is believed, is registered_table's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import START_CELL, Cell
from vision.arrays import Quad
from vision.detection.card_detector import Detections
from vision.detection.card_network import Presence, face_up_in
from vision.detection.card_probe import CardProbes
from vision.geometry.card_pose import CardPose, card_pose_of, card_poses_of, quad_of, quads_of
from vision.geometry.dimensions import PITCH_MM, cell_mm
from vision.geometry.landmarks import Landmark, detected_goal_landmark, goal_landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard, probed, probed_coarse_to_fine
from vision.registration.table_hypothesis import TableHypothesis, goal_worth, start_worth


@dataclass(frozen=True)
class TableProofSettings:
    """Proving a hypothesis about the table by probing its start card and goals. Worth is counted in goals."""

    sure: float = 0.5  # presence of a card
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    goal_reach_mm: float = 25.0  # from where the hypothesis has it
    cost_of_a_goal: float = 150.0  # of the fit: so badly explained, cards prove one goal less
    one_more: float = 0.6  # what a goal beyond their row speaks against; with 0.8 a card of a steep table was lost
    start_reach_mm: tuple[float, float] = (150.0, 80.0)  # where the likelihood that it lies there has fallen to a third
    start_reach_in_grid_mm: tuple[float, float] = (15.0, 15.0)  # likewise; the grid knows its own cards' places
    start_off: float = 2.0  # so many times as far it is not looked for
    twist_rad: float = 0.35  # of a card, against the goals
    start_tries: int = 30  # cards with which the pose is fitted, some milliseconds each
    start_tries_at_once: int = 6  # and no more of them if one of these is the start card
    start_probes: int = 3  # of these, probed finely
    plain_goals: float = 0.9  # of what they are worth face down: then an overlooked start card is looked for closely
    start_step_mm: float = 20.0  # from place to place that is probed: a card 10 mm off, a sixth of its width, is seen
    same_card: float = 0.5  # of a card's width: nearer to each other, two places showed the same card
    worth_of_agreement: float = 1.5  # where all other cards lie in cells and not between two
    sure_agreement: float = 0.4  # so many more lie in cells that the rest of the hypotheses need not be tried
    plain_agreement: float = 0.7  # likewise before a doubtful start card is believed: rightly found, 3 had 0.8 and more
    sure_within: float = 1.5  # of the most that a table can be worth: the rest need not be tried
    plain_within: float = 0.15  # likewise where goals and start card are all plain, whatever else looks like cards
    plain_start: float = 0.97  # likewise where goals lie face up: the start card, and a card in each goal's place
    sure_start: float = 0.9  # of 120 tables that were found rightly none had less, a crossing taken for it 0.83
    detected_misshapen_mm: float = 20.0  # a corner of what may be a card, as it was detected
    in_a_cell: float = 0.27  # of the pitch, off the cell's middle: chance puts 3 of 10 so near
    few_cards: float = 2.0  # fewer than these say little
    maze_middle: tuple[float, float] = (4.0, 0.0)  # cells; where a maze may lie
    maze_reach: tuple[float, float] = (7.0, 6.0)


TABLE_PROOF = TableProofSettings()


@dataclass(frozen=True, eq=False)
class Evidence:
    """What hypotheses are held against. landmarks : markers or dragged corners, and what else tells the pose"""

    detections: Detections
    probes: CardProbes
    landmarks: tuple[Landmark, ...] = ()


@dataclass(frozen=True, eq=False)
class TableProof:
    """A pose with the goals, then also the start card, that were truly seen there.

    score : what they are worth; cost : how badly the pose fits them; agreement : see grid_agreement
    too_many : goals that lie where the row of them would go on: they are taken for others
    """

    pose: TablePose
    cards: tuple[LocatedCard, ...] = ()
    score: float = 0.0
    cost: float = 0.0
    agreement: float = 0.0
    too_many: float = 0.0

    @property
    def proved(self) -> float:
        """The score, less what the fit leaves unexplained; a card that only may be the start card proves nothing."""
        doubtful = start_worth(self.start) if self.has_a_doubtful_start else 0.0
        return self.score - doubtful - TABLE_PROOF.one_more * self.too_many - self.cost / TABLE_PROOF.cost_of_a_goal

    @property
    def value(self) -> float:
        return value_of(self.proved, self.agreement)

    @property
    def leaves_no_doubt(self) -> bool:
        """Goals and start card are all plain: then the rest need not fit, as on a carpet much looks like a card. Or all
        that there is to see was seen, and fits; goals that were turned up prove less, but are all there is.
        """
        most = len(self.pose.goals) + start_worth()
        if self.proved > most - TABLE_PROOF.plain_within:
            return True
        complete = len(self.cards) > len(self.pose.goals) and self.start > TABLE_PROOF.plain_start
        fits = self.agreement > TABLE_PROOF.sure_agreement
        return fits and (complete or self.value > value_of(most, 1.0) - TABLE_PROOF.sure_within)

    @property
    def has_a_doubtful_start(self) -> bool:
        """A card that looks like the start card, and from which many others lie anywhere: it may be any crossing."""
        doubtful = self.has_start and self.start < TABLE_PROOF.sure_start
        return doubtful and self.agreement < TABLE_PROOF.plain_agreement

    @property
    def has_start(self) -> bool:
        return any(card.cell == START_CELL for card in self.cards)

    @property
    def start(self) -> float:
        """How surely the start card was seen where this has it."""
        return max(
            (float(card.presence[Presence.START]) for card in self.cards if card.cell == START_CELL), default=0.0
        )


def value_of(proved: float, agreement: float) -> float:
    """What was proved, and what the other cards say."""
    return proved + TABLE_PROOF.worth_of_agreement * agreement


def prove(hypothesis: TableHypothesis, evidence: Evidence, least_goals: float) -> TableProof | None:
    """The hypothesis with the goals and the start card that are truly there; None where the goals are worth less."""
    evidence = replace(evidence, landmarks=(*evidence.landmarks, *hypothesis.support))
    goals = _with_goals(hypothesis.pose, evidence)
    if goals.score < least_goals:
        return None
    reach_mm = TABLE_PROOF.start_reach_in_grid_mm if hypothesis.support else TABLE_PROOF.start_reach_mm
    return _with_start(goals, evidence, reach_mm)


def with_overlooked_start(proof: TableProof, evidence: Evidence) -> TableProof | None:
    """The proof with the start card, which may show itself to who looks there though none was detected: on a busy
    cloth. None where it does not, or where the goals do not lie there plainly."""
    if proof.score < TABLE_PROOF.plain_goals * len(proof.pose.goals):
        return None
    fine = evidence.probes.fine
    seen = fine(quads_of(proof.pose, _places_about_the_start()))
    starts = seen.presence[:, Presence.START]
    likely = [seen.quads[number] for number in np.argsort(-starts) if starts[number] > TABLE_PROOF.sure]
    placed = (_placed(quad, proof, evidence) for quad in _each_once(likely)[: TABLE_PROOF.start_probes])
    closely = replace(evidence, probes=CardProbes(fine, fine))
    found = [fit for fit in (_start_seen(proof, fit, closely) for fit in placed) if fit is not None]
    return max((fit for fit in found if fit.value > proof.value), key=lambda fit: fit.value, default=None)


def _each_once(quads: Sequence[Quad]) -> list[Quad]:
    """Of those that are seen to lie in one place the first."""
    kept: list[Quad] = []
    for quad in quads:
        near = TABLE_PROOF.same_card * np.linalg.norm(quad[1] - quad[0])
        if all(np.linalg.norm(quad.mean(0) - other.mean(0)) > near for other in kept):
            kept.append(quad)
    return kept


def _places_about_the_start() -> list[CardPose]:
    """So near to each other that from one of them the card is seen: 135 in all, about 0.15 s to probe."""
    step, (across, down) = TABLE_PROOF.start_step_mm, TABLE_PROOF.start_reach_mm
    xs, ys = (np.arange(-(reach // step), reach // step + 1) * step for reach in (across, down))
    return [CardPose(float(x), float(y), 0.0) for x in xs for y in ys]


def polished(proof: TableProof, evidence: Evidence) -> TableProof:
    """With each card where a last probe has it, in a card's true shape."""
    seen = probed(evidence.probes.fine, proof.pose, proof.cards)
    cards = [again if again.sure > TABLE_PROOF.sure else card for card, again in zip(proof.cards, seen, strict=True)]
    cards = [replace(card, quad_px=quad_of(proof.pose, card.pose)) for card in cards]
    refitted = _refitted(proof.pose, cards, evidence)
    if not refitted.score:
        return proof
    return replace(refitted, agreement=proof.agreement, too_many=proof.too_many)


def _with_goals(pose: TablePose, evidence: Evidence) -> TableProof:
    """The hypothesis with the goals that are truly there; the less worth, the more goals there would be."""
    proof = _refitted(pose, _goals_in(pose.goals, pose, evidence), evidence)
    one_more = _goals_in(_beyond(pose.goals), proof.pose, evidence) if proof.score else []
    return replace(proof, too_many=sum(float(card.presence[Presence.BACK]) for card in one_more))


def _goals_in(cells: Iterable[Cell], pose: TablePose, evidence: Evidence) -> list[LocatedCard]:
    places = ((cell, cell_mm(cell)) for cell in cells)
    asked = [LocatedCard.expected(cell, CardPose(float(x), float(y), 0.0)) for cell, (x, y) in places]
    return [card for card in probed_coarse_to_fine(evidence.probes, pose, asked) if _is_goal(card)]


def _beyond(goals: Sequence[Cell]) -> list[Cell]:
    """Where the next goal would lie at either end of their row: a card there tells that they are taken for others."""
    ends = ((goals[0], goals[1]), (goals[-1], goals[-2]))
    return [Cell(2 * last.x - next_to.x, 2 * last.y - next_to.y) for last, next_to in ends]


def _is_goal(card: LocatedCard) -> bool:
    off_mm = np.hypot(*(np.array([card.pose.x_mm, card.pose.y_mm]) - cell_mm(card.cell)))
    return bool(card.sure > TABLE_PROOF.sure and off_mm < TABLE_PROOF.goal_reach_mm)


def _with_start(proof: TableProof, evidence: Evidence, reach_mm: tuple[float, float]) -> TableProof:
    """The same with the start card. Goals foretell its place badly, so each card thereabouts is tried: with the true
    one the other cards lie in cells."""
    alone = replace(proof, agreement=grid_agreement(proof.pose, evidence.detections))
    found: list[TableProof] = []
    hidden = [alone]  # a start card in glare or under a hand is known by the others
    for tried in _starts_tried(proof, evidence, reach_mm):
        seen = (_start_seen(proof, fit, evidence) for fit in tried[: TABLE_PROOF.start_probes])
        found += [fit for fit in seen if fit is not None]
        hidden += [replace(fit, cards=proof.cards) for fit in tried if fit.agreement > TABLE_PROOF.sure_agreement]
        if any(fit.agreement > TABLE_PROOF.sure_agreement for fit in found):
            break
    return max([alone, *found] if found else hidden, key=lambda fit: fit.value)


def _starts_tried(proof: TableProof, evidence: Evidence, reach_mm: tuple[float, float]) -> Iterator[list[TableProof]]:
    """Some at once: the proof with each card that may be the start card, those first with which the others agree."""
    quads = _about_the_start(evidence.detections, proof.pose, reach_mm)[: TABLE_PROOF.start_tries]
    for begin in range(0, len(quads), TABLE_PROOF.start_tries_at_once):
        placed = [_placed(quad, proof, evidence) for quad in quads[begin : begin + TABLE_PROOF.start_tries_at_once]]
        yield sorted(placed, key=lambda fit: (-round(fit.agreement, 1), fit.cost))


def _about_the_start(detections: Detections, pose: TablePose, reach_mm: tuple[float, float]) -> list[Quad]:
    """The cards that may be the start card, each from its N-W corner on; the likeliest first."""
    quads = np.concatenate([detections.quads, np.roll(detections.quads, 2, 1)])
    likely = np.tile(detections.presence[:, Presence.START], 2)
    reach_x, reach_y = reach_mm
    found = []
    for quad, start, card in zip(quads, likely, card_poses_of(pose, quads), strict=True):
        off = abs(card.x_mm) / reach_x + abs(card.y_mm) / reach_y
        if off < TABLE_PROOF.start_off and abs(card.twist_rad) < TABLE_PROOF.twist_rad:
            found.append((float(start) * np.exp(-off), quad))
    return [quad for _, quad in sorted(found, key=lambda entry: -entry[0])]


def _placed(quad: Quad, proof: TableProof, evidence: Evidence) -> TableProof:
    """The pose if this were the start card; as it was only detected, its corners count for less."""
    goals = [goal_landmark(card.cell, card.quad_px) for card in proof.cards]
    fit = fit_pose([*evidence.landmarks, *goals, detected_goal_landmark(START_CELL, quad)], proof.pose)
    start = LocatedCard(START_CELL, quad, card_pose_of(fit.pose if fit else proof.pose, quad), np.empty(0))
    cards = (*proof.cards, start)
    if fit is None:
        return replace(proof, cards=cards, agreement=-math.inf)
    agreement = grid_agreement(fit.pose, evidence.detections)
    return TableProof(fit.pose, cards, proof.score, fit.cost, agreement, proof.too_many)


def _start_seen(proof: TableProof, fit: TableProof, evidence: Evidence) -> TableProof | None:
    """The proof with the start card of `fit`, if a fine probe shows that it is one."""
    seen = probed_coarse_to_fine(evidence.probes, fit.pose, fit.cards[-1:])
    if not seen or seen[0].presence[Presence.START] <= TABLE_PROOF.sure:
        return None
    refitted = _refitted(fit.pose, [*proof.cards, *seen], evidence)
    agreement = grid_agreement(refitted.pose, evidence.detections)
    return replace(refitted, agreement=agreement, too_many=proof.too_many) if refitted.score else None


def _refitted(pose: TablePose, cards: Sequence[LocatedCard], evidence: Evidence) -> TableProof:
    """The pose from the cards that were seen; worth nothing if they lie as no cards lie."""
    landmarks = [*evidence.landmarks, *(goal_landmark(card.cell, card.quad_px) for card in cards)]
    fit = fit_pose(landmarks, pose) if cards else None
    if fit is None:
        return TableProof(pose)
    laid = tuple(replace(card, pose=card_pose_of(fit.pose, card.quad_px)) for card in cards)
    sound = fit.pose.is_plausible and all(card.pose.worst_mm < TABLE_PROOF.misshapen_mm for card in laid)
    return TableProof(fit.pose, laid, sum(_worth(card) for card in laid) if sound else 0.0, fit.cost)


def _worth(card: LocatedCard) -> float:
    if card.cell == START_CELL:
        return start_worth(float(card.presence[Presence.START]))
    return float(goal_worth(card.presence))


def grid_agreement(pose: TablePose, detections: Detections) -> float:
    """-1 to 1: do the other cards lie in cells or between them? A pose that is wrong puts them anywhere."""
    face_up = face_up_in(detections.presence) > TABLE_PROOF.sure
    cards = [card for card in card_poses_of(pose, detections.quads[face_up]) if _may_be_a_card(card)]
    places = np.array([(card.x_mm, card.y_mm) for card in cards]).reshape(-1, 2) / PITCH_MM
    near = (np.abs(places - TABLE_PROOF.maze_middle) < TABLE_PROOF.maze_reach).all(1)
    off = np.abs(places - np.round(places))[near].max(1, initial=0.0)
    inside, outside = (off < TABLE_PROOF.in_a_cell).sum(), (off >= TABLE_PROOF.in_a_cell).sum()
    return float((inside - outside) / (len(off) + TABLE_PROOF.few_cards))


def _may_be_a_card(card: CardPose) -> bool:
    """Of a card's size, and laid as the game's cards are, whichever end is up."""
    twist = (card.twist_rad + np.pi / 2) % np.pi - np.pi / 2
    turned = abs(card.twist_rad) > np.pi / 2
    return abs(twist) < TABLE_PROOF.twist_rad and (turned or card.worst_mm < TABLE_PROOF.detected_misshapen_mm)
