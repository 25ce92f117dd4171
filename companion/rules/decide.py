"""Judge a command: what happens if it is done, or why it is not done. Nothing is changed here: see rules.evolve."""

from __future__ import annotations

from companion.state.commands import Actor, Command
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal


def decide(game: Game, by: Actor, command: Command) -> tuple[Event, ...] | Refusal:
    """The events that follow, in order, or the refusal with its reason."""
    raise NotImplementedError
