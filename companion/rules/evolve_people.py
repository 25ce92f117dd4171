"""How events of cards between people change the game: hats, hands, looks, held cards. Entered through rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.evolve_round import at, played, playing, with_marks, with_round, without_mark
from companion.state import card_events as e
from companion.state.changed import changed
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.pending import (
    AskingToll,
    ChoosingDwarf,
    Inspecting,
    Pending,
    Pioneering,
    Playing,
    Redealing,
    TakingCard,
    Vetoing,
)
from companion.state.secret import Secret


def going_on(game: Game) -> Pending:
    """What the seat on turn was doing before it was interrupted."""
    now = playing(game)
    return Pioneering(now.turn, now.progress.to_lay) if now.progress.to_lay else Playing(now.turn)


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


def _dwarf_asked(game: Game, event: e.DwarfAsked) -> Game:
    return changed(game, pending=ChoosingDwarf(event.seat, event.targets))


def _inspected(game: Game, event: e.Inspected) -> Game:
    looked = (*playing(game).inspections, (event.seat, event.target))
    pending = Inspecting(event.seat, event.target) if event.shown else Playing(event.seat)
    if event.card:
        return played(game, event.seat, 1, pending, inspections=looked)
    return with_round(game, pending, inspections=looked)


def _inspection_closed(game: Game, event: e.InspectionClosed) -> Game:
    return changed(game, pending=Playing(event.seat))


# ---- hats and hands ---------------------------------------------------------------------------------------------


def _hat_swapped(game: Game, event: e.HatSwapped) -> Game:
    swapped = played(game, event.seat, 1) if event.card else game
    now = playing(swapped)
    if now.roles is None or now.aside is None:
        return swapped
    roles = now.roles.open_for("one dwarf goes to the bottom of the spare pile")
    spare = now.aside.open_for("and the one on top of it comes")
    if not spare:
        return swapped
    seen = tuple(seat for seat in now.seen_role if seat != event.target)
    return with_round(
        swapped,
        roles=Secret(at(roles, event.target, spare[0])),
        aside=Secret((*spare[1:], roles[event.target])),
        seen_role=seen,
    )


def _hands_swapped(game: Game, event: e.HandsSwapped) -> Game:
    swapped = played(game, event.seat, 1)
    now = playing(swapped)
    mine, theirs = now.hands[event.seat], now.hands[event.target]
    hands = at(at(now.hands, event.seat, theirs), event.target, mine)
    return with_round(swapped, hands=hands, progress=changed(now.progress, no_draw=event.drawless))


def _redeal_asked(game: Game, event: e.RedealAsked) -> Game:
    return changed(game, pending=Redealing(event.seat))


def _roles_redealt(game: Game, event: e.RolesRedealt) -> Game:
    return with_round(game, Playing(playing(game).turn), roles=event.roles, seen_role=())


def _card_asked(game: Game, event: e.CardAsked) -> Game:
    return changed(game, pending=TakingCard(event.seat, event.targets))


def _card_taken(game: Game, event: e.CardTaken) -> Game:
    now = playing(game)
    hands = at(now.hands, event.target, now.hands[event.target] - 1)
    hands = at(hands, event.seat, hands[event.seat] + 1)
    return with_round(game, Playing(event.seat), hands=hands, progress=changed(now.progress, no_draw=True))


# ---- a card is held ----------------------------------------------------------------------------------------------


def _card_played(game: Game, event: e.CardPlayed) -> Game:
    return changed(game, pending=Vetoing(event.seat, event.waiting, event.command, event.by_table))


def _veto_declined(game: Game, event: e.VetoDeclined) -> Game:
    window = game.pending
    assert isinstance(window, Vetoing)
    return changed(game, pending=changed(window, waiting=_others(window.waiting, event.seat)))


def _others(seats: tuple[SeatId, ...], seat: SeatId) -> tuple[SeatId, ...]:
    return tuple(other for other in seats if other != seat)


def _card_stood(game: Game, event: e.CardStood) -> Game:
    return changed(game, pending=going_on(game))


def _card_vetoed(game: Game, event: e.CardVetoed) -> Game:
    stopped = played(game, event.seat, 1, Playing(event.seat))
    return played(stopped, event.by, 1, vetoes=playing(game).vetoes + 1)


def _toll_asked(game: Game, event: e.TollAsked) -> Game:
    return changed(game, pending=AskingToll(event.seat, event.payer, event.command, event.by_table))


def _toll_refused(game: Game, event: e.TollRefused) -> Game:
    return changed(game, pending=going_on(game))


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.CardsTraded: _cards_traded,
    e.DwarfAsked: _dwarf_asked,
    e.Inspected: _inspected,
    e.InspectionClosed: _inspection_closed,
    e.HatSwapped: _hat_swapped,
    e.HandsSwapped: _hands_swapped,
    e.RedealAsked: _redeal_asked,
    e.RolesRedealt: _roles_redealt,
    e.CardAsked: _card_asked,
    e.CardTaken: _card_taken,
    e.CardPlayed: _card_played,
    e.VetoDeclined: _veto_declined,
    e.CardStood: _card_stood,
    e.CardVetoed: _card_vetoed,
    e.TollAsked: _toll_asked,
    e.TollRefused: _toll_refused,
}
