"""What several chests do: another draw at the end of the turn, and what hands do with the real cards. No chest."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Happening, silent
from companion.cards.found import Answer
from companion.rules.evolve_round import changed, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import DoingChore, Playing
from companion.state.words import Command


@dataclass(frozen=True)
class FinishChore(Command, word="finish_chore"):
    """What a chest said was done with the cards."""


@dataclass(frozen=True)
class DrawsChanged(Event, word="draws_changed"):
    """This turn's draw: none where `off`, so many `more`."""

    seat: SeatId
    off: bool
    more: int = 0


@dataclass(frozen=True)
class ChoreAsked(Event, word="chore_asked"):
    """What a chest has hands do with the real cards; the counts are changed already, or at the turn's end.

    `chore`: draw_nothing, draw_more, keep_drawn (one of so many `cards` from the pile), keep_discarded (one of so many
    of the shuffled discards), throw_pile (so many off the pile) or take_gold (printed: a card worth one)
    """

    seat: SeatId
    chore: str
    cards: int


@dataclass(frozen=True)
class ChoreDone(Event, word="chore_done"):
    """What a chest asked of this seat is asked no more."""

    seat: SeatId


def change_draws(game: Game, event: DrawsChanged) -> Game:
    done = playing(game).progress
    return with_round(game, progress=changed(done, no_draw=done.no_draw or event.off, more=done.more + event.more))


def ask(game: Game, event: ChoreAsked) -> Game:
    return changed(game, pending=DoingChore(event.seat, event.chore, event.cards))


def finish(game: Game, event: ChoreDone) -> Game:
    return changed(game, pending=Playing(playing(game).turn))


def finished(game: Game, pending: DoingChore, command: FinishChore) -> tuple[Event, ...]:
    return (ChoreDone(pending.seat),)


def is_begun(event: Event) -> bool:
    return isinstance(event, ChoreAsked)


DRAWS = Happening(DrawsChanged, change_draws, silent)
CHORES = (Happening(ChoreAsked, ask, silent), Happening(ChoreDone, finish, silent))
FINISH = Answer(
    "chore", FinishChore, DoingChore, finished, lambda game, pending: (FinishChore(),), begun_by=is_begun, icon="chest"
)
