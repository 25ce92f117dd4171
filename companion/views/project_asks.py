"""Whose move it is and what is asked of them, for everybody to see. Part of views.project.

What a held card hides stays hidden; whom a thief may rob is told to him alone, as it says who owns nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.cards.register import card_of, ways_to_answer
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.evolve_round import playing
from companion.rules.goals import ways_to_lay, ways_to_lay_back
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.views import model as m

BEFORE_AND_AFTER = (
    p.AtLobby,
    p.Dealing,
    p.LookingAtRoles,
    p.LayingMidway,
    p.Robbing,
    p.TellingRoles,
    p.DealingGold,
    p.Drafting,
    p.RoundOver,
    p.TellingGold,
    p.GameOver,
)


def turn_of(game: Game) -> SeatId | None:
    return game.round.turn if game.round and not isinstance(game.pending, BEFORE_AND_AFTER) else None


def waiting_for(game: Game) -> tuple[SeatId, ...]:
    match game.pending:
        case p.LookingAtRoles(waiting) | p.Vetoing(waiting=waiting):
            return waiting
        case p.TellingRoles(seats) | p.TellingGold(seats):
            return seats
        case p.AskingToll(payer=payer):
            return (payer,)
        case p.Redealing():
            return ()
    seat = getattr(game.pending, "seat", None)
    return () if seat is None else (seat,)


def roles_told_by(game: Game, me: SeatId | None) -> tuple[SeatId, ...]:
    return _told_by(game, me) if isinstance(game.pending, p.TellingRoles) else ()


def gold_told_by(game: Game, me: SeatId | None) -> tuple[SeatId, ...]:
    return _told_by(game, me) if game.counts_printed_gold else ()


def _told_by(game: Game, me: SeatId | None) -> tuple[SeatId, ...]:
    """A phone tells its own, the table screen all: first who is waited for, then who may still tell otherwise."""
    waiting = waiting_for(game)
    told = (seat for seat in range(len(game.seats)) if seat not in waiting)
    return tuple(seat for seat in (*waiting, *told) if me in (None, seat))


# ---- goals ----------------------------------------------------------------------------------------------------


def goal_task(game: Game) -> m.GoalTaskView | None:
    match game.pending:
        case p.ChoosingGoal(seat, cells):
            return m.GoalTaskView("choose", seat, cells)
        case p.LayingGoal(seat, cell, kind, faces, turned):
            return m.GoalTaskView("lay", seat, (cell,), kind, _named(faces), turned, _sack(game, cell))
        case p.TellingGoal(seat, cell):
            return m.GoalTaskView("tell", seat, (cell,), choices=_printed_goals(game, cell))
    return None


def _sack(game: Game, cell: Cell) -> int:
    round_ = playing(game)
    if round_.goals is None or cell not in round_.goal_cells:
        return 0
    return round_.goals.open_for("this goal was reached and is turned over")[round_.goal_cells.index(cell)].nuggets


def _printed_goals(game: Game, cell: Cell) -> tuple[m.GoalChoiceView, ...]:
    """Every different goal of the box; one that lies face up elsewhere may have a twin."""
    now, found = playing(game), dict.fromkeys(game.ruleset.goals)
    choices = []
    for card in found:
        turns, _ = ways_to_lay(now.board, cell, card.face, now.last_cell)
        faces = tuple(str(card.face.half_turn() if turn else card.face) for turn in turns)
        choices.append(m.GoalChoiceView(card.kind, card.nuggets, faces))
    return tuple(choices)


def _named(faces: tuple[Face, ...]) -> tuple[str, ...]:
    return tuple(str(face) for face in faces)


# ---- cards of other boxes ---------------------------------------------------------------------------------------


def ask_of(game: Game, me: SeatId | None) -> m.AskView | None:
    made = _ASKS.get(type(game.pending))
    return made(game, game.pending, me) if made else None


def held_card(command: c.Command) -> m.HeldView:
    """What everybody saw of a card that was played."""
    if isinstance(command, c.PlacePath):
        return m.HeldView("path", cells=(command.cell,), face=str(command.face))
    card = card_of(command)
    if card is None:
        raise TypeError(f"{type(command).__name__} plays no card")
    way = card.way_of(command)
    return m.HeldView(card.key, way.seat, way.tool, way.cells, turned=way.turned)


def _midway(game: Game, pending: p.LayingMidway, me: SeatId | None) -> m.AskView:
    faces = tuple(sorted(str(face) for face in game.ruleset.copies))
    return m.AskView("midway", None, (), True, cells=(pending.cell,), faces=faces)


def _veto(game: Game, pending: p.Vetoing, me: SeatId | None) -> m.AskView:
    mine = me is None or me in pending.waiting
    return m.AskView("veto", pending.seat, pending.waiting, mine, held=held_card(pending.held))


def _toll(game: Game, pending: p.AskingToll, me: SeatId | None) -> m.AskView:
    held = held_card(pending.held)
    owner = next((toll.owner for toll in playing(game).tolls if toll.front in held.cells), None)
    mine = me in (None, pending.payer)
    return m.AskView("toll", pending.seat, (pending.payer,), mine, cells=held.cells, owner=owner, held=held)


def _chooser(what: str) -> Callable[[Game, Any, SeatId | None], m.AskView]:
    """A seat chooses one of those that the pending names."""

    def ask(game: Game, pending: Any, me: SeatId | None) -> m.AskView:
        mine = me in (None, pending.seat)
        return m.AskView(what, pending.seat, (pending.seat,), mine, seats=pending.targets)

    return ask


def _shift_goal(game: Game, pending: p.ShiftingGoal, me: SeatId | None) -> m.AskView:
    said = list(ways_to_answer(game, pending))
    ways = tuple(tuple(way.side for way in said if way.cell == cell) for cell in pending.cells)
    mine, seat = me in (None, pending.seat), pending.seat
    return m.AskView("shift_goal", seat, (seat,), mine, cells=pending.cells, ways=ways)


def _lay_cover(game: Game, pending: p.LayingCover, me: SeatId | None) -> m.AskView:
    faces = _named(pending.faces)
    return m.AskView("lay_cover", pending.seat, (pending.seat,), True, (), (pending.cell,), faces, pending.turned)


def _tell_chest(game: Game, pending: p.TellingChest, me: SeatId | None) -> m.AskView:
    board, faces = playing(game).board, []
    for printed in game.ruleset.chest_paths:
        for turn in ways_to_lay_back(board, pending.cell, printed, game.ruleset):
            faces.append(str(printed.half_turn() if turn else printed))
    known = tuple(dict.fromkeys(faces))
    effects, where = game.ruleset.chest_effects, (pending.cell,)
    return m.AskView("tell_chest", pending.seat, (pending.seat,), True, cells=where, faces=known, effects=effects)


def _chore(game: Game, pending: p.DoingChore, me: SeatId | None) -> m.AskView:
    mine, seat = me in (None, pending.seat), pending.seat
    return m.AskView("chore", seat, (seat,), mine, chore=pending.chore, cards=pending.cards)


def _theft(game: Game, pending: p.Robbing, me: SeatId | None) -> m.AskView:
    mine = me == pending.seat
    return m.AskView("theft", pending.seat, (pending.seat,), mine, seats=pending.victims if mine else ())


_ASKS: dict[type, Callable[[Game, Any, SeatId | None], m.AskView]] = {
    p.LayingMidway: _midway,
    p.Vetoing: _veto,
    p.AskingToll: _toll,
    p.ChoosingDwarf: _chooser("choose_dwarf"),
    p.TakingCard: _chooser("take_card"),
    p.DoingChore: _chore,
    p.ShiftingGoal: _shift_goal,
    p.LayingCover: _lay_cover,
    p.TellingChest: _tell_chest,
    p.Robbing: _theft,
}
