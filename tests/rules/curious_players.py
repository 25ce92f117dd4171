"""Players who write down all they do: they play at random or as simulated ones would, ask what is not allowed, take
steps back, put things right, leave and come again. What they write: recorded_game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

from game_text import by_json, to_json
from random_play import Table
from recorded_game import Line, Replay
from test_any_command import anybody, anything, anything_more
from what_was_tried import Notes

from companion.demo.mind import Discard, Lay, Mind
from companion.demo.policy import move
from companion.editions.cards import Mark
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.decide import decide
from companion.rules.moves import moves
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Attendance
from companion.state.refusals import Refusal
from companion.state.secret import Secret

WHY = "a test plays at random"
ASKS, LOOKS, DISTURBS = 0.35, 0.15, 0.05  # before a step, how often


@dataclass
class Curious(Table):
    """`simulated`: how often a simulated player's head is asked; `calm`: nothing but moves."""

    replay: Replay = field(default_factory=lambda: Replay("0"))
    lines: list[Line] = field(default_factory=list)
    simulated: float = 0.5
    calm: bool = False
    notes: Notes = field(default_factory=Notes)
    often: Counter[Any] = field(default_factory=Counter)  # how many questions have tried this

    # ---- written down ---------------------------------------------------------------------------------------------

    def write(self, line: Line) -> str:
        then = self.replay.answer(line)
        self.lines.append({**line, "then": then})
        return then

    def do(self, by: c.Actor, command: c.Command) -> tuple[e.Event, ...]:
        before = self.replay.story
        self.write({"by": by_json(by), "does": to_json(command)})
        assert self.replay.story is not before, (command, self.lines[-1]["then"])
        events = self.replay.story.steps[-1].events
        self._sync()
        for event in events:
            self._follow(event)
        return events

    def _sync(self) -> None:
        """Hands are those of the shuffled deck."""
        self.game = self.replay.story.game
        stacks = self.replay.deck.stacks
        if stacks is None or self.game.round is None:
            return
        self.hands = [[card.face if card.face else (card.deed, card.tools) for card in hand] for hand in stacks.hands]
        self.deck = [None for _ in stacks.pile]  # type: ignore[misc]

    def _follow(self, event: e.Event) -> None:
        if isinstance(event, e.RoundBegan):
            self.idle = 0
            self.midway = self.chance.choice([card.face for card in self.game.ruleset.paths])
        elif isinstance(event, e.TollRefused):
            self.refusers.add(event.payer)
        elif isinstance(event, e.TurnBegan):
            self.refusers.clear()

    # ---- what is done ---------------------------------------------------------------------------------------------

    def step(self) -> None:
        if not self.calm:
            self._besides()
        if isinstance(self.game.pending, p.Peeking | p.Dealing) or self.chance.random() < LOOKS:
            self._look()
        thinks = isinstance(self.game.pending, p.Playing | p.Pioneering) and self.chance.random() < self.simulated
        if not (thinks and self._think()):
            super().step()

    def _besides(self) -> None:
        if self.chance.random() < ASKS:
            self.ask(anybody(self.chance), self.chance.choice([anything, anything_more])(self.chance))
        if self.chance.random() < ASKS:
            self.ask_nearly()
        if self.chance.random() < DISTURBS:
            self.chance.choice(DISTURBANCES)(self)
            self._sync()

    def _look(self) -> None:
        whose: list[Any] = ["table", *range(len(self.game.seats))]
        turn = getattr(self.game.pending, "seat", None)
        if turn is not None and (isinstance(self.game.pending, p.Peeking) or self.chance.random() < 0.6):
            whose = [turn]
        self.write({"looks": self.chance.choice(whose)})

    def _think(self) -> bool:
        """What a simulated player would do; whether he could."""
        seat, game = self.game.pending.seat, self.game
        view, mind = self.replay.view(seat), Mind(random.Random(self.chance.random()))
        mind.asked, mind.asked_at = set(self.refusers), _moment(view)
        chosen = move(view, mind, game.ruleset, lambda cell: True)
        command: c.Command
        if isinstance(chosen, Lay):
            face = next(card.face for card in self.replay.deck.hand(seat) if card.key == chosen.key)
            command = c.PlacePath(chosen.cell, face.half_turn() if chosen.turned else face)
        elif isinstance(chosen, Discard):
            command = c.Pass(len(chosen.keys))
        else:
            command = chosen
        if isinstance(decide(game, c.BySeat(seat), command), Refusal):
            return False
        self.idle = self.idle + 1 if isinstance(command, c.Pass) else 0
        self.do(c.BySeat(seat), command)
        return True

    # ---- what is asked --------------------------------------------------------------------------------------------

    def ask(self, by: c.Actor, command: c.Command) -> None:
        """Written down where it tries what two others have not."""
        before, self.notes.tried = self.notes.tried, set()
        line = {"by": by_json(by), "asks": to_json(command)}
        then = self.replay.answer(line)
        self.notes.tried.add((command.WORD, then))
        if any(self.often[one] < 2 for one in self.notes.tried):
            self.lines.append({**line, "then": then})
        self.often.update(self.notes.tried)
        self.notes.tried |= before

    def ask_nearly(self) -> None:
        """A move that is allowed, but for one thing that is said otherwise; or by somebody else."""
        seat = getattr(self.game.pending, "seat", self.chance.randrange(max(1, len(self.game.seats))))
        held = [card for card in self.hands[seat] if isinstance(card, Face)] if seat < len(self.hands) else []
        may = moves(self.game, seat, held) if self.game.seats and self.game.round else ()
        if not may:
            return
        kinds = sorted({type(one).__name__ for one in may})
        kind = self.chance.choice(kinds)
        command = self.chance.choice([one for one in may if type(one).__name__ == kind])
        by = c.BySeat(seat) if self.chance.random() < 0.8 else anybody(self.chance)
        self.ask(by, otherwise(self, command) if self.chance.random() < 0.9 else command)


def _moment(view: Any) -> tuple[int, ...]:
    return (view.round, view.pile or 0, view.discards, *(seat.hand for seat in view.seats))


# ---- said otherwise -----------------------------------------------------------------------------------------------


def otherwise(table: Curious, command: Any) -> Any:
    """The command with another value in one of its fields."""
    names = [part.name for part in fields(command)]
    if not names:
        return command
    name = table.chance.choice(names)
    value = getattr(command, name)
    other = another(table, value, name)
    return command if other is MISSING else replace(command, **{name: other})


def another(table: Curious, value: Any, name: str) -> Any:
    chance, board = table.chance, table.game.round.board if table.game.round else None
    if isinstance(value, Secret):
        inside = another(table, value.open_for(WHY), name)
        return MISSING if inside is MISSING else Secret(inside)
    if isinstance(value, bool):
        return not value
    if isinstance(value, c.Tool):
        return chance.choice(list(c.Tool))
    if isinstance(value, Mark):
        return chance.choice(list(Mark))
    if isinstance(value, Side):
        return chance.choice(list(Side))
    if isinstance(value, Cell):
        near = [value.beside(side) for side in Side]
        there = [card.cell for card in board] if board else near
        return chance.choice(chance.choice([near, there, [*table.game.ruleset.goal_cells]]))
    if isinstance(value, Face):
        return chance.choice([value.half_turn(), chance.choice(table.game.ruleset.paths).face])
    if isinstance(value, int) or (value is None and name in ("toll_payer", "target", "victim")):
        return chance.choice([-1, *range(len(table.game.seats) + 1)])
    if name == "card":
        return tuple(chance.sample(list(c.Tool), chance.randint(0, 3)))
    if isinstance(value, tuple) and value and isinstance(value[0], Cell):
        return (another(table, value[0], name), *value[1:])
    return MISSING


# ---- disturbances -------------------------------------------------------------------------------------------------


def _back(table: Curious) -> None:
    for _ in range(table.chance.randint(1, 3)):
        table.write({"back": True})


def _amend(table: Curious) -> None:
    laid = [step.seq for step in table.replay.story.steps if isinstance(step.command, c.PlacePath)]
    faces = [card.face for card in table.game.ruleset.paths]
    if laid:
        table.write({"amend": table.chance.choice(laid[-8:]), "face": str(table.chance.choice(faces))})


def _said(table: Curious, *commands: c.Command) -> None:
    for command in commands:
        doable = not isinstance(decide(table.game, c.ByTable(), command), Refusal)
        table.write({"by": "table", ("does" if doable else "asks"): to_json(command)})
        table._sync()


def _pause(table: Curious) -> None:
    _said(table, c.SetPause(True))
    table.ask_nearly()
    table.ask(c.ByTable(), anything(table.chance))
    _said(table, c.SetPause(False))


def _presence(table: Curious) -> None:
    away = [seat for seat, one in enumerate(table.game.seats) if not one.is_here]
    if away and table.chance.random() < 0.6:
        _said(table, c.SetPresence(table.chance.choice(away), Attendance.HERE))
    elif table.game.seats:
        wished = table.chance.choice([Attendance.AWAY, Attendance.AWAY, Attendance.LEFT])
        _said(table, c.SetPresence(table.chance.randrange(len(table.game.seats)), wished))


def _counts(table: Curious) -> None:
    now, chance = table.game.round, table.chance
    if now is None:
        return
    seat = chance.randrange(len(now.hands))
    _said(table, chance.choice([
        c.SetTurn(seat), c.SetPile(max(0, now.pile - chance.randint(0, 2))),
        c.SetHand(seat, max(0, now.hands[seat] + chance.choice([-1, 0, 1]))),
        c.SetTools(seat, tuple(chance.sample(list(c.Tool), chance.randint(0, 2)))),
        c.SetMarks(seat, tuple(chance.sample(list(Mark), chance.randint(0, 2)))),
    ]))  # fmt: skip


def _resync(table: Curious) -> None:
    now, chance = table.game.round, table.chance
    if now is None:
        return
    cards = [c.TableCard(card.cell, card.face, str(card.kind)) for card in now.board if card.kind is not Kind.START]
    seen = [card for card in cards if card.kind != "covered" and chance.random() < 0.9]
    if chance.random() < 0.4:
        cell = chance.choice(sorted(now.board.frontier) or [Cell(1, 1)])
        seen.append(c.TableCard(cell, chance.choice(table.game.ruleset.paths).face, "path"))
    _said(table, c.Resync(tuple(seen)))


def _forced(table: Curious) -> None:
    now, chance = table.game.round, table.chance
    if now is None or not isinstance(table.game.pending, p.Playing):
        return
    cells = [card.cell.beside(side) for card in now.board for side in Side]
    free = [cell for cell in cells if cell not in now.board and cell.x < 8]
    _said(table, c.PlacePath(chance.choice(free), chance.choice(table.game.ruleset.paths).face, forced=True))


def _names(table: Curious) -> None:
    seat, chance = chance_seat(table), table.chance
    _said(table, chance.choice([
        c.RenameSeat(seat, f"guest {chance.randrange(99)}"), c.TakeOverSeat(seat, chance.random() < 0.5, f"new {seat}"),
    ]))  # fmt: skip


def _end(table: Curious) -> None:
    """Also too early: the table may say so."""
    _said(table, c.EndRound(table.chance.random() < 0.3))


def _seen(table: Curious) -> None:
    if isinstance(table.game.pending, p.RoundOver):
        table.do(c.BySeat(chance_seat(table)), c.SeeResult())


def _chests(table: Curious) -> None:
    now, chance = table.game.round, table.chance
    if now is not None and now.chest_cells:
        moved = list(now.chest_cells)
        moved[chance.randrange(len(moved))] = Cell(chance.randint(1, 7), chance.randint(-2, 2))
        _said(table, c.LayChests(tuple(moved)))


def _anything(table: Curious) -> None:
    by = c.ByTable()
    command = table.chance.choice([anything, anything_more])(table.chance)
    if isinstance(command, c.NextRound | c.NewGame | c.EndRound):
        return
    answer = decide(table.game, by, command)
    table.write({"by": by_json(by), ("asks" if isinstance(answer, Refusal) else "does"): to_json(command)})


def chance_seat(table: Curious) -> int:
    return table.chance.randrange(max(1, len(table.game.seats)))


DISTURBANCES = (_back, _back, _amend, _pause, _presence, _presence, _counts, _resync, _forced, _names, _end, _seen,
                _chests, _anything)  # fmt: skip
