"""What goals, chests and postcards have to say of themselves, which nobody holds in his hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.cards.asked import Ask, suits
from companion.cards.card import Happening
from companion.editions.cards import GoalCard, GoalKind
from companion.editions.ruleset import Ruleset
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round
from companion.state.words import Command

C = TypeVar("C", bound=Command)
P = TypeVar("P")


class Telling(Protocol):
    """A decision that is being told, with the game as it stands after each event: rules.evolve."""

    game: Game

    @property
    def round(self) -> Round: ...
    def tell(self, *events: Event) -> None: ...


@dataclass(frozen=True)
class Answer(Generic[C, P]):
    """What a seat says when it is asked in the middle of a turn, its own or not; then that turn goes on.

    key : what is asked, on pages; icon : its picture, under its key where nothing is said
    pending : the question; then : what follows, or why it cannot be
    ways : all that may be said to it
    asks : what is said
    begun_by : whether this event began the step that it only answers, and with which it is taken back
    in_maze : it is about cells as they lie, so the table puts nothing right until it has been said
    for_the_away : the first of its ways is pressed for who is away (AWAY-2); else the table says it for him, as hands
        at the table do what is to be done
    left : what becomes of the question when somebody leaves, he who is asked or another
    """

    key: str
    command: type[C]
    pending: type[P]
    then: Callable[[Game, P, C], tuple[Event, ...] | Refusal]
    ways: Callable[[Game, P], Iterable[C]]
    asks: tuple[Ask, ...] = ()
    begun_by: Callable[[Event], bool] | None = None
    in_maze: bool = False
    for_the_away: bool = False
    left: Callable[[Telling, P], None] | None = None
    icon: str = ""

    def __post_init__(self) -> None:
        if not suits(self.command, self.asks):
            raise TypeError(f"{self.key}: {self.command.__name__} has no field for what is asked")


@dataclass(frozen=True)
class Chest:
    """`number` as CHEST-05 gives it; `told`: the line for all; `opened`: what it does for whoever opened it."""

    number: int
    told: str
    opened: Callable[[Telling, SeatId], None]
    events: tuple[Happening[Any], ...] = ()
    answer: Answer[Any, Any] | None = None


@dataclass(frozen=True)
class Goal:
    """`turned`: what it does when it is turned over, beside ending the round (CHAL-02)."""

    kind: GoalKind
    turned: Callable[[Telling, SeatId, GoalCard], None]


@dataclass(frozen=True)
class Site:
    """A postcard that tunnels lead to. `key`: its name on pages; `lies`: whether it is played with.

    reached : what it does for the first who reaches it; True where chance has to act before the turn goes on
    """

    key: str
    lies: Callable[[Ruleset], bool]
    reached: Callable[[Telling, SeatId], bool]
    events: tuple[Happening[Any], ...] = ()
