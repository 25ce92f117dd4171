"""Nuggets that change hands: bank, teams, thieves. Part of state.commands and state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.ids import SeatId
from companion.state.secret import Secret
from companion.state.words import Command, Event

# ---- asked ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Steal(Command, word="steal"):
    """Take one nugget from somebody, or from nobody (S2A-01, S2A-03). Only the two of them know."""

    victim: Secret[SeatId | None]


# ---- done -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NuggetsPaid(Event, word="nuggets_paid"):
    """From the bank, or back to it where negative. `why`: start, share, crystals, greedy, sack, dragon, chest."""

    seat: SeatId
    nuggets: int
    why: str


@dataclass(frozen=True)
class GoldChanged(Event, word="gold_changed"):
    """The smallest gold card goes back to the pile for as many nuggets."""

    seat: SeatId
    card: Secret[int]


@dataclass(frozen=True)
class TeamsJudged(Event, word="teams_judged"):
    """For whom no door closes the way to the gold, and the crystals that count."""

    open: tuple[str, ...]
    crystals: int


@dataclass(frozen=True)
class TheftDue(Event, word="theft_due"):
    """`victims` own at least one nugget."""

    seat: SeatId
    victims: tuple[SeatId, ...]


@dataclass(frozen=True)
class NuggetStolen(Event, word="nugget_stolen"):
    """None: the thief took nothing."""

    seat: SeatId
    victim: Secret[SeatId | None]
