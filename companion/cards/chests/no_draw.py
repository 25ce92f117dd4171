"""The third chest: no card is drawn."""

from __future__ import annotations

from companion.cards.chests.chores import CHORES, DRAWS, FINISH, ChoreAsked, DrawsChanged
from companion.cards.found import Chest, Telling
from companion.state.commands import SeatId


def opened(decision: Telling, seat: SeatId) -> None:
    decision.tell(DrawsChanged(seat, off=True))
    if decision.round.pile:
        decision.tell(ChoreAsked(seat, "draw_nothing", 0))


CHEST = Chest(3, "chest_no_draw", opened, (DRAWS, *CHORES), FINISH)
