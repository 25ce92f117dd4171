"""What has happened with the cards of other boxes than the first. Part of the union in state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.cards import Mark, Tool
from companion.editions.parameters import Direction
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state.commands import Command
from companion.state.ids import SeatId
from companion.state.secret import Secret

# ---- before the first turn ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChestsDealt:
    effects: Secret[tuple[int, ...]]
    faces: Secret[tuple[Face, ...]]


@dataclass(frozen=True)
class MidwayAsked:
    cell: Cell


@dataclass(frozen=True)
class MidwayLaid:
    cell: Cell
    face: Face


# ---- people ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardsTraded:
    """Two cards were thrown away for one that lay before the player."""

    seat: SeatId
    tool: Tool | None
    mark: Mark | None


@dataclass(frozen=True)
class Inspected:
    """`shown`: the app shows the dwarf; with printed roles people look at the card itself. `card`: it was played."""

    seat: SeatId
    target: SeatId
    shown: bool
    card: bool = True


@dataclass(frozen=True)
class InspectionClosed:
    seat: SeatId
    target: SeatId


@dataclass(frozen=True)
class HatSwapped:
    """`target` has the dwarf from the top of the spare pile now. `card`: by a card, else by the maze."""

    seat: SeatId
    target: SeatId
    card: bool = True


@dataclass(frozen=True)
class HandsSwapped:
    """`drawless`: the player himself draws nothing at the end of this turn."""

    seat: SeatId
    target: SeatId
    drawless: bool


@dataclass(frozen=True)
class RedealAsked:
    """Chance shuffles the dwarves in play."""

    seat: SeatId


@dataclass(frozen=True)
class RolesRedealt:
    roles: Secret[tuple[str, ...]]


# ---- a card is held --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardPlayed:
    """It lies on the table and does nothing yet: these seats may veto it. `by_table`: the table played it."""

    seat: SeatId
    command: Command
    waiting: tuple[SeatId, ...]
    by_table: bool


@dataclass(frozen=True)
class VetoDeclined:
    seat: SeatId


@dataclass(frozen=True)
class CardStood:
    """Nobody vetoed; it does what it does."""

    seat: SeatId


@dataclass(frozen=True)
class CardVetoed:
    seat: SeatId
    by: SeatId


@dataclass(frozen=True)
class TollAsked:
    seat: SeatId
    payer: SeatId
    command: Command
    by_table: bool


@dataclass(frozen=True)
class TollRefused:
    """The card goes back to the hand."""

    seat: SeatId
    payer: SeatId


# ---- championship cards ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GoalsSwapped:
    seat: SeatId
    cells: tuple[Cell, ...]
    swapped: Secret[bool]


@dataclass(frozen=True)
class DiscardsSearched:
    """Looked at so many discards and kept so many, instead of drawing. `card`: by a card, else by a chest."""

    seat: SeatId
    looked: int
    kept: int
    card: bool = True


@dataclass(frozen=True)
class TurnsReversed:
    seat: SeatId
    direction: Direction


@dataclass(frozen=True)
class PioneerPlayed:
    seat: SeatId


@dataclass(frozen=True)
class PathsDue:
    """The pioneer lays another path card, so many more."""

    seat: SeatId
    left: int


@dataclass(frozen=True)
class CardMoved:
    """`face` as it lies in its new cell."""

    seat: SeatId
    origin: Cell
    cell: Cell
    face: Face


# ---- sites, tolls, chests --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SiteReached:
    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class TollSet:
    seat: SeatId
    cell: Cell
    side: Side


@dataclass(frozen=True)
class CoverTurned:
    """The card over a chest: what it is, and the ways it may lie, all equally good (CHEST-02)."""

    seat: SeatId
    cell: Cell
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class ChestAsked:
    """A printed chest is to be opened and told."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class CoverLaid:
    cell: Cell
    face: Face
    misfits: int


@dataclass(frozen=True)
class ChestOpened:
    seat: SeatId
    cell: Cell
    effect: int


@dataclass(frozen=True)
class DrawsChanged:
    """This turn's draw: none where `off`, so many `more`."""

    seat: SeatId
    off: bool
    more: int = 0


@dataclass(frozen=True)
class MapsBarred:
    seat: SeatId


@dataclass(frozen=True)
class CardsThrown:
    """Out of the hand, face down."""

    seat: SeatId
    cards: int


@dataclass(frozen=True)
class PileThrown:
    """Off the draw pile, face down, unseen."""

    cards: int


@dataclass(frozen=True)
class ChoreAsked:
    """What a chest has hands do with the real cards; the counts are changed already, or at the turn's end.

    `chore`: draw_nothing, draw_more, keep_drawn (one of so many `cards` from the pile), keep_discarded (one of so many
    of the shuffled discards), throw_pile (so many off the pile) or take_gold (printed: a card worth one)
    """

    seat: SeatId
    chore: str
    cards: int


@dataclass(frozen=True)
class ChoreDone:
    seat: SeatId


@dataclass(frozen=True)
class ShiftAsked:
    seat: SeatId
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class GoalShifted:
    seat: SeatId
    cell: Cell
    to: Cell


@dataclass(frozen=True)
class CardAsked:
    seat: SeatId
    targets: tuple[SeatId, ...]


@dataclass(frozen=True)
class CardTaken:
    seat: SeatId
    target: SeatId


@dataclass(frozen=True)
class DwarfAsked:
    """Whose dwarf does this seat look at?"""

    seat: SeatId
    targets: tuple[SeatId, ...]


# ---- nuggets ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NuggetsPaid:
    """From the bank, or back to it where negative. `why`: start, share, crystals, greedy, sack, dragon, chest."""

    seat: SeatId
    nuggets: int
    why: str


@dataclass(frozen=True)
class GoldChanged:
    """The smallest gold card goes back to the pile for as many nuggets."""

    seat: SeatId
    card: Secret[int]


@dataclass(frozen=True)
class TollPaid:
    """One nugget from the payer to whoever set the dwarf; its card's front cell is free again."""

    payer: SeatId
    owner: SeatId
    cell: Cell


@dataclass(frozen=True)
class TeamsJudged:
    """For whom no door closes the way to the gold, and the crystals that count."""

    open: tuple[str, ...]
    crystals: int


@dataclass(frozen=True)
class TheftDue:
    """`victims` own at least one nugget."""

    seat: SeatId
    victims: tuple[SeatId, ...]


@dataclass(frozen=True)
class NuggetStolen:
    """None: the thief took nothing."""

    seat: SeatId
    victim: Secret[SeatId | None]


# ---- corrections -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MarksSet:
    seat: SeatId
    marks: tuple[Mark, ...]


CardEvent = (
    ChestsDealt | MidwayAsked | MidwayLaid
    | CardsTraded | Inspected | InspectionClosed | HatSwapped | HandsSwapped | RedealAsked | RolesRedealt
    | CardPlayed | VetoDeclined | CardStood | CardVetoed | TollAsked | TollRefused
    | GoalsSwapped | DiscardsSearched | TurnsReversed | PioneerPlayed | PathsDue | CardMoved
    | SiteReached | TollSet | CoverTurned | ChestAsked | CoverLaid | ChestOpened | DrawsChanged | MapsBarred
    | CardsThrown | PileThrown | ChoreAsked | ChoreDone | ShiftAsked | GoalShifted | CardAsked | CardTaken | DwarfAsked
    | NuggetsPaid | GoldChanged | TollPaid | TeamsJudged | TheftDue | NuggetStolen | MarksSet
)  # fmt: skip
