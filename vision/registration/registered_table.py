"""A picture's table found: from markers, from dragged corners, or from start card and goals alone; in which order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest

import numpy as np

from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration
from vision.arrays import Quads
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes
from vision.geometry.table_pose import TablePose
from vision.registration.card_grid import starts_in_grids, tables_of_grids
from vision.registration.goal_column import columns_in_frame, tables_anywhere
from vision.registration.located_card import LocatedCard
from vision.registration.proof.hypothesis_proof import polished, prove
from vision.registration.proof.other_cards import grid_agreement
from vision.registration.proof.rival_proofs import apart, not_outdone, proved_by_the_maze, rivals_among
from vision.registration.proof.start_card_proof import with_overlooked_start
from vision.registration.proof.table_proof import Evidence, TableProof, value_of
from vision.registration.start_and_goals import tables_of_start_and_goals
from vision.registration.table_clues import TableClues
from vision.registration.table_hypothesis import TableHypothesis, hypothesis_of_landmarks


@dataclass(frozen=True)
class RegisteredTableSettings:
    """Which things are put to the proof, and which proof is believed. Worth is counted in goals."""

    perhaps_nothing: float = 0.7  # probability, as detected; such a thing is not probed again
    least_goals: float = 0.75  # without markers: two goals that were turned up, or one that was not
    least_score: float = 1.8  # a start card, or two goals
    try_closely: int = 16  # guesses from the maze, 20 ms each, of which goals and start card are looked for closely
    backs_closely: float = 1.4  # probabilities together: of 9 tables found wrongly none had 1.2, of 3 rightly all 1.48
    least_value: float = 3.0  # without markers; in the end, without a start card, tables found rightly had 3.2 and more
    least_with_start: float = 3.95  # likewise in the end: of 752 those found rightly had 4.03, 4 found wrongly less
    least_agreement: float = -0.35  # with markers: with so many more cards between cells they tell of another place
    elsewhere: float = 1.5  # so much more a table must be worth than the first, in whose cells the picture was laid out
    elsewhere_by: float = 1.5  # of a card's width between their start cells; nearer, it is the first, found inexactly
    # presence as a back or turned up, whichever is more: of 29 tables found rightly by their goals alone no goal had
    # less than 0.69, one of a table two cells off had 0.45
    hardly_a_goal: float = 0.6
    plain: float = 0.9  # presence of a start card that counts where goals are looked for closely
    as_plain: float = 0.02  # presence that a start card may lack and be as plain; with 0.03 less, bare cloth was one
    # presence of what is most like one in a picture; with less of both no guess is tried: noise has 0.25 and 0.34, of
    # 274 drawn tables none was lost with 0.3 and 0.5
    perhaps_start: float = 0.3
    perhaps_goal: float = 0.4
    perhaps_back: float = 0.3  # probability, detection and fine probe together; such a card's corners are looked at
    plain_back: float = 0.9  # likewise of the fine probe alone: 9 of 10 lie within 11 % of a width, as detected 17 %


REGISTERED_TABLE = RegisteredTableSettings()


@dataclass(frozen=True, eq=False)
class RegisteredTable:
    """What the table was found from, and its proof, in whose pose are the markers that were seen."""

    how: Calibration
    proof: TableProof

    @property
    def pose(self) -> TablePose:
        return self.proof.pose

    @property
    def cards(self) -> tuple[LocatedCard, ...]:
        """Those that proved it."""
        return self.proof.cards

    @property
    def quads_px(self) -> Quads:
        """(n, 4, 2) of these."""
        return np.array([card.quad_px for card in self.cards])

    def yields_to(self, other: RegisteredTable) -> bool:
        """Its cards lie as no table's do, and the other's start card is as plain: careless rows lie badly, too."""
        return self.proof.is_misfit and other.proof.start > self.proof.start - REGISTERED_TABLE.as_plain

    @property
    def is_plain(self) -> bool:
        """No doubt is left, or most cards lie in its cells, or a frame told where it is."""
        if self.how is not Calibration.LAYOUT:
            return True
        return not self.proof.is_misfit and (self.proof.leaves_no_doubt or self.proof.has_others_in_cells)


def register_table(
    clues: TableClues,
    detections: Detections,
    probes: CardProbes,
    first: TablePose | None = None,
    tries: int | None = None,
) -> RegisteredTable | Hint:
    """The table of which these are the clues, or a hint that says that none was found.

    detections : the cards in the picture; probes : what is asked about them again
    first : a pose that left no doubt: without a frame no other is tried, and the other cards are not asked about
    tries : of each kind of guess so many at most, the likeliest first
    """
    evidence = Evidence(detections if first else _confirmed(detections, probes), probes)
    known = [TableHypothesis(first, 0.0)] if first else []
    for how, landmarks in clues.frames:
        table = _in_frame(how, replace(evidence, landmarks=landmarks), clues, known)
        if table:
            return table
    found = evidence.detections
    if not known and not _may_hold_a_table(found):
        return clues.if_none
    anywhere = known or _by_turns(tables_of_grids(found, clues.size_px), tables_anywhere(found, clues.size_px))
    proof = _best_proof(_of_game(islice(anywhere, tries), clues.goals), evidence)
    if proof is None and not known:
        evidence = replace(evidence, detections=_with_backs_close_up(found, probes))
        columns = islice(tables_anywhere(evidence.detections, clues.size_px), tries)
        proof = _best_proof(_of_game(columns, clues.goals), evidence) or _proved_with_start(evidence, clues)
    return _registered(proof, evidence, Calibration.LAYOUT) if proof else clues.if_none


def register_closely(
    clues: TableClues, detections: Detections, probes: CardProbes, tries: int | None = None
) -> RegisteredTable | None:
    """The table from its maze: where that says that goals and start card lie they are looked for, however they were
    detected. So much is like a card to who looks closely that only a plain start card counts, with plain backs or with
    a card in each goal's place and nearly all others in cells."""
    found = _confirmed(detections, probes)
    found = starts_in_grids(found, clues.size_px, probes.fine).merged_with(found)
    if not _may_hold_a_table(found):
        return None
    evidence = Evidence(found, replace(probes, coarse=probes.fine))
    grids = islice(tables_of_grids(found, clues.size_px), tries or REGISTERED_TABLE.try_closely)
    proofs = sorted(_proofs(_of_game(grids, clues.goals), evidence), key=lambda proof: -proof.value)
    best = next(iter(_with_starts(proofs, evidence)), None)
    if best is None or not _is_plain_closely(best) or not _is_believed(best, evidence):
        return None
    table = _registered(best, evidence, Calibration.LAYOUT)
    return None if table.proof.is_misfit else table


def _is_plain_closely(proof: TableProof) -> bool:
    backs = sum(float(card.presence[Presence.BACK]) for card in proof.cards)
    return proof.start > REGISTERED_TABLE.plain and (backs > REGISTERED_TABLE.backs_closely or proof.leaves_no_doubt)


def _proved_with_start(evidence: Evidence, clues: TableClues) -> TableProof | None:
    """What was guessed from a start card is nothing without it."""
    guesses = tables_of_start_and_goals(evidence.detections, clues.size_px)
    proof = _best_proof(_of_game(guesses, clues.goals), evidence)
    return proof if proof and proof.has_a_sure_start else None


def best_explained(
    finds: Sequence[RegisteredTable], detections: Detections, probes: CardProbes
) -> RegisteredTable | None:
    """Of finds of one table, the one with most goals, the surest start card, and most of the other cards in cells.

    finds : the last is the first, in whose cells the picture was laid out: one elsewhere must be worth much more,
        unless the first one's goals are doubtful

    None of those that may be another is told; nor, where none leaves no doubt, what is worth too little now that all
    was seen: of two goals and a hand three goals are made soon, and the other cards speak against them.
    """
    finds = [found for found in finds if found.how is not Calibration.LAYOUT or not found.proof.may_be_another]
    if not finds:
        return None
    no_doubt = any(found.proof.leaves_no_doubt for found in finds)
    others = detections if no_doubt else _confirmed(detections, probes)
    worths = [value_of(found.proof.proved, grid_agreement(found.pose, others)) for found in finds]
    worth, best = max(zip(worths, finds, strict=True), key=lambda one: one[0])
    if best.how is not Calibration.LAYOUT:
        return best
    first, much_more = finds[-1], worths[-1] + REGISTERED_TABLE.elsewhere
    is_elsewhere = apart(first.pose, best.pose, (START_CELL,)) > REGISTERED_TABLE.elsewhere_by
    if is_elsewhere and worth < much_more and not _has_worse_goals(first.proof, best.proof):
        worth, best = worths[-1], first
    with_start, without = REGISTERED_TABLE.least_with_start, REGISTERED_TABLE.least_value
    return best if no_doubt or worth >= (with_start if best.proof.has_a_sure_start else without) else None


def _has_worse_goals(first: TableProof, other: TableProof) -> bool:
    """Whether its goals go on in their row, or one is hardly a card where all of the other's plainly lie face down.

    Those of the other must not go on themselves.
    """
    if other.has_a_goal_too_many:
        return False
    hardly = any(_is_hardly_a_goal(card) for card in first.goals)
    return first.has_a_goal_too_many or (hardly and other.has_plain_backs(len(other.pose.goals)))


def _is_hardly_a_goal(card: LocatedCard) -> bool:
    """Seen neither as a back nor turned up, but as something between them and bare table."""
    return bool(card.presence[[Presence.BACK, Presence.TUNNEL]].max() < REGISTERED_TABLE.hardly_a_goal)


def _confirmed(detections: Detections, probes: CardProbes) -> Detections:
    """The same, with a fine probe of each: start card and goals tell the table, and are told badly from afar."""
    likely = np.flatnonzero(detections.presence[:, Presence.NOTHING] < REGISTERED_TABLE.perhaps_nothing)
    if not len(likely):
        return detections
    presence = detections.presence.copy()
    presence[likely] = (presence[likely] + probes.fine(detections.quads[likely]).presence) / 2
    return replace(detections, presence=presence)


def _may_hold_a_table(detections: Detections) -> bool:
    """Whether anything at all is like a start card, or like a goal that lies face down."""
    start, back = detections.presence[:, [Presence.START, Presence.BACK]].max(0, initial=0.0)
    return bool(start > REGISTERED_TABLE.perhaps_start or back > REGISTERED_TABLE.perhaps_goal)


def _with_backs_close_up(detections: Detections, probes: CardProbes) -> Detections:
    """The same, what lies face down with the corners that a fine probe sees: a column of goals is fitted to them."""
    backs = np.flatnonzero(detections.presence[:, Presence.BACK] > REGISTERED_TABLE.perhaps_back)
    if not len(backs):
        return detections
    seen, quads = probes.fine(detections.quads[backs]), detections.quads.copy()
    plain = seen.presence[:, Presence.BACK] > REGISTERED_TABLE.plain_back
    quads[backs[plain]] = seen.quads[plain]
    return replace(detections, quads=quads)


def _in_frame(
    how: Calibration, evidence: Evidence, clues: TableClues, known: Sequence[TableHypothesis]
) -> RegisteredTable | None:
    frame = hypothesis_of_landmarks(evidence.landmarks, clues.size_px)
    if frame is None:
        return None
    columns = columns_in_frame(evidence.detections, frame.pose, evidence.landmarks)
    proof = _best_proof(_of_game([*known, *columns, frame], clues.goals), evidence)
    return _registered(proof, evidence, how) if proof else None


def _by_turns(*kinds: Iterable[TableHypothesis]) -> Iterator[TableHypothesis]:
    """The best of each kind, then their seconds, and so on: where one kind fails, another's first is mostly right."""
    return (one for some in zip_longest(*kinds) for one in some if one is not None)


def _of_game(hypotheses: Iterable[TableHypothesis], goals: tuple[Cell, ...]) -> Iterator[TableHypothesis]:
    return (replace(one, pose=replace(one.pose, goals=goals)) for one in hypotheses)


def _best_proof(hypotheses: Iterable[TableHypothesis], evidence: Evidence) -> TableProof | None:
    """Of the hypotheses the one whose start card and goals are truly there; None where that says too little."""
    proofs = _with_starts(sorted(_proofs(hypotheses, evidence), key=lambda proof: -proof.value), evidence)
    if not evidence.landmarks:
        told = not_outdone(proofs)
        proofs = [proof for proof in told if not (proof.may_be_any_cards or proof.may_be_rows_off)]
    best = next((proof for proof in proofs if proof.score > REGISTERED_TABLE.least_score), None)
    if best is None or not _is_believed(best, evidence):
        return None
    is_told = best.has_a_sure_start or (best.has_start and evidence.landmarks)
    return best if is_told else proved_by_the_maze(best, proofs, evidence)


def _with_starts(proofs: Sequence[TableProof], evidence: Evidence) -> Sequence[TableProof]:
    """The proofs, best first; where none has a start card, also the best of them with one that was overlooked."""
    if any(proof.has_start for proof in proofs):
        return proofs
    best = rivals_among(proofs)
    found = [proof for proof in (with_overlooked_start(one, evidence) for one in best) if proof]
    return sorted([*found, *proofs], key=lambda proof: -proof.value)


def _proofs(hypotheses: Iterable[TableHypothesis], evidence: Evidence) -> Iterator[TableProof]:
    """The first that leaves no doubt ends the search."""
    least_goals = 0.0 if evidence.landmarks else REGISTERED_TABLE.least_goals
    for hypothesis in hypotheses:
        proof = prove(hypothesis, evidence, least_goals)
        if proof is not None:
            yield proof
            if proof.leaves_no_doubt:
                return


def _is_believed(proof: TableProof, evidence: Evidence) -> bool:
    if proof.leaves_no_doubt:
        return True
    if evidence.landmarks:
        return proof.agreement >= REGISTERED_TABLE.least_agreement
    return proof.value >= REGISTERED_TABLE.least_value


def _registered(proof: TableProof, evidence: Evidence, how: Calibration) -> RegisteredTable:
    best = polished(proof, evidence)
    markers = [best.pose.to_table(seen.seen_px.mean(0)) for seen in evidence.landmarks if len(seen.seen_px) > 1]
    pose = replace(best.pose, markers_mm=tuple((float(x), float(y)) for x, y in markers))
    return RegisteredTable(how, replace(best, pose=pose))
