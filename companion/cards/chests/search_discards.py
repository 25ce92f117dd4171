"""The ninth chest: one of the shuffled discards is kept, instead of drawing."""

from __future__ import annotations

from companion.cards import treasure_finder
from companion.cards.chests.chores import CHORES, FINISH, ChoreAsked
from companion.cards.found import Chest, Telling
from companion.rules import draws
from companion.state.commands import SeatId


def opened(decision: Telling, seat: SeatId) -> None:
    looked, kept = draws.searched(decision.game, seat)
    decision.tell(treasure_finder.DiscardsSearched(seat, looked, kept, card=False))
    if looked or decision.round.pile:
        decision.tell(ChoreAsked(seat, "keep_discarded", looked))


CHEST = Chest(9, "chest_search", opened, (*treasure_finder.CARD.events, *CHORES), FINISH)
