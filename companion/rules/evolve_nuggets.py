"""How nuggets change hands: bank, tolls, teams, thieves. Gold cards: rules.evolve_score. Entered by rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.evolve_maze import toll_left
from companion.rules.evolve_round import at, changed, playing, with_round
from companion.rules.evolve_score import ended
from companion.state import events as e
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.state.pending import Robbing
from companion.state.round import Earning, Theft
from companion.state.secret import Secret


def _added(game: Game, seat: SeatId, nuggets: int) -> Game:
    owned = game.purses[seat].open_for("nuggets come to what a seat owns")
    return changed(game, purses=at(game.purses, seat, Secret(owned + nuggets)))


def _noted(game: Game, seat: SeatId, nuggets: int, why: str) -> Game:
    return with_round(game, earned=(*playing(game).earned, Earning(seat, nuggets, why)))


def _nuggets_paid(game: Game, event: e.NuggetsPaid) -> Game:
    paid = _added(game, event.seat, event.nuggets)
    return _noted(changed(paid, bank=game.bank + event.nuggets), event.seat, event.nuggets, event.why)


def _gold_changed(game: Game, event: e.GoldChanged) -> Game:
    value = event.card.open_for("this card goes back to the pile")
    cards = list(game.gold[event.seat].open_for("a card is taken out of what the seat owns"))
    cards.remove(value)
    changed_gold = changed(game, gold=at(game.gold, event.seat, Secret(tuple(cards))), bank=game.bank + value)
    return _added(changed_gold, event.seat, value)


def _toll_paid(game: Game, event: e.TollPaid) -> Game:
    left = toll_left(game, event)
    if game.gold_supply is Supply.CARDS or event.payer == event.owner:
        return left
    moved = _added(_added(left, event.payer, -1), event.owner, 1)
    return _noted(_noted(moved, event.payer, -1, "toll"), event.owner, 1, "toll")


def _teams_judged(game: Game, event: e.TeamsJudged) -> Game:
    return with_round(game, ending=changed(ended(game), open_teams=event.open, crystals=event.crystals))


def _theft_due(game: Game, event: e.TheftDue) -> Game:
    return changed(game, pending=Robbing(event.seat, event.victims))


def _nugget_stolen(game: Game, event: e.NuggetStolen) -> Game:
    thefts = (*ended(game).thefts, Theft(event.seat, event.victim))
    noted = with_round(game, ending=changed(ended(game), thefts=thefts))
    victim = event.victim.open_for("the nugget goes to the thief")
    return noted if victim is None else _added(_added(noted, victim, -1), event.seat, 1)


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.NuggetsPaid: _nuggets_paid,
    e.GoldChanged: _gold_changed,
    e.TollPaid: _toll_paid,
    e.TeamsJudged: _teams_judged,
    e.TheftDue: _theft_due,
    e.NuggetStolen: _nugget_stolen,
}
