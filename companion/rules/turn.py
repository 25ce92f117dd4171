"""A turn: one card or a pass, and the goals it turns over. How the turn goes on from there: rules.course."""

from __future__ import annotations

from companion.cards.register import card_played, goal
from companion.editions.parameters import Discard2Scope
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules import chests, draws, tolls
from companion.rules.course import (
    asked,
    begin_turn,
    end_by_goal,
    end_turn,
    go_on,
    go_on_with_due,
    not_for,
    on_turn,
    turn_goal_up,
    turn_up,
)
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.rules.goals import ends_round, ways_to_lay
from companion.rules.place import hindrances, judge
from companion.rules.playable import why_not
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat, ByTable, Command, GoalCard, SeatId
from companion.state.game import Game
from companion.state.pending import (
    ChoosingGoal,
    Inspecting,
    LayingCover,
    LayingGoal,
    Peeking,
    Pioneering,
    Playing,
    TellingGoal,
    TurningGoal,
    may_answer,
)
from companion.state.refusals import Refusal
from companion.state.round import Round

# ---- the moves ------------------------------------------------------------------------------------------------


def place_path(game: Game, by: Actor, command: c.PlacePath) -> Outcome:
    seat = on_turn(game, by, pioneering=True)
    if isinstance(seat, Refusal):
        return seat
    reasons = path_reasons(game, seat, command)
    may_agree = isinstance(by, ByTable) and "occupied" not in reasons
    if reasons and not (command.forced and may_agree):
        code = "broken_tool" if reasons == ("broken_tool",) else "illegal_placement"
        return Refusal(code, {"seat": seat}, reasons, command.cell, can_force=may_agree)
    decision = Decision(game)
    unpaid = tolls.settle(decision, by, seat, command) if decision.round.tolls else None
    if unpaid is not None:
        return unpaid
    over = _copies(decision.round.board, command.face) >= game.ruleset.copies.get(command.face.upright(), 0)
    decision.tell(e.PathPlaced(seat, command.cell, command.face, reasons, over))
    go_on(decision, seat)
    return decision


def path_reasons(game: Game, seat: SeatId, command: c.PlacePath) -> tuple[str, ...]:
    """All that speaks against this seat laying this card there, tools included; empty where nothing does."""
    now = playing(game)
    tolled = now.tolled if command.toll_payer is None else ()
    reasons = judge(now.board, command.cell, command.face, game.ruleset, tolled=tolled)
    return (*reasons, *hindrances(now.broken[seat], now.marks[seat]))


def play_card(game: Game, by: Actor, command: Command) -> Outcome:
    """An action card: the register knows which one, and its module what it does."""
    seat, card = on_turn(game, by), card_played(command)
    if isinstance(seat, Refusal):
        return seat
    refusal = why_not(game, seat, card, command)
    if refusal:
        return refusal
    decision = Decision(game)
    if decision.round.tolls and isinstance(command, c.BeforeToll):
        unpaid = tolls.settle(decision, by, seat, command)
        if unpaid is not None:
            return unpaid
    decision.tell(*card.happen(game, seat, command))
    if isinstance(decision.game.pending, Playing):
        end_turn(decision, seat) if not card.digs else go_on(decision, seat)
    return decision


def stop_pioneering(game: Game, by: Actor, command: c.StopPioneering) -> Outcome:
    pending = asked(game, by, Pioneering)
    if isinstance(pending, Refusal):
        return pending
    decision = Decision(game)
    end_turn(decision, pending.seat)
    return decision


def close_peek(game: Game, by: Actor, command: c.ClosePeek) -> Outcome:
    pending = game.pending
    if not isinstance(pending, Peeking | Inspecting):
        return Refusal("not_now")
    refusal = not_for(by, pending.seat)
    if refusal is not None:
        return refusal
    decision = Decision(game)
    if isinstance(pending, Inspecting):
        decision.tell(e.InspectionClosed(pending.seat, pending.target))
        go_on(decision, decision.round.turn)
    else:
        decision.tell(e.PeekClosed(pending.seat, pending.cell))
        go_on_with_due(decision, pending.seat)  # joined as the table put the maze right
    return decision


def pass_turn(game: Game, by: Actor, command: c.Pass) -> Outcome:
    seat = on_turn(game, by, empty_handed=True)
    if isinstance(seat, Refusal):
        return seat
    if not playing(game).hands[seat]:
        return _pass_without_cards(game, seat, command)
    if not 1 <= command.discards <= min(game.ruleset.most_discards, playing(game).hands[seat]):
        return Refusal("bad_discard", {"most": min(game.ruleset.most_discards, playing(game).hands[seat])})
    decision = Decision(game)
    decision.tell(e.Passed(seat, command.discards))
    end_turn(decision, seat, 0 if playing(game).progress.no_draw else command.discards)
    return decision


def _pass_without_cards(game: Game, seat: SeatId, command: c.Pass) -> Outcome:
    """Nothing is thrown away, and nothing is drawn (TURN-05)."""
    if command.discards:
        return Refusal("bad_discard", {"most": 0})
    decision = Decision(game)
    begin_turn(decision, seat)
    return decision


def trade_two(game: Game, by: Actor, command: c.TradeTwo) -> Outcome:
    """Two cards for one that lies before oneself, where a pass may throw away more than one (S2T-01)."""
    seat = on_turn(game, by)
    if isinstance(seat, Refusal):
        return seat
    now, sabotage = playing(game), game.ruleset.s2_discard2_scope is Discard2Scope.SABOTAGE
    card = command.tool if command.tool is not None else command.mark
    if game.ruleset.most_discards < 2 or (command.tool is None) == (command.mark is None):
        return Refusal("not_allowed")
    if card not in (*now.broken[seat], *now.marks[seat]):
        return Refusal("no_such_mark")
    if now.hands[seat] < 2:
        return Refusal("too_few_cards", {"least": 2})
    if not draws.may_remove(now.hands[seat], (str(card),), sabotage_only=sabotage):
        return Refusal("no_such_mark")
    decision = Decision(game)
    decision.tell(e.CardsTraded(seat, command.tool, command.mark))
    end_turn(decision, seat)
    return decision


def _copies(board: Board, face: Face) -> int:
    ways = {face, face.half_turn()}
    return sum(card.kind is Kind.PATH and card.face in ways for card in board)


# ---- goals that were reached ----------------------------------------------------------------------------------


def choose_goal(game: Game, by: Actor, command: c.ChooseGoal) -> Outcome:
    pending = asked(game, by, ChoosingGoal)
    if isinstance(pending, Refusal):
        return pending
    if command.cell not in pending.cells:
        return Refusal("goal_not_reached", cell=command.cell)
    decision = Decision(game)
    turn_up(decision, pending.seat, command.cell)
    return decision


def turn_goal(game: Game, by: Actor, command: c.TurnGoal) -> Outcome:
    pending = asked(game, by, TurningGoal)
    if isinstance(pending, Refusal):
        return pending
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    decision = Decision(game)
    turn_goal_up(decision, pending.seat, pending.cell)
    return decision


def lay_goal(game: Game, by: Actor, command: c.LayGoal) -> Outcome:
    pending = game.pending
    if not isinstance(pending, LayingGoal | LayingCover):
        return Refusal("not_now")
    if isinstance(by, BySeat) and not may_answer(pending, by.seat):
        return Refusal("not_your_turn")
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    if command.turned not in pending.turned:
        return Refusal("wrong_way_up", cell=command.cell)
    face = pending.faces[pending.turned.index(command.turned)]
    if isinstance(pending, LayingCover):
        return chests.cover_lies(game, pending.seat, command.cell, face)
    card = GoalCard(pending.kind, face, _nuggets_at(playing(game), command.cell))
    return _goal_lies(game, pending.seat, command.cell, card)


def _nuggets_at(now: Round, cell: Cell) -> int:
    if now.goals is None:
        return 0
    return now.goals.open_for("what is in a sack that was turned over")[now.goal_cells.index(cell)].nuggets


def tell_goal(game: Game, by: Actor, command: c.TellGoal) -> Outcome:
    pending = game.pending
    if not isinstance(pending, TellingGoal):
        return Refusal("not_now")
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    card = _printed_goal(game, command)
    if isinstance(card, Refusal):
        return card
    now = playing(game)
    turned, _ = ways_to_lay(now.board, command.cell, card.face, now.last_cell)
    if command.face not in [card.face.half_turn() if turn else card.face for turn in turned]:
        return Refusal("wrong_way_up", cell=command.cell)
    return _goal_lies(game, pending.seat, command.cell, GoalCard(card.kind, command.face, card.nuggets))


def _printed_goal(game: Game, command: c.TellGoal) -> GoalCard | Refusal:
    """The printed card that was told, if one of that kind and face can still lie there; the table may have taken the
    maze over as it lies meanwhile, and that card with it. Where another goal was told to be it, the table may say by a
    Resync which one that is."""
    name = command.face.upright()
    others = (card for card in playing(game).board if card.cell != command.cell)
    shown = [card for card in others if card.goal == command.kind]
    same = [card for card in game.ruleset.goals if card.kind == command.kind and card.face.upright() == name]
    if command.nuggets:
        same = [card for card in same if card.nuggets == command.nuggets]
    lying = [card.cell for card in shown if card.face is not None and card.face.upright() == name]
    if len(same) > len(lying):
        return same[0]
    if same and sum(same[0].is_like(card) for card in game.ruleset.goals) > len(same):
        return Refusal("goal_told_elsewhere", {"goal": lying[0]}, cell=command.cell)
    return Refusal("no_such_goal", cell=command.cell)


def _goal_lies(game: Game, seat: SeatId, cell: Cell, card: GoalCard) -> Outcome:
    """`card.face` as it lies."""
    decision = Decision(game)
    misfits = len(decision.round.board.misfits(cell, card.face))
    decision.tell(e.GoalLaid(cell, card.kind, card.face, misfits))
    if ends_round(card.kind):
        end_by_goal(decision, seat, card.kind)
        return decision
    turned = goal(card.kind)
    if turned is not None:
        turned.turned(decision, seat, card)
    if game.ruleset.goal_cascade:  # END-07
        go_on(decision, seat)
    else:
        go_on_with_due(decision, seat)
    return decision
