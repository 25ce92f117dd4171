"""Toll dwarves: where one may be set, who pays, and what a card that is laid before one waits for (TOLL)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.maze.geometry import Cell, Side, around
from companion.rules import purses
from companion.rules.course import back_in_hand, end_turn, on_turn
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat, ByTable, SeatId, Supply
from companion.state.game import Game
from companion.state.pending import AskingToll, may_answer
from companion.state.refusals import Refusal
from companion.state.round import Round, Toll


def judge_toll(game: Game, seat: SeatId, command: c.SetToll) -> Refusal | None:
    if not _is_dwarf_left(game):
        return Refusal("no_dwarf_left")  # TOLL-02
    if not _is_open_end(playing(game), command.cell, command.side):
        return Refusal("no_open_end", cell=command.cell)
    return None


def open_ends(game: Game) -> Iterator[tuple[Cell, Side]]:
    """Where a dwarf may be set now."""
    if _is_dwarf_left(game):
        now = playing(game)
        yield from ((cell, side) for cell in now.board.cards for side in Side if _is_open_end(now, cell, side))


def _is_dwarf_left(game: Game) -> bool:
    return playing(game).tolls_set < game.ruleset.toll_dwarves


def _is_open_end(now: Round, cell: Cell, side: Side) -> bool:
    card = now.board.at(cell)
    if card is None or card.face is None or not card.face.mouths >> side & 1:
        return False
    front = around(cell)[side]
    return front not in now.board and front not in now.tolled


def set_toll(game: Game, by: Actor, command: c.SetToll) -> Outcome:
    seat = on_turn(game, by)
    if isinstance(seat, Refusal):
        return seat
    refusal = judge_toll(game, seat, command)
    if refusal:
        return refusal
    decision = Decision(game)
    decision.tell(e.TollSet(seat, command.cell, command.side))
    end_turn(decision, seat)
    return decision


def at(now: Round, cell: Cell) -> Toll | None:
    """The dwarf that looks into this cell."""
    return next((toll for toll in now.tolls if toll.front == cell), None)


def settle(decision: Decision, by: Actor, seat: SeatId, command: c.BeforeToll) -> Outcome | None:
    """Pay before the card is laid: None where it may lie now, the events where somebody is asked first."""
    toll, payer = at(decision.round, command.cell), command.toll_payer
    if toll is None or payer is None:
        return None
    if not decision.game.has_seat(payer):
        return Refusal("no_such_seat")
    table = isinstance(by, ByTable)
    asked = not payer == toll.owner == seat and _is_own_secret(decision.game) if table else payer != seat
    refusal = judge_payer(decision.game, toll, seat, payer, asked=asked)
    if refusal:
        return refusal
    if asked:
        decision.tell(e.TollAsked(seat, payer, command, by_table=table))
        return decision
    _pay(decision, toll, payer)
    return None


def _is_own_secret(game: Game) -> bool:
    """Whether somebody owns a nugget: the table screen would learn it by paying for him. Printed gold, people hold."""
    return game.gold_supply is Supply.APP


def judge_payer(game: Game, toll: Toll, seat: SeatId, payer: SeatId, *, asked: bool = False) -> Refusal | None:
    """For a card of `seat`. Whoever set the dwarf pays himself, which costs nothing (TOLL-03, TOLL-04).

    asked : he is asked first, by somebody who may not know whether he owns a nugget
    """
    if payer == toll.owner:
        rules = game.ruleset
        pays = rules.setter_passes_free if payer == seat else rules.setter_pays_for_others
        return None if pays else Refusal("not_on_yourself")
    return None if asked or purses.may_spend(game, payer) else Refusal("no_nugget", {"seat": payer})


def asked_about(game: Game, pending: AskingToll) -> Toll:
    """The dwarf before the card that waits: the table puts nothing right until somebody has answered."""
    return next(toll for toll in playing(game).tolls if toll.front == pending.held.cell)


def answer_toll(game: Game, by: Actor, command: c.AnswerToll) -> Outcome:
    pending = game.pending
    if not isinstance(pending, AskingToll):
        return Refusal("not_now")
    takes_back = not command.pays and by == BySeat(pending.seat)
    if isinstance(by, BySeat) and not may_answer(pending, by.seat) and not takes_back:
        return Refusal("not_your_turn", {"seat": pending.payer})
    if isinstance(by, ByTable) and command.pays and _is_own_secret(game):
        return Refusal("not_your_turn", {"seat": pending.payer})
    decision = Decision(game)
    if not command.pays:
        decision.tell(e.TollRefused(pending.seat, pending.payer))
        back_in_hand(decision, pending.seat)
        return decision
    toll = asked_about(game, pending)
    refusal = judge_payer(game, toll, pending.seat, pending.payer)
    if refusal:
        return refusal
    _pay(decision, toll, pending.payer)
    return decision


def _pay(decision: Decision, toll: Toll, payer: SeatId) -> None:
    if payer != toll.owner:
        purses.change_a_card(decision, payer)
    decision.tell(e.TollPaid(payer, toll.owner, toll.front))
