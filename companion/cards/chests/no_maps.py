"""The second chest: maps look at goals no more."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Happening, silent
from companion.cards.found import Chest, Telling
from companion.rules.evolve_round import with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game


@dataclass(frozen=True)
class MapsBarred(Event, word="maps_barred"):
    seat: SeatId


def opened(decision: Telling, seat: SeatId) -> None:
    decision.tell(MapsBarred(seat))


def change(game: Game, event: MapsBarred) -> Game:
    return with_round(game, maps_barred=True)


CHEST = Chest(2, "chest_no_maps", opened, (Happening(MapsBarred, change, silent),))
