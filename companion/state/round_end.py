"""The end of a round and of the game, asked and done: roles, gold, scores. Part of state.commands and state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.ids import SeatId
from companion.state.secret import Secret
from companion.state.words import Command, Event

# ---- asked ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EndRound(Command, word="end_round"):
    """Nobody has a playable card left (END-08), as the table says: the app does not see hands."""

    forced: bool = False


@dataclass(frozen=True)
class TellRole(Command, word="tell_role"):
    """With printed roles: who was what, told at the end of a round; anew until somebody says that it was so
    (AgreeRoles)."""

    seat: SeatId
    role: str


@dataclass(frozen=True)
class AgreeRoles(Command, word="agree_roles"):
    """All printed roles are told, and that is how it was: none is told otherwise from now on."""


@dataclass(frozen=True)
class TakeGold(Command, word="take_gold"):
    """Keep one of the gold cards in hand and pass the rest on; `index` counts in the cards as shown to this seat."""

    index: int


@dataclass(frozen=True)
class TellGold(Command, word="tell_gold"):
    """With printed gold cards: how many nuggets this seat owns, told once at the end of the game."""

    seat: SeatId
    nuggets: int


@dataclass(frozen=True)
class NextRound(Command, word="next_round"):
    """`joining`: the names of the newcomers, who sit down now."""

    joining: tuple[str, ...] = ()


# ---- done -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundEnded(Event, word="round_ended"):
    """`reason`: gold, spider, hands_empty, no_playable or table; `reached`: an unbroken path joins start and gold."""

    reason: str
    reached: bool
    finisher: SeatId | None


@dataclass(frozen=True)
class RolesAsked(Event, word="roles_asked"):
    """The printed roles are to be told, to share the gold."""


@dataclass(frozen=True)
class RoleTold(Event, word="role_told"):
    seat: SeatId
    role: str


@dataclass(frozen=True)
class RolesShown(Event, word="roles_shown"):
    """END-09: all dwarves are turned over."""

    roles: tuple[str, ...]


@dataclass(frozen=True)
class GoldDue(Event, word="gold_due"):
    """Chance draws so many gold cards."""

    cards: int


@dataclass(frozen=True)
class GoldDealt(Event, word="gold_dealt"):
    """`order`: who takes one card after the other."""

    values: Secret[tuple[int, ...]]
    order: tuple[SeatId, ...]


@dataclass(frozen=True)
class GoldTaken(Event, word="gold_taken"):
    seat: SeatId
    value: Secret[int]


@dataclass(frozen=True)
class GoldPaid(Event, word="gold_paid"):
    """Gold cards from the pile. `nuggets` is what was due and is public; the cards may be worth less (GOLD-10)."""

    seat: SeatId
    cards: Secret[tuple[int, ...]]
    nuggets: int


@dataclass(frozen=True)
class RoundScored(Event, word="round_scored"):
    """`winners`: as in RoundResult; `winning`: the seats, empty where roles are not known."""

    winners: str
    winning: tuple[SeatId, ...]


@dataclass(frozen=True)
class GoldAsked(Event, word="gold_asked"):
    """The printed gold of all rounds is to be told."""


@dataclass(frozen=True)
class GoldTold(Event, word="gold_told"):
    seat: SeatId
    nuggets: int


@dataclass(frozen=True)
class GameEnded(Event, word="game_ended"):
    nuggets: tuple[int, ...]
    winners: tuple[SeatId, ...]
