"""The moment after a card was played in which the others may veto it (WC19). What it does then: rules.decide.

All with a card in hand are asked alike, also at the demo table, whose hands the app deals: a question for the holder
only, or a pause only where there is a holder, would tell the others that a veto is about.
"""

from __future__ import annotations

from typing import Any

from companion.cards.register import card_named, card_of, card_played, vetoes_in
from companion.rules.course import begin_turn, cards_due, draw
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.rules.playable import why_not
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat, ByTable, Command, SeatId
from companion.state.game import Game
from companion.state.pending import Pioneering, Playing, Vetoing, may_answer
from companion.state.refusals import Refusal
from companion.state.round import next_seat


def may_come(game: Game, command: Command) -> tuple[SeatId, ...]:
    """In a deck with vetoes, who could veto this card: everybody else with a card in hand, while one may be about."""
    pending, rules = game.pending, game.ruleset
    if not _is_a_card(command) or not isinstance(pending, Playing | Pioneering):
        return ()
    now, vetoes = playing(game), vetoes_in(rules)
    if not vetoes:
        return ()
    comes_back = rules.chests > 0 or any(card_named(deed).traits.returns_discards for deed in rules.deeds)
    if now.vetoes >= vetoes and not comes_back:
        return ()
    return tuple(seat for seat, cards in enumerate(now.hands) if cards and seat != pending.seat)


def _is_a_card(command: Command) -> bool:
    """A path or action card; not a pass, nor what is done with cards thrown away."""
    card = card_of(command)
    return isinstance(command, c.PlacePath) or (card is not None and card.traits.may_be_vetoed)


def hold(game: Game, by: Actor, command: Command, waiting: tuple[SeatId, ...]) -> Decision:
    return Decision(game, e.CardPlayed(playing(game).turn, command, waiting, by_table=isinstance(by, ByTable)))


def let_stand(game: Game, by: Actor, command: c.LetStand) -> Outcome:
    """Everybody has let it stand where the last event is `CardStood`."""
    window = game.pending
    if not isinstance(window, Vetoing):
        return Refusal("not_now")
    if isinstance(by, BySeat) and not may_answer(window, by.seat):
        return Refusal("not_now")
    if isinstance(by, BySeat) and len(window.waiting) > 1:
        return Decision(game, e.VetoDeclined(by.seat))
    return Decision(game, e.CardStood(window.seat))


def veto(game: Game, by: Actor, command: Any) -> Outcome:
    """command : of a card that is played in another's turn, by `command.seat`"""
    window, card = game.pending, card_played(command)
    if not isinstance(window, Vetoing):
        return Refusal("not_now")
    if isinstance(by, BySeat) and by.seat != command.seat:
        return Refusal("only_the_table")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    refusal = why_not(game, command.seat, card, command)
    if refusal or command.seat not in window.waiting:
        return refusal or Refusal("not_now")
    decision = Decision(game)
    decision.tell(*card.happen(game, command.seat, command))
    draw(decision, window.seat, cards_due(decision, vetoed=True))
    draw(decision, command.seat, 1)
    begin_turn(decision, next_seat(window.seat, len(game.seats), decision.round.direction))
    return decision
