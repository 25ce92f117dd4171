"""The fourth chest: one card more is drawn."""

from __future__ import annotations

from companion.cards.chests.chores import CHORES, DRAWS, FINISH, ChoreAsked, DrawsChanged
from companion.cards.found import Chest, Telling
from companion.state.commands import SeatId


def opened(decision: Telling, seat: SeatId) -> None:
    decision.tell(DrawsChanged(seat, off=False, more=1))
    if decision.round.pile:
        decision.tell(ChoreAsked(seat, "draw_more", 1))


CHEST = Chest(4, "chest_one_more", opened, (DRAWS, *CHORES), FINISH)
