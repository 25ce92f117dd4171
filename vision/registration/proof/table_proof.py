"""What a proof of a table is worth: the goals and start card that were seen, held against where all other cards lie.

in     a TablePose, the LocatedCards that were seen with it, and the Evidence
out    TableProof: the pose fitted to them, how much it proves, and what is doubtful
never  looks for a card: see hypothesis_proof, start_card_proof; chooses between proofs: see rival_proofs
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.maze.geometry import START_CELL
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes
from vision.geometry.card_pose import card_pose_of
from vision.geometry.landmarks import Landmark, goal_landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard
from vision.registration.proof.other_cards import grid_agreement, loose_cards
from vision.registration.table_hypothesis import goal_worth, start_worth


@dataclass(frozen=True)
class TableProofSettings:
    """What goals, start card and all other cards prove, and when that leaves no doubt. Worth is counted in goals."""

    sure: float = 0.5  # presence of a card
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    cost_of_a_goal: float = 150.0  # of the fit: so badly explained, cards prove one goal less
    most_misfit: float = 6.5  # of the fit's cost a card: 800 tables found rightly had 5.7 at most, 8 with more wrongly
    most_careless: float = 10.0  # likewise where all else is plain; the one table with more than 5.7 had 7.4
    one_more: float = 0.6  # what a goal beyond their row speaks against; with 0.8 a card of a steep table was lost
    one_more_instead: float = 1.2  # likewise where one of the row was not seen: they are the goals, but a step further
    worth_of_agreement: float = 1.5  # where all other cards lie in cells and not between two
    sure_agreement: float = 0.4  # so many more lie in cells that the rest of the hypotheses need not be tried
    # likewise before a doubtful start card is believed, or careless cards are: rightly found, 3 had 0.8 and more; fewer
    # than five others never agree so well
    plain_agreement: float = 0.7
    # where goals and start card are plain: with less, most of the others lie between cells, and the pose is no table's;
    # two loose cards beside a start card make -0.2, the wrong pose of a table seen from fifty degrees -0.27 and -0.3
    least_plain_agreement: float = -0.25
    sure_within: float = 1.5  # of the most that a table can be worth: the rest need not be tried
    plain_within: float = 0.15  # likewise where goals and start card are all plain
    plain_start: float = 0.97  # likewise where goals lie face up: the start card, and a card in each goal's place
    least_back: float = 0.75  # presence; with less in every goal's place they all count as turned up
    # likewise of so many goals at least where no start card was seen: 16 tables found rightly had it, 2 wrongly 0.83
    plain_back: float = 0.9
    plain_backs: int = 2
    # presence of start card and each goal then: of 752 tables those found rightly had 0.99, 3 found wrongly less
    plain_turned_up: float = 0.955
    # agreement of the other cards then: of 77 such tables found rightly 76 had 0.78 and more, a wrong one 0.48
    turned_up_agreement: float = 0.6
    sure_start: float = 0.9  # of 120 tables that were found rightly none had less, a crossing taken for it 0.83
    sizes: int = 4  # cards; fewer tell little
    clearly_more: float = 0.1  # of the other cards lie in cells, before another pose is taken


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
    too_many : goals that lie where the row of them would go on, or as many cards as they are that lie face down more
        plainly: they are taken for others
    landmarks : how many things the pose was fitted to; with the cards of its maze that a hypothesis was made of
    begins : no card lies face up but its start card, as where a round begins
    """

    pose: TablePose
    cards: tuple[LocatedCard, ...] = ()
    score: float = 0.0
    cost: float = 0.0
    agreement: float = 0.0
    too_many: float = 0.0
    landmarks: int = 0
    begins: bool = False

    @property
    def proved(self) -> float:
        """The score, less what the fit leaves unexplained; a card that only may be the start card proves nothing."""
        doubtful = start_worth(self.start) if self.has_a_doubtful_start else 0.0
        one_more = TABLE_PROOF.one_more_instead if self.lacks_a_goal else TABLE_PROOF.one_more
        return self.score - doubtful - one_more * self.too_many - self.cost / TABLE_PROOF.cost_of_a_goal

    @property
    def value(self) -> float:
        return value_of(self.proved, self.agreement)

    @property
    def leaves_no_doubt(self) -> bool:
        """Start card and goals are plain, and not most others lie between cells. Or these lie in cells, and all goals
        were seen, also turned up, or most of all that a table can be worth."""
        if self.may_be_any_cards or self.start <= TABLE_PROOF.plain_start:
            return False
        is_complete = not self.lacks_a_goal or self.value > value_of(self._most, 1.0) - TABLE_PROOF.sure_within
        is_plain = self.is_plain_throughout and self.agreement > TABLE_PROOF.least_plain_agreement
        return is_plain or (self.has_others_in_cells and is_complete and not self.has_a_goal_too_many)

    @property
    def is_plain_throughout(self) -> bool:
        """The start card is, and all goals, face down: not all of the rest needs to fit, as much of a carpet looks like
        cards."""
        return self.proved > self._most - TABLE_PROOF.plain_within

    @property
    def _most(self) -> float:
        return len(self.pose.goals) + start_worth()

    @property
    def has_others_in_cells(self) -> bool:
        """So many more than lie between two that no other place need be tried."""
        return self.agreement > TABLE_PROOF.sure_agreement

    @property
    def has_a_doubtful_start(self) -> bool:
        """A card that looks like the start card, and from which many others lie anywhere: it may be any crossing. So it
        may where a goal was not seen: two rows further on all lie in cells as well. Not where a round begins."""
        doubtful = self.has_start and self.start < TABLE_PROOF.sure_start
        is_plain = self.has_plain_backs(len(self.pose.goals)) and not self.has_a_goal_too_many and not self.is_misfit
        begins = self.begins and is_plain
        return doubtful and not begins and (self.lacks_a_goal or self.agreement < TABLE_PROOF.plain_agreement)

    @property
    def may_be_another(self) -> bool:
        """Its cards lie as no table's do, or may be any cards, or those of other rows."""
        return self.is_misfit or self.may_be_any_cards or self.may_be_rows_off

    @property
    def may_be_any_cards(self) -> bool:
        """Its goals were all turned up, so that any tunnel cards look like them, and they or the start card hardly show
        themselves, so a carpet passes for a table; or others lie between its cells, as three cards of the maze may lie
        like goals a column on. Or no start card was seen, and hardly a goal that lies face down."""
        goals = self.goals
        if goals and not self.has_start and not self.has_plain_backs():
            return True
        turned_up = all(card.presence[Presence.BACK] < TABLE_PROOF.least_back for card in goals)
        least = min([self.start, *(card.sure for card in goals)])
        is_plain = least >= TABLE_PROOF.plain_turned_up and self.agreement > TABLE_PROOF.turned_up_agreement
        return bool(goals) and turned_up and not is_plain

    def has_plain_backs(self, least: int = TABLE_PROOF.plain_backs) -> bool:
        """Whether so many of its goals, or all that are in play, plainly lie face down."""
        plain = sum(bool(card.presence[Presence.BACK] > TABLE_PROOF.plain_back) for card in self.goals)
        return plain >= min(least, len(self.pose.goals))

    @property
    def may_be_rows_off(self) -> bool:
        """Neither a start card nor both ends of the goals' row were seen: so a row further on all fits as well."""
        ends = {self.pose.goals[0], self.pose.goals[-1]}
        return bool(self.goals) and not self.has_a_sure_start and not ends <= {card.cell for card in self.goals}

    @property
    def has_a_goal_too_many(self) -> bool:
        return self.too_many > TABLE_PROOF.sure

    @property
    def lacks_a_goal(self) -> bool:
        """Not every goal was seen."""
        return len(self.goals) < len(self.pose.goals)

    @property
    def goals(self) -> list[LocatedCard]:
        """Those that were seen."""
        return [card for card in self.cards if card.cell in self.pose.goals]

    @property
    def has_a_sure_start(self) -> bool:
        return self.has_start and not self.has_a_doubtful_start

    @property
    def is_misfit(self) -> bool:
        """Its own cards lie as no table's do, however plainly each shows itself: they are taken for others. They may
        lie more carelessly where the start card and each goal are seen, and nearly all others lie in cells."""
        is_told = self.start > TABLE_PROOF.plain_start and not self.lacks_a_goal
        lie_in_cells = self.agreement > TABLE_PROOF.plain_agreement
        most = TABLE_PROOF.most_careless if is_told and lie_in_cells else TABLE_PROOF.most_misfit
        return self.cost > most * len(self.cards)

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


def refitted(pose: TablePose, cards: Sequence[LocatedCard], evidence: Evidence) -> TableProof:
    """The pose from the cards that were seen; worth nothing if they lie as no cards lie."""
    landmarks = [*evidence.landmarks, *(goal_landmark(card.cell, card.quad_px) for card in cards)]
    fit = fit_pose(landmarks, pose) if cards else None
    if fit is None:
        return TableProof(pose)
    laid = tuple(replace(card, pose=card_pose_of(fit.pose, card.quad_px)) for card in cards)
    sound = fit.pose.is_plausible and all(card.pose.worst_mm < TABLE_PROOF.misshapen_mm for card in laid)
    score = sum(_worth(card) for card in laid) if sound else 0.0
    return TableProof(fit.pose, laid, score, fit.cost, landmarks=len(landmarks))


def best_posed(proof: TableProof, pose: TablePose | None, evidence: Evidence) -> TableProof:
    """The proof, which knows its agreement; in another pose, if clearly more of the other cards lie in cells then.

    Its score and cost stay those of its own cards in the pose that was fitted to them.
    """
    if pose is None:
        return proof
    agreement = grid_agreement(pose, evidence.detections)
    laid = tuple(replace(card, pose=card_pose_of(pose, card.quad_px)) for card in proof.cards)
    sound = all(card.pose.worst_mm < TABLE_PROOF.misshapen_mm for card in laid)
    is_better = sound and agreement > proof.agreement + TABLE_PROOF.clearly_more
    return replace(proof, pose=pose, cards=laid, agreement=agreement) if is_better else proof


def pose_by_sizes(proof: TableProof, evidence: Evidence) -> TablePose | None:
    """The pose as the other cards' sizes tell it as well: goals foretell badly what lies eight cards on. None where too
    few cards tell it.

    On 144 tables found rightly the start card lay within 24 mm along the row and 23 mm across of where this has it (99
    of 100). Where many cards are half hidden, and seem smaller, it may err by a card.
    """
    loose = loose_cards(proof.pose, evidence.detections)
    if not proof.score or len(loose) < TABLE_PROOF.sizes:
        return None
    goals = [goal_landmark(card.cell, card.quad_px) for card in proof.cards]
    fit = fit_pose([*evidence.landmarks, *goals, *loose], proof.pose)
    return fit.pose if fit and fit.pose.is_plausible else None


def _worth(card: LocatedCard) -> float:
    if card.cell == START_CELL:
        return start_worth(float(card.presence[Presence.START]))
    return float(goal_worth(card.presence))
