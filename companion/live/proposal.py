"""What a proposal is: what was seen where, and what each answer would do. How they come about is in propose."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import SeenCard
from companion.state.commands import Command, SeatId
from companion.state.refusals import Refusal
from companion.views.model import CandidateView, ProposalView


class ProposalKind(StrEnum):
    """What was seen; the pages ask about it in these words."""

    LAID = "laid"
    REMOVED = "removed"
    MOVED = "moved"
    TURNED = "turned"
    MISREAD = "misread"
    DOUBTED = "doubted"  # a card that lies there since, and may be another
    GOAL = "goal"
    LAYOUT_DIFFERS = "layout_differs"


class WaitsFor(StrEnum):
    """Why people are waited for, as nothing is done by itself; the pages say it in these words."""

    UNSURE = "unsure"  # the reading is, or the box holds no such card
    OCCLUDED = "occluded"  # likewise, and something seems to lie over the card
    ILLEGAL = "illegal"
    BROKEN_TOOL = "broken_tool"
    OUT_OF_TURN = "out_of_turn"
    TWO_CARDS = "two_cards"  # that came at once
    UNEXPECTED = "unexpected"  # nobody said so, or it came while nobody watched
    UNDONE = "undone"  # it was taken back and lies there still
    FALLEN = "fallen"  # likewise by a card that takes it out of the maze
    LEFTOVER = "leftover"  # of the round before
    NOT_KEPT = "not_kept"  # the disk refused it
    NOT_REACHED = "not_reached"  # a goal, turned up too early
    OTHER_WAY_ROUND = "other_way_round"
    DIFFERENT_CARD = "different_card"
    PLACE_HOLDER = "place_holder"  # a goal, turned up although the app has dealt what lies there
    NOTHING = "dismissed"  # people have answered: nothing is asked until something happens there

    @property
    def to_take_away(self) -> bool:
        """The game has let go of the card: it only lies there still, and no rule is asked about it."""
        return self in (WaitsFor.UNDONE, WaitsFor.FALLEN)


class Does(StrEnum):
    """What an answer does."""

    PLACE = "place"
    RESYNC = "resync"
    CARD = "card"
    UNDO = "undo"
    AMEND = "amend"
    LAY_GOAL = "lay_goal"
    TELL_GOAL = "tell_goal"


def why_unsure(card: SeenCard) -> WaitsFor:
    """Why people are waited for where the reading of this card is not enough."""
    return WaitsFor.OCCLUDED if card.uncertain and card.occluded else WaitsFor.UNSURE


@dataclass(frozen=True)
class Choice:
    """One answer. `command` is what it does; `does` names it, also where it is no command: undo, and amend of `entry`.

    card : the action card that it plays, by its key
    doubtful : the rules allow it, but it would be one card more of this face than the box holds
    """

    key: int
    does: Does
    face: Face | None
    confidence: float
    command: Command | None = None
    refusal: Refusal | None = None
    entry: int | None = None
    doubtful: bool = False
    card: str = ""

    def view(self) -> CandidateView:
        refusal = self.refusal
        reasons = () if refusal is None else refusal.reasons or (refusal.code,)
        face = None if self.face is None else str(self.face)
        does = self.card or self.does.value
        return CandidateView(self.key, face, round(self.confidence * 100), refusal is None, reasons, does)


@dataclass(frozen=True)
class Proposal:
    """`waits_for`: why it is not done by itself. `seats`: whose phones may answer; the table screen always may.

    cell, others : where it is shown, and the other cells that it is about
    saw : the card that the camera sees, where it is asked about as it is and no answer shows it
    """

    what: ProposalKind
    cell: Cell
    choices: tuple[Choice, ...]
    waits_for: WaitsFor
    refusal: Refusal | None = None
    seats: frozenset[SeatId] = frozenset()
    others: tuple[Cell, ...] = ()
    saw: Face | None = None

    @property
    def is_taken_back(self) -> bool:
        """Whoever says no to it takes the card back; so he was told already, where it was to be away before."""
        return self.what is ProposalKind.LAID and not self.waits_for.to_take_away

    @property
    def mark(self) -> Hashable:
        """The same for the same thing seen, whatever has been done to the game in between."""
        return (
            self.what,
            self.cell,
            self.saw,
            tuple((choice.does, choice.card, str(choice.face)) for choice in self.choices),
        )

    def view(self, name: str) -> ProposalView:
        candidates = tuple(choice.view() for choice in self.choices)
        what, waits_for = self.what.value, self.waits_for.value
        saw = None if self.saw is None else str(self.saw)
        return ProposalView(name, what, self.cell, candidates, False, waits_for, self.refusal, saw)


@dataclass(frozen=True)
class Findings:
    """The one command that needs nobody, and the questions for people."""

    automatic: Command | None = None
    proposals: tuple[Proposal, ...] = ()
