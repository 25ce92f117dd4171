"""How the end of a round and of the game change the game: roles, gold, results. Entered through rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.evolve_round import at, changed, playing
from companion.state import events as e
from companion.state.game import Game, RoundResult
from companion.state.pending import (
    DealingGold,
    Drafting,
    GameOver,
    Pending,
    RoundOver,
    TellingGold,
    TellingRoles,
)
from companion.state.round import Draft, Ending
from companion.state.secret import Secret


def ended(game: Game) -> Ending:
    """How the round ended. Raises where a programmer asks before it did."""
    ending = playing(game).ending
    if ending is None:
        raise ValueError("the round has not ended")
    return ending


def _ending(game: Game, pending: Pending | None = None, **changes: Any) -> Game:
    now = changed(playing(game), ending=changed(ended(game), **changes))
    return changed(game, round=now, pending=pending or game.pending)


def _round_ended(game: Game, event: e.RoundEnded) -> Game:
    ending = Ending(event.reason, event.reached, event.finisher, paid=tuple(Secret(()) for _ in game.seats))
    return changed(game, round=changed(playing(game), ending=ending, due=()))


def _roles_asked(game: Game, event: e.RolesAsked) -> Game:
    return changed(game, pending=TellingRoles(tuple(range(len(game.seats)))))


def _role_told(game: Game, event: e.RoleTold) -> Game:
    told = at(playing(game).told_roles, event.seat, event.role)
    missing = tuple(seat for seat, role in enumerate(told) if role is None)
    return changed(game, round=changed(playing(game), told_roles=told), pending=TellingRoles(missing))


def _roles_shown(game: Game, event: e.RolesShown) -> Game:
    return _ending(game, shown_roles=event.roles)


def _gold_due(game: Game, event: e.GoldDue) -> Game:
    return _ending(game, DealingGold(event.cards), to_take=event.cards)


def _gold_dealt(game: Game, event: e.GoldDealt) -> Game:
    draft = Draft(event.order, event.values)
    return changed(game, round=changed(playing(game), draft=draft), pending=Drafting(event.order[0]))


def _gold_taken(game: Game, event: e.GoldTaken) -> Game:
    value = event.value.open_for("the card goes from the draft to its owner")
    now = playing(game)
    if now.draft is None:
        raise ValueError("no gold is going round")
    left = list(now.draft.values.open_for("one card is taken out of those going round"))
    left.remove(value)
    order = now.draft.order[1:]
    draft = Draft(order, Secret(tuple(left))) if order else None
    taken = changed(game, round=changed(now, draft=draft))
    paid = _paid(taken, event.seat, (value,))
    return changed(paid, pending=Drafting(order[0])) if order else paid


def _gold_paid(game: Game, event: e.GoldPaid) -> Game:
    return _paid(game, event.seat, event.cards.open_for("the cards go from the pile to their owner"))


def _paid(game: Game, seat: int, cards: tuple[int, ...]) -> Game:
    if playing(game).ending is None:  # a chest's gold, in the middle of a round
        return changed(game, gold=at(game.gold, seat, _more(game.gold[seat], cards)))
    paid = ended(game).paid
    return changed(
        _ending(game, paid=at(paid, seat, _more(paid[seat], cards))),
        gold=at(game.gold, seat, _more(game.gold[seat], cards)),
    )


def _more(held: Secret[tuple[int, ...]], cards: tuple[int, ...]) -> Secret[tuple[int, ...]]:
    return Secret(held.open_for("cards are added to what a seat owns") + cards)


def _round_scored(game: Game, event: e.RoundScored) -> Game:
    ending = ended(game)
    result = RoundResult(
        number=playing(game).number,
        winners=event.winners,
        reason=ending.reason,
        finisher=ending.finisher,
        winning=event.winning,
        roles=ending.shown_roles,
        paid=ending.paid,
        open_teams=ending.open_teams,
        crystals=ending.crystals,
        earned=playing(game).earned,
        thefts=ending.thefts,
    )
    return changed(game, results=(*game.results, result), pending=RoundOver())


def _gold_asked(game: Game, event: e.GoldAsked) -> Game:
    seats = range(len(game.seats))
    return changed(game, told_gold=tuple(None for _ in seats), pending=TellingGold(tuple(seats)))


def _gold_told(game: Game, event: e.GoldTold) -> Game:
    told = at(game.told_gold, event.seat, event.nuggets)
    missing = tuple(seat for seat, nuggets in enumerate(told) if nuggets is None)
    return changed(game, told_gold=told, pending=TellingGold(missing))


def _game_ended(game: Game, event: e.GameEnded) -> Game:
    return changed(game, nuggets=event.nuggets, winners=event.winners, pending=GameOver())


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.RoundEnded: _round_ended,
    e.RolesAsked: _roles_asked,
    e.RoleTold: _role_told,
    e.RolesShown: _roles_shown,
    e.GoldDue: _gold_due,
    e.GoldDealt: _gold_dealt,
    e.GoldTaken: _gold_taken,
    e.GoldPaid: _gold_paid,
    e.RoundScored: _round_scored,
    e.GoldAsked: _gold_asked,
    e.GoldTold: _gold_told,
    e.GameEnded: _game_ended,
}
