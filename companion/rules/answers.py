"""What a seat may answer and do beside playing cards, as fields of Offers: tolls, trades, vetoes, thieves.

As in rules.options, nothing depends on what the seat may not know: whether another can pay, he says himself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.editions.cards import Mark, Tool
from companion.editions.parameters import Discard2Scope
from companion.maze.geometry import Cell
from companion.rules import draws, tolls
from companion.rules.evolve_round import playing
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.round import Toll

Fields = dict[str, Any]

# ---- answers ----------------------------------------------------------------------------------------------------


def answers(game: Game, seat: SeatId | None) -> Fields:
    """What is asked in the middle of a turn, of this seat or of the table, which may answer it: pending.may_answer."""
    pending = game.pending
    if isinstance(pending, p.Vetoing):
        return {"veto": True}
    if isinstance(pending, p.AskingToll):
        return {"can_pay": _can_pay(game, pending, seat)}
    if isinstance(pending, p.Pioneering):
        return {"place": True, "stop_pioneering": True, "pay_toll": payers(game, pending.seat, seat)}
    return {}


def _can_pay(game: Game, pending: p.AskingToll, seat: SeatId | None) -> bool:
    if seat is None:
        return game.gold_supply is c.Supply.CARDS
    return tolls.judge_payer(game, tolls.asked_about(game, pending), pending.seat, pending.payer) is None


# ---- moves ------------------------------------------------------------------------------------------------------


def moves(game: Game, seat: SeatId, viewer: SeatId | None) -> Fields:
    """For a seat whose turn it is, as it knows itself or as the table does."""
    return {
        "trade": tuple(_trades(game, seat)),
        "set_toll": tuple(tolls.open_ends(game)),
        "pay_toll": payers(game, seat, viewer),
    }


def _trades(game: Game, seat: SeatId) -> Iterator[Tool | Mark]:
    now, rules = playing(game), game.ruleset
    sabotage = rules.s2_discard2_scope is Discard2Scope.SABOTAGE
    before: list[Tool | Mark] = [*now.broken[seat], *(Mark(mark) for mark in now.marks[seat])]
    for card in before:
        if rules.most_discards > 1 and draws.may_remove(now.hands[seat], (str(card),), sabotage_only=sabotage):
            yield card


def payers(game: Game, turn: SeatId, viewer: SeatId | None) -> tuple[tuple[Cell, tuple[SeatId, ...]], ...]:
    """Each cell that a toll dwarf looks into, and who may be asked to pay him; of oneself one knows."""

    def may(toll: Toll, seat: SeatId) -> bool:
        return not tolls.judge_payer(game, toll, turn, seat, asked=seat != turn or viewer is None)

    seats = range(len(game.seats))
    return tuple((toll.front, tuple(seat for seat in seats if may(toll, seat))) for toll in playing(game).tolls)
