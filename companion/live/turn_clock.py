"""How long the turn that is being played has taken, where the table chose a time for turns. It ends nothing, writes
nothing and tells nobody: whoever looks is told. A pause, a turn taken back and a new start begin it anew."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.live.story import Step, Story
from companion.state.commands import SeatId, Supply
from companion.state.events import Event, PlayBegan, TurnBegan
from companion.views.model import Stage, TurnClockView
from companion.views.stages import stage_of

Turn = tuple[int, SeatId, int]  # its round, whose it is, and the step with which it began


class TurnClock:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn: Turn | None = None
        self._taken_s = 0.0  # until it stood still last
        self._runs_since: float | None = None  # None while it stands still

    def follow(self, story: Story) -> None:
        """Asked after every change, so that a turn's time begins with the turn, and no other time counts: while others
        are asked, or somebody looks at what is secret, nobody's turn takes longer."""
        turn, now = _turn_of(story) if story.game.turn_time_s else None, self._clock()
        runs = turn is not None and stage_of(story.game.pending) is Stage.PLAY
        if turn != self._turn:
            self._turn, self._taken_s, self._runs_since = turn, 0.0, None
        if runs and self._runs_since is None:
            self._runs_since = now
        elif not runs and self._runs_since is not None:
            self._taken_s, self._runs_since = self._taken_s + now - self._runs_since, None

    def show(self, story: Story) -> TurnClockView | None:
        """None where nobody plays."""
        self.follow(story)
        if self._runs_since is None:
            return None
        lasts_s, taken_s = story.game.turn_time_s, self._taken_s + self._clock() - self._runs_since
        return TurnClockView(lasts_s, min(lasts_s, int(taken_s)))


def _turn_of(story: Story) -> Turn | None:
    """Where dwarves are printed the first turn of a round has no time: it begins while people still deal."""
    game, now = story.game, story.game.round
    if now is None or game.paused:
        return None
    began = next((one for one in reversed(story.told) if isinstance(one, Step) and _tells(one, TurnBegan)), None)
    if began is not None and game.roles_supply is Supply.CARDS and _tells(began, PlayBegan):
        return None
    return now.number, now.turn, began.seq if began else 0


def _tells(step: Step, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in step.events)
