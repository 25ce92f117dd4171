"""Apply an event. Total: every event can be applied to every game it was decided for, and nothing is judged."""

from __future__ import annotations

from companion.state.events import Event
from companion.state.game import Game


def evolve(game: Game, event: Event) -> Game:
    """The game after the event."""
    raise NotImplementedError
