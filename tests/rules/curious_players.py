"""Players who write down all they do: they play at random or as simulated ones would, ask what is not allowed, take
steps back, put things right, leave and come again. What they write: recorded_game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from any_command import anybody, anything, anything_more
from disturbances import DISTURBANCES, hurry
from game_text import by_json, to_json
from nearly_allowed import misdealt, misplaced, nearly
from random_play import Table
from recorded_game import Line, Replay
from what_was_tried import Notes

from companion.demo.mind import Discard, Lay, Mind
from companion.demo.policy import move
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.refusals import Refusal

WHY = "a test plays at random"
ASKS, ASKS_BETWEEN, LOOKS, DISTURBS = 0.35, 0.7, 0.15, 0.05  # before a step, how often; between: the moves
THOROUGH = 2  # so many moments of a kind in which everything is asked


@dataclass
class Curious(Table):
    """`simulated`: how often a simulated player's head is asked; `calm`: nothing but moves; `haste`: how often
    the table lays a card itself."""

    replay: Replay = field(default_factory=lambda: Replay("0"))
    lines: list[Line] = field(default_factory=list)
    simulated: float = 0.5
    calm: bool = False
    haste: float = 0.0
    notes: Notes = field(default_factory=Notes)
    often: Counter[Any] = field(default_factory=Counter)  # how many questions have tried this
    moments: Counter[type] = field(default_factory=Counter)  # how often each kind of moment was there

    # ---- written down ---------------------------------------------------------------------------------------------

    def write(self, line: Line) -> str:
        then = self.replay.answer(line)
        self.lines.append({**line, "then": then})
        return then

    def do(self, by: c.Actor, command: c.Command) -> tuple[e.Event, ...]:
        before = self.replay.story
        if isinstance(by, c.ByDealer) and not self.calm and not isinstance(command, c.LayMidway):
            self.ask(by, misdealt(self, command))
        self.write({"by": by_json(by), "does": to_json(command)})
        assert self.replay.story is not before, (command, self.lines[-1]["then"])
        events = self.replay.story.steps[-1].events
        self.sync()
        for event in events:
            self._follow(event)
        return events

    def sync(self) -> None:
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
        if isinstance(self.game.pending, p.Peeking | p.Dealing | p.RoundOver) or self.chance.random() < LOOKS:
            self.look()
        if self.chance.random() < self.haste:
            hurry(self)
        thinks = isinstance(self.game.pending, p.Playing | p.Pioneering) and self.chance.random() < self.simulated
        if not (thinks and self._think()):
            super().step()

    def _besides(self) -> None:
        if self.chance.random() < ASKS:
            self.ask(anybody(self.chance), self.chance.choice([anything, anything_more])(self.chance))
        if self.chance.random() < (ASKS if isinstance(self.game.pending, p.Playing) else ASKS_BETWEEN):
            self.ask_nearly()
        self.moments[type(self.game.pending)] += 1
        if self.moments[type(self.game.pending)] <= THOROUGH:
            for by, command in misplaced(self):
                self.ask(by, command)
        if self.chance.random() < DISTURBS:
            self.chance.choice(DISTURBANCES)(self)
            self.sync()

    def look(self) -> None:
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
        """Something that is nearly allowed; or asked by somebody else."""
        seat = getattr(self.game.pending, "seat", self.chance.randrange(max(1, len(self.game.seats))))
        command = nearly(self, seat)
        if command is not None:
            usual = c.BySeat(seat) if self.game.round and self.chance.random() < 0.8 else c.ByTable()
            self.ask(usual if self.chance.random() < 0.8 else anybody(self.chance), command)


def _moment(view: Any) -> tuple[int, ...]:
    return (view.round, view.pile or 0, view.discards, *(seat.hand for seat in view.seats))
