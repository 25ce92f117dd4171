"""What pages may see of people: seats, own role, own hand, looks at goals and dwarves. Part of views.model."""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.cards import Mark
from companion.maze.geometry import Cell
from companion.state.commands import Attendance, GoalKind, SeatId, Tool


@dataclass(frozen=True)
class SeatView:
    """What everybody may know of a seat. `role` only after it was revealed; `nuggets` only when scores are open."""

    seat: SeatId
    name: str
    colour: int  # the number of its badge's colour and shape, its own all evening
    taken: bool  # a phone holds it
    online: bool
    simulated: bool
    on_turn: bool
    ready: bool  # has done what this stage asks of everybody (looked at the role, told a value, taken gold)
    broken: tuple[Tool, ...]
    hand: int  # cards in hand
    gold_cards: int | None  # None where gold is not dealt by the app
    role: str | None = None
    nuggets: int | None = None
    marks: tuple[Mark, ...] = ()  # cards before the player other than broken tools
    new_phone: bool = False  # a phone took it over in this round
    presence: Attendance = Attendance.HERE
    gone: bool = False  # its phone has not been heard of for a while
    at_table: bool = False  # it is played at the table screen
    remote: bool = False  # its phone may do what the table screen can

    @property
    def lacks_phone(self) -> bool:
        """A guest sits there, and no phone has taken the seat."""
        return not self.taken and not self.simulated

    @property
    def unplayed(self) -> bool:
        """Likewise, and the table screen does not play it either."""
        return self.lacks_phone and not self.at_table


@dataclass(frozen=True)
class SeatRequestView:
    """A phone that asks for the seat of somebody whose round has begun. `name`: what it wants to be called."""

    key: int
    seat: SeatId
    name: str


@dataclass(frozen=True)
class RoleView:
    """This viewer's own role, for the hold-to-reveal card. `known` is False where the printed cards are used.

    `seen` is False again after the dwarf was changed by a card or by the maze, and never where it is printed.
    """

    known: bool
    role: str | None
    seen: bool


@dataclass(frozen=True)
class PeekView:
    """An open peek. All but seat and cell is set for the one phone that peeks, and None for everybody else.

    `nuggets` lie in a sack. At a chest `kind` is None for everybody: `face` is the card over it, `effect` its content.
    """

    seat: SeatId
    cell: Cell
    kind: GoalKind | None = None
    face: str | None = None
    nuggets: int | None = None
    effect: int | None = None


@dataclass(frozen=True)
class InspectionView:
    """Somebody looks at the dwarf of `target`. `role` is set for the one phone that looks."""

    seat: SeatId
    target: SeatId
    role: str | None = None


@dataclass(frozen=True)
class HandCardView:
    """A card in this viewer's hand at the demo table, where nobody holds real cards.

    `key` names it for `Session.lay_from_hand`. `what`: path, or an action card's deed (break, repair, rockfall, map,
    thief, veto ...). `face` is the notation of a path card held upright; `tools` are those drawn on a break or repair
    card.
    """

    key: int
    what: str
    face: str | None = None
    tools: tuple[Tool, ...] = ()
