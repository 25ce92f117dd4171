"""What pages offer and ask: moves, questions of the rules, questions of the camera. Part of views.model."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.cards.asked import Way as Way
from companion.editions.cards import Mark
from companion.maze.geometry import Cell, Side
from companion.sight.hints import NO_PICTURE, NONE_TO_COME, Hint
from companion.state.commands import GoalKind, SeatId, Tool
from companion.state.refusals import Refusal

# ---- the camera -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CandidateView:
    """One way to read the card, by `key` for the confirming command; `legal` by the rules, with the reasons if not.

    `does` is what answering with it does: place, undo (the last card was taken back), amend (it was misread earlier),
    lay_goal, tell_goal, resync; or the key of the action card that it plays.
    """

    key: int
    face: str | None
    percent: int
    legal: bool
    reasons: tuple[str, ...] = ()
    does: str = "place"


@dataclass(frozen=True)
class ProposalView:
    """The camera saw something and asks.

    what : a word of ProposalKind (companion/live/proposal.py); problem : one of WaitsFor there, why it was not accepted
    by itself, with the refusal that the rules gave where there is one; mine : this viewer may answer
    saw : the card that the camera sees there, where another one was named
    """

    id: str
    what: str
    cell: Cell
    candidates: tuple[CandidateView, ...]
    mine: bool
    problem: str | None = None
    refusal: Refusal | None = None
    saw: str | None = None


@dataclass(frozen=True)
class CameraView:
    """`state`: off, starting, seeing, covered, lost, photos (people send them). `hints`: what a person can mend."""

    state: str
    hints: tuple[Hint, ...] = ()
    has_picture: bool = False

    @property
    def gives_pictures(self) -> bool:
        """As far as is known; else a hint says why not, and the state nothing."""
        return all(hint.code not in NO_PICTURE for hint in self.hints)

    @property
    def has_ended(self) -> bool:
        """No picture will come until a camera is chosen."""
        return any(hint.code in NONE_TO_COME for hint in self.hints)

    def tells_as(self, other: CameraView) -> bool:
        """The same but for the numbers in its hints, which tremble."""
        codes = [hint.code for hint in self.hints]
        return replace(self, hints=()) == replace(other, hints=()) and codes == [hint.code for hint in other.hints]


# ---- moves ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardOfferView:
    """An action card, by its key, and all the ways in which it may be played; before a toll dwarf it needs a payer."""

    card: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class EndView:
    """An open end of a tunnel, where a toll dwarf may be set."""

    cell: Cell
    side: Side


@dataclass(frozen=True)
class PayersView:
    """Who may be asked to pay the toll dwarf that looks into `cell`; whether others can, nobody is told."""

    cell: Cell
    seats: tuple[SeatId, ...]


@dataclass(frozen=True)
class OffersView:
    """What this viewer may do now. Empty everywhere when it is somebody else's move.

    trade_tools, trade_marks : what two cards take away from before oneself (TradeTwo)
    veto : veto, or let it stand; can_pay : whoever is asked for a toll owns a nugget, or gold is printed
    decline : the thief may rob nobody
    """

    place: bool = False
    cards: tuple[CardOfferView, ...] = ()
    discards: tuple[int, ...] = ()  # how many cards a pass may discard
    choose_goal: tuple[Cell, ...] = ()
    next_round: bool = False
    see_result: bool = False  # this seat has not said yet that it has seen how the round ended
    agree_roles: bool = False  # all printed roles are told, and anybody may say that it was so
    undo: bool = False
    trade_tools: tuple[Tool, ...] = ()
    trade_marks: tuple[Mark, ...] = ()
    stop_pioneering: bool = False
    set_toll: tuple[EndView, ...] = ()
    pay_toll: tuple[PayersView, ...] = ()
    can_pay: bool = False
    veto: bool = False
    decline: bool = False

    def ways(self, card: str) -> tuple[Way, ...]:
        """In which this card may be played now."""
        return next((one.ways for one in self.cards if one.card == card), ())


@dataclass(frozen=True)
class FixView:
    """What the table may put right at this moment; nothing on a phone.

    under_way : the maze, by hand or as the camera sees it; hands, tools and the pile
    turn : the seats whose turn it may be said to be
    chests : each chest that may lie elsewhere, and where
    """

    under_way: bool = False
    turn: tuple[SeatId, ...] = ()
    end_round: bool = False
    chests: tuple[tuple[Cell, tuple[Cell, ...]], ...] = ()


# ---- questions of the rules -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class GoalChoiceView:
    """A printed goal that may be the one that was turned up, and the ways it may lie there."""

    kind: GoalKind
    nuggets: int  # in a sack
    faces: tuple[str, ...]


@dataclass(frozen=True)
class GoalTaskView:
    """A goal was reached. `choose`: pick one of `cells` (chests among them); `turn`: turn it over, and nobody knows yet
    what it is; `lay`: lay this card, this way up; `tell`: say what it was, one of `choices`.

    `faces` are the ways the card may lie, best fit first (END-03); `turned` says for each whether it is a half-turn.
    """

    task: str
    seat: SeatId
    cells: tuple[Cell, ...]
    kind: GoalKind | None = None
    faces: tuple[str, ...] = ()
    turned: tuple[bool, ...] = ()
    nuggets: int = 0
    choices: tuple[GoalChoiceView, ...] = ()


@dataclass(frozen=True)
class HeldView:
    """A card that lies on the table and waits for an answer, as everybody saw it played.

    `deed`: path, or an action card's. Where a goal swap puts the goals is hidden from everybody.
    """

    deed: str
    target: SeatId | None = None
    tool: Tool | None = None
    cells: tuple[Cell, ...] = ()
    face: str | None = None
    turned: bool = False


@dataclass(frozen=True)
class AskView:
    """Something is asked in the middle of a turn or after a round; the stage is `ask`. All see what, and of whom.

    `what`:
    midway : anybody tells the path card that was drawn for `cells[0]`, one of `faces` or turned
    veto : those in `of` veto `held`, the card of `seat`, or let it stand
    toll : `of[0]` says whether he pays `owner` for `held`, the card of `seat`
    choose_dwarf : `seat` chooses whose dwarf of `seats` it looks at; take_card : a card out of whose hand of `seats`
    lay_cover : the card over a chest at `cells[0]` is laid back, one of `faces`, `turned` as said beside each
    tell_chest : a printed chest: the card over it as it lies now, one of `faces`, and what is in it, of `effects`
    shift_goal : `seat` moves one of the goals in `cells` farther away, on one of its sides in `ways`
    chore : `seat` does with the real cards what a chest says: `chore`, with so many `cards`
    theft : the thief `seat` robs one of `seats`, which he alone is told
    """

    what: str
    seat: SeatId | None
    of: tuple[SeatId, ...]
    mine: bool  # this viewer may answer
    seats: tuple[SeatId, ...] = ()
    cells: tuple[Cell, ...] = ()
    faces: tuple[str, ...] = ()
    turned: tuple[bool, ...] = ()
    effects: tuple[int, ...] = ()
    owner: SeatId | None = None
    held: HeldView | None = None
    chore: str = ""
    cards: int = 0
    ways: tuple[tuple[Side, ...], ...] = ()  # beside each of `cells`
