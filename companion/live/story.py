"""What has been done, step by step, and the game that follows from it. How a step is taken back: see undo.

Chance stays as it was dealt: its steps are folded like all others and never asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from companion.cards.register import goal_moved_by, lifted_by, looked_at
from companion.live.handling import handling_of
from companion.maze.geometry import Cell
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state import events as e
from companion.state.game import Game
from companion.views.lines import Note


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
    """`told` in the order of their numbers, without the steps that were taken back. `game` is their fold.

    entries : the step that laid each card of this round, as far as another card there would still show
    """

    start: Game
    game: Game
    told: tuple[Step | Aside, ...] = ()
    looks: tuple[Look, ...] = ()
    entries: Mapping[Cell, int] = field(default_factory=lambda: MappingProxyType({}), compare=False, repr=False)

    @classmethod
    def begin(cls, start: Game) -> Story:
        return cls(start, start)

    @cached_property
    def to_tell(self) -> tuple[tuple[int, e.Event | Note], ...]:
        """All that lines are made of, each with the number of its entry; first what the table was set up for."""
        told = ((one.seq, said) for one in self.told for said in (one.events if isinstance(one, Step) else (one.note,)))
        return ((0, _set_up(self.start)), *told)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        return tuple(one for one in self.told if isinstance(one, Step))

    def then(self, seq: int, by: c.Actor, command: c.Command, events: tuple[e.Event, ...]) -> Story:
        step = Step(seq, by, command, events, mover_of(self.game, by, command))
        return replace(
            self,
            game=fold(self.game, events),
            told=(*self.told, step),
            looks=_moved(self.looks, events),
            entries=_laid_by(self.entries, (step,)),
        )

    def noting(self, seq: int, note: Note) -> Story:
        return replace(self, told=(*self.told, Aside(seq, note)))

    def without(self, gone: Iterable[int]) -> Story:
        """The story without these steps. A peek among them is remembered."""
        gone = set(gone)
        kept = tuple(one for one in self.told if one.seq not in gone)
        looks = tuple(_look(self, event, cell) for step in self.steps if step.seq in gone for event in step.events
                      if (cell := looked_at(event)) is not None)  # fmt: skip
        return self.retold(kept, (*self.looks, *looks))

    def retold(self, told: tuple[Step | Aside, ...], looks: tuple[Look, ...] | None = None) -> Story:
        steps = tuple(one for one in told if isinstance(one, Step))
        looks = self.looks if looks is None else looks
        game = fold(self.start, (event for step in steps for event in step.events))
        return Story(self.start, game, told, looks, _laid_by({}, steps))


def _laid_by(entries: Mapping[Cell, int], steps: Iterable[Step]) -> Mapping[Cell, int]:
    """The entries after these steps too; after one more step a long night need not be gone through again."""
    found = dict(entries)
    for step in steps:
        for event in step.events:
            match event:
                case e.RoundBegan() | e.Resynced():
                    found.clear()
                case e.PathPlaced(cell=cell):
                    found[cell] = step.seq
                case _ if (lifted := lifted_by(event)) is not None:
                    found.pop(lifted, None)
    return MappingProxyType(found)


def _set_up(game: Game) -> e.Configured:
    rules = game.ruleset
    supplies = game.roles_supply, game.goals_supply, game.gold_supply
    return e.Configured(rules.edition, rules.modules, rules.options, *supplies, game.turn_time_s)


def mover_of(game: Game, by: c.Actor, command: c.Command) -> c.SeatId | None:
    if not handling_of(command).move:  # so that no phone takes it back
        return None
    if isinstance(by, c.BySeat):
        return by.seat
    return game.round.turn if game.round and not isinstance(by, c.ByDealer) else None


def _moved(looks: Iterable[Look], events: Iterable[e.Event]) -> tuple[Look, ...]:
    """A goal that was looked at may be put elsewhere; a map used again needs no reminder, nor does a new game."""
    for event in events:
        if isinstance(event, e.RoundBegan) and event.number == 1:
            looks = []
        elif (moved := goal_moved_by(event)) is not None:
            before, now = moved
            looks = [replace(look, cell=now) if look.cell == before else look for look in looks]
        elif looked_at(event) is not None:
            looks = [look for look in looks if look.seat != getattr(event, "seat", None)]
    return tuple(looks)


def _look(story: Story, event: e.Event, cell: Cell) -> Look:
    seat: c.SeatId = vars(event)["seat"]
    return Look(story.game.round.number if story.game.round else 0, seat, cell)
