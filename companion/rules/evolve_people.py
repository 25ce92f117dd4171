"""How events of cards between people change the game: hats, hands, looks, held cards. Entered through rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.evolve_round import at, changed, playing, with_marks, without_mark
from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.pending import (
    AskingToll,
    Pending,
    Pioneering,
    Playing,
    Vetoing,
)


def going_on(game: Game) -> Pending:
    """What the seat on turn was doing before it was interrupted."""
    now = playing(game)
    return Pioneering(now.turn) if now.progress.to_lay else Playing(now.turn)


def _cards_traded(game: Game, event: e.CardsTraded) -> Game:
    now = playing(game)
    tools = tuple(tool for tool in now.broken[event.seat] if tool != event.tool)
    marks = without_mark(now, event.seat, event.mark)
    return with_marks(
        game,
        event.seat,
        marks,
        broken=at(now.broken, event.seat, tools),
        hands=at(now.hands, event.seat, now.hands[event.seat] - 2),
        discards=now.discards + 3,
    )


# ---- looks -----------------------------------------------------------------------------------------------------


def _inspection_closed(game: Game, event: e.InspectionClosed) -> Game:
    return changed(game, pending=Playing(playing(game).turn))


# ---- a card is held ----------------------------------------------------------------------------------------------


def _card_played(game: Game, event: e.CardPlayed) -> Game:
    return changed(game, pending=Vetoing(event.seat, event.waiting, event.command, event.by_table))


def _veto_declined(game: Game, event: e.VetoDeclined) -> Game:
    """Who is set away declines with that; it changes nothing where the card in question was undone."""
    window = game.pending
    if not isinstance(window, Vetoing):
        return game
    return changed(game, pending=changed(window, waiting=_others(window.waiting, event.seat)))


def _others(seats: tuple[SeatId, ...], seat: SeatId) -> tuple[SeatId, ...]:
    return tuple(other for other in seats if other != seat)


def _card_stood(game: Game, event: e.CardStood) -> Game:
    return changed(game, pending=going_on(game))


def _toll_asked(game: Game, event: e.TollAsked) -> Game:
    return changed(game, pending=AskingToll(event.seat, event.payer, event.command, event.by_table))


def _toll_refused(game: Game, event: e.TollRefused) -> Game:
    return changed(game, pending=going_on(game))


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.CardsTraded: _cards_traded,
    e.InspectionClosed: _inspection_closed,
    e.CardPlayed: _card_played,
    e.VetoDeclined: _veto_declined,
    e.CardStood: _card_stood,
    e.TollAsked: _toll_asked,
    e.TollRefused: _toll_refused,
}
