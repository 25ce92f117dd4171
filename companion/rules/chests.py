"""Chests: where they lie, how the card over one is laid back, and what the player chooses who opens it (CHEST)."""

from __future__ import annotations

from companion.cards.register import answer_awaited, answer_of, chest
from companion.maze.faces import Face
from companion.maze.geometry import Cell, around
from companion.rules.course import asked, go_on
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.rules.goals import ways_to_lay_back
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, Command, SeatId
from companion.state.game import Game
from companion.state.pending import (
    LayingMidway,
    LookingAtRoles,
    Playing,
    SettingTable,
    TellingChest,
)
from companion.state.refusals import Refusal

# ---- before the first card --------------------------------------------------------------------------------------


def lay_chests(game: Game, by: Actor, command: c.LayChests) -> Outcome:
    if not may_be_placed(game):
        return Refusal("not_now")
    if not places_suit(game, command.cells):
        return Refusal("chests_lie_apart")
    return Decision(game, e.ChestsPlaced(command.cells))


_BEFORE_CARDS = SettingTable | LookingAtRoles | LayingMidway | Playing


def may_be_placed(game: Game) -> bool:
    """The table says where chests lie until the first card is played."""
    now = game.round
    if now is None or not now.chest_cells or not isinstance(game.pending, _BEFORE_CARDS):
        return False
    return now.last_card is None and not now.discards


def places_suit(game: Game, cells: tuple[Cell, ...]) -> bool:
    """Each chest in a free cell of its own, and no two of them side by side (CHEST-01)."""
    now = playing(game)
    taken = {card.cell for card in now.board if card.cell not in now.chest_cells}
    apart = all(other not in cells for cell in cells for other in around(cell))
    return apart and len(set(cells)) == len(cells) == len(now.chest_cells) and not taken & set(cells)


def free_for(game: Game, lying: Cell) -> tuple[Cell, ...]:
    """Where in the play area this chest may be laid instead, sorted."""
    now, (columns, rows) = playing(game), game.ruleset.area
    area = (Cell(x, y - rows // 2) for x in range(columns) for y in range(rows))
    others = tuple(cell for cell in now.chest_cells if cell != lying)
    return tuple(cell for cell in area if cell != lying and places_suit(game, (*others, cell)))


# ---- a chest is opened ------------------------------------------------------------------------------------------


def cover_lies(game: Game, seat: SeatId, cell: Cell, face: Face, effect: int | None = None) -> Outcome:
    decision = Decision(game)
    now = decision.round
    decision.tell(e.CoverLaid(cell, face, len(now.board.misfits(cell, face))))
    if effect is None and now.chests is not None:
        effect = now.chests.open_for("the chest is opened")[now.chest_cells.index(cell)]
    if effect is None:
        raise ValueError("nobody knows what is in this chest")
    decision.tell(e.ChestOpened(seat, cell, effect))
    chest(effect).opened(decision, seat)
    if isinstance(decision.game.pending, Playing):
        go_on(decision, seat)
    return decision


def tell_chest(game: Game, by: Actor, command: c.TellChest) -> Outcome:
    pending, rules = game.pending, game.ruleset
    if not isinstance(pending, TellingChest):
        return Refusal("not_now")
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    if command.effect not in rules.chest_effects:
        return Refusal("no_such_chest")
    turned = ways_to_lay_back(playing(game).board, command.cell, command.face, rules)
    if False not in turned:
        return Refusal("wrong_way_up", cell=command.cell)
    return cover_lies(game, pending.seat, command.cell, command.face, command.effect)


# ---- what the player chooses -----------------------------------------------------------------------------------


def answered(game: Game, by: Actor, command: Command) -> Outcome:
    """A question in the middle of a turn, whomever it was put to; then the turn goes on."""
    question = answer_of(command)
    if question is None:
        raise TypeError(f"{type(command).__name__} answers nothing")
    pending = asked(game, by, question.pending)
    if isinstance(pending, Refusal):
        return pending
    events = question.then(game, pending, command)
    if isinstance(events, Refusal):
        return events
    decision = Decision(game)
    decision.tell(*events)
    if isinstance(decision.game.pending, Playing):
        go_on(decision, decision.round.turn)
    return decision


def somebody_left(decision: Decision) -> None:
    """What a question in the middle of a turn makes of it; where nothing is asked any more, the turn goes on."""
    pending = decision.game.pending
    question = answer_awaited(pending)
    if question is None or question.left is None:
        return
    question.left(decision, pending)
    if isinstance(decision.game.pending, Playing):
        go_on(decision, decision.round.turn)
