"""The first chest: a nugget."""

from __future__ import annotations

from companion.cards.chests.chores import CHORES, FINISH, ChoreAsked
from companion.cards.found import Chest, Telling
from companion.editions.parameters import Scoring
from companion.rules import purses
from companion.state.commands import SeatId, Supply
from companion.state.events import GoldPaid
from companion.state.secret import Secret


def opened(decision: Telling, seat: SeatId) -> None:
    """With gold cards one of that value, while there is one."""
    game = decision.game
    cards = game.ruleset.scoring is Scoring.GOLD_CARDS and game.gold_supply is Supply.APP
    if cards and 1 in purses.gold_pile(game):
        decision.tell(GoldPaid(seat, Secret((1,)), 1))
    else:
        purses.pay(decision, seat, 1, "chest")
    if game.gold_supply is Supply.CARDS:
        decision.tell(ChoreAsked(seat, "take_gold", 1))


CHEST = Chest(1, "chest_gold", opened, CHORES, FINISH)
