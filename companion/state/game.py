"""A whole game as it stands, from the lobby to the final scores. Frozen; `rules.evolve` makes the next one."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.state.commands import GoalCard, SeatId, Supply
from companion.state.pending import AtLobby, GameOver, Pending, TellingGold
from companion.state.round import Earning, Round, Seat, Theft
from companion.state.secret import Secret


@dataclass(frozen=True)
class RoundResult:
    """How a round ended, as everybody may know it. `paid` holds each seat's gold cards of this round, by value.

    Seats have the numbers of now; whoever sat down after this round comes behind the end of `roles` and `paid`.

    winners : miners, saboteurs, greedy or nobody; with teams those that won, joined by _and_, or unknown where the
        printed dwarves were not told
    reason : gold, spider, hands_empty, no_playable or table
    winning : the seats that won; empty where the app does not know the roles
    roles : by seat; None where printed roles were not told
    """

    number: int
    winners: str
    reason: str
    finisher: SeatId | None
    winning: tuple[SeatId, ...]
    roles: tuple[str, ...] | None
    paid: tuple[Secret[tuple[int, ...]], ...]
    open_teams: tuple[str, ...] = ()
    crystals: int = 0
    earned: tuple[Earning, ...] = ()
    thefts: tuple[Theft, ...] = ()


@dataclass(frozen=True)
class Game:
    """`gold` holds each seat's gold cards of all rounds, by value; empty tuples where printed gold is used.

    roles_supply, goals_supply, gold_supply : who brings them; which they are, is the round's
    before : the round before this one, as it ended
    told_gold : what the seats told at the end of a game with printed gold
    winners, nuggets : only when the game is over; ties share (NEXT-03)
    purses : each seat's nuggets, beside the gold cards; whether a purse is empty is its owner's secret
    bank : nuggets that have left the bank
    paused : nobody plays until the table goes on
    seating : while people press in the order in which they sit, the place of whoever presses next
    turn_time_s : see Configure; the clock itself is no part of a game
    left : who got up this evening, each name once: whoever comes back gets his colour again, if nobody has it
    goals_aside, chests_aside, covers_aside : what was not laid in the last round, and is laid first in the next
    """

    ruleset: Ruleset
    roles_supply: Supply = Supply.APP
    goals_supply: Supply = Supply.APP
    gold_supply: Supply = Supply.APP
    seats: tuple[Seat, ...] = ()
    pending: Pending = field(default_factory=AtLobby)
    round: Round | None = None
    before: Round | None = None
    gold: tuple[Secret[tuple[int, ...]], ...] = ()
    results: tuple[RoundResult, ...] = ()
    told_gold: tuple[int | None, ...] = ()
    nuggets: tuple[int, ...] = ()
    winners: tuple[SeatId, ...] = ()
    purses: tuple[Secret[int], ...] = ()
    bank: int = 0
    goals_aside: Secret[tuple[GoalCard, ...]] = field(default_factory=lambda: Secret(()))
    chests_aside: Secret[tuple[int, ...]] = field(default_factory=lambda: Secret(()))
    paused: bool = False
    covers_aside: Secret[tuple[Face, ...]] = field(default_factory=lambda: Secret(()))
    turn_time_s: int = 0
    left: tuple[Seat, ...] = ()
    seating: SeatId | None = None

    @property
    def counts_printed_gold(self) -> bool:
        """The last round is over, and each tells what he has; a slip is put right until the next game."""
        return isinstance(self.pending, TellingGold) or (isinstance(self.pending, GameOver) and bool(self.told_gold))

    def has_seat(self, number: int) -> bool:
        return 0 <= number < len(self.seats)
