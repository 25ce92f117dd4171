"""How long the turn that is being played has taken, where the table chose a time for turns. It ends nothing, writes
nothing and tells nobody: whoever looks is told. A pause, a turn taken back and a new start begin it anew."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.live.story import Step, Story
from companion.state.commands import SeatId
from companion.state.events import TurnBegan
from companion.views.model import Stage, TurnClockView
from companion.views.stages import stage_of

Turn = tuple[int, SeatId, int]  # its round, whose it is, and the step with which it began


class TurnClock:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._turn: Turn | None = None
        self._began_s = 0.0

    def follow(self, story: Story) -> None:
        """Asked after every change, so that a turn's time begins with the turn."""
        turn = _turn_of(story) if story.game.turn_time_s else None
        if turn != self._turn:
            self._turn, self._began_s = turn, self._clock()

    def show(self, story: Story) -> TurnClockView | None:
        """None where nobody plays: nothing is hurried while somebody looks at what is secret."""
        self.follow(story)
        if self._turn is None or stage_of(story.game.pending) is not Stage.PLAY:
            return None
        lasts_s = story.game.turn_time_s
        return TurnClockView(lasts_s, min(lasts_s, int(self._clock() - self._began_s)))


def _turn_of(story: Story) -> Turn | None:
    now = story.game.round
    if now is None or story.game.paused:
        return None
    began = (one.seq for one in reversed(story.told) if isinstance(one, Step) and _begins_a_turn(one))
    return now.number, now.turn, next(began, 0)


def _begins_a_turn(step: Step) -> bool:
    return any(isinstance(event, TurnBegan) for event in step.events)
