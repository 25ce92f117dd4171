"""A whole game as it stands, from the lobby to the final scores. Frozen; `rules.evolve` makes the next one."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.editions.ruleset import Ruleset
from companion.state.commands import SeatId, Supply
from companion.state.pending import AtLobby, Pending
from companion.state.round import Round
from companion.state.seats import Seat
from companion.state.secret import Secret


@dataclass(frozen=True)
class RoundResult:
    """How a round ended, as everybody may know it. `paid` holds each seat's gold cards of this round, by value.

    winners : miners, saboteurs, greedy or nobody
    reason : gold, hands_empty, no_playable or table
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


@dataclass(frozen=True)
class Game:
    """`gold` holds each seat's gold cards of all rounds, by value; empty tuples where printed gold is used.

    told_gold : what the seats told at the end of a game with printed gold
    winners, nuggets : only when the game is over; ties share (NEXT-03)
    """

    ruleset: Ruleset
    roles: Supply = Supply.APP
    goals: Supply = Supply.APP
    gold_supply: Supply = Supply.APP
    seats: tuple[Seat, ...] = ()
    pending: Pending = field(default_factory=AtLobby)
    round: Round | None = None
    gold: tuple[Secret[tuple[int, ...]], ...] = ()
    results: tuple[RoundResult, ...] = ()
    told_gold: tuple[int | None, ...] = ()
    nuggets: tuple[int, ...] = ()
    winners: tuple[SeatId, ...] = ()
