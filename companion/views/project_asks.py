"""Whose move it is and what is asked of them, for everybody to see. Part of views.project.

What a held card hides stays hidden; whom a thief may rob is told to him alone, as it says who owns nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.cards.register import answer_awaited, card_played, ways_to_answer
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
    p.SettingTable,
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


def roles_told_by(game: Game, me: SeatId | None) -> tuple[SeatId, ...]:
    return _told_by(game, me) if isinstance(game.pending, p.TellingRoles) else ()


def gold_told_by(game: Game, me: SeatId | None) -> tuple[SeatId, ...]:
    return _told_by(game, me) if game.counts_printed_gold else ()


def own_told_gold(game: Game, me: SeatId | None) -> int | None:
    """To be put right by whoever told it; until the end it is nobody else's, nor the table's."""
    if me is None or not game.counts_printed_gold or me >= len(game.told_gold):
        return None
    return game.told_gold[me]


def _told_by(game: Game, me: SeatId | None) -> tuple[SeatId, ...]:
    """A phone tells its own, the table screen all: first who is waited for, then who may still tell otherwise."""
    waiting = p.asked_seats(game.pending)
    told = (seat for seat in range(len(game.seats)) if seat not in waiting)
    return tuple(seat for seat in (*waiting, *told) if me in (None, seat))


# ---- goals ----------------------------------------------------------------------------------------------------


def goal_task(game: Game) -> m.GoalTaskView | None:
    match game.pending:
        case p.ChoosingGoal(seat, cells):
            return m.GoalTaskView("choose", seat, cells)
        case p.TurningGoal(seat, cell):
            return m.GoalTaskView("turn", seat, (cell,))
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


def question_of(pending: p.Pending) -> str:
    """What is asked in the middle of a turn, or of thieves after a round, by its key; empty where nothing is."""
    answer = answer_awaited(pending)
    return answer.key if answer else QUESTIONS.get(type(pending), "")


def ask_of(game: Game, me: SeatId | None) -> m.AskView | None:
    pending = game.pending
    what = question_of(pending)
    if not what:
        return None
    of, mine = p.asked_seats(pending), p.may_answer(pending, me)
    ask = m.AskView(what, getattr(pending, "seat", None), of, mine)
    return TOLD.get(type(pending), _targets)(game, pending, ask)


def held_card(command: c.Command) -> m.HeldView:
    """What everybody saw of a card that was played."""
    if isinstance(command, c.PlacePath):
        return m.HeldView("path", cells=(command.cell,), face=str(command.face))
    card = card_played(command)
    way = card.way_of(command)
    return m.HeldView(card.key, way.seat, way.tool, way.cells, turned=way.turned)


def _midway(game: Game, pending: p.LayingMidway, ask: m.AskView) -> m.AskView:
    return replace(ask, cells=(pending.cell,), faces=tuple(sorted(str(face) for face in game.ruleset.copies)))


def _veto(game: Game, pending: p.Vetoing, ask: m.AskView) -> m.AskView:
    return replace(ask, held=held_card(pending.held))


def _toll(game: Game, pending: p.AskingToll, ask: m.AskView) -> m.AskView:
    held = held_card(pending.held)
    owner = next((toll.owner for toll in playing(game).tolls if toll.front in held.cells), None)
    return replace(ask, cells=held.cells, owner=owner, held=held)


def _targets(game: Game, pending: p.Pending, ask: m.AskView) -> m.AskView:
    """The players one of whom is to be named, where the question is about players."""
    return replace(ask, seats=getattr(pending, "targets", ()))


def _shift_goal(game: Game, pending: p.ShiftingGoal, ask: m.AskView) -> m.AskView:
    said = list(ways_to_answer(game, pending))
    ways = tuple(tuple(way.side for way in said if way.cell == cell) for cell in pending.cells)
    return replace(ask, cells=pending.cells, ways=ways)


def _lay_cover(game: Game, pending: p.LayingCover, ask: m.AskView) -> m.AskView:
    return replace(ask, cells=(pending.cell,), faces=_named(pending.faces), turned=pending.turned)


def _tell_chest(game: Game, pending: p.TellingChest, ask: m.AskView) -> m.AskView:
    board, faces = playing(game).board, []
    for printed in game.ruleset.chest_paths:
        for turn in ways_to_lay_back(board, pending.cell, printed, game.ruleset):
            faces.append(str(printed.half_turn() if turn else printed))
    known = tuple(dict.fromkeys(faces))
    return replace(ask, cells=(pending.cell,), faces=known, effects=game.ruleset.chest_effects)


def _chore(game: Game, pending: p.DoingChore, ask: m.AskView) -> m.AskView:
    return replace(ask, chore=pending.chore, cards=pending.cards)


def _theft(game: Game, pending: p.Robbing, ask: m.AskView) -> m.AskView:
    return replace(ask, seats=pending.victims if ask.mine else ())


QUESTIONS: dict[type, str] = {  # beside those of chests, which have their key in cards.register
    p.LayingMidway: "midway",
    p.Vetoing: "veto",
    p.AskingToll: "toll",
    p.LayingCover: "lay_cover",
    p.TellingChest: "tell_chest",
    p.Robbing: "theft",
}
TOLD: dict[type, Callable[[Game, Any, m.AskView], m.AskView]] = {  # where there is more to it than whom it is about
    p.LayingMidway: _midway,
    p.Vetoing: _veto,
    p.AskingToll: _toll,
    p.DoingChore: _chore,
    p.ShiftingGoal: _shift_goal,
    p.LayingCover: _lay_cover,
    p.TellingChest: _tell_chest,
    p.Robbing: _theft,
}
