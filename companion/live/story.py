"""What has been done, step by step, and how a step is taken back or put right: by folding again. No files, no locks.

Chance stays as it was dealt: its steps are folded like all others and never asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.rules.evolve import evolve
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.card_events import CardMoved
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.views.lines import Note

# A step of these kinds can be taken back ...
UNDOABLE = (
    c.PlacePath, c.BreakTool, c.RepairTool, c.Rockfall, c.UseMap, c.ClosePeek, c.Pass, c.EndRound,
    c.ChooseGoal, c.LayGoal, c.TellGoal, c.Resync, c.SetTurn, c.SetPile, c.SetHand, c.SetTools,
)  # fmt: skip
# ... past a step of these kinds, which stays. Any other step is the end of what can be taken back.
PASSED_OVER = (c.TakeOverSeat, c.RenameSeat, c.RoleSeen)
# What follows from a goal that an amended card no longer reaches falls away with it.
OF_A_GOAL = (c.ChooseGoal, c.LayGoal, c.TellGoal)


@dataclass(frozen=True)
class Step:
    """An accepted command. `mover` is the seat whose move it was, None where it was nobody's."""

    seq: int
    by: c.Actor
    command: c.Command
    events: tuple[e.Event, ...]
    mover: c.SeatId | None = None


@dataclass(frozen=True)
class Aside:
    """A line of the story that is no step."""

    seq: int
    note: Note


@dataclass(frozen=True)
class Look:
    """A peek that was taken back. What was seen cannot be unseen: the same seat's next map shows the same goal."""

    round: int
    seat: c.SeatId
    cell: Cell


@dataclass(frozen=True)
class Story:
    """`told` in the order of their numbers, without the steps that were taken back. `game` is their fold."""

    start: Game
    game: Game
    told: tuple[Step | Aside, ...] = ()
    looks: tuple[Look, ...] = ()

    @classmethod
    def begin(cls, start: Game) -> Story:
        return cls(start, start)

    def happenings(self) -> tuple[tuple[int, e.Event | Note], ...]:
        """All that lines are made of, each with the number of its entry."""
        return tuple(
            (one.seq, said) for one in self.told for said in (one.events if isinstance(one, Step) else (one.note,))
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(one for one in self.told if isinstance(one, Step))

    @property
    def entries(self) -> dict[Cell, int]:
        """The step that laid each card of this round, as far as another card there would still show."""
        found: dict[Cell, int] = {}
        for step in self.steps:
            for event in step.events:
                match event:
                    case e.RoundBegan() | e.Resynced():
                        found.clear()
                    case e.RockFell(cell=cell) | CardMoved(origin=cell):
                        found.pop(cell, None)
                    case e.PathPlaced(cell=cell):
                        found[cell] = step.seq
        return found

    def then(self, seq: int, by: c.Actor, command: c.Command, events: tuple[e.Event, ...]) -> Story:
        step = Step(seq, by, command, events, mover_of(self.game, by))
        return replace(
            self,
            game=fold(self.game, (step,)),
            told=(*self.told, step),
            looks=tuple(look for look in self.looks if not _repeats(self.game, command, look)),
        )

    def noting(self, seq: int, note: Note) -> Story:
        return replace(self, told=(*self.told, Aside(seq, note)))

    def without(self, gone: Iterable[int]) -> Story:
        """The story without these steps. A peek among them is remembered."""
        gone = set(gone)
        kept = tuple(one for one in self.told if one.seq not in gone)
        looks = tuple(_look(self, event) for step in self.steps if step.seq in gone for event in step.events
                      if isinstance(event, e.MapUsed) and event.shown)  # fmt: skip
        return self.retold(kept, (*self.looks, *looks))

    def retold(self, told: tuple[Step | Aside, ...], looks: tuple[Look, ...] | None = None) -> Story:
        steps = tuple(one for one in told if isinstance(one, Step))
        return Story(self.start, fold(self.start, steps), told, self.looks if looks is None else looks)


def fold(game: Game, steps: Iterable[Step]) -> Game:
    for step in steps:
        for event in step.events:
            game = evolve(game, event)
    return game


def mover_of(game: Game, by: c.Actor) -> c.SeatId | None:
    if isinstance(by, c.BySeat):
        return by.seat
    return game.round.turn if game.round and not isinstance(by, c.ByDealer) else None


# ---- taking back ------------------------------------------------------------------------------------------------


def last_undoable(story: Story) -> tuple[Step, ...] | Refusal:
    """The steps that one press takes back, or why none can be."""
    if is_told(story.game):
        return Refusal("roles_are_shown")
    steps = story.steps
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if isinstance(step.command, c.ClosePeek):  # a peek goes as a whole, or it would be shown again
            opened = next(i for i in range(index, -1, -1) if isinstance(steps[i].command, c.UseMap))
            return (steps[opened], step)
        if isinstance(step.command, UNDOABLE):
            return (step,)
        if not isinstance(step.command, PASSED_OVER):
            break
    return Refusal("nothing_to_undo")


def is_told(game: Game) -> bool:
    """The round is over and its secrets are on the table: it cannot be played on as if they were not."""
    if game.round is None or game.round.ending is None:
        return False
    return game.round.ending.shown_roles is not None or not isinstance(game.pending, p.TellingRoles)


def look_again(story: Story, command: c.Command) -> Refusal | None:
    """Why this map may not show another goal, where its first look was taken back."""
    game = story.game
    if not isinstance(command, c.UseMap) or game.round is None:
        return None
    for look in story.looks:
        if (look.round, look.seat) == (game.round.number, game.round.turn) and look.cell != command.cell:
            card = game.round.board.at(look.cell)
            if card is not None and card.face is None:
                return Refusal("map_was_used", {"goal": look.cell}, cell=command.cell)
    return None


def _repeats(game: Game, command: c.Command, look: Look) -> bool:
    if not isinstance(command, c.UseMap) or game.round is None:
        return False
    return (look.round, look.seat) == (game.round.number, game.round.turn)


def _look(story: Story, event: e.MapUsed) -> Look:
    return Look(story.game.round.number if story.game.round else 0, event.seat, event.cell)


# ---- putting right ----------------------------------------------------------------------------------------------


def amended(story: Story, entry: int, face: Face) -> tuple[Story, Cell] | Refusal:
    """The story with another card in a placement of this round, and its cell; what follows is judged again.

    Later cards that no longer fit are forced, as they do lie there; steps of a goal that is not reached fall away.
    """
    if is_told(story.game):
        return Refusal("roles_are_shown")
    at = next((i for i, one in enumerate(story.told) if one.seq == entry), None)
    step = None if at is None else story.told[at]
    if at is None or not isinstance(step, Step) or not isinstance(step.command, c.PlacePath):
        return Refusal("not_a_placement")
    if any(isinstance(event, e.RoundBegan) for later in story.steps if later.seq > entry for event in later.events):
        return Refusal("earlier_round")
    if step.command.face == face:
        return Refusal("same_card", cell=step.command.cell)
    new = story.retold(story.told[:at])
    for index, one in enumerate(story.told[at:]):
        if isinstance(one, Aside):
            new = new.noting(one.seq, one.note)
            continue
        command = replace(step.command, face=face) if index == 0 else one.command
        events = _judged_again(new.game, one, command)
        if isinstance(events, Refusal):
            if isinstance(command, OF_A_GOAL):
                continue
            return Refusal("amend_breaks_later", {"reason": events.code}, cell=step.command.cell)
        new = new.then(one.seq, one.by, command, events)
    return replace(new, looks=story.looks), step.command.cell


def _judged_again(game: Game, step: Step, command: c.Command) -> tuple[e.Event, ...] | Refusal:
    events = decide(game, step.by, command)
    if isinstance(events, Refusal) and isinstance(command, c.PlacePath):
        events = decide(game, c.ByTable(), replace(command, forced=True))
    return events
