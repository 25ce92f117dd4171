"""Whose move it is and what is asked of them: one value instead of phase flags. Public, but a thief's choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.commands import BeforeToll, Command, GoalKind, SeatId


@dataclass(frozen=True)
class AtLobby:
    """The table sets up and sits down."""


@dataclass(frozen=True)
class Dealing:
    """Chance deals what the app brings (ByDealer: DealRoles, DealGoals, DealChests), in any order."""

    roles: bool
    goals: bool
    chests: bool = False


@dataclass(frozen=True)
class SettingTable:
    """People lay out their cards (TickLine, SetTable); nobody looks at a role yet.

    ticked : what they said is done, by the keys of its lines (rules.setting)
    """

    ticked: tuple[str, ...] = ()


@dataclass(frozen=True)
class LookingAtRoles:
    """These seats have not looked at their dwarf yet (RoleSeen, or BeginPlay by the table)."""

    waiting: tuple[SeatId, ...]


@dataclass(frozen=True)
class Playing:
    """This seat plays one card or passes."""

    seat: SeatId


@dataclass(frozen=True)
class Peeking:
    """This seat looks at the goal in `cell` until ClosePeek."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class ChoosingGoal:
    """This seat says which of the reached goals is turned first (END-05)."""

    seat: SeatId
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class TurningGoal:
    """This seat turns over the goal that the app dealt here (TurnGoal). Until then nobody hears what it is."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class LayingGoal:
    """The goal is known now; the card is to be laid (LayGoal, by anybody).

    faces : the ways it may lie, best fit first; turned : for each, whether it is a half-turn of the printed card
    """

    seat: SeatId
    cell: Cell
    kind: GoalKind
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class TellingGoal:
    """A printed goal was reached: turn it over and tell what it is (TellGoal)."""

    seat: SeatId
    cell: Cell


# ---- cards of other boxes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayingMidway:
    """A path card is drawn and laid half-way, by anybody, before the first turn (LayMidway)."""

    cell: Cell


@dataclass(frozen=True)
class Vetoing:
    """A card was played; these seats have not said yet whether they veto it (by a card, or LetStand).

    by_table : the table played it for the seat
    """

    seat: SeatId
    waiting: tuple[SeatId, ...]
    held: Command
    by_table: bool


@dataclass(frozen=True)
class AskingToll:
    """`payer` says whether he pays the toll for this seat's card (AnswerToll)."""

    seat: SeatId
    payer: SeatId
    held: BeforeToll
    by_table: bool


@dataclass(frozen=True)
class Pioneering:
    """This seat lays one path card after the other (PlacePath, StopPioneering): see Progress.to_lay."""

    seat: SeatId


@dataclass(frozen=True)
class Inspecting:
    """This seat looks at the dwarf of `target` until ClosePeek."""

    seat: SeatId
    target: SeatId


@dataclass(frozen=True)
class ChoosingDwarf:
    """This seat says whose dwarf it looks at, as with the card for it."""

    seat: SeatId
    targets: tuple[SeatId, ...]


@dataclass(frozen=True)
class Redealing:
    """Chance shuffles the dwarves in play (ByDealer: RedealRoles); then this seat's turn goes on."""

    seat: SeatId


@dataclass(frozen=True)
class LayingCover:
    """The card over a chest is known; it is laid back (LayGoal), in one of the ways that fit best."""

    seat: SeatId
    cell: Cell
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class TellingChest:
    """A printed chest was reached: turn its card, open it and tell (TellChest)."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class ShiftingGoal:
    """This seat moves one of these goals a space farther away."""

    seat: SeatId
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class TakingCard:
    """This seat takes a card from one of these hands."""

    seat: SeatId
    targets: tuple[SeatId, ...]


@dataclass(frozen=True)
class DoingChore:
    """A chest tells this seat to do something with the real cards, and says when it is done."""

    seat: SeatId
    chore: str
    cards: int


@dataclass(frozen=True)
class Robbing:
    """This thief steals from one of these, or from nobody (Steal). He alone is told who: others own nothing."""

    seat: SeatId
    victims: tuple[SeatId, ...]


# ---- the end of a round ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TellingRoles:
    """The round is over; the app must be told who was what (TellRole), to share the gold. With no seat left, it
    waits until somebody says that it was so (AgreeRoles)."""

    seats: tuple[SeatId, ...]


@dataclass(frozen=True)
class DealingGold:
    """Chance draws so many gold cards from the pile (ByDealer: DealGold)."""

    cards: int


@dataclass(frozen=True)
class Drafting:
    """This seat keeps one of the gold cards (TakeGold) and passes on the rest."""

    seat: SeatId


@dataclass(frozen=True)
class RoundOver:
    """The round's result is on the table (NextRound); these seats have seen it (SeeResult)."""

    seen: tuple[SeatId, ...] = ()


@dataclass(frozen=True)
class TellingGold:
    """With printed gold: these seats have not told their nuggets yet (TellGold)."""

    seats: tuple[SeatId, ...]


@dataclass(frozen=True)
class GameOver:
    """NewGame goes back to the lobby."""


Pending = (
    AtLobby | Dealing | SettingTable | LookingAtRoles | Playing | Peeking | ChoosingGoal | TurningGoal | LayingGoal
    | TellingGoal
    | LayingMidway | Vetoing | AskingToll | Pioneering | Inspecting | ChoosingDwarf | Redealing
    | LayingCover | TellingChest | ShiftingGoal | TakingCard | DoingChore | Robbing
    | TellingRoles | DealingGold | Drafting | RoundOver | TellingGold | GameOver
)  # fmt: skip

ForChance = (
    Dealing | SettingTable | Redealing | DealingGold | LayingMidway
)  # those that chance answers, where it brings what is asked
# what was shown or reached, and is dealt with before the turn goes on; what chests ask beside it, cards.register knows
AmidTurn = Peeking | Inspecting | ChoosingGoal | TurningGoal | LayingGoal | TellingGoal | LayingCover | TellingChest
ForAnybody = LayingMidway | LayingGoal | TellingGoal | LayingCover | TellingChest  # whoever sees how the card lies
ForHimOnly = Robbing | Drafting  # nor may the table answer, which does not know what he is shown


def asked_seats(pending: Pending) -> tuple[SeatId, ...]:
    """Whose move it is, or who has not answered yet; nobody where chance or the table goes on."""
    match pending:
        case LookingAtRoles(waiting) | Vetoing(waiting=waiting):
            return waiting
        case TellingRoles(seats) | TellingGold(seats):
            return seats
        case AskingToll(payer=payer):
            return (payer,)
        case Redealing():
            return ()
    seat = getattr(pending, "seat", None)
    return () if seat is None else (seat,)


def may_answer(pending: Pending, seat: SeatId | None) -> bool:
    """Whether it is this seat's to answer; with None, whether the table may for whoever is asked."""
    if seat is None:
        return not isinstance(pending, ForHimOnly)
    return seat in asked_seats(pending) or (isinstance(pending, ForAnybody) and not _is_chosen(pending))


def _is_chosen(pending: Pending) -> bool:
    """A card over a chest that fits as well both ways is laid as whoever reached it chooses (CHEST-06)."""
    return isinstance(pending, LayingCover) and len(set(pending.faces)) > 1


class OfSeat(Protocol):
    """A question that one seat has to answer."""

    @property
    def seat(self) -> SeatId: ...
