"""The table says how it really is: the maze, whose turn it is, the counts. Only impossible numbers are refused."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.register import answer_awaited
from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules import setting
from companion.rules.chests import free_for, may_be_placed
from companion.rules.course import begin_turn, go_on, joined_anew, joined_end
from companion.rules.ending import may_be_ended
from companion.rules.evolve import Decision, Outcome, evolve
from companion.rules.evolve_round import playing
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor
from companion.state.corrections import MarksSet
from companion.state.game import Game
from companion.state.pending import AmidTurn, LayingGoal, Pending, Pioneering, Playing, SettingTable, TurningGoal
from companion.state.refusals import Refusal


@dataclass(frozen=True)
class Corrections:
    """What the table may put right now.

    under_way : the maze, and what is counted: the pile, the hands, what is broken and what lies before somebody
    turn : the seats whose turn it may be said to be
    chests : each chest that may lie elsewhere, and where
    """

    under_way: bool = False
    turn: tuple[c.SeatId, ...] = ()
    end_round: bool = False
    chests: tuple[tuple[Cell, tuple[Cell, ...]], ...] = ()


def corrections(game: Game) -> Corrections:
    turn: tuple[c.SeatId, ...] = ()
    if isinstance(game.pending, Playing):
        turn = tuple(seat for seat, cards in enumerate(playing(game).hands) if cards and game.seats[seat].is_here)
        turn = tuple(seat for seat in turn if seat != game.pending.seat)
    chests = tuple((cell, free_for(game, cell)) for cell in playing(game).chest_cells) if may_be_placed(game) else ()
    return Corrections(_is_under_way(game.pending), turn, may_be_ended(game), chests)


def _is_under_way(pending: Pending) -> bool:
    asked = answer_awaited(pending)
    return isinstance(pending, Playing | Pioneering | AmidTurn) or (asked is not None and not asked.in_maze)


def resync(game: Game, by: Actor, command: c.Resync) -> Outcome:
    """The maze as it lies. The seat on turn reaches what it joins, as it would by a path card (END-01, END-02): a card
    that the app has missed was most likely its own, and the table may say first whose turn it is. Amid a question that
    waits until it is answered; in a turn that has not been played yet, the turn is still to be played then.

    While the table is set, people go on with a round that lies there: what it joins is reached with the next card."""
    if not (_is_under_way(game.pending) or isinstance(game.pending, SettingTable)):
        return Refusal("not_now")
    cells = [card.cell for card in command.cards]
    twice = next((cell for cell in cells if cells.count(cell) > 1), None)
    if twice is not None:
        return Refusal("two_cards_in_a_cell", cell=twice)
    nothing = next((card.cell for card in command.cards if _is_no_chest(game, card)), None)
    if nothing is not None:
        return Refusal("no_chest_there", cell=nothing)
    if isinstance(game.pending, SettingTable):
        return setting.begin_amid(game, e.Resynced(command.cards))
    taken = evolve(game, e.Resynced(command.cards))
    joined = joined_anew(taken, before=playing(game).board)
    decision = Decision(game, e.Resynced(command.cards, joined))
    if isinstance(game.pending, Playing | Pioneering) and (joined or joined_end(decision.round.board)):
        go_on(decision, game.pending.seat)
    return decision


def _is_no_chest(game: Game, card: c.TableCard) -> bool:
    """A path card that lies face down where there is no chest for it to cover: nobody could say what it opens."""
    now = playing(game)
    return (
        card.face is None and card.cell not in now.board and bool(now.chest_cells) and card.cell not in now.chest_cells
    )


def use_printed_goals(game: Game, by: Actor, command: c.UsePrintedGoals) -> Outcome:
    if not isinstance(game.pending, TurningGoal | LayingGoal):
        return Refusal("not_now")
    return Decision(game, e.PrintedGoalsUsed())


def set_turn(game: Game, by: Actor, command: c.SetTurn) -> Outcome:
    if not isinstance(game.pending, Playing):
        return Refusal("not_now")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    if not playing(game).hands[command.seat]:
        return Refusal("hand_empty", {"seat": command.seat})
    if not game.seats[command.seat].is_here:
        return Refusal("seat_is_away", {"seat": command.seat})
    return Decision(game, e.TurnSet(command.seat))


def set_pile(game: Game, by: Actor, command: c.SetPile) -> Outcome:
    if not _is_under_way(game.pending):
        return Refusal("not_now")
    most = playing(game).pile + _uncounted(game)
    if not 0 <= command.cards <= most:
        return Refusal("bad_count", {"most": most})
    return Decision(game, e.PileSet(command.cards))


def set_hand(game: Game, by: Actor, command: c.SetHand) -> Outcome:
    if not _is_under_way(game.pending):
        return Refusal("not_now")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    most = playing(game).hands[command.seat] + _uncounted(game)
    if not 0 <= command.cards <= most:
        return Refusal("bad_count", {"most": most})
    decision = Decision(game)
    decision.tell(e.HandSet(command.seat, command.cards))
    if isinstance(game.pending, Playing) and not decision.round.hands[game.pending.seat]:
        begin_turn(decision, game.pending.seat)
    return decision


def set_tools(game: Game, by: Actor, command: c.SetTools) -> Outcome:
    if not _is_under_way(game.pending):
        return Refusal("not_now")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    return Decision(game, e.ToolsSet(command.seat, tuple(sorted(set(command.broken)))))


def set_marks(game: Game, by: Actor, command: c.SetMarks) -> Outcome:
    if not _is_under_way(game.pending):
        return Refusal("not_now")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    return Decision(game, MarksSet(command.seat, tuple(sorted(set(command.marks)))))


def _uncounted(game: Game) -> int:
    """Cards of the deck that are counted in no hand nor in the pile and do not lie in the maze. Whether they were
    discarded, set aside or lie before somebody, the table knows better."""
    now = playing(game)
    counted = sum(now.hands) + now.pile + len(now.board.of_kind(Kind.PATH))
    return max(0, game.ruleset.deck + now.extra - counted)
