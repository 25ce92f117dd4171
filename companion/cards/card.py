"""What a card has to say of itself, as plain values and functions; nothing here knows which cards there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, Generic, TypeVar

from companion.cards.asked import CELL, Ask, Way, What, clash, suits
from companion.cards.deck import Deck
from companion.cards.liking import Liking, likes_all
from companion.editions.cards import Mark, Tool
from companion.maze.geometry import Cell
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Fact, Refusal
from companion.state.secret import Secret
from companion.state.words import Command

C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Said = tuple[str, dict[str, Fact]]  # a line's code and its facts
Teller = Callable[[E, SeatId | None], Said | None]  # what the viewer in this seat hears, None: the table


# ---- what happens -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Happening(Generic[E]):
    """An event of a card.

    change : the game after it; tell : the line for a viewer; hands : what becomes of the cards in a simulated deck
    lifts, lays : the cell from which it takes a card of the maze, the one into which it puts it
    moves_goal : a goal lies elsewhere: from where, to where
    opens_look : somebody is shown something on his own phone until he has seen enough (ClosePeek)
    shows : somebody has learnt from this program who he or another is, so nothing is taken back over it
    looks : the goal or chest that this program showed to whoever played
    when : which events of this kind are this card's, where several cards bring them about
    """

    event: type[E]
    change: Callable[[Game, E], Game]
    tell: Teller[E]
    hands: Callable[[Deck, E], None] | None = None
    lifts: Callable[[E], Cell] | None = None
    lays: Callable[[E], Cell] | None = None
    moves_goal: Callable[[E], tuple[Cell, Cell]] | None = None
    opens_look: bool = False
    shows: Callable[[Game, E], bool] = lambda game, event: False
    looks: Callable[[E], Cell | None] = lambda event: None
    when: Callable[[E], bool] = lambda event: True

    @property
    def removes(self) -> bool:
        """It takes a card of the maze away."""
        return self.lifts is not None and self.lays is None


def to_all(code: str, *names: str) -> Callable[[Any, SeatId | None], Said]:
    """The same line for everybody, with these facts of the event."""
    return lambda event, me: (code, {name: getattr(event, name) for name in names})


def silent(event: Any, me: SeatId | None) -> None:
    """Another line says it, or the question that follows does."""


# ---- the card ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Traits:
    """may_be_vetoed : while others may veto what was played
    while_broken : also by a seat that may lay no path card
    private : it shows or keeps a secret of whoever plays it, so he presses his own phone, not the table's screen
    peeks : it shows a goal; what was seen cannot be unseen, so whoever takes it back may only look there again
    in_anothers_turn : it stops the card that another has just played, and the round counts it among the vetoes;
        its command names its `seat`
    returns_discards : it may bring a card out of the discards again
    """

    may_be_vetoed: bool = True
    while_broken: bool = True
    private: bool = False
    peeks: bool = False
    in_anothers_turn: bool = False
    returns_discards: bool = False


LIKED = likes_all(2.0)

_READ: Mapping[str, Callable[[Way], Any]] = {  # what a command holds, from the way in which it is played
    "target": attrgetter("seat"),
    "tool": attrgetter("tool"),
    "cell": lambda way: way.cells[0] if way.cells else None,
    "cells": attrgetter("cells"),
    "turned": attrgetter("turned"),
    "toll_payer": lambda way: None,
}


@dataclass(frozen=True)
class Card(Generic[C]):
    """`key` is the card's name in the boxes, in texts, pictures and addresses; `rules` its paragraphs in the rulebooks.

    judge : why this seat may not play it so, None where it may; happen : the events
    asks : what the player says, in this order; ways : all the ways in which it could be played, judged or not, where
        they do not follow from what is asked
    events : those that only this card brings about
    mark : what lies before a player by it; icon : its picture, under its key where nothing is said
    cracks : the tools on it are drawn broken
    liked : how a simulated player weighs the ways, from what his own phone shows him
    sign : what stands for it in the line of a move, where that is not its command's word
    """

    key: str
    command: type[C]
    judge: Callable[[Game, SeatId, C], Refusal | None]
    happen: Callable[[Game, SeatId, C], tuple[Event, ...]]
    asks: tuple[Ask, ...] = ()
    ways: Callable[[Game, SeatId], Iterable[Way]] | None = None
    events: tuple[Happening[Any], ...] = ()
    traits: Traits = field(default_factory=Traits)
    mark: Mark | None = None
    icon: str = ""
    cracks: bool = False
    liked: Liking = LIKED
    rules: tuple[str, ...] = ()
    sign: str = ""

    def __post_init__(self) -> None:
        if not suits(self.command, self.asks):
            raise TypeError(f"{self.key}: {self.command.__name__} has no field for what is asked")
        if why := clash(self.asks):
            raise TypeError(f"{self.key}: {why}")

    @property
    def removes(self) -> bool:
        """It takes a card of the maze away."""
        return any(one.removes for one in self.events)

    @property
    def seen_whole(self) -> bool:
        """Which card of the maze is gone says all that it asks."""
        return self.removes and self.asks == (CELL,)

    @property
    def digs(self) -> bool:
        """It puts a card into the maze, which may reach something by it."""
        return any(one.lays is not None for one in self.events)

    @property
    def is_seen(self) -> bool:
        """The camera can see that it was played: another maze lies on the table."""
        return self.removes or self.digs

    def asked_for(self, what: What) -> bool:
        return any(ask.what is what for ask in self.asks)

    def played(self, way: Way, *, payer: SeatId | None = None, yes: bool = False) -> C:
        """The command that plays it so.

        payer : of the toll, where one is due; yes : what only the player may know
        """
        said = {name: read(way) for name, read in self._reads}
        if payer is not None and "toll_payer" in said:
            said["toll_payer"] = payer
        for name in self._secrets:
            said[name] = Secret(yes)
        return self.command(**said)

    @cached_property
    def _reads(self) -> tuple[tuple[str, Callable[[Way], Any]], ...]:
        """The command's fields that a way fills, and with what; every way of every card in a hand is tried."""
        return tuple((name, _READ[name]) for ask in self.asks if not ask.name for name in ask.fields)

    @cached_property
    def _secrets(self) -> tuple[str, ...]:
        """The command's fields that hold a yes or no."""
        return tuple(ask.name for ask in self.asks if ask.name)

    def way_of(self, command: Command) -> Way:
        """What everybody saw of it."""
        cells = getattr(command, "cells", ()) or tuple(filter(None, [getattr(command, "cell", None)]))
        about = {name: getattr(command, name, None) for name in ("target", "tool")}
        return Way(about["target"], about["tool"], cells, bool(getattr(command, "turned", False)))

    def tools_of(self, command: Command) -> tuple[Tool, ...]:
        """The tools that must be drawn on the real card."""
        tool = getattr(command, "tool", None)
        return (*getattr(command, "card", ()), *((tool,) if tool else ()))


def never_refused(game: Game, seat: SeatId, command: Command) -> Refusal | None:
    return None
