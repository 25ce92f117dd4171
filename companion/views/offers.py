"""What a viewer may do now, in the window's words. Rules decide it."""

from __future__ import annotations

from companion.editions.cards import Mark, Tool
from companion.rules.corrections import corrections
from companion.rules.evolve_round import playing
from companion.rules.options import Offers, Target, options
from companion.rules.place import legal_placements
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.pending import Inspecting, Peeking
from companion.views.model import EndView, FixView, OffersView, PayersView, PeopleView, TargetView, WayView


def offers_for(game: Game, me: SeatId | None, *, undo: bool) -> OffersView:
    now = options(game, me)
    return OffersView(
        place=now.place,
        break_tool=_targets(now.break_tool),
        repair=_targets(now.repair),
        rockfall=now.rockfall,
        map=now.map,
        discards=now.discards,
        choose_goal=now.choose_goal,
        next_round=now.next_round,
        undo=undo,
        people=tuple(PeopleView(deed, seats) for deed, seats in now.people),
        trade_tools=tuple(card for card in now.trade if isinstance(card, Tool)),
        trade_marks=tuple(card for card in now.trade if isinstance(card, Mark)),
        swap_goals=now.swap_goals,
        search=now.search,
        reverse=now.reverse,
        pioneer=now.pioneer,
        stop_pioneering=now.stop_pioneering,
        move_last=now.move_last,
        move_to=_move_to(game, now),
        set_toll=tuple(EndView(cell, side) for cell, side in now.set_toll),
        pay_toll=tuple(PayersView(cell, seats) for cell, seats in now.pay_toll),
        answer_toll=now.answer_toll,
        can_pay=now.can_pay,
        veto=now.veto,
        shift_goal=now.shift_goal,
        take_card=now.take_card,
        choose_dwarf=now.choose_dwarf,
        steal=now.steal,
        decline=bool(now.steal) and game.ruleset.thief_may_decline,
        close_look=isinstance(game.pending, Peeking | Inspecting) and me in (None, game.pending.seat),
    )


def fixes_for(game: Game, me: SeatId | None) -> FixView:
    if me is not None:
        return FixView()
    now = corrections(game)
    return FixView(under_way=now.under_way, turn=now.turn, end_round=now.end_round)


def _targets(targets: tuple[Target, ...]) -> tuple[TargetView, ...]:
    return tuple(TargetView(target.seat, target.tools) for target in targets)


def _move_to(game: Game, now: Offers) -> tuple[WayView, ...]:
    """Where the card that was laid last may go, once it is lifted (WC23); before a toll dwarf it needs a payer."""
    if now.move_last is None:
        return ()
    board = playing(game).board
    card = board.at(now.move_last)
    if card is None or card.face is None:
        return ()
    ways = legal_placements(board.without(card.cell), card.face, game.ruleset)
    return tuple(WayView(way.cell, way.turned) for way in ways if way.cell != card.cell)
