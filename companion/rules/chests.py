"""Chests: the card over one is laid back, the chest opened, and what the player chooses then (CHEST)."""

from __future__ import annotations

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.course import asked, go_on
from companion.rules.effects.chests import CHEST_EFFECTS, shifted
from companion.rules.evolve_round import playing
from companion.rules.goals import ways_to_lay_back
from companion.rules.story import Story
from companion.state import card_events as e
from companion.state import commands as c
from companion.state.commands import Actor, SeatId, Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import ChoosingDwarf, DoingChore, Playing, ShiftingGoal, TakingCard, TellingChest
from companion.state.refusals import Refusal

Answer = tuple[Event, ...] | Refusal


def cover_lies(game: Game, seat: SeatId, cell: Cell, face: Face, effect: int | None = None) -> Answer:
    story = Story(game)
    now = story.round
    story.tell(e.CoverLaid(cell, face, len(now.board.misfits(cell, face))))
    if effect is None and now.chests is not None:
        effect = now.chests.open_for("the chest is opened")[now.chest_cells.index(cell)]
    if effect is None:
        raise ValueError("nobody knows what is in this chest")
    story.tell(e.ChestOpened(seat, cell, effect))
    CHEST_EFFECTS[effect](story, seat)
    if isinstance(story.game.pending, Playing):
        go_on(story, seat)
    return story.events


def tell_chest(game: Game, by: Actor, command: c.TellChest) -> Answer:
    pending, rules = game.pending, game.ruleset
    if not isinstance(pending, TellingChest):
        return Refusal("not_now")
    if command.cell != pending.cell:
        return Refusal("another_goal", {"cell": pending.cell}, cell=command.cell)
    if command.effect not in rules.chest_effects:
        return Refusal("no_such_chest")
    turned = ways_to_lay_back(playing(game).board, command.cell, command.face)
    if False not in turned:
        return Refusal("wrong_way_up", cell=command.cell)
    return cover_lies(game, pending.seat, command.cell, command.face, command.effect)


# ---- what the player chooses -----------------------------------------------------------------------------------


def shift_goal(game: Game, by: Actor, command: c.ShiftGoal) -> Answer:
    pending = asked(game, by, ShiftingGoal)
    if isinstance(pending, Refusal):
        return pending
    if command.cell not in pending.cells:
        return Refusal("not_among_these", cell=command.cell)
    story = Story(game)
    story.tell(e.GoalShifted(pending.seat, command.cell, shifted(command.cell)))
    go_on(story, pending.seat)
    return story.events


def take_card(game: Game, by: Actor, command: c.TakeCard) -> Answer:
    pending = asked(game, by, TakingCard)
    if isinstance(pending, Refusal):
        return pending
    if command.target not in pending.targets:
        return Refusal("not_among_these")
    story = Story(game)
    story.tell(e.CardTaken(pending.seat, command.target))
    go_on(story, pending.seat)
    return story.events


def finish_chore(game: Game, by: Actor, command: c.FinishChore) -> Answer:
    pending = asked(game, by, DoingChore)
    if isinstance(pending, Refusal):
        return pending
    story = Story(game)
    story.tell(e.ChoreDone(pending.seat))
    go_on(story, pending.seat)
    return story.events


def choose_dwarf(game: Game, by: Actor, command: c.Inspect) -> Answer:
    pending = asked(game, by, ChoosingDwarf)
    if isinstance(pending, Refusal):
        return pending
    if command.target not in pending.targets:
        return Refusal("not_among_these")
    story = Story(game)
    story.tell(e.Inspected(pending.seat, command.target, shown=game.roles is Supply.APP, card=False))
    if isinstance(story.game.pending, Playing):
        go_on(story, pending.seat)
    return story.events
