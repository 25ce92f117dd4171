"""The eighth chest: another player's dwarf is looked at, as with the card for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cards import inspect
from companion.cards.asked import PLAYER
from companion.cards.card import Happening, silent
from companion.cards.found import Answer, Chest, Telling
from companion.rules.evolve_round import changed
from companion.state.commands import SeatId, Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import ChoosingDwarf
from companion.state.refusals import Refusal


@dataclass(frozen=True)
class DwarfAsked(Event, word="dwarf_asked"):
    """Whose dwarf does this seat look at?"""

    seat: SeatId
    targets: tuple[SeatId, ...]


def opened(decision: Telling, seat: SeatId) -> None:
    others = tuple(other for other in range(len(decision.game.seats)) if other != seat)
    decision.tell(DwarfAsked(seat, others))


def looked(game: Game, pending: ChoosingDwarf, command: inspect.Inspect) -> tuple[Event, ...] | Refusal:
    if command.target not in pending.targets:
        return Refusal("not_among_these")
    return (inspect.Inspected(pending.seat, command.target, shown=game.roles_supply is Supply.APP, card=False),)


def ways(game: Game, pending: ChoosingDwarf) -> Iterator[inspect.Inspect]:
    return (inspect.Inspect(target) for target in pending.targets)


def ask(game: Game, event: DwarfAsked) -> Game:
    return changed(game, pending=ChoosingDwarf(event.seat, event.targets))


CHEST = Chest(
    8, "chest_dwarf", opened,
    (Happening(DwarfAsked, ask, silent), *inspect.CARD.events),
    Answer("choose_dwarf", inspect.Inspect, ChoosingDwarf, looked, ways, asks=(PLAYER,), for_the_away=True),
)  # fmt: skip
