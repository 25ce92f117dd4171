"""A postcard that gives whoever reaches it first another dwarf (FASH-01)."""

from __future__ import annotations

from companion.cards.found import Site, Telling
from companion.cards.new_dwarf import BY_THE_MAZE, HatSwapped
from companion.state.commands import SeatId


def reached(decision: Telling, seat: SeatId) -> bool:
    decision.tell(HatSwapped(seat, seat, card=False))
    return False


SITE = Site("new_dwarf", lambda rules: rules.dwarf_changes > 0, reached, (BY_THE_MAZE,))
