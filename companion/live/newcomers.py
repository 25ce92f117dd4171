"""Guests who come in the middle of a game: they watch, and sit down before its next round is dealt."""

from __future__ import annotations

from collections.abc import Sequence

from companion.live import tokens as t
from companion.live.ledger import Done
from companion.live.table import Table
from companion.rules.lobby import may_join
from companion.state import commands as c
from companion.state.pending import GameOver
from companion.state.refusals import Refusal


class Newcomers:
    """Not thread-safe, see Places. all : also those of a game that was given up and may go on after all"""

    def __init__(self, table: Table, all_: tuple[t.Newcomer, ...]) -> None:
        self._table, self.all = table, all_

    @property
    def waiting(self) -> tuple[t.Newcomer, ...]:
        """In the lobby nobody needs to wait; a game that was given up and goes on after all still knows who did."""
        return self.all if self._table.game.round is not None else ()

    def wait(self, name: str, asking: Sequence[t.SeatRequest]) -> t.SeatAsked | Refusal:
        """asking : who asks for a seat of somebody's meanwhile"""
        game, tidy = self._table.game, t.clean_name(name)
        if isinstance(tidy, Refusal):
            return tidy
        if isinstance(game.pending, GameOver) or (game.round and game.round.number >= game.ruleset.rounds):
            return Refusal("no_round_to_come")
        refusal = t.name_awaited(tidy, self.all, asking) or may_join(game, tidy, len(self.all))
        if refusal:
            return refusal
        token = t.new_token()
        self.all += (t.Newcomer(tidy, t.token_hash(token)),)
        return t.SeatAsked(token, None)

    def of_phone(self, token: str | None) -> t.Newcomer | None:
        phone = t.phone_of(token)
        return next((one for one in self.waiting if one.token == phone), None)

    def withdraw(self, gone: t.Newcomer) -> None:
        self.all = tuple(one for one in self.all if one != gone)

    def begin_round(self, by: c.Actor, press: str | None) -> Done | Refusal:
        """With everybody who waits and can still sit down: somebody else may have taken a name, or the last chair."""
        newcomers = list(self.waiting)
        while True:
            names, phones = tuple(one.name for one in newcomers), tuple(one.token for one in newcomers)
            done = self._table.do(by, c.NextRound(names), press, phones=phones, beside=t.NOBODY_WAITS)
            if isinstance(done, Done) or not newcomers:
                return done
            taken = str(done.facts.get("name", "")).casefold()
            newcomers.remove(next((one for one in newcomers if one.name.casefold() == taken), newcomers[-1]))
