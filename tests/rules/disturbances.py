"""What else happens at a table: steps taken back, misreads, miscounts, pauses, people who leave and come, names, haste.

Each is done by `curious_players`, in the middle of anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from any_command import anything, anything_more
from game_text import by_json, to_json

from companion.editions.cards import Mark
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import Attendance
from companion.state.refusals import Refusal

if TYPE_CHECKING:
    from curious_players import Curious

CROSS = Face.parse("NESW")


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
        table.sync()


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
        c.SetHand(seat, chance.choice([0, max(0, now.hands[seat] - 1), now.hands[seat] + 1])),
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
    goal = chance.choice(table.game.ruleset.goals)
    if chance.random() < 0.3:
        seen = [replace(card, face=goal.face) if card.face is None and chance.random() < 0.4 else card for card in seen]
    if chance.random() < 0.2:
        seen = [replace(card, face=None) if chance.random() < 0.3 else card for card in seen]
    if chance.random() < 0.1:
        seen = [*seen, *seen[-1:]]
    _said(table, c.Resync(tuple(seen)))


def _forced(table: Curious) -> None:
    now, chance = table.game.round, table.chance
    if now is None or not isinstance(table.game.pending, p.Playing):
        return
    cells = [card.cell.beside(side) for card in now.board for side in Side]
    free = [cell for cell in cells if cell not in now.board and cell.x < 8]
    _said(table, c.PlacePath(chance.choice(free), chance.choice(table.game.ruleset.paths).face, forced=True))


def _names(table: Curious) -> None:
    seat, chance = _seat(table), table.chance
    _said(table, chance.choice([
        c.RenameSeat(seat, f"guest {chance.randrange(99)}"), c.TakeOverSeat(seat, chance.random() < 0.5, f"new {seat}"),
    ]))  # fmt: skip


def _joined(table: Curious) -> None:
    """A newcomer sits down before the next round."""
    if isinstance(table.game.pending, p.RoundOver):
        _said(table, c.NextRound((f"late {len(table.game.seats)}",)))


def _end(table: Curious) -> None:
    """Also too early: the table may say so."""
    _said(table, c.EndRound(table.chance.random() < 0.3))


def _seen(table: Curious) -> None:
    if isinstance(table.game.pending, p.RoundOver):
        table.do(c.BySeat(_seat(table)), c.SeeResult())


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


def _seat(table: Curious) -> int:
    return table.chance.randrange(max(1, len(table.game.seats)))


def hurry(table: Curious) -> None:
    """The table lays one card more towards something that lies face down, whatever the rules say; or ends the round."""
    now, chance = table.game.round, table.chance
    if now is None or not isinstance(table.game.pending, p.Playing):
        return None
    if chance.random() < 0.03:
        return _said(table, c.EndRound(True))
    aims = [card.cell for card in now.board if card.face is None]
    ends = sorted(now.board.frontier)
    if aims and ends:
        end, _ = min(((end, aim) for end in ends for aim in aims), key=lambda pair: (_far(*pair), pair))
        if chance.random() < 0.3:
            end = chance.choice(ends)
        face = CROSS if chance.random() < 0.8 else chance.choice(table.game.ruleset.paths).face
        _said(table, c.PlacePath(end, face, forced=True))
    return None


def _far(one: Cell, other: Cell) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


DISTURBANCES: tuple[Callable[[Curious], None], ...] = (
    _back, _back, _amend, _pause, _presence, _presence, _counts, _counts, _resync, _resync, _forced, _names, _end,
    _seen, _joined, _chests, _anything,
)  # fmt: skip
