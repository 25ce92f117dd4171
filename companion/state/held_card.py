"""A card that lies on the table and waits for those who may veto it. Part of state.commands and state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.ids import SeatId
from companion.state.words import Command, Event

# ---- asked ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LetStand(Command, word="let_stand"):
    """No veto: from a seat, its own; from the table, everybody's."""


# ---- done -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardPlayed(Event, word="card_played"):
    """It lies on the table and does nothing yet: these seats may veto it. `by_table`: the table played it."""

    seat: SeatId
    command: Command
    waiting: tuple[SeatId, ...]
    by_table: bool


@dataclass(frozen=True)
class VetoDeclined(Event, word="veto_declined"):
    seat: SeatId


@dataclass(frozen=True)
class CardStood(Event, word="card_stood"):
    """Nobody vetoed; it does what it does."""

    seat: SeatId


@dataclass(frozen=True)
class CardVetoed(Event, word="card_vetoed"):
    """By a card: see companion.cards."""

    seat: SeatId
    by: SeatId
