"""What pages may see of gold and of how rounds end. Part of views.model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.maze.geometry import Cell
from companion.state.commands import SeatId
from companion.state.refusals import Fact


@dataclass(frozen=True)
class DraftView:
    """Gold going round. `cards` are the values in hand, for the seat that chooses; everybody sees how many are left."""

    seat: SeatId
    left: int
    order: tuple[SeatId, ...]
    cards: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ScoreView:
    seat: SeatId
    nuggets: int | None  # None while gold is secret
    won: bool  # of this round, or of the game when it is over
    role: str | None = None  # of a round, where the dwarves were turned over


@dataclass(frozen=True)
class RoundLineView:
    """A round in the table of the night, once it is over. `nuggets` by seat; None where people counted them
    and for who sat down later."""

    number: int
    winners: str  # as in ResultView
    nuggets: tuple[int | None, ...]


@dataclass(frozen=True)
class EarningView:
    """One line of how the gold came about, in its order.

    `why`: start, share, crystals, greedy, sack, dragon, chest, toll (nuggets, negative where they were paid), or cards
    (so many gold cards won in this round, the values of which are secret).
    """

    seat: SeatId
    why: str
    nuggets: int = 0
    cards: int = 0


@dataclass(frozen=True)
class TheftView:
    """A thief had his turn. `known` only to thief and victim; then `victim` None means that he took nothing."""

    seat: SeatId
    known: bool = False
    victim: SeatId | None = None


@dataclass(frozen=True)
class TeamView:
    """blue or green. `open`: no door kept it from the gold; else `doors` are those it stood before, on its ways."""

    team: str
    open: bool
    doors: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class AccountView:
    """One line of how the gold of a round came about, as a code and facts. `code`:

    trapped, sabotaged, thief_trapped (seat); nobody_won; winner (seat, nuggets); winners (seats, nuggets for each);
    less_boss, less_profiteer (seat, less, nuggets left); crystals (seat, nuggets);
    crystals_shared (seats, crystals, nuggets for each); completer, others, saboteurs (seats, nuggets for each);
    cards_round, thieves_order (seats, one after the other); of printed gold draw (seats, one after the other, cards),
    thief_takes (seat), thieves_take (seats, one after the other); or where nobody told the dwarves draw_players (seat
    that begins, players), draw_miners (seat that begins), each_saboteur, miners_each (nuggets), completer_if_miner,
    completer_whoever, greedy_alone (seat, nuggets), win_without_gold (role: all that do), less (role, less),
    crystals_all (nuggets), scale_saboteurs, scale_winners (people: how many they are, sums: what each of so many gets)
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class ResultView:
    """How a round ended, and who was what.

    `winners`: miners, saboteurs, greedy or nobody; with teams blue, green, saboteurs, joined by _and_, or boss,
    profiteer, boss_and_profiteer, or unknown where the dwarves were not told. `teams`, and `crystals` where there are
    geologists, only with teams.
    `finisher` joined the gold to the start.
    `gold_row` counts from the top, of `goal_rows`, where the app has dealt the goals; `aside` are the dwarves that
    nobody had, where it has dealt those. Both only once the end stands for good.
    """

    round: int
    winners: str
    reason: str
    scores: tuple[ScoreView, ...]
    finisher: SeatId | None = None
    teams: tuple[TeamView, ...] = ()
    crystals: int | None = None
    earned: tuple[EarningView, ...] = ()
    thefts: tuple[TheftView, ...] = ()
    account: tuple[AccountView, ...] = ()
    gold_row: int | None = None
    goal_rows: int = 0
    aside: tuple[str, ...] = ()
