"""What a viewer may do now, in the window's words. Rules decide it."""

from __future__ import annotations

from companion.editions.cards import Mark, Tool
from companion.rules.corrections import corrections
from companion.rules.options import options
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.pending import Robbing
from companion.views.model import CardOfferView, EndView, FixView, OffersView, PayersView


def offers_for(game: Game, me: SeatId | None, *, undo: bool) -> OffersView:
    now = options(game, me)
    return OffersView(
        place=now.place,
        cards=tuple(CardOfferView(card, ways) for card, ways in now.cards),
        discards=now.discards,
        choose_goal=now.choose_goal,
        next_round=now.next_round,
        see_result=now.see_result,
        agree_roles=now.agree_roles,
        undo=undo,
        trade_tools=tuple(card for card in now.trade if isinstance(card, Tool)),
        trade_marks=tuple(card for card in now.trade if isinstance(card, Mark)),
        stop_pioneering=now.stop_pioneering,
        set_toll=tuple(EndView(cell, side) for cell, side in now.set_toll),
        pay_toll=tuple(PayersView(cell, seats) for cell, seats in now.pay_toll),
        can_pay=now.can_pay,
        veto=now.veto,
        decline=isinstance(game.pending, Robbing) and me == game.pending.seat and game.ruleset.thief_may_decline,
    )


def fixes_for(game: Game, me: SeatId | None) -> FixView:
    if me is not None:
        return FixView()
    now = corrections(game)
    return FixView(now.under_way, now.turn, now.end_round, now.chests)
