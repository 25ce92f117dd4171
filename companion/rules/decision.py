"""Collects the events of one decision, with the game as it stands after each, so that a rule can ask what is now."""

from __future__ import annotations

from companion.rules.evolve import evolve
from companion.rules.evolve_round import playing
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round

Answer = tuple[Event, ...] | Refusal  # what is decided: what happens now, or why nothing does


class Decision:
    """Lives inside one call of `decide` and is never kept."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._told: list[Event] = []

    def tell(self, *events: Event) -> None:
        for event in events:
            self.game = evolve(self.game, event)
            self._told.append(event)

    @property
    def round(self) -> Round:
        return playing(self.game)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._told)
