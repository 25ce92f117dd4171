"""A press is done once, however often it comes, and not on a page that is out of date. What it does: see table."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from typing import TypedDict

from companion.live.disk_trouble import TROUBLES
from companion.live.ledger import Done
from companion.live.settings import COMMANDS_REMEMBERED
from companion.live.table import Table
from companion.state import commands as c
from companion.state.refusals import Refusal

_PASSING = {*TROUBLES, "paused"}  # why a press was refused that may do better when it comes again


Act = Callable[[str | None], Done | Refusal]  # gets the name under which the press is remembered


class Press(TypedDict, total=False):
    """`command_id`: which press it is, as each is done once. `seen`: the version of the page that pressed.

    Who does not tell them presses anew each time, and on no page that could be out of date.
    """

    command_id: str
    seen: int | None


class Presses:
    """Not thread-safe: the session calls it under its own lock. What was accepted is remembered by the ledger."""

    def __init__(self, table: Table) -> None:
        self._table, self._ledger = table, table.ledger
        self._refused: OrderedDict[str, Refusal] = OrderedDict()

    def once(self, by: c.Actor, pressed: Press, act: Act, command: c.Command | None = None) -> Done | Refusal:
        """`command`: says itself what makes it stale; without one it is any change that makes presses stale, and a seat
        does nothing new in a pause.

        A refused press stays refused when it comes again, except for a pause and for trouble with the disk: the same
        press may do better a minute later.
        """
        command_id = pressed.get("command_id")
        press = _press(by, command_id) if command_id else None
        before = None if press is None else self._answer_to(press)
        if before is not None:
            return before
        if isinstance(by, c.BySeat) and not self._table.game.has_seat(by.seat):
            return Refusal("no_such_seat")
        if command is None and isinstance(by, c.BySeat) and self._table.game.paused:
            return Refusal("paused")
        done = Refusal("stale") if self._is_stale(pressed.get("seen"), command) else act(press)
        return done if press is None else self._remembered(press, done)

    def _is_stale(self, seen: int | None, command: c.Command | None) -> bool:
        since = self._ledger.mattered if command is None else self._table.good_since(command)
        return seen is not None and seen < since

    def _answer_to(self, press: str) -> Done | Refusal | None:
        """What this press was answered when it came before."""
        version = self._ledger.answers.get(press)
        return self._refused.get(press) if version is None else Done(version)

    def _remembered(self, press: str, done: Done | Refusal) -> Done | Refusal:
        """The answer that is given when it comes again; what was kept on the disk has one already."""
        if isinstance(done, Done):
            return Done(self._ledger.answers.setdefault(press, done.version))
        if done.code not in _PASSING:
            self._refused[press] = done
            if len(self._refused) > COMMANDS_REMEMBERED:
                self._refused.popitem(last=False)
        return done


def _press(by: c.Actor, command_id: str) -> str:
    """One press of one person: somebody else's press with the same id is another.

    Journals keep it, so it is written as the first of them did.
    """
    who = {"is": "BySeat", "seat": by.seat} if isinstance(by, c.BySeat) else {"is": "ByTable"}
    return f"{json.dumps(who)} {command_id}"
